//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// documents are memories on whose scope or type published readers do not agree, or
// that hide it from some of them.
var documents = []string{
	"---\nname: a\ndescription: b\ntype: project\nscope: private\n---\n",
	"---\nname: a\ndescription: b\nmetadata: \n  type: user\n---\n",
	"\ufeff---\nname: a\ndescription: b\ntype: user\nscope: private\n---\n",
	"\n\n---\nname: a\ntype: user\nscope: private\n---\n",
	"---\rname: a\rtype: user\rscope: private\r---\r",
	"---\nname: a\ntype: user\nscope: private\n",
	"---\nname: a\ndescription: |\n  short\n  ---\ntype: user\nscope: private\n---\n",
	"---\nname: a---\ntype: user\nscope: private\n---\n",
	"---\nname: a\nscope: private\nscope: team\ntype: project\n---\n",
	"---\nname: a\nbase: &b {scope: private}\n<<: *b\ntype: project\n---\n",
	"---\nname: a\ntype: !!binary dXNlcg==\nscope: team\n---\n",
	"---\nname: a\ntype: &t user\n---\n",
	"---\nname: a\ntype: project\nscope: team #\u2028scope: private\n---\n",
	"---\nname: a\ntype: project\nnote: x\u0085scope: private\n---\n",
	"---yaml\nname: a\ntype: user\nscope: private\n---\n",
	"---\nname: a\n\"scope\": \"private\"\ntype: project\n---\n",
	"---\nname: a\nscope: \"pri\\u0076ate\"\ntype: project\n---\n",
	"---\n{name: a, scope: private, type: project}\n---\n",
	"---\nname: a\n? scope\n: private\ntype: project\n---\n",
	"---\nname: a\nscope: >-\n  private\ntype: project\n---\n",
	"---\nname: a\nscope:\n  private\ntype: project\n---\n",
	"---\nname: a\nmetadata: {type: user}\n---\n",
	"---\nname: a\ndescription: b\n... \ntype: user\n---\n",
	"---\n# x\nname: a\ntype: 'user'\n---\n",
	"--- \nname: a\ntype: user\n---\n",
	"---\t\nname: a\ntype: user\n--- \n",
	"---\nname: a\ntype: user\n----\n",
	"---\r\nname: a\r\ntype: user\r\n---\r\n",
	"---\nname: a\ntype: \"user\" # me\n---\n",
	"---\nname: a\ntype: feedback\ntype : user\n---\n",
}

// If any published reader sees a private memory, teammem blocks it.
func TestWhatAnyReaderSeesAsPrivateBlocks(t *testing.T) {
	modules := packages(t)
	script, err := os.ReadFile("readers.mjs")
	if err != nil {
		t.Fatal(err)
	}
	write(t, modules, "readers.mjs", string(script))
	args := []string{"readers.mjs"}
	for i, doc := range documents {
		name := strconv.Itoa(i) + ".md"
		write(t, modules, name, doc+"\nThe text.\n")
		args = append(args, name)
	}
	private, readers := map[string][]string{}, map[string]bool{}
	for line := range strings.Lines(must(t, modules, "node", args...)) {
		var saw struct{ File, Reader, Scope, Type string }
		if err := json.Unmarshal([]byte(line), &saw); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if strings.Contains(saw.Scope, "private") || strings.Contains(saw.Type, "user") {
			private[saw.File] = append(private[saw.File], saw.Reader)
			readers[saw.Reader] = true
		}
	}
	if len(private) < 20 || len(readers) != 6 {
		t.Fatalf("%d documents are private to one of %d readers, want at least 20 and all 6: the readers do not work", len(private), len(readers))
	}
	for file, who := range private {
		dir := t.TempDir()
		must(t, dir, "git", "init", "-q", "-b", "main")
		data, err := os.ReadFile(filepath.Join(modules, file))
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, memories+"/feedback_a.md", string(data))
		write(t, dir, memories+"/MEMORY.md", "- [A](feedback_a.md) — b\n")
		must(t, dir, "git", "add", "-A")
		out, code := run(t, dir, teammem, "check", "--staged", "--format", "json")
		if code != 1 || !strings.Contains(out, `"rule": "private-scope"`) && !strings.Contains(out, `"rule": "frontmatter"`) {
			t.Errorf("%q is private to %v, yet the check ended with %d:\n%s", data, who, code, out)
		}
	}
}
