package delivery

import "github.com/teammem/teammem/internal/memory"

// Capture is what makes an agent save what is worth saving, since agents rarely do it untold, and
// what it must never save. It stands in the file that brings the index, so every session pays for
// its 564 bytes.
const Capture = "To add to it, where teammem is installed: when the user says to remember something, corrects you or confirms a way of working, run\n" +
	"`teammem remember --type feedback --why WHY --how HOW TEXT` (other types: project, reference, user); `teammem promote NAME` proposes it to the team.\n" +
	"Never edit `" + memory.Dir + "/` itself. Never save secrets, personal data, what code, documentation, git history or this file says already, fixed bugs,\n" +
	"debugging logs, the task of the moment, statements about yourself or relative dates. One topic a memory; routine work leaves none.\n"
