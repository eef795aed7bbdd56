/*
 * limits.c - what the child process may use while it parses.
 *
 * Memory and time follow from the size of the file, unless the job gives less memory: a damaged
 * or hostile file must not take the machine.  No file is written and no core dumped.
 */
#include "engine/readstat/wire.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BASE_SECONDS = 10, SECONDS_PER_MIB = 10 };

static void limit(int what, rlim_t most)
{
    struct rlimit old = { 0, 0 };
    getrlimit((__rlimit_resource_t)what, &old);
    if (old.rlim_max != RLIM_INFINITY && old.rlim_max < most)
        most = old.rlim_max;
    const struct rlimit now = { most, most };
    if (setrlimit((__rlimit_resource_t)what, &now) != 0)
        _exit(TACIT_READSTAT_NO_START);
}

/* Address space in use before anything is parsed, which must not count. */
static uint64_t space_in_use(void)
{
    char text[64] = { 0 };
    const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    uint64_t pages = 0;
    for (ssize_t i = 0; i < n && text[i] >= '0' && text[i] <= '9'; i++)
        pages = 10 * pages + (uint64_t)(text[i] - '0');
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

void tacit_readstat_limit(const tacit_readstat_job *job)
{
    const uint64_t guess = (512u << 20) + 4 * job->size;
    const uint64_t most = job->memory > 0 && job->memory < guess ? job->memory : guess;
    const uint64_t least = 64u << 20;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody is left to read what it would say */
    limit(RLIMIT_AS, space_in_use() + (most > least ? most : least));
    limit(RLIMIT_CPU, BASE_SECONDS + SECONDS_PER_MIB * (job->size >> 20));
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
}
