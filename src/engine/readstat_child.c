/*
 * readstat_child.c - the forked child that runs ReadStat on a file.
 *
 * The child may use the processor, memory and nothing else for a time that follows
 * from the size of the file: no files besides the one it reads, no core dump, no other
 * descriptor of the parent.  It reads by pread from the parent's descriptor, so all
 * passes see the same file.  Under fork() from a threaded process it relies on
 * malloc, iconv and system calls only.
 *
 * System, tagged and user-defined missing values, empty texts and numbers that are not
 * finite are sent as missing; the middle kind and the last are counted.  Memory: one
 * frame, and what ReadStat itself needs.
 */
#define _GNU_SOURCE /* pipe2, close_range */
#include "engine/readstat_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

enum {
    FLUSH_BYTES = 256 << 10,
    WINDOW_BYTES = 64 << 10,
    PROGRESS_VALUES = 1 << 18,
    FILE_FD = 3,
    OUT_FD = 4,
    BASE_SECONDS = 10,
    SECONDS_PER_MIB = 10
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
    return c->job->format->parse == readstat_parse_xport && !tacit_readstat_is_text(text, n);
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

/* ---- limits ---- */

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

/* Address space in use; the parent's is inherited and must not count. */
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

static void take_limits(const tacit_readstat_job *job)
{
    const uint64_t guess = (512u << 20) + 4 * job->size;
    const uint64_t most = job->memory > 0 && job->memory < guess ? job->memory : guess;
    const uint64_t least = 64u << 20;
    limit(RLIMIT_AS, space_in_use() + (most > least ? most : least));
    limit(RLIMIT_CPU, BASE_SECONDS + SECONDS_PER_MIB * (job->size >> 20));
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
}

/* Keep the file and the pipe, silence the standard streams, close all else. */
static void keep_descriptors(int file, int out)
{
    const int high_file = fcntl(file, F_DUPFD, 10);
    const int high_out = fcntl(out, F_DUPFD, 10);
    const int null = open("/dev/null", O_RDWR);
    if (high_file < 0 || high_out < 0 || null < 0)
        _exit(TACIT_READSTAT_NO_START);
    for (int fd = 0; fd <= 2; fd++)
        dup2(null, fd);
    dup2(high_file, FILE_FD);
    dup2(high_out, OUT_FD);
    close_range(OUT_FD + 1, ~0u, 0);
}

/* Signals as at the start of a program; the parent alone decides on Ctrl-C. */
static void reset_signals(void)
{
    for (int s = 1; s < NSIG; s++)
        signal(s, s == SIGINT || s == SIGQUIT || s == SIGTERM ? SIG_IGN : SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
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

_Noreturn void tacit_readstat_child_run(tacit_ctx *cx, const tacit_readstat_job *job, int out)
{
    reset_signals();
    keep_descriptors(job->fd, out);
    take_limits(job);
    child c = { .cx = cx, .job = job };
    const uint32_t error = (uint32_t)parse(&c);
    flush_cells(&c);
    send_stats(&c);
    put(&c, &c.frame, &error, sizeof error);
    put(&c, &c.frame, &c.failed_read, sizeof c.failed_read);
    put(&c, &c.frame, &c.rows, sizeof c.rows);
    send_frame(TACIT_READSTAT_END, &c.frame);
    _exit(0);
}
