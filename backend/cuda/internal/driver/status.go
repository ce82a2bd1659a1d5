package driver

import "fmt"

// Status is a result of the driver (CUresult). It is an error, so that
// errors.Is(err, driver.ErrorOutOfMemory) asks for one.
type Status int

// The driver's results in CUDA 12 and 13.
const (
	Success                           Status = 0
	ErrorInvalidValue                 Status = 1
	ErrorOutOfMemory                  Status = 2
	ErrorNotInitialized               Status = 3
	ErrorDeinitialized                Status = 4
	ErrorProfilerDisabled             Status = 5
	ErrorProfilerNotInitialized       Status = 6
	ErrorProfilerAlreadyStarted       Status = 7
	ErrorProfilerAlreadyStopped       Status = 8
	ErrorStubLibrary                  Status = 34
	ErrorCallRequiresNewerDriver      Status = 36
	ErrorDeviceUnavailable            Status = 46
	ErrorNoDevice                     Status = 100
	ErrorInvalidDevice                Status = 101
	ErrorDeviceNotLicensed            Status = 102
	ErrorInvalidImage                 Status = 200
	ErrorInvalidContext               Status = 201
	ErrorContextAlreadyCurrent        Status = 202
	ErrorMapFailed                    Status = 205
	ErrorUnmapFailed                  Status = 206
	ErrorArrayIsMapped                Status = 207
	ErrorAlreadyMapped                Status = 208
	ErrorNoBinaryForGPU               Status = 209
	ErrorAlreadyAcquired              Status = 210
	ErrorNotMapped                    Status = 211
	ErrorNotMappedAsArray             Status = 212
	ErrorNotMappedAsPointer           Status = 213
	ErrorECCUncorrectable             Status = 214
	ErrorUnsupportedLimit             Status = 215
	ErrorContextAlreadyInUse          Status = 216
	ErrorPeerAccessUnsupported        Status = 217
	ErrorInvalidPTX                   Status = 218
	ErrorInvalidGraphicsContext       Status = 219
	ErrorNVLinkUncorrectable          Status = 220
	ErrorJITCompilerNotFound          Status = 221
	ErrorUnsupportedPTXVersion        Status = 222
	ErrorJITCompilationDisabled       Status = 223
	ErrorUnsupportedExecAffinity      Status = 224
	ErrorUnsupportedDevsideSync       Status = 225
	ErrorContained                    Status = 226
	ErrorInvalidSource                Status = 300
	ErrorFileNotFound                 Status = 301
	ErrorSharedObjectSymbolNotFound   Status = 302
	ErrorSharedObjectInitFailed       Status = 303
	ErrorOperatingSystem              Status = 304
	ErrorInvalidHandle                Status = 400
	ErrorIllegalState                 Status = 401
	ErrorLossyQuery                   Status = 402
	ErrorNotFound                     Status = 500
	ErrorNotReady                     Status = 600
	ErrorIllegalAddress               Status = 700
	ErrorLaunchOutOfResources         Status = 701
	ErrorLaunchTimeout                Status = 702
	ErrorLaunchIncompatibleTexturing  Status = 703
	ErrorPeerAccessAlreadyEnabled     Status = 704
	ErrorPeerAccessNotEnabled         Status = 705
	ErrorPrimaryContextActive         Status = 708
	ErrorContextIsDestroyed           Status = 709
	ErrorAssert                       Status = 710
	ErrorTooManyPeers                 Status = 711
	ErrorHostMemoryAlreadyRegistered  Status = 712
	ErrorHostMemoryNotRegistered      Status = 713
	ErrorHardwareStackError           Status = 714
	ErrorIllegalInstruction           Status = 715
	ErrorMisalignedAddress            Status = 716
	ErrorInvalidAddressSpace          Status = 717
	ErrorInvalidPC                    Status = 718
	ErrorLaunchFailed                 Status = 719
	ErrorCooperativeLaunchTooLarge    Status = 720
	ErrorTensorMemoryLeak             Status = 721
	ErrorNotPermitted                 Status = 800
	ErrorNotSupported                 Status = 801
	ErrorSystemNotReady               Status = 802
	ErrorSystemDriverMismatch         Status = 803
	ErrorCompatNotSupportedOnDevice   Status = 804
	ErrorMPSConnectionFailed          Status = 805
	ErrorMPSRPCFailure                Status = 806
	ErrorMPSServerNotReady            Status = 807
	ErrorMPSMaxClientsReached         Status = 808
	ErrorMPSMaxConnectionsReached     Status = 809
	ErrorMPSClientTerminated          Status = 810
	ErrorCDPNotSupported              Status = 811
	ErrorCDPVersionMismatch           Status = 812
	ErrorStreamCaptureUnsupported     Status = 900
	ErrorStreamCaptureInvalidated     Status = 901
	ErrorStreamCaptureMerge           Status = 902
	ErrorStreamCaptureUnmatched       Status = 903
	ErrorStreamCaptureUnjoined        Status = 904
	ErrorStreamCaptureIsolation       Status = 905
	ErrorStreamCaptureImplicit        Status = 906
	ErrorCapturedEvent                Status = 907
	ErrorStreamCaptureWrongThread     Status = 908
	ErrorTimeout                      Status = 909
	ErrorGraphExecUpdateFailure       Status = 910
	ErrorExternalDevice               Status = 911
	ErrorInvalidClusterSize           Status = 912
	ErrorFunctionNotLoaded            Status = 913
	ErrorInvalidResourceType          Status = 914
	ErrorInvalidResourceConfiguration Status = 915
	ErrorKeyRotation                  Status = 916
	ErrorStreamDetached               Status = 917
	ErrorGraphRecaptureFailure        Status = 918
	ErrorUnknown                      Status = 999
)

// statuses holds each result's name and what it means in one line, with the way
// out where there is one.
var statuses = map[Status]struct{ name, text string }{
	Success:                           {"CUDA_SUCCESS", "the call succeeded"},
	ErrorInvalidValue:                 {"CUDA_ERROR_INVALID_VALUE", "an argument is outside the range that the call accepts"},
	ErrorOutOfMemory:                  {"CUDA_ERROR_OUT_OF_MEMORY", "the device or pinned host memory is used up; free arrays, lower what other programs use, or compute in parts"},
	ErrorNotInitialized:               {"CUDA_ERROR_NOT_INITIALIZED", "the driver was not initialised in this process; a child made by fork has to start CUDA itself"},
	ErrorDeinitialized:                {"CUDA_ERROR_DEINITIALIZED", "the driver is shutting down because the process ends"},
	ErrorProfilerDisabled:             {"CUDA_ERROR_PROFILER_DISABLED", "a profiler was asked for in a run without one"},
	ErrorProfilerNotInitialized:       {"CUDA_ERROR_PROFILER_NOT_INITIALIZED", "a profiler was started without being set up (unused since CUDA 5)"},
	ErrorProfilerAlreadyStarted:       {"CUDA_ERROR_PROFILER_ALREADY_STARTED", "the profiler runs already (unused since CUDA 5)"},
	ErrorProfilerAlreadyStopped:       {"CUDA_ERROR_PROFILER_ALREADY_STOPPED", "the profiler is stopped already (unused since CUDA 5)"},
	ErrorStubLibrary:                  {"CUDA_ERROR_STUB_LIBRARY", "the library is the toolkit's stub for linking; take the stubs folder out of the loader's path so that the driver's own libcuda.so.1 is found"},
	ErrorCallRequiresNewerDriver:      {"CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "the call needs a newer NVIDIA driver; update it"},
	ErrorDeviceUnavailable:            {"CUDA_ERROR_DEVICE_UNAVAILABLE", "another process has the device for itself, or this one may not use it; see the compute mode in nvidia-smi"},
	ErrorNoDevice:                     {"CUDA_ERROR_NO_DEVICE", "the machine has no CUDA device that this process can see; check nvidia-smi, CUDA_VISIBLE_DEVICES and the container's access to the GPU"},
	ErrorInvalidDevice:                {"CUDA_ERROR_INVALID_DEVICE", "there is no device with this number; devices are counted from 0 among those that CUDA_VISIBLE_DEVICES leaves"},
	ErrorDeviceNotLicensed:            {"CUDA_ERROR_DEVICE_NOT_LICENSED", "the virtual GPU has no licence"},
	ErrorInvalidImage:                 {"CUDA_ERROR_INVALID_IMAGE", "the kernel image is damaged or no kernel image; an emptied kernel cache is filled again"},
	ErrorInvalidContext:               {"CUDA_ERROR_INVALID_CONTEXT", "the device's context does not exist or was released"},
	ErrorContextAlreadyCurrent:        {"CUDA_ERROR_CONTEXT_ALREADY_CURRENT", "the context is current already (unused since CUDA 3.2)"},
	ErrorMapFailed:                    {"CUDA_ERROR_MAP_FAILED", "a resource could not be mapped"},
	ErrorUnmapFailed:                  {"CUDA_ERROR_UNMAP_FAILED", "a resource could not be unmapped"},
	ErrorArrayIsMapped:                {"CUDA_ERROR_ARRAY_IS_MAPPED", "a mapped array can't be destroyed; unmap it first"},
	ErrorAlreadyMapped:                {"CUDA_ERROR_ALREADY_MAPPED", "the resource is mapped already"},
	ErrorNoBinaryForGPU:               {"CUDA_ERROR_NO_BINARY_FOR_GPU", "the kernel image has no code for this device's architecture; kernels have to be compiled for the device they run on"},
	ErrorAlreadyAcquired:              {"CUDA_ERROR_ALREADY_ACQUIRED", "the resource is in use already"},
	ErrorNotMapped:                    {"CUDA_ERROR_NOT_MAPPED", "the resource is not mapped"},
	ErrorNotMappedAsArray:             {"CUDA_ERROR_NOT_MAPPED_AS_ARRAY", "the resource is not mapped as an array"},
	ErrorNotMappedAsPointer:           {"CUDA_ERROR_NOT_MAPPED_AS_POINTER", "the resource is not mapped as memory"},
	ErrorECCUncorrectable:             {"CUDA_ERROR_ECC_UNCORRECTABLE", "device memory has an error that can't be corrected; restart the program, and have the device checked if it comes back"},
	ErrorUnsupportedLimit:             {"CUDA_ERROR_UNSUPPORTED_LIMIT", "the device has no such limit to set"},
	ErrorContextAlreadyInUse:          {"CUDA_ERROR_CONTEXT_ALREADY_IN_USE", "another thread holds the context"},
	ErrorPeerAccessUnsupported:        {"CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", "the two devices can't reach each other's memory; copy through the host"},
	ErrorInvalidPTX:                   {"CUDA_ERROR_INVALID_PTX", "the driver could not compile the PTX"},
	ErrorInvalidGraphicsContext:       {"CUDA_ERROR_INVALID_GRAPHICS_CONTEXT", "the graphics context is not usable"},
	ErrorNVLinkUncorrectable:          {"CUDA_ERROR_NVLINK_UNCORRECTABLE", "the link between devices had an error that can't be corrected; restart the program, and have the link checked if it comes back"},
	ErrorJITCompilerNotFound:          {"CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "the driver's PTX compiler (libnvidia-ptxjitcompiler) is missing; install the whole driver"},
	ErrorUnsupportedPTXVersion:        {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the PTX is newer than the driver; update the driver, or use an NVRTC of the driver's release"},
	ErrorJITCompilationDisabled:       {"CUDA_ERROR_JIT_COMPILATION_DISABLED", "compiling PTX is switched off; unset CUDA_DISABLE_PTX_JIT"},
	ErrorUnsupportedExecAffinity:      {"CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY", "the device can't limit a context to some of its multiprocessors"},
	ErrorUnsupportedDevsideSync:       {"CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC", "the kernel waits for kernels that it started, which this device can't"},
	ErrorContained:                    {"CUDA_ERROR_CONTAINED", "a hardware fault was contained and the work that met it was lost; restart the program"},
	ErrorInvalidSource:                {"CUDA_ERROR_INVALID_SOURCE", "the kernel's source is not usable"},
	ErrorFileNotFound:                 {"CUDA_ERROR_FILE_NOT_FOUND", "a file that the driver needs is missing"},
	ErrorSharedObjectSymbolNotFound:   {"CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND", "one of the driver's libraries lacks a symbol: its parts are of different versions; install it again"},
	ErrorSharedObjectInitFailed:       {"CUDA_ERROR_SHARED_OBJECT_INIT_FAILED", "one of the driver's libraries could not be started; install the driver again"},
	ErrorOperatingSystem:              {"CUDA_ERROR_OPERATING_SYSTEM", "the operating system refused a call; see dmesg, and check the rights to /dev/nvidia*"},
	ErrorInvalidHandle:                {"CUDA_ERROR_INVALID_HANDLE", "a stream, event, module or function does not exist or was destroyed"},
	ErrorIllegalState:                 {"CUDA_ERROR_ILLEGAL_STATE", "a resource is not in the state that the call needs"},
	ErrorLossyQuery:                   {"CUDA_ERROR_LOSSY_QUERY", "the answer would not describe the object fully"},
	ErrorNotFound:                     {"CUDA_ERROR_NOT_FOUND", "there is no such name in the module, or no such object"},
	ErrorNotReady:                     {"CUDA_ERROR_NOT_READY", "the work has not finished; this is an answer and no failure"},
	ErrorIllegalAddress:               {"CUDA_ERROR_ILLEGAL_ADDRESS", "a kernel reached outside its memory; the context is lost and every later call fails, so the program has to be restarted. compute-sanitizer finds the kernel"},
	ErrorLaunchOutOfResources:         {"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "the launch needs more registers or shared memory than a multiprocessor has; use fewer threads a block"},
	ErrorLaunchTimeout:                {"CUDA_ERROR_LAUNCH_TIMEOUT", "the kernel ran longer than the system allows on a device that drives a display; the context is lost and the program has to be restarted"},
	ErrorLaunchIncompatibleTexturing:  {"CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING", "the kernel was started in a texturing mode it was not built for"},
	ErrorPeerAccessAlreadyEnabled:     {"CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "access between the devices is enabled already"},
	ErrorPeerAccessNotEnabled:         {"CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", "access between the devices is not enabled"},
	ErrorPrimaryContextActive:         {"CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE", "the device's primary context exists already, so its flags can't be changed"},
	ErrorContextIsDestroyed:           {"CUDA_ERROR_CONTEXT_IS_DESTROYED", "the device's context was destroyed"},
	ErrorAssert:                       {"CUDA_ERROR_ASSERT", "an assertion failed in a kernel; the context is lost and the program has to be restarted"},
	ErrorTooManyPeers:                 {"CUDA_ERROR_TOO_MANY_PEERS", "the device has access to as many others as it can"},
	ErrorHostMemoryAlreadyRegistered:  {"CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "the host memory is pinned already"},
	ErrorHostMemoryNotRegistered:      {"CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "the host memory is not pinned"},
	ErrorHardwareStackError:           {"CUDA_ERROR_HARDWARE_STACK_ERROR", "a kernel's call stack was damaged or overflowed; the context is lost and the program has to be restarted"},
	ErrorIllegalInstruction:           {"CUDA_ERROR_ILLEGAL_INSTRUCTION", "a kernel met an instruction that the device lacks; the context is lost and the program has to be restarted"},
	ErrorMisalignedAddress:            {"CUDA_ERROR_MISALIGNED_ADDRESS", "a kernel reached memory at an address that is not a multiple of the access's size; the context is lost and the program has to be restarted"},
	ErrorInvalidAddressSpace:          {"CUDA_ERROR_INVALID_ADDRESS_SPACE", "a kernel used an address in the wrong kind of memory; the context is lost and the program has to be restarted"},
	ErrorInvalidPC:                    {"CUDA_ERROR_INVALID_PC", "a kernel jumped to an address without code; the context is lost and the program has to be restarted"},
	ErrorLaunchFailed:                 {"CUDA_ERROR_LAUNCH_FAILED", "a kernel failed; the context is lost and the program has to be restarted. compute-sanitizer finds the kernel"},
	ErrorCooperativeLaunchTooLarge:    {"CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "a cooperative launch has more blocks than run at once"},
	ErrorTensorMemoryLeak:             {"CUDA_ERROR_TENSOR_MEMORY_LEAK", "a kernel ended without freeing its tensor memory; the context is lost and the program has to be restarted"},
	ErrorNotPermitted:                 {"CUDA_ERROR_NOT_PERMITTED", "the call is not allowed for this user or in this state; see whether a stream is being captured"},
	ErrorNotSupported:                 {"CUDA_ERROR_NOT_SUPPORTED", "the device, driver or system does not support the call"},
	ErrorSystemNotReady:               {"CUDA_ERROR_SYSTEM_NOT_READY", "the system's services for CUDA have not started; where GPUs hang on NVSwitch, start nvidia-fabricmanager"},
	ErrorSystemDriverMismatch:         {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "the kernel module and libcuda.so.1 are of different versions; reboot after a driver update, or fix the container's mounts"},
	ErrorCompatNotSupportedOnDevice:   {"CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "the forward-compatibility libcuda does not serve this device; take the toolkit's compat folder out of the loader's path, or update the driver"},
	ErrorMPSConnectionFailed:          {"CUDA_ERROR_MPS_CONNECTION_FAILED", "the multi-process service can't be reached; start nvidia-cuda-mps-control, or unset CUDA_MPS_PIPE_DIRECTORY"},
	ErrorMPSRPCFailure:                {"CUDA_ERROR_MPS_RPC_FAILURE", "the multi-process service did not answer"},
	ErrorMPSServerNotReady:            {"CUDA_ERROR_MPS_SERVER_NOT_READY", "the multi-process service is starting or recovering; try again"},
	ErrorMPSMaxClientsReached:         {"CUDA_ERROR_MPS_MAX_CLIENTS_REACHED", "the multi-process service serves as many programs as it can"},
	ErrorMPSMaxConnectionsReached:     {"CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED", "the device has as many connections as it can"},
	ErrorMPSClientTerminated:          {"CUDA_ERROR_MPS_CLIENT_TERMINATED", "the multi-process service has ended this program's connection; restart the program"},
	ErrorCDPNotSupported:              {"CUDA_ERROR_CDP_NOT_SUPPORTED", "the module starts kernels from kernels, which this device does not support"},
	ErrorCDPVersionMismatch:           {"CUDA_ERROR_CDP_VERSION_MISMATCH", "the module starts kernels from kernels in a way that does not go with another module's"},
	ErrorStreamCaptureUnsupported:     {"CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "the call is not allowed while a stream is being captured"},
	ErrorStreamCaptureInvalidated:     {"CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "an earlier failure spoilt the stream's capture; end it and start again"},
	ErrorStreamCaptureMerge:           {"CUDA_ERROR_STREAM_CAPTURE_MERGE", "the call would join two captures"},
	ErrorStreamCaptureUnmatched:       {"CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "the capture was not started in this stream"},
	ErrorStreamCaptureUnjoined:        {"CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "the capture has branches that were not joined to the stream it started in"},
	ErrorStreamCaptureIsolation:       {"CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "a captured stream would depend on work outside its capture"},
	ErrorStreamCaptureImplicit:        {"CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", "a captured stream would wait for the legacy default stream"},
	ErrorCapturedEvent:                {"CUDA_ERROR_CAPTURED_EVENT", "the event belongs to a capture, so it can't be waited for"},
	ErrorStreamCaptureWrongThread:     {"CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", "the capture was started by another thread"},
	ErrorTimeout:                      {"CUDA_ERROR_TIMEOUT", "a wait took longer than its limit"},
	ErrorGraphExecUpdateFailure:       {"CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE", "the graph differs too much from the instantiated one to update it"},
	ErrorExternalDevice:               {"CUDA_ERROR_EXTERNAL_DEVICE", "another device that this one waited for failed; the context is lost and the program has to be restarted"},
	ErrorInvalidClusterSize:           {"CUDA_ERROR_INVALID_CLUSTER_SIZE", "the launch's cluster does not fit the device"},
	ErrorFunctionNotLoaded:            {"CUDA_ERROR_FUNCTION_NOT_LOADED", "the function's module is not loaded yet"},
	ErrorInvalidResourceType:          {"CUDA_ERROR_INVALID_RESOURCE_TYPE", "a resource is of a kind that the call does not take"},
	ErrorInvalidResourceConfiguration: {"CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION", "the resources are too few or don't go with the call"},
	ErrorKeyRotation:                  {"CUDA_ERROR_KEY_ROTATION", "the device's protected mode could not change its key"},
	ErrorStreamDetached:               {"CUDA_ERROR_STREAM_DETACHED", "the stream is detached from its context"},
	ErrorGraphRecaptureFailure:        {"CUDA_ERROR_GRAPH_RECAPTURE_FAILURE", "a graph could not be captured again"},
	ErrorUnknown:                      {"CUDA_ERROR_UNKNOWN", "the driver failed for a reason it does not know; see dmesg, and restart the program"},
}

// Name returns the driver's name of the status, "CUDA_ERROR_OUT_OF_MEMORY".
func (s Status) Name() string {
	if d, ok := statuses[s]; ok {
		return d.name
	}
	return fmt.Sprintf("CUDA status %d", int(s))
}

// Text returns what the status means, and the way out where there is one.
func (s Status) Text() string {
	if d, ok := statuses[s]; ok {
		return d.text
	}
	return "a status of a newer driver than is known here; the driver's documentation explains it"
}

// Error implements error.
func (s Status) Error() string { return s.Name() + ": " + s.Text() }
