package locate

import (
	"os"
	"path/filepath"
	"runtime"
)

// System is what decides where libraries are looked for.
type System struct {
	Root string              // goes before the fixed folders, "" for the machine's own
	Home string              // the user's folder, "" where there is none
	Env  func(string) string // environment variables
}

// Host returns the system that the program runs on.
func Host() System {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return System{Home: home, Env: os.Getenv}
}

// Candidates returns what to open for a library on this machine, see
// [System.Candidates].
func Candidates(f Family, release int) []string { return Host().Candidates(f, release) }

// Candidates returns paths and bare sonames of a library in the order in which
// they should be tried, without repeats. The release is that of the newest CUDA
// wanted, the driver's own; 0 stands for any.
//
// Paths are those of files that exist, but for folders that the user named: a
// path is listed for each, so that an error shows that it was looked into.
func (s System) Candidates(f Family, release int) []string {
	names := f.Sonames(release)
	if len(names) == 0 {
		return nil
	}
	var l list
	l.named(names, toolkit(s.Env("CUGOND_CUDA_PATH")))
	if f == Driver {
		l.add(names...)
		l.found(names, s.driverFolders())
		return l.paths
	}
	for _, variable := range []string{"CUDA_HOME", "CUDA_PATH"} {
		l.named(names, toolkit(s.Env(variable)))
	}
	l.add(names...)
	for _, root := range s.toolkits() {
		l.found(names, toolkit(root))
	}
	l.found(names, toolkit(s.Env("CONDA_PREFIX")))
	for _, site := range s.sites() {
		l.found(names, packages(site))
	}
	return l.paths
}

// target is the folder that toolkits keep this processor's libraries in.
func target() string {
	if runtime.GOARCH == "arm64" {
		return "sbsa-linux"
	}
	return "x86_64-linux"
}

// toolkit returns the folders of a toolkit that may hold libraries, nothing for
// an empty name. The folder may also be the libraries' own.
func toolkit(root string) []string {
	if root == "" {
		return nil
	}
	return []string{
		root,
		filepath.Join(root, "lib64"),
		filepath.Join(root, "lib"),
		filepath.Join(root, "targets", target(), "lib"),
	}
}

// driverFolders returns where the driver's library is installed or mounted into
// a container.
func (s System) driverFolders() []string {
	triplet := "x86_64-linux-gnu"
	if runtime.GOARCH == "arm64" {
		triplet = "aarch64-linux-gnu"
	}
	return []string{
		s.Root + "/usr/local/nvidia/lib64",
		s.Root + "/usr/lib/" + triplet,
		s.Root + "/usr/lib64",
		s.Root + "/usr/lib/wsl/lib",
	}
}

// toolkits returns the folders of the toolkits in /usr/local: the one that the
// administrator has chosen by the plain name, then the newest first.
func (s System) toolkits() []string {
	local := s.Root + "/usr/local"
	var roots []string
	if plain := filepath.Join(local, "cuda"); isFolder(plain) {
		roots = append(roots, plain)
	}
	return append(roots, children(local, "cuda-")...)
}

// list collects candidates.
type list struct{ paths []string }

// add appends names that are not in the list.
func (l *list) add(names ...string) {
next:
	for _, n := range names {
		for _, p := range l.paths {
			if p == n {
				continue next
			}
		}
		l.paths = append(l.paths, n)
	}
}

// found appends the libraries that exist, newer releases first, and reports
// whether there were any.
func (l *list) found(names, folders []string) bool {
	any := false
	for _, name := range names {
		for _, folder := range folders {
			path := filepath.Join(folder, name)
			info, err := os.Stat(path)
			if err != nil || info.IsDir() {
				continue
			}
			any = true
			l.add(path)
		}
	}
	return any
}

// named appends the libraries in folders that the user chose. Where there is
// none, the newest in the first folder stands for them.
func (l *list) named(names, folders []string) {
	if len(folders) > 0 && !l.found(names, folders) {
		l.add(filepath.Join(folders[0], names[0]))
	}
}
