package sync

// Identity is what makes two memories the same one: the key of the name, else of the stem
// of the file.
func (f File) Identity() string { return identity(f) }
