package locate

import "path/filepath"

// sites returns the folders that Python packages are installed in: the active
// environments' first, then the user's, then the system's.
func (s System) sites() []string {
	var roots []string
	for _, variable := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if root := s.Env(variable); root != "" {
			roots = append(roots, root)
		}
	}
	if s.Home != "" {
		roots = append(roots, filepath.Join(s.Home, ".local"))
	}
	roots = append(roots, s.Root+"/usr/local", s.Root+"/usr")
	for _, folder := range children(s.Root+"/opt", "") {
		roots = append(roots, filepath.Join(folder, ".venv"))
	}
	var sites []string
	for _, root := range roots {
		for _, lib := range []string{"lib", "lib64"} {
			for _, python := range children(filepath.Join(root, lib), "python3") {
				sites = append(sites, filepath.Join(python, "site-packages"), filepath.Join(python, "dist-packages"))
			}
		}
	}
	return sites
}

// packages returns the library folders of NVIDIA's packages in a site: one
// folder holds a whole release since CUDA 13, before that each library had one.
func packages(site string) []string {
	nvidia := filepath.Join(site, "nvidia")
	folders := []string{filepath.Join(nvidia, "cu13", "lib")}
	for _, p := range children(nvidia, "") {
		folders = append(folders, filepath.Join(p, "lib"))
	}
	return folders
}
