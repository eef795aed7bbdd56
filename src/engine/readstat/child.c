/*
 * child.c - what the child process does: it runs ReadStat on a file.
 *
 * The child may use the processor, memory and nothing else for a time that follows
 * from the size of the file: no files besides the one it reads, no core dump, no other
 * descriptor of the parent.  It reads by pread from the parent's descriptor, so all
 * passes see the same file.
 *
 * System, tagged and user-defined missing values, empty texts and numbers that are not
 * finite are sent as missing; the middle kind and the last are counted.  Memory: one
 * frame, and what ReadStat itself needs.
 */
#define _GNU_SOURCE /* close_range */
#include "engine/readstat/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

enum {
    FLUSH_BYTES = 256 << 10,
    WINDOW_BYTES = 64 << 10,
    PROGRESS_VALUES = 1 << 18,
    FILE_FD = TACIT_READSTAT_FILE_FD,
    OUT_FD = TACIT_READSTAT_OUT_FD,
    ORDER_FD = TACIT_READSTAT_ORDER_FD,
};

/* The work of the child. */
typedef struct child {
    tacit_ctx *cx;
    const tacit_readstat_job *job;
    tacit_buffer frame;          /* payload of the next small frame */
    tacit_buffer cells;          /* payload of the next CELLS frame */
    tacit_buffer recoded;        /* a text that was not UTF-8 */
    tacit_readstat_stats *stats; /* of each column, when the schema is asked for */
    size_t n, room;              /* columns seen */
    size_t next;                 /* the column whose cell must come next */
    uint64_t rows, values;
    off_t offset;
    uint32_t failed_read;
    unsigned char window[WINDOW_BYTES]; /* of the file, read ahead */
    off_t window_at;
    size_t window_n;
} child;

/* ---- sending ---- */

static void send_bytes(const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n > 0) {
        const ssize_t sent = write(OUT_FD, at, n);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            _exit(1);
        at += sent;
        n -= (size_t)sent;
    }
}

static void send_frame(tacit_readstat_type type, tacit_buffer *b)
{
    const uint32_t head[2] = { (uint32_t)type, (uint32_t)b->length };
    send_bytes(head, sizeof head);
    send_bytes(b->text, b->length);
    b->length = 0;
}

static void put(child *c, tacit_buffer *b, const void *bytes, size_t n)
{
    if (tacit_buffer_bytes(c->cx, b, bytes, n) != TACIT_OK)
        _exit(TACIT_READSTAT_NO_MEMORY);
}

static void put_u8(child *c, tacit_buffer *b, uint8_t x)
{
    put(c, b, &x, sizeof x);
}

/* Whether the text must be recoded: transport files do not state a character set. */
static bool is_foreign(const child *c, const char *text, size_t n)
{
    return c->job->format->parse == readstat_parse_xport && !tacit_is_utf8(text, n);
}

static void put_text(child *c, tacit_buffer *b, const char *text)
{
    if (text == NULL)
        text = "";
    size_t n = strnlen(text, TACIT_READSTAT_TEXT_MOST + 1);
    c->recoded.length = 0;
    if (is_foreign(c, text, n)) {
        if (tacit_readstat_to_utf8(c->cx, text, n, &c->recoded) != TACIT_OK)
            _exit(TACIT_READSTAT_NO_MEMORY);
        text = c->recoded.text;
        n = c->recoded.length;
    }
    const uint32_t length = (uint32_t)n;
    put(c, b, &length, sizeof length);
    put(c, b, text, n);
}

static void send_progress(child *c)
{
    const uint64_t at = (uint64_t)c->offset;
    put(c, &c->frame, &at, sizeof at);
    send_frame(TACIT_READSTAT_PROGRESS, &c->frame);
}

static void flush_cells(child *c)
{
    if (c->cells.length == 0)
        return;
    send_frame(TACIT_READSTAT_CELLS, &c->cells);
    send_progress(c);
}

/* ---- what ReadStat calls ---- */

static bool is_stored_whole(readstat_type_t type)
{
    return type == READSTAT_TYPE_INT8 || type == READSTAT_TYPE_INT16 || type == READSTAT_TYPE_INT32;
}

static void send_variable(child *c, const readstat_variable_t *v, const char *set)
{
    const bool text = readstat_variable_get_type_class(v) == READSTAT_TYPE_CLASS_STRING;
    put_u8(c, &c->frame, text);
    put_u8(c, &c->frame, is_stored_whole(readstat_variable_get_type(v)));
    put_text(c, &c->frame, readstat_variable_get_name(v));
    put_text(c, &c->frame, readstat_variable_get_label(v));
    put_text(c, &c->frame, readstat_variable_get_format(v));
    put_text(c, &c->frame, set);
    send_frame(TACIT_READSTAT_VARIABLE, &c->frame);
}

static int on_variable(int index, readstat_variable_t *v, const char *set, void *user)
{
    child *c = user;
    if (index < 0 || (size_t)index != c->n || c->n >= TACIT_READSTAT_COLUMNS_MOST)
        return READSTAT_HANDLER_ABORT;
    const size_t j = c->n++;
    if (c->job->keep != NULL)
        return j < c->job->n_keep && c->job->keep[j] ? READSTAT_HANDLER_OK
                                                     : READSTAT_HANDLER_SKIP_VARIABLE;
    if (c->n > c->room) {
        c->room = 2 * c->n + 64;
        if (tacit_grow(c->cx, c->room, sizeof *c->stats, &c->stats) != TACIT_OK)
            _exit(TACIT_READSTAT_NO_MEMORY);
    }
    c->stats[j] = (tacit_readstat_stats){
        .min = INFINITY, .max = -INFINITY, .whole = true, .whole_days = true
    };
    send_variable(c, v, set);
    return READSTAT_HANDLER_OK;
}

static int on_label(const char *set, readstat_value_t value, const char *label, void *user)
{
    child *c = user;
    if (c->job->keep != NULL || set == NULL || set[0] == '\0' ||
        readstat_value_is_tagged_missing(value))
        return READSTAT_HANDLER_OK;
    const bool text = readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING;
    const double x = text ? 0.0 : readstat_double_value(value);
    put_text(c, &c->frame, set);
    put_u8(c, &c->frame, text);
    put(c, &c->frame, &x, sizeof x);
    put_text(c, &c->frame, text ? readstat_string_value(value) : NULL);
    put_text(c, &c->frame, label);
    send_frame(TACIT_READSTAT_LABEL, &c->frame);
    return READSTAT_HANDLER_OK;
}

/* Whether the cell is missing, counting what kind of missing it is. */
static bool is_missing(readstat_variable_t *v, readstat_value_t value, tacit_readstat_stats *s)
{
    if (readstat_value_is_system_missing(value))
        return true;
    if (readstat_value_is_tagged_missing(value) || readstat_value_is_defined_missing(value, v)) {
        s->tagged++;
        return true;
    }
    if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
        const char *text = readstat_string_value(value);
        return text == NULL || text[0] == '\0';
    }
    const bool strange = !isfinite(readstat_double_value(value));
    s->strange += strange;
    return strange;
}

static void count_number(tacit_readstat_stats *s, double x)
{
    s->min = x < s->min ? x : s->min;
    s->max = x > s->max ? x : s->max;
    s->whole = s->whole && fabs(x - trunc(x)) <= 0.0;
    s->whole_days = s->whole_days && s->whole && fabs(fmod(x, 86400.0)) <= 0.0;
}

/* One cell while the schema is made: nothing is sent but progress. */
static int survey_cell(child *c, int row, readstat_variable_t *v, readstat_value_t value)
{
    const int j = readstat_variable_get_index(v);
    if (j < 0 || (size_t)j >= c->n || row < 0)
        return READSTAT_HANDLER_ABORT;
    c->rows = (uint64_t)row + 1 > c->rows ? (uint64_t)row + 1 : c->rows;
    if (++c->values % PROGRESS_VALUES == 0)
        send_progress(c);
    if (is_missing(v, value, &c->stats[j]))
        return READSTAT_HANDLER_OK;
    if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
        const char *text = readstat_string_value(value);
        c->stats[j].strange += is_foreign(c, text, strlen(text));
    } else {
        count_number(&c->stats[j], readstat_double_value(value));
    }
    return READSTAT_HANDLER_OK;
}

/* Step to the next column whose cells are sent. */
static void step(child *c)
{
    do {
        if (++c->next == c->n) {
            c->next = 0;
            c->rows++;
        }
    } while (c->next >= c->job->n_keep || !c->job->keep[c->next]);
}

/* One cell while the cells are sent: all kept columns of a row, in order. */
static int send_cell(child *c, readstat_variable_t *v, readstat_value_t value)
{
    while (c->values == 0 && !c->job->keep[c->next])
        c->next++;
    if (readstat_variable_get_index(v) != (int)c->next)
        return READSTAT_HANDLER_ABORT;
    c->values++;
    tacit_readstat_stats ignored = { 0 };
    if (is_missing(v, value, &ignored)) {
        put_u8(c, &c->cells, TACIT_READSTAT_MISSING);
    } else if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
        put_u8(c, &c->cells, TACIT_READSTAT_TEXT);
        put_text(c, &c->cells, readstat_string_value(value));
    } else {
        const double x = readstat_double_value(value);
        put_u8(c, &c->cells, TACIT_READSTAT_NUMBER);
        put(c, &c->cells, &x, sizeof x);
    }
    if (c->cells.length >= FLUSH_BYTES)
        flush_cells(c);
    step(c);
    return READSTAT_HANDLER_OK;
}

static int on_value(int row, readstat_variable_t *v, readstat_value_t value, void *user)
{
    child *c = user;
    return c->job->keep == NULL ? survey_cell(c, row, v, value) : send_cell(c, v, value);
}

/* ---- reading the file ---- */

static int io_open(const char *path, void *user)
{
    (void)path;
    ((child *)user)->offset = 0;
    return 0;
}

static int io_close(void *user)
{
    (void)user;
    return 0;
}

static readstat_off_t io_seek(readstat_off_t offset, readstat_io_flags_t whence, void *user)
{
    child *c = user;
    readstat_off_t base = 0;
    if (whence == READSTAT_SEEK_CUR)
        base = c->offset;
    else if (whence == READSTAT_SEEK_END)
        base = (readstat_off_t)c->job->size;
    if (__builtin_add_overflow(base, offset, &base) || base < 0)
        return -1;
    c->offset = base;
    return base;
}

/* Read from the file at the offset, past interruptions; 0 is the end. */
static ssize_t read_some(child *c, void *to, size_t n)
{
    for (;;) {
        const ssize_t got = pread(FILE_FD, to, n, c->offset);
        if (got >= 0)
            return got;
        if (errno != EINTR) {
            c->failed_read = (uint32_t)errno;
            return -1;
        }
    }
}

/* Copy what the window holds at the offset, moving the window there if it holds none:
 * ReadStat reads row by row, and a system call for each would cost more than parsing. */
static ssize_t read_window(child *c, void *to, size_t n)
{
    if (c->offset < c->window_at || c->offset >= c->window_at + (off_t)c->window_n) {
        const ssize_t got = read_some(c, c->window, sizeof c->window);
        if (got <= 0)
            return got;
        c->window_at = c->offset;
        c->window_n = (size_t)got;
    }
    const size_t from = (size_t)(c->offset - c->window_at);
    const size_t most = c->window_n - from;
    const size_t take = n < most ? n : most;
    memcpy(to, c->window + from, take);
    return (ssize_t)take;
}

static ssize_t io_read(void *to, size_t n, void *user)
{
    child *c = user;
    size_t done = 0;
    while (done < n) {
        const ssize_t got = read_window(c, (char *)to + done, n - done);
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
        c->offset += got;
    }
    return (ssize_t)done;
}

static readstat_error_t io_update(long size, readstat_progress_handler progress, void *user,
                                  void *io)
{
    (void)size;
    (void)progress;
    (void)user;
    (void)io;
    return READSTAT_OK;
}

static readstat_error_t parse(child *c)
{
    readstat_parser_t *p = readstat_parser_init();
    if (p == NULL)
        return READSTAT_ERROR_MALLOC;
    readstat_set_open_handler(p, io_open);
    readstat_set_close_handler(p, io_close);
    readstat_set_seek_handler(p, io_seek);
    readstat_set_read_handler(p, io_read);
    readstat_set_update_handler(p, io_update);
    readstat_set_io_ctx(p, c);
    readstat_set_variable_handler(p, on_variable);
    readstat_set_value_label_handler(p, on_label);
    readstat_set_value_handler(p, on_value);
    return c->job->format->parse(p, c->job->uri, c);
}

/* ---- the order ---- */

/* All signals were blocked at the start; the parent alone decides on Ctrl-C. */
static void reset_signals(void)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static void read_order(void *to, size_t n)
{
    char *at = to;
    while (n > 0) {
        const ssize_t got = read(ORDER_FD, at, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            _exit(TACIT_READSTAT_NO_START);
        at += got;
        n -= (size_t)got;
    }
}

/* What the parent wants, in memory that lives as long as the process. */
static void take_order(tacit_ctx *cx, tacit_readstat_job *job)
{
    tacit_readstat_order order;
    bool *keep = NULL;
    read_order(&order, sizeof order);
    order.ending[sizeof order.ending - 1] = '\0';
    if (strncmp(order.version, TACIT_VERSION, sizeof order.version) != 0 ||
        order.n_keep > TACIT_READSTAT_COLUMNS_MOST)
        _exit(TACIT_READSTAT_NO_START);
    if (tacit_alloc(cx, (size_t)order.n_keep, sizeof *keep, &keep) != TACIT_OK)
        _exit(TACIT_READSTAT_NO_MEMORY);
    read_order(keep, (size_t)order.n_keep);
    close(ORDER_FD);
    *job = (tacit_readstat_job){ .fd = FILE_FD,
                                 .format = tacit_readstat_format_find(order.ending),
                                 .size = order.size,
                                 .memory = order.memory,
                                 .keep = order.schema != 0 ? NULL : keep,
                                 .n_keep = (size_t)order.n_keep };
    if (job->format == NULL)
        _exit(TACIT_READSTAT_NO_START);
    job->uri = job->format->ending;
}

/* ---- the whole ---- */

static void send_stats(child *c)
{
    for (size_t j = 0; c->job->keep == NULL && j < c->n; j++) {
        const tacit_readstat_stats *s = &c->stats[j];
        put(c, &c->frame, &s->min, sizeof s->min);
        put(c, &c->frame, &s->max, sizeof s->max);
        put_u8(c, &c->frame, s->whole);
        put_u8(c, &c->frame, s->whole_days);
        put(c, &c->frame, &s->tagged, sizeof s->tagged);
        put(c, &c->frame, &s->strange, sizeof s->strange);
        send_frame(TACIT_READSTAT_STATS, &c->frame);
    }
}

_Noreturn void tacit_readstat_child_run(void)
{
    tacit_readstat_job job;
    tacit_ctx *cx = tacit_ctx_new();
    reset_signals();
    if (cx == NULL || close_range(ORDER_FD + 1, ~0u, 0) != 0)
        _exit(TACIT_READSTAT_NO_START);
    take_order(cx, &job);
    tacit_readstat_limit(&job);
    child c = { .cx = cx, .job = &job };
    const uint32_t error = (uint32_t)parse(&c);
    flush_cells(&c);
    send_stats(&c);
    put(&c, &c.frame, &error, sizeof error);
    put(&c, &c.frame, &c.failed_read, sizeof c.failed_read);
    put(&c, &c.frame, &c.rows, sizeof c.rows);
    send_frame(TACIT_READSTAT_END, &c.frame);
    _exit(0);
}
