// Package locate says where CUDA libraries may be on a machine, and opens them.
//
// Nothing of CUDA is needed to build a program, so nothing is known about its
// place before it runs: it may be the system's, a toolkit's folder, a Python
// environment's or conda's. [Candidates] lists the places in the order in
// which they are tried: what the user names, what the loader finds by itself,
// the toolkits in /usr/local, Python's packages. Folders are listed, never
// walked.
package locate
