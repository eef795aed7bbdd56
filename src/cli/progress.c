/*
 * progress.c - how far the work is, on a terminal.
 *
 * The bar appears when the work has lasted a second and is drawn at most ten times a
 * second.  The time left is the time the stage has taken, times what is left over what is
 * done.
 */
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "report/line.h"

/* Seconds before the bar appears, between two drawings, and before a rate is believed. */
static const double PATIENCE = 1.0, BETWEEN = 0.1, RATE_AFTER = 0.5;

enum { STAGE_WIDTH = 30, LEAST_BAR = 10, MOST_BAR = 40, NUMBERS_WIDTH = 22, USUAL_WIDTH = 80 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return USUAL_WIDTH;
    return size.ws_col;
}

/* 75 seconds are 1:15. */
static tacit_status put_time(tacit_ctx *cx, tacit_buffer *out, double seconds)
{
    const unsigned long long s = (unsigned long long)(seconds + 0.5);
    if (s >= 3600)
        return tacit_buffer_format(cx, out, "%llu:%02llu:%02llu", s / 3600, s / 60 % 60, s % 60);
    return tacit_buffer_format(cx, out, "%llu:%02llu", s / 60, s % 60);
}

static tacit_status put_bar(tacit_ctx *cx, tacit_buffer *out, double share, size_t width)
{
    const size_t full = (size_t)(share * (double)width);
    TACIT_TRY(tacit_buffer_text(cx, out, "["));
    for (size_t i = 0; i < width; i++)
        TACIT_TRY(tacit_buffer_text(cx, out, i < full ? "#" : "-"));
    return tacit_buffer_text(cx, out, "]");
}

tacit_status tacit_bar_line(tacit_ctx *cx, const char *stage, const tacit_pace *pace, size_t width,
                            tacit_buffer *out)
{
    const size_t name = width < STAGE_WIDTH + NUMBERS_WIDTH ? width / 3 : STAGE_WIDTH;
    TACIT_TRY(tacit_line_put(cx, out, stage, name, TACIT_SIDE_LEFT));
    if (pace->total == 0) {
        TACIT_TRY(tacit_buffer_text(cx, out, "  "));
        return put_time(cx, out, pace->seconds);
    }
    const double share = pace->done >= pace->total ? 1.0 : (double)pace->done / (double)pace->total;
    const size_t room = width > name + NUMBERS_WIDTH ? width - name - NUMBERS_WIDTH : 0;
    TACIT_TRY(tacit_buffer_text(cx, out, " "));
    if (room >= LEAST_BAR)
        TACIT_TRY(put_bar(cx, out, share, room < MOST_BAR ? room : MOST_BAR));
    TACIT_TRY(tacit_buffer_format(cx, out, " %3d%%", (int)(100.0 * share)));
    if (pace->seconds < RATE_AFTER || pace->done == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, out, " "));
    TACIT_TRY(put_time(cx, out, pace->seconds * (1.0 - share) / share));
    return tacit_buffer_text(cx, out, " left");
}

static void draw(tacit_bar *bar, const tacit_pace *pace)
{
    tacit_buffer *line = &bar->line;
    line->length = 0;
    tacit_status status = tacit_buffer_text(bar->cx, line, "\r\x1b[K");
    if (status == TACIT_OK)
        status = tacit_bar_line(bar->cx, bar->stage, pace, terminal_width() - 1, line);
    if (status != TACIT_OK)
        return;
    fwrite(line->text, 1, line->length, stderr);
    fflush(stderr);
    bar->shown = true;
}

/* Show it, perhaps; never a reason to stop. */
static int take_progress(void *user, const char *stage, uint64_t done, uint64_t total)
{
    tacit_bar *bar = user;
    const double t = now();
    if (strcmp(stage, bar->stage) != 0) {
        snprintf(bar->stage, sizeof bar->stage, "%s", stage);
        bar->stage_start = t;
    }
    if (t - bar->start < PATIENCE || t - bar->drawn < BETWEEN)
        return 0;
    bar->drawn = t;
    draw(bar, &(tacit_pace){ .done = done, .total = total, .seconds = t - bar->stage_start });
    return 0;
}

void tacit_bar_start(tacit_ctx *cx, tacit_bar *bar)
{
    const char *term = getenv("TERM");
    *bar = (tacit_bar){ .cx = cx, .start = now() };
    if (isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0)
        tacit_ctx_on_progress(cx, take_progress, bar);
}

void tacit_bar_end(tacit_bar *bar)
{
    if (bar->cx != NULL)
        tacit_ctx_on_progress(bar->cx, NULL, NULL);
    if (bar->shown)
        fputs("\r\x1b[K", stderr);
    tacit_buffer_free(&bar->line);
    bar->shown = false;
}
