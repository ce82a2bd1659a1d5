package cublas

import "fmt"

// Status is a result of the library (cublasStatus_t). It is an error, so that
// errors.Is(err, cublas.AllocFailed) asks for one.
type Status int

// The library's results in CUDA 12 and 13.
const (
	Success         Status = 0
	NotInitialized  Status = 1
	AllocFailed     Status = 3
	InvalidValue    Status = 7
	ArchMismatch    Status = 8
	MappingError    Status = 11
	ExecutionFailed Status = 13
	InternalError   Status = 14
	NotSupported    Status = 15
	LicenseError    Status = 16
)

// statuses holds each result's name and what it means in one line, with the way
// out where there is one.
var statuses = map[Status]struct{ name, text string }{
	Success:         {"CUBLAS_STATUS_SUCCESS", "the call succeeded"},
	NotInitialized:  {"CUBLAS_STATUS_NOT_INITIALIZED", "the library could not start on the device; its release may be newer than the driver's, or the device's memory used up"},
	AllocFailed:     {"CUBLAS_STATUS_ALLOC_FAILED", "the library could not get memory on the device; free arrays, or lower what other programs use"},
	InvalidValue:    {"CUBLAS_STATUS_INVALID_VALUE", "a size, leading dimension or type is outside the range that the call accepts"},
	ArchMismatch:    {"CUBLAS_STATUS_ARCH_MISMATCH", "the device's architecture lacks what the call needs"},
	MappingError:    {"CUBLAS_STATUS_MAPPING_ERROR", "the library could not reach memory on the device"},
	ExecutionFailed: {"CUBLAS_STATUS_EXECUTION_FAILED", "a kernel could not be started or failed, perhaps one that ran before; where the context is lost the program has to be restarted"},
	InternalError:   {"CUBLAS_STATUS_INTERNAL_ERROR", "the library failed inside; see that libcublas and libcublasLt are of one release"},
	NotSupported:    {"CUBLAS_STATUS_NOT_SUPPORTED", "the library does not support this combination of types and computation, or lacks the function"},
	LicenseError:    {"CUBLAS_STATUS_LICENSE_ERROR", "the library asked for a licence and found none"},
}

// Name returns the library's name of the status, "CUBLAS_STATUS_ALLOC_FAILED".
func (s Status) Name() string {
	if d, ok := statuses[s]; ok {
		return d.name
	}
	return fmt.Sprintf("CUBLAS status %d", int(s))
}

// Text returns what the status means, and the way out where there is one.
func (s Status) Text() string {
	if d, ok := statuses[s]; ok {
		return d.text
	}
	return "a status of a newer library than is known here; cuBLAS's documentation explains it"
}

// Error implements error.
func (s Status) Error() string { return s.Name() + ": " + s.Text() }
