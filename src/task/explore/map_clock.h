/*
 * map_clock.h - the time that a map may take, and the methods that take too much of it.
 */
#ifndef TACIT_TASK_EXPLORE_MAP_CLOCK_H
#define TACIT_TASK_EXPLORE_MAP_CLOCK_H

#include "task/explore/map.h"

typedef struct tacit_map_clock {
    double began, seconds; /* INFINITY: as long as it takes */
    double end;            /* of what is being done */
    int *slow;             /* of each kind: whether a way of it was given up */
} tacit_map_clock;

/* Seconds on the clock. */
double tacit_map_now(void);

/* Start with `share` of the time, which began at `began`; later the rest is given. */
tacit_status tacit_map_clock_start(tacit_ctx *cx, double began, double seconds, double share,
                                   tacit_map_clock *out);
void tacit_map_clock_give_rest(tacit_map_clock *c);

bool tacit_map_clock_is_over(const tacit_map_clock *c);

/* When a way that begins now is given up. */
double tacit_map_clock_patience(const tacit_map_clock *c);

/* A way was given up; whether one is of a kind that was. */
void tacit_map_clock_note_slow(const tacit_map_clock *c, const tacit_map_way *way);
bool tacit_map_clock_is_slow(const tacit_map_clock *c, const tacit_map_way *way);

#endif
