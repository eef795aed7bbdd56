/*
 * own.h - a batch while it is translated, as the files of this folder see it.
 */
#ifndef TACIT_TASK_TABLES_ARGUS_OWN_H
#define TACIT_TASK_TABLES_ARGUS_OWN_H

#include "engine/argus/argus.h"
#include "plan/plan.h"
#include "task/tables/argus/argus.h"

/* How many tables, and dimensions of one, a batch may have. */
enum { TACIT_BATCH_TABLES = 100, TACIT_BATCH_DIMENSIONS = 10, TACIT_BATCH_FILES = 100 };

/* A table that the batch specifies. */
typedef struct tacit_batch_table {
    size_t line;
    const char *name;
    size_t n;
    const tacit_rda_variable *dimension[TACIT_BATCH_DIMENSIONS];
    const tacit_rda_variable *response; /* NULL: records are counted */
    const tacit_rda_variable *shadow;   /* NULL: none */
    const char *cost;                   /* NULL: the value */
    double lambda;                      /* 0: not given */
    json_t *rules;                      /* a list; borrowed from the batch */
    bool weighted, missing_safe;
    double margin;       /* 0: not given */
    const char *apriori; /* a file, or NULL */
    bool written;
} tacit_batch_table;

/* A file that it writes. */
typedef struct tacit_batch_file {
    size_t table; /* from 0 */
    const char *path;
    const char *format; /* of TACIT_WRITE_PARAMS, or NULL */
    bool cross, shown;
} tacit_batch_file;

typedef struct tacit_batch_reading {
    tacit_ctx *cx;
    const char *path;
    const char *folder; /* "" or with a slash at its end */
    size_t line;
    const char *command;
    json_t *account;
    tacit_buffer *refused; /* a line for each line that is refused */
    json_t *memory;        /* a list of what must be freed */
    const char *data;
    bool cells;    /* the data is a ready table */
    bool computed; /* its totals are computed */
    const char *metadata;
    tacit_rda rda; /* n is 0 before it is read */
    const char *next_name;
    tacit_batch_table *table;
    size_t n_tables;
    tacit_batch_file *file;
    size_t n_files;
    const char *protection; /* NULL: the batch names none */
    json_t *protection_args;
    const char *how; /* the way to hide cells that a line asked for; NULL: none did yet */
    bool careless;   /* those who are alone in a cell need not be reckoned with */
    bool together;   /* hidden cells of a row have as many contributors as a cell must have */
    double known;    /* to how many per cent readers know values; 0: not said */
    bool ended;      /* a <CLEAR> was read */
} tacit_batch_reading;

/* Account for the line at hand; `says` is a phrase without a full stop. */
tacit_status tacit_batch_done(tacit_batch_reading *b, const char *says);
tacit_status tacit_batch_differs(tacit_batch_reading *b, const char *says);
/* The same for earlier lines of the same command too. */
tacit_status tacit_batch_overrule(tacit_batch_reading *b, const char *says);
tacit_status tacit_batch_needless(tacit_batch_reading *b, const char *says);
tacit_status tacit_batch_refuse(tacit_batch_reading *b, const char *says);

/* ---- paths.c ---- */

/* Where a file that the batch reads, or writes, is. */
tacit_status tacit_batch_input(const tacit_batch_reading *b, const char *name, const char **out);
tacit_status tacit_batch_output(const tacit_batch_reading *b, const char *name, const char **out);

/* ---- commands.c and rules.c ---- */

/* Read what stands behind <SPECIFYTABLE>, <APRIORI>, <SUPPRESS>, <WRITETABLE> and <SAFETYRULE>, and
 * account for it. */
tacit_status tacit_batch_specify(tacit_batch_reading *b, char *rest);
tacit_status tacit_batch_apriori(tacit_batch_reading *b, char *rest);
tacit_status tacit_batch_suppress(tacit_batch_reading *b, char *rest);
tacit_status tacit_batch_write(tacit_batch_reading *b, char *rest);
tacit_status tacit_batch_rules(tacit_batch_reading *b, char *rest);

/* The numbers of `name(a, b, ...)` at `*at`, which moves on behind it; their number, 0 if it is not
 * so. */
enum { TACIT_BATCH_NUMBERS = 8 };
size_t tacit_batch_call(char **at, const char **name, double number[TACIT_BATCH_NUMBERS]);

/* Text without the quotation marks and blanks around it, in place. */
char *tacit_batch_bare(char *text);

/* ---- compose.c ---- */

/* The plan, in scratch memory. */
tacit_status tacit_batch_compose(tacit_batch_reading *b, char **out);

#endif
