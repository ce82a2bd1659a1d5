package array

import "github.com/cugond/cugond/backend"

// Memory computes the array and returns where its elements stand in the memory
// of its device: what the capabilities of a device take, such as those of
// [backend.Solver], where no function calls them. The event, when not nil, is the
// end of the work that the elements come from, and tells of faults in the data.
//
// The view is good while the array is open and reachable; keep it so with
// runtime.KeepAlive. Arrays that wait to be computed from the elements are not
// told of writes through the view: only who has just made an array, with
// [Empty] or [Array.Copy], may write so. A constant panics.
func Memory(a Lazy) (backend.View, backend.Event, error) {
	v, st, err := a.tensor().placed("Memory")
	if err != nil {
		return v, nil, err
	}
	return v, st.last(), nil
}
