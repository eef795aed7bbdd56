/*
 * engine.h - where data lives, and how it comes and goes.
 *
 * An engine is a driver for one kind of place: files and SQL through the embedded
 * DuckDB, statistical packages' files through ReadStat, tables in memory, tables of PostgreSQL,
 * ClickHouse and whatever has a driver of ADBC.  A driver is one file or folder with one constant,
 * listed in engines.def.
 *
 * Most of disclosure control needs the data only through the histogram of key
 * combinations.  `group` asks the engine to count it where the data is (a GROUP BY).  Rows
 * cross over (`scan`, `load`) only for what needs rows.
 *
 * Laws: `scan` delivers rows in the source's order, in chunks, the same for any number of threads.
 * `group` delivers each distinct combination at least once, its counts adding up to the number of
 * rows with that combination (a driver that cannot group may deliver the rows with count 1).
 * `fold` delivers each at least once too, in any order.  `write` writes to the path it is given and
 * where its dialect says metadata goes, nowhere else: naming is the caller's (stage.h).
 * An engine's own error texts quote data and are never passed on.
 */
#ifndef TACIT_ENGINE_ENGINE_H
#define TACIT_ENGINE_ENGINE_H

#include "base/catalog.h"
#include "table/store.h"

typedef struct tacit_engine tacit_engine;
typedef struct tacit_maker tacit_maker; /* maker.h */

/* What to open: a path or address, and how to read it. */
typedef struct tacit_source {
    const char *uri;
    const char *path;         /* where the file is, if not under its own name, or NULL */
    const tacit_args *args;   /* for TACIT_SOURCE_PARAMS, or NULL for the defaults */
    uint64_t memory;          /* bytes the engine may use; 0 leaves it to the engine */
    bool fetch;               /* all records of a server may be fetched, however many */
    const tacit_store *store; /* where memory:NAME is, or NULL */
} tacit_source;

/* The name under which the file of a source is opened. */
static inline const char *tacit_source_path(const tacit_source *source)
{
    return source->path != NULL ? source->path : source->uri;
}

/* Options of every source: delimiter, decimal mark, texts that mean missing ... */
extern const tacit_param TACIT_SOURCE_PARAMS[];
enum tacit_source_arg {
    TACIT_SOURCE_DELIMITER,
    TACIT_SOURCE_DECIMAL,
    TACIT_SOURCE_THOUSANDS,
    TACIT_SOURCE_MISSING,
    TACIT_SOURCE_HEADER,
    TACIT_SOURCE_ENCODING,
    TACIT_SOURCE_TEXT,
    TACIT_SOURCE_METADATA,
    TACIT_SOURCE_SHEET,
    TACIT_SOURCE_ARGS
};

typedef struct tacit_field {
    const char *name;
    tacit_type type;
    tacit_column_notes notes; /* title and labels, borrowed from the source */
} tacit_field;

typedef struct tacit_schema {
    size_t n;
    const tacit_field *field;
} tacit_schema;

/* An open source.  A driver's own state begins with this. */
typedef struct tacit_data {
    const tacit_engine *engine;
    const char *uri;
    tacit_schema schema;
    uint64_t memory;   /* bytes that it may take; 0: no limit */
    bool fetch, keeps; /* all records, however many; what was counted last (grouped.h) */
    struct tacit_kept *kept;
} tacit_data;

/* What is added up by combinations of keys: a column of numbers. */
typedef struct tacit_sum {
    size_t column;  /* schema.n: the records, each of which is 1 */
    int decimals;   /* to which values are rounded before they are added up */
    uint32_t n_top; /* how many of the largest values, without their signs, are kept */
} tacit_sum;

/* What the table of a sum number k has, besides the keys: columns with these names after k. */
#define TACIT_SUM_N ":n"         /* how many records have a value */
#define TACIT_SUM_UNITS ":units" /* their sum, times 10^decimals */
#define TACIT_SUM_BULK ":bulk"   /* the same without signs */
#define TACIT_SUM_LEAST ":least" /* the smallest without its sign */
#define TACIT_SUM_TOP ":top"     /* the largest: :top1, :top2, ... missing if there are fewer */

/* A key of a fold: a column's values, or what `map` makes of its numbers (NAN if missing). */
typedef struct tacit_fold_key {
    size_t column;
    int64_t (*map)(const void *user, double x); /* NULL: the values; TACIT_FOLD_NONE: missing */
    const void *user;
} tacit_fold_key;
#define TACIT_FOLD_NONE INT64_MIN

/* Columns of numbers, and bytes of a state, that a fold has at most. */
enum { TACIT_FOLD_NUMBERS = 16, TACIT_FOLD_BYTES = 65536 };

/* What the caller gathers of the records by combinations of keys, where the data is.  Of each
 * combination there may be several states, which begin as zeros, are aligned to 8 bytes and may be
 * moved as bytes; they are merged at last.  The calls come from several threads, each with states
 * of its own.  All of it has to outlive the source. */
typedef struct tacit_fold {
    const tacit_fold_key *key;
    size_t n_keys;
    tacit_select numbers; /* columns that `add` sees, x[column][record], NAN if missing */
    size_t bytes;         /* of a state */
    uint64_t most;        /* bytes of all states; the fold is given up if it takes more */
    void (*add)(const void *user, size_t n, const double *const *x, void *const *state);
    void (*merge)(const void *user, const void *from, void *into);
    const void *user;
} tacit_fold;

/* The column with the states of a fold, as hexadecimal digits; those of the keys are before it. */
#define TACIT_FOLD_STATE ":state"

/* The state that `digits` say. */
void tacit_fold_read(const char *digits, size_t bytes, unsigned char *out);

/* What a column of numbers is like. */
typedef struct tacit_column_range {
    double least;   /* 0 if there is no value */
    int decimals;   /* that all values have at most; 7: more than 6 */
    bool whole;     /* all values are there, and above 0 */
    uint64_t empty; /* missing values */
} tacit_column_range;

/* Takes the chunks of a scan: tables of a few thousand rows with the asked columns.
 * The chunk is borrowed for the call. */
typedef struct tacit_sink {
    tacit_status (*take)(tacit_ctx *cx, void *user, const tacit_table *chunk);
    void *user;
} tacit_sink;

/* How a text file is spelled (dialect.h). */
typedef struct tacit_dialect tacit_dialect;

/* Gives rows to a writer, chunk by chunk: `next` sets `*chunk` to a table the caller
 * owns, or to NULL at the end.  `shape` is a table of 0 or more rows with the same
 * columns, types and notes. */
typedef struct tacit_rows {
    const tacit_table *shape;
    const tacit_dialect *dialect; /* of a text file; NULL: the plain one */
    tacit_status (*next)(tacit_ctx *cx, void *user, tacit_table **chunk);
    void *user;
} tacit_rows;

struct tacit_engine {
    tacit_entry about;
    const char *endings; /* space-separated file endings and schemes, for people */

    /* Whether `uri` is this driver's to read, and to write. */
    bool (*reads)(const char *uri);
    bool (*writes)(const char *uri);

    tacit_status (*open)(tacit_ctx *cx, const tacit_source *source, tacit_data **out);
    void (*close)(tacit_data *data);

    /* The selected columns (all if `columns` is NULL), in chunks or as one table. */
    tacit_status (*scan)(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         const tacit_sink *sink);
    tacit_status (*load)(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         tacit_table **out);

    /* Whether loading all columns of a source would give `table`: its names, its types (but where
     * there is no value) and its cells.  It may say no where that takes long.  NULL: always no. */
    tacit_status (*gives)(tacit_ctx *cx, const tacit_source *source, const tacit_table *table,
                          bool *same);

    /* Key combinations with an INTEGER column `TACIT_COUNT` and, if `weight` is a
     * column (less than schema.n), a REAL column `TACIT_WEIGHT` with its sum. */
    tacit_status (*group)(tacit_ctx *cx, tacit_data *data, const tacit_select *keys, size_t weight,
                          tacit_table **out);

    /* Sums by combinations of keys, in the order of these, and the range of a column; both NULL
     * for a driver that cannot add up where the data is. */
    tacit_status (*add_up)(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                           const tacit_sum *sums, size_t n, tacit_table **out);
    tacit_status (*range)(tacit_ctx *cx, tacit_data *data, size_t column, tacit_column_range *out);

    /* A fold; `*out` is NULL if this one cannot be done where the data is, by the types of columns
     * or for want of memory.  NULL for a driver that can do none. */
    tacit_status (*fold)(tacit_ctx *cx, tacit_data *data, const tacit_fold *fold,
                         tacit_table **out);

    /* Write `rows` to `path` in the format that the final name `target` asks for. */
    tacit_status (*write)(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                          const char *path);

    const tacit_maker *maker; /* NULL for a driver that makes no tables */
};

#define TACIT_ENGINE(id) extern const tacit_engine tacit_engine_##id;
#include "engine/engines.def"
#undef TACIT_ENGINE

extern const tacit_catalog tacit_engine_catalog;

/* Open `source` with the driver that reads it; the caller closes. */
tacit_status tacit_data_open(tacit_ctx *cx, const tacit_source *source, tacit_data **out);

/* Whether loading all columns of a source would give `table`, as engines tell it. */
tacit_status tacit_source_gives(tacit_ctx *cx, const tacit_source *source, const tacit_table *table,
                                bool *same);

/* Close.  Accepts NULL. */
void tacit_data_close(tacit_data *data);

/* Position of the column called `name`, or schema.n. */
size_t tacit_data_find(const tacit_data *data, const char *name);

/* The columns that are asked for: `columns` or, if that is NULL, all, in scratch memory. */
tacit_status tacit_data_select(tacit_ctx *cx, const tacit_data *data, const tacit_select *columns,
                               tacit_select *out);

/* Load columns (all if `columns` is NULL) as a table the caller owns.  Fails beforehand if they
 * cannot fit into the memory that was given. */
tacit_status tacit_data_load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                             tacit_table **out);

/* The file that `uri` is in, in scratch memory: of duckdb:FILE#TABLE the file; NULL for memory. */
tacit_status tacit_data_file(tacit_ctx *cx, const char *uri, const char **out);

/* Whether `uri`, which may be NULL, is a table on a server; whether two are of one engine that
 * makes tables where its data is. */
bool tacit_data_is_served(const char *uri);
bool tacit_data_are_together(const char *a, const char *b);

/* Fail, saying what would be right, unless some driver can write `target`. */
tacit_status tacit_write_check(tacit_ctx *cx, const char *target);

/* Write rows, or a whole table, to `path` in the format of `target`. */
tacit_status tacit_write_rows(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                              const char *path);
tacit_status tacit_write_table(tacit_ctx *cx, const tacit_table *table, const char *target,
                               const char *path);

/* The same in a dialect (NULL: the plain one). */
tacit_status tacit_write_table_in(tacit_ctx *cx, const tacit_table *table,
                                  const tacit_dialect *dialect, const char *target,
                                  const char *path);

#endif
