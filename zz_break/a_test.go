package zz
import ("testing";"github.com/cugond/cugond";"github.com/cugond/cugond/array")
func TestX(t *testing.T){ d:=cugond.CPU(); v,e:=array.Sum(array.Ones[float64](d,3,4)).Item(); t.Log(v,e)}
