// Package format writes n-dimensional arrays as text, laid out as NumPy 2's
// str does: nested brackets, aligned columns, rows wrapped at a line width,
// and long arrays cut down to the items at the ends of every axis.
//
// The package knows nothing of arrays or devices. A [Source] is a shape and a
// way to read elements, and only the elements that are printed are read, so
// the cost depends on the printed text and not on the array's size.
//
// The verbs %v and %s give NumPy's text; %#v separates the elements with
// commas, as NumPy's repr does; %+v puts [Options.Header] on a line before the
// array. A precision is NumPy's: the greatest number of digits after the
// decimal point. Every other verb is handed to package fmt, element by
// element, with all flags, and the results are aligned to a common width. A
// verb that does not suit the type prints what fmt prints for it, for instance
// %!d(float32=1.5).
//
// The text differs from NumPy's on purpose as follows.
//
//   - Booleans are true and false.
//   - An empty array of more than one axis shows its shape: [] shape=(0, 5).
//     NumPy prints [].
//   - An array of six or more axes never shows more elements than a summary of
//     five axes would; NumPy prints (2·EdgeItems)ⁿ elements, or all of them if
//     every axis is short, which for 30 axes of length 2 does not end.
//   - EdgeItems = 0 shows only "..."; NumPy still shows the last item.
//   - Whether a float32 array needs exponents is decided in float32, as NumPy 2
//     does and NumPy 1 does not, so that float32(0.0001) prints as 0.0001.
package format
