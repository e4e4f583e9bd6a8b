package parcel

// Sorted is what the tests of this package see of it.
var Sorted = Parcel.sorted
