package parcel

// What the tests of this package see of it.
var (
	MayLie = mayLie
	Sorted = Parcel.sorted
)
