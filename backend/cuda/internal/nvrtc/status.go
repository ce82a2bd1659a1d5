package nvrtc

import "fmt"

// Status is a result of the compiler (nvrtcResult). It is an error, so that
// errors.Is(err, nvrtc.ErrorCompilation) asks for one.
type Status int

// The compiler's results in CUDA 12 and 13.
const (
	Success                                Status = 0
	ErrorOutOfMemory                       Status = 1
	ErrorProgramCreationFailure            Status = 2
	ErrorInvalidInput                      Status = 3
	ErrorInvalidProgram                    Status = 4
	ErrorInvalidOption                     Status = 5
	ErrorCompilation                       Status = 6
	ErrorBuiltinOperationFailure           Status = 7
	ErrorNoNameExpressionsAfterCompilation Status = 8
	ErrorNoLoweredNamesBeforeCompilation   Status = 9
	ErrorNameExpressionNotValid            Status = 10
	ErrorInternalError                     Status = 11
	ErrorTimeFileWriteFailed               Status = 12
	ErrorNoPCHCreateAttempted              Status = 13
	ErrorPCHCreateHeapExhausted            Status = 14
	ErrorPCHCreate                         Status = 15
	ErrorCancelled                         Status = 16
	ErrorTimeTraceFileWriteFailed          Status = 17
	ErrorBusy                              Status = 18
)

// statuses holds each result's name and what it means in one line, with the way
// out where there is one.
var statuses = map[Status]struct{ name, text string }{
	Success:                                {"NVRTC_SUCCESS", "the call succeeded"},
	ErrorOutOfMemory:                       {"NVRTC_ERROR_OUT_OF_MEMORY", "the compiler could not get host memory"},
	ErrorProgramCreationFailure:            {"NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "the compiler could not take the text in"},
	ErrorInvalidInput:                      {"NVRTC_ERROR_INVALID_INPUT", "an argument is outside the range that the call accepts"},
	ErrorInvalidProgram:                    {"NVRTC_ERROR_INVALID_PROGRAM", "the program does not exist or was destroyed"},
	ErrorInvalidOption:                     {"NVRTC_ERROR_INVALID_OPTION", "this release of the compiler does not know an option, or not the device's architecture; a newer libnvrtc may"},
	ErrorCompilation:                       {"NVRTC_ERROR_COMPILATION", "the text has errors, which the log lists"},
	ErrorBuiltinOperationFailure:           {"NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "the compiler's built-in functions are missing; libnvrtc-builtins of the same release has to be beside libnvrtc"},
	ErrorNoNameExpressionsAfterCompilation: {"NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION", "names were added after the compilation"},
	ErrorNoLoweredNamesBeforeCompilation:   {"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "names were asked for before the compilation"},
	ErrorNameExpressionNotValid:            {"NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "a name was asked for that was not added before the compilation"},
	ErrorInternalError:                     {"NVRTC_ERROR_INTERNAL_ERROR", "the compiler failed inside; another release of libnvrtc may not"},
	ErrorTimeFileWriteFailed:               {"NVRTC_ERROR_TIME_FILE_WRITE_FAILED", "the file of times could not be written"},
	ErrorNoPCHCreateAttempted:              {"NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED", "no precompiled header was asked for"},
	ErrorPCHCreateHeapExhausted:            {"NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED", "the precompiled header does not fit the memory set aside for it"},
	ErrorPCHCreate:                         {"NVRTC_ERROR_PCH_CREATE", "the precompiled header could not be made"},
	ErrorCancelled:                         {"NVRTC_ERROR_CANCELLED", "the compilation was cancelled"},
	ErrorTimeTraceFileWriteFailed:          {"NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED", "the trace of times could not be written"},
	ErrorBusy:                              {"NVRTC_ERROR_BUSY", "another thread uses the program; try again"},
}

// Name returns the compiler's name of the status, "NVRTC_ERROR_COMPILATION".
func (s Status) Name() string {
	if d, ok := statuses[s]; ok {
		return d.name
	}
	return fmt.Sprintf("NVRTC status %d", int(s))
}

// Text returns what the status means, and the way out where there is one.
func (s Status) Text() string {
	if d, ok := statuses[s]; ok {
		return d.text
	}
	return "a status of a newer compiler than is known here; NVRTC's documentation explains it"
}

// Error implements error.
func (s Status) Error() string { return s.Name() + ": " + s.Text() }
