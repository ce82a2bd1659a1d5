"""How calls are timed: as package bench does it. All times are milliseconds."""
import statistics
import subprocess
import time

MIN_BATCH = 20e-6  # seconds: batches shorter than this are not timed
MAX_SAMPLES = 1000
PATIENCE = 4  # budgets that slow calls may take
QUEUE_LENGTH = 50  # calls that are queued before waiting
QUEUE_TIME = 0.5  # seconds that one queue may take
QUEUE_SAMPLES = 5

clock = time.perf_counter


def synchronised(f, wait, calls=1):
    """Returns the seconds that calls take each of which is waited for."""
    start = clock()
    for _ in range(calls):
        wait(f())
    return clock() - start


def warm_up(f, wait, patience):
    """Calls once, and once more when that was quick; returns the seconds of the last call."""
    once = synchronised(f, wait)
    return once if once > patience else synchronised(f, wait)


def sync(f, wait, budget):
    """Returns the median time of a call and the wait for its end."""
    once = warm_up(f, wait, PATIENCE * budget)
    batch = 1 if once >= MIN_BATCH else int(MIN_BATCH / max(once, 1e-9)) + 1
    samples, start = [], clock()
    while len(samples) < MAX_SAMPLES:
        spent = clock() - start
        if spent >= budget and len(samples) >= 3 or spent > PATIENCE * budget and samples:
            break
        samples.append(synchronised(f, wait, batch) / batch * 1e3)
    return statistics.median(samples)


def queue_of(once):
    """How many calls are queued of which one takes so many seconds."""
    if once * QUEUE_LENGTH <= QUEUE_TIME:
        return QUEUE_LENGTH
    return max(2, int(QUEUE_TIME / once))


def queued(f, wait):
    """Returns the time of a call when many are queued and waited for once."""
    length = queue_of(warm_up(f, wait, QUEUE_TIME))
    samples, begin = [], clock()
    while len(samples) < QUEUE_SAMPLES:
        if samples and clock() - begin > 2 * QUEUE_SAMPLES * QUEUE_TIME:
            break
        start, last = clock(), None
        for _ in range(length):
            last = None  # gives up the result before
            last = f()
        wait(last)
        samples.append((clock() - start) / length * 1e3)
    return statistics.median(samples)


class Failed(Exception):
    """cugond could not measure a row."""


class Cugond:
    """The process that measures cugond's rows when asked."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def measure(self, op, size, mode="sync"):
        """Returns the time of a call, or raises Failed."""
        try:
            self.process.stdin.write(f"{op} {size} {mode}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the missing answer tells
        answer = self.process.stdout.readline()
        if not answer:
            raise Failed(f"cugond ended with exit code {self.process.wait()}")
        fields = answer.rstrip("\n").split("\t")
        if fields[0] == "error" or fields[:2] != [op, str(size)]:
            raise Failed("cugond: " + " ".join(fields[1:] if fields[0] == "error" else fields))
        return float(fields[2])

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended by itself
        self.process.stdout.close()
        self.process.wait()
