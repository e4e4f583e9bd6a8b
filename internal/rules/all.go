package rules

// All is every rule, sorted by id.
var All = []*Rule{
	bidi,
	conflictMarkers,
	controlChar,
	encoding,
	executable,
	hiddenUnicode,
}
