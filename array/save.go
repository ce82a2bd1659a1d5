package array

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// saveFile writes a file by a temporary one beside it that then takes its
// name. Links are followed, an existing file's permissions are kept, and what
// is not a regular file, such as a pipe, is written directly.
func saveFile(filename string, write func(io.Writer) error) (err error) {
	if target, err := filepath.EvalSymlinks(filename); err == nil {
		filename = target
	}
	mode, exists := fs.FileMode(0o666), false
	if info, err := os.Stat(filename); err == nil {
		if !info.Mode().IsRegular() {
			return writeSpecial(filename, write)
		}
		mode, exists = info.Mode().Perm(), true
	}
	f, err := createBeside(filename, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the error that counts is err
		}
	}()
	if exists { // whatever the umask
		err = f.Chmod(mode)
	}
	if err == nil {
		err = writeBuffered(f, write)
	}
	if err == nil {
		err = f.Sync() // before the name: a crash must not leave it with no data
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filename)
}

// createBeside makes a new file in the same folder. Unlike os.CreateTemp it
// leaves the permissions to the umask.
func createBeside(filename string, mode fs.FileMode) (*os.File, error) {
	dir := filepath.Dir(filename)
	for range 100 {
		f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf(".cugond-%08x.tmp", rand.Uint32())), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, fmt.Errorf("no name is free for a temporary file beside %s", filename)
}

func writeSpecial(filename string, write func(io.Writer) error) error {
	f, err := os.OpenFile(filename, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(writeBuffered(f, write), f.Close())
}

func writeBuffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 256<<10)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}
