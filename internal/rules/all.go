package rules

// All is every rule, sorted by id.
var All = []*Rule{
	conflictMarkers,
	executable,
}
