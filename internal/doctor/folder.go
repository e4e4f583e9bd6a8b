package doctor

import (
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

var (
	noFolder     = &Fault{"folder-missing", Fail, "there is no team directory"}
	folderIsLink = &Fault{"folder-is-a-link", Fail, "the team directory is a symbolic link"}
	folderNested = &Fault{"folder-in-submodule", Fail, "the team directory belongs to a repository of its own"}
	folderClosed = &Fault{"folder-unreadable", Fail, "the team directory can't be read"}
	folderOther  = &Fault{"folder-not-a-folder", Fail, "something else is where the team directory should be"}
)

var folderCheck = &Check{
	Name: "team directory", Wanted: memory.Dir + " as a folder of this repository", Faults: []*Fault{noFolder, folderIsLink, folderNested, folderClosed, folderOther},
	judge: func(f *Facts, r *reply) {
		d := f.Folder
		switch {
		case d == nil:
		case d.Why != "":
			r.unknown(d.Why, d.Fix)
		case d.Kind == Absent && len(d.Hidden) > 0:
			r.ok("it is in the index; a sparse checkout keeps it from the disk")
		case d.Kind == Absent && len(d.Alike) > 0:
			r.unknown("only another spelling of it is there", "")
		case d.Kind == Absent:
			r.fault(noFolder, "no "+memory.Dir, "run teammem init, or git checkout the branch that has it")
		case d.Kind == Link:
			r.fault(folderIsLink, d.Part+" is a symbolic link", "put the folder itself there and commit it")
		case d.Kind == Nested:
			r.fault(folderNested, d.Part+" is a repository of its own: no commit here holds its files", "commit the files themselves")
		case d.Kind == Closed:
			r.fault(folderClosed, d.Part+" can't be read", "run chmod u+rwx "+d.Part)
		case d.Kind == Other:
			r.fault(folderOther, d.Part+" is not a folder", "move it away, then run teammem init")
		default:
			r.ok(memory.Dir)
		}
	},
}

var (
	folderIgnored     = &Fault{"folder-ignored", Fail, "the repository ignores the team directory"}
	folderIgnoredHere = &Fault{"folder-ignored-here", Warn, "git ignores the team directory on this machine"}
)

var ignoreCheck = &Check{
	Name: "ignore rules", Wanted: "no ignore rule hides the team directory", Faults: []*Fault{folderIgnored, folderIgnoredHere},
	judge: func(f *Facts, r *reply) {
		if f.Folder == nil || f.Folder.Why != "" {
			return
		}
		i := f.Folder.Ignored
		if i == nil {
			r.ok("none hides it")
			return
		}
		found := fmt.Sprintf("%q on line %d of %s hides it", i.Pattern, i.Line, i.Source)
		if i.Committed {
			fix := "remove the pattern, or narrow it to what is not for the team"
			if i.Source == ".gitignore" {
				fix += ", with the lines !/.agent/ and !/.agent/** below it"
			}
			r.fault(folderIgnored, found, fix)
			return
		}
		r.fault(folderIgnoredHere, found, "remove the pattern, or add new memories with git add -f")
	},
}

var spelledAlike = &Fault{"folder-case-clash", Fail, "another spelling of the team directory is there"}

var spellingCheck = &Check{
	Name: "spelling", Wanted: "one spelling of the team directory", Faults: []*Fault{spelledAlike},
	judge: func(f *Facts, r *reply) {
		switch {
		case f.Folder == nil || f.Folder.Why != "":
		case len(f.Folder.Alike) > 0:
			r.fault(spelledAlike, "some disks and tools take "+some(f.Folder.Alike)+" for "+memory.Dir, "git mv it to "+memory.Dir+", or rename it")
		default:
			r.ok("no other spelling is there")
		}
	},
}

var (
	allUntracked = &Fault{"folder-untracked", Fail, "no memory is in git, so nobody else has any"}
	untracked    = &Fault{"memory-untracked", Warn, "a memory is not in git, so nobody else has it"}
	sparse       = &Fault{"folder-sparse", Fail, "a sparse checkout keeps team memory from the disk"}
)

var trackedCheck = &Check{
	Name: "tracked", Wanted: "every memory in git and on disk", Faults: []*Fault{allUntracked, untracked, sparse},
	judge: func(f *Facts, r *reply) {
		d := f.Folder
		switch {
		case d == nil || d.Why != "" || d.Kind != Directory && len(d.Hidden) == 0:
		case len(d.Hidden) > 0:
			r.fault(sparse, "not on disk: "+some(d.Hidden), "run git sparse-checkout add "+memory.Dir)
		case len(d.Untracked) > 0 && d.Tracked == 0:
			r.fault(allUntracked, "not in git: "+some(d.Untracked), "git add and commit them")
		case len(d.Untracked) > 0:
			r.fault(untracked, "not in git: "+some(d.Untracked), "git add and commit it, or delete it")
		default:
			r.ok(fmt.Sprintf("files: %d", d.Tracked))
		}
	},
}

var unknownBase = &Fault{"default-branch-unknown", Warn, "the clone does not know the default branch of the remote, so HEAD is taken for reviewed"}

var notMerged = &Fault{"memory-not-merged", Warn, "the default branch has no team memory, so nobody gets it"}

var mergedCheck = &Check{
	Name: "reviewed memory", Wanted: "team memory on the default branch", Faults: []*Fault{notMerged, unknownBase},
	judge: func(f *Facts, r *reply) {
		b := f.Base
		switch {
		case b == nil || f.Folder == nil || f.Folder.Kind != Directory:
		case b.Why != "":
			r.unknown(b.Why, b.Fix)
		case b.Commit == "":
			r.unknown("nothing is committed yet", "commit the team memory")
		case b.Notice != "":
			r.fault(unknownBase, b.Notice, "")
		case b.Memories == 0:
			r.fault(notMerged, b.Ref+" has no "+memory.Dir, "merge the branch that has it, then git fetch")
		default:
			r.ok(fmt.Sprintf("%s has it, files: %d", b.Ref, b.Memories))
		}
	},
}

// most is how many of several things are named.
const most = 3

// some names the first of several things.
func some(all []string) string {
	s := strings.Join(all[:min(len(all), most)], ", ")
	if n := len(all) - most; n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	return s
}
