package rules

// All is every rule, sorted by id.
var All = []*Rule{
	archivedEntry,
	bidi,
	conflictMarkers,
	controlChar,
	deadLink,
	encoding,
	executable,
	hiddenUnicode,
	indexBody,
	indexSize,
	linkEscape,
	linkOutside,
	linkedTwice,
	longEntry,
	noEntryDescription,
	noIndex,
	notLinked,
	orphan,
	padding,
}
