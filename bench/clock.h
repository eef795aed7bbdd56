/*
 * clock.h - wall and processor time and memory of a benchmark.
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct bench_time {
    double wall, cpu;
} bench_time;

static inline double bench_seconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline bench_time bench_now(void)
{
    return (bench_time){ bench_seconds(CLOCK_MONOTONIC), bench_seconds(CLOCK_PROCESS_CPUTIME_ID) };
}

static inline bench_time bench_since(bench_time start)
{
    const bench_time now = bench_now();
    return (bench_time){ now.wall - start.wall, now.cpu - start.cpu };
}

/* A line of /proc/self/status in kB, such as "VmRSS:" or "VmHWM:". */
static inline long bench_memory(const char *what)
{
    char line[256];
    long kb = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, what, strlen(what)) == 0)
            sscanf(line + strlen(what), "%ld", &kb);
    if (f != NULL)
        fclose(f);
    return kb;
}

#endif
