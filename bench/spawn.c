/*
 * spawn.c - wall time, processor time and peak memory of a command.
 *
 *   spawn COMMAND [ARGUMENT ...]        (its output is thrown away)
 */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
    struct rusage use;
    int status = 0;
    if (argc < 2)
        return 2;
    const bench_time start = bench_now();
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &use) != child)
        return 1;
    printf("  %.3f s, %.3f s of processors, %ld MB at most, exit %d\n", bench_since(start).wall,
           seconds(use.ru_utime) + seconds(use.ru_stime), use.ru_maxrss / 1024,
           WEXITSTATUS(status));
    return 0;
}
