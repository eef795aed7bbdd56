/*
 * map_clock.h - the time that a map may take, and the methods that take too much of it.
 */
#ifndef TACIT_TASK_EXPLORE_MAP_CLOCK_H
#define TACIT_TASK_EXPLORE_MAP_CLOCK_H

#include "task/explore/map.h"

typedef struct tacit_map_clock {
    double began, seconds; /* INFINITY: as long as it takes */
    double share;          /* of the time, for what is being done now */
    int *slow;             /* of each kind: whether a way of it was given up */
    int *found;            /* whether there is a way that holds: only then the share ends it */
} tacit_map_clock;

/* Seconds on the clock, and seconds that this thread has worked. */
double tacit_map_now(void);
double tacit_map_worked(void);

/* Start with `share` of the time, which began at `began`; later the rest is given. */
tacit_status tacit_map_clock_start(tacit_ctx *cx, double began, double seconds, double share,
                                   tacit_map_clock *out);
void tacit_map_clock_give_rest(tacit_map_clock *c);

/* Whether no more is to be begun. */
bool tacit_map_clock_is_over(const tacit_map_clock *c);

/* Until when this thread may work on a way that it begins now. */
double tacit_map_clock_patience(const tacit_map_clock *c);

/* A way that holds was found. */
void tacit_map_clock_note_found(const tacit_map_clock *c);

/* A way was given up; whether one is of a kind that was. */
void tacit_map_clock_note_slow(const tacit_map_clock *c, const tacit_map_way *way);
bool tacit_map_clock_is_slow(const tacit_map_clock *c, const tacit_map_way *way);

#endif
