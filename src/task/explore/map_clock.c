/*
 * map_clock.c - the time that a map may take, and the methods that take too much of it.
 *
 * A way on which a thread works for a quarter of the time is given up, and others of its method are
 * not begun, so that slow methods leave time for the others.
 */
#include "task/explore/map_clock.h"

#include <math.h>
#include <time.h>

/* A way that takes this share of the time is given up; by the work of its thread, as the clock also
 * counts what others do on a busy machine. */
static const double LONGEST = 0.25;

static double read_clock(clockid_t which)
{
    struct timespec t;
    (void)clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double tacit_map_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double tacit_map_worked(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

tacit_status tacit_map_clock_start(tacit_ctx *cx, double began, double seconds, double share,
                                   tacit_map_clock *out)
{
    *out = (tacit_map_clock){ .began = began, .seconds = seconds, .share = share };
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *out->found, &out->found));
    return tacit_scratch(cx, TACIT_MAP_N_KINDS, sizeof *out->slow, &out->slow);
}

void tacit_map_clock_give_rest(tacit_map_clock *c)
{
    c->share = 1.0;
}

bool tacit_map_clock_is_over(const tacit_map_clock *c)
{
    const double taken = tacit_map_now() - c->began;
    int found;
#pragma omp atomic read
    found = *c->found;
    return taken > c->seconds || (found != 0 && taken > c->share * c->seconds);
}

double tacit_map_clock_patience(const tacit_map_clock *c)
{
    return tacit_map_worked() + LONGEST * c->seconds;
}

void tacit_map_clock_note_found(const tacit_map_clock *c)
{
#pragma omp atomic write
    *c->found = 1;
}

void tacit_map_clock_note_slow(const tacit_map_clock *c, const tacit_map_way *way)
{
    for (size_t part = 0; part < TACIT_MAP_PARTS; part++)
        if (way->pick[part].kind != NULL && !way->own) {
            int *slow = &c->slow[way->pick[part].kind - TACIT_MAP_KINDS];
#pragma omp atomic write
            *slow = 1;
        }
}

bool tacit_map_clock_is_slow(const tacit_map_clock *c, const tacit_map_way *way)
{
    int any = 0;
    for (size_t part = 0; part < TACIT_MAP_PARTS; part++)
        if (way->pick[part].kind != NULL && !way->own) {
            int one;
#pragma omp atomic read
            one = c->slow[way->pick[part].kind - TACIT_MAP_KINDS];
            any |= one;
        }
    return any != 0;
}
