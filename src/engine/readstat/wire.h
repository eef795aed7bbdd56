/*
 * wire.h - what the parsing child and its parent say to each other.
 *
 * ReadStat parses files that may be hostile, so it runs in a process of its own with limits:
 * the program tacit-read (main.c), which is given an order and the open file and sends frames
 * through a pipe.  The parent trusts none of them.
 * A frame is two 32-bit numbers, type and length, and a payload in the byte order of
 * the machine.  Texts are a 32-bit length and that many bytes.
 *
 *   VARIABLE  kind of column, name, title, format, name of its label set
 *   LABEL     label set, value (number or text), text of the label
 *   STATS     what the values of a numeric column are like (tacit_readstat_stats)
 *   PROGRESS  how far into the file the parser is
 *   CELLS     cells in row order: MISSING; NUMBER and 8 bytes; TEXT and a text
 *   END       ReadStat's error code, errno of a failed read, number of rows
 */
#ifndef TACIT_ENGINE_READSTAT_WIRE_H
#define TACIT_ENGINE_READSTAT_WIRE_H

#include <sys/types.h>

#include "base/text.h"
#include "engine/readstat/format.h"

typedef enum tacit_readstat_type {
    TACIT_READSTAT_VARIABLE = 1,
    TACIT_READSTAT_LABEL,
    TACIT_READSTAT_STATS,
    TACIT_READSTAT_PROGRESS,
    TACIT_READSTAT_CELLS,
    TACIT_READSTAT_END
} tacit_readstat_type;

typedef enum tacit_readstat_cell {
    TACIT_READSTAT_MISSING = 0,
    TACIT_READSTAT_NUMBER,
    TACIT_READSTAT_TEXT
} tacit_readstat_cell;

enum {
    TACIT_READSTAT_TEXT_MOST = 16 << 20,  /* bytes of the longest text of a cell */
    TACIT_READSTAT_FRAME_MOST = 18 << 20, /* bytes of the largest payload */
    TACIT_READSTAT_COLUMNS_MOST = 1 << 20 /* columns of a file */
};

/* How the child ends when it cannot even send END. */
enum { TACIT_READSTAT_NO_MEMORY = 3, TACIT_READSTAT_NO_START = 4 };

/* What the values of a numeric column are like, over all rows. */
typedef struct tacit_readstat_stats {
    double min, max;  /* of the present values; min > max if there is none */
    bool whole;       /* all are whole numbers */
    bool whole_days;  /* all are multiples of 86400 */
    uint64_t tagged;  /* tagged or user-defined missing values */
    uint64_t strange; /* numbers not finite, yet not missing; texts not in UTF-8 */
} tacit_readstat_stats;

/* What the child shall do. */
typedef struct tacit_readstat_job {
    int fd;          /* the file, open for reading */
    const char *uri; /* for messages */
    const tacit_readstat_format *format;
    uint64_t size;    /* bytes of the file */
    uint64_t memory;  /* bytes the parser may use, 0 for a guess */
    const bool *keep; /* send the cells of these; NULL: the schema */
    size_t n_keep;    /* length of `keep` */
} tacit_readstat_job;

/* The job as the child is given it; `n_keep` bytes follow, 1 for a column to send. */
typedef struct tacit_readstat_order {
    char version[24]; /* of the library: both sides must be of one make */
    char ending[24];  /* of the format */
    uint64_t size, memory, n_keep;
    uint64_t schema; /* 1: the schema is asked for, and `n_keep` is 0 */
} tacit_readstat_order;

/* The descriptors that the child is started with, besides the standard ones on /dev/null. */
enum { TACIT_READSTAT_FILE_FD = 3, TACIT_READSTAT_OUT_FD = 4, TACIT_READSTAT_ORDER_FD = 5 };

/* Start the child for `job` with the pipe's end `out`; sets `*pid`. */
tacit_status tacit_readstat_start(tacit_ctx *cx, const tacit_readstat_job *job, int out,
                                  pid_t *pid);

/* In the child: let the process use no more than a file of the job's size may need. */
void tacit_readstat_limit(const tacit_readstat_job *job);

/* In the child: take the order and the limits, parse, send frames, and exit. */
_Noreturn void tacit_readstat_child_run(void);

/* The parent's end of the pipe, and the child that fills it. */
typedef struct tacit_readstat_pipe {
    pid_t pid; /* 0 if there is none */
    int fd;
    const tacit_readstat_job *job;
    unsigned char *frame;
    size_t room;
    uint64_t done; /* bytes of the file that the parser has passed */
} tacit_readstat_pipe;

/* One frame; reading beyond its end or a bad text sets `bad` and gives zeros. */
typedef struct tacit_readstat_frame {
    uint32_t type;
    const unsigned char *at;
    size_t left;
    bool bad;
    bool not_text; /* bad because of a text that is not UTF-8 */
} tacit_readstat_frame;

/* Start a child for `job`, which is borrowed until the pipe is closed. */
tacit_status tacit_readstat_pipe_open(tacit_ctx *cx, const tacit_readstat_job *job,
                                      tacit_readstat_pipe *out);

/* The next frame, valid until the one after; PROGRESS frames are handled inside.
 * Fails if the child died, sent something too large, or the work was cancelled. */
tacit_status tacit_readstat_pipe_next(tacit_ctx *cx, tacit_readstat_pipe *p,
                                      tacit_readstat_frame *out);

/* Kill and reap the child and close the pipe.  Harmless when repeated. */
void tacit_readstat_pipe_close(tacit_readstat_pipe *p);

/* The failure of a file that does not hold what its format promises. */
tacit_status tacit_readstat_damaged(tacit_ctx *cx, const tacit_readstat_job *job);

/* Take END apart: fail with a sentence unless ReadStat was content. */
tacit_status tacit_readstat_end(tacit_ctx *cx, const tacit_readstat_job *job,
                                tacit_readstat_frame *f, uint64_t *rows);

/* Take the next item out of a frame. */
uint8_t tacit_readstat_u8(tacit_readstat_frame *f);
uint32_t tacit_readstat_u32(tacit_readstat_frame *f);
uint64_t tacit_readstat_u64(tacit_readstat_frame *f);
double tacit_readstat_f64(tacit_readstat_frame *f);

/* A text of `*n` bytes, not NUL-terminated: valid UTF-8 without NUL. */
const char *tacit_readstat_text(tacit_readstat_frame *f, size_t *n);

/* Append `n` bytes of Windows-1252 to `out` as UTF-8. */
tacit_status tacit_readstat_to_utf8(tacit_ctx *cx, const char *text, size_t n, tacit_buffer *out);

#endif
