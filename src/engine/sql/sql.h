/*
 * sql.h - what is asked of an engine that holds data, and how each writes it.
 *
 * There are few queries and no language of expressions: rows, a count by keys, sums by keys, a
 * total, and a table made of a query.  Each is a struct, written in a dialect; a dialect is one
 * constant, listed in dialects.def.
 *
 * Laws: no text of a user gets into a query but as a quoted name or literal.  Columns are renamed
 * (tacit_0, tacit_1, ...) in an inner SELECT, and only those names are used outside, since engines
 * differ in whether an alias or a column is meant.  A missing value, an empty text and a NaN are
 * one: NULL; 0 and -0 are one number; texts are equal if their bytes are.  Where chance, threads
 * or the order of rows could matter, sums are of whole numbers.
 */
#ifndef TACIT_ENGINE_SQL_SQL_H
#define TACIT_ENGINE_SQL_SQL_H

#include "base/catalog.h"
#include "base/text.h"
#include "table/column.h"

/* How an engine writes what differs.  A form is a text in which $ stands for what it is done to,
 * and, where there are two of these, # for the second. */
typedef struct tacit_sql_dialect {
    tacit_entry about;
    char quote;       /* around names */
    bool backslashes; /* which escape in names, instead of doubling */
    const char
        *hex; /* form of a text by its hexadecimal digits, for texts with quotes, backslashes
                 or control characters; NULL: quotes are doubled, and nothing else is special */
    const char *whole_type, *real_type, *date_type, *text_type;
    const char *whole, *real, *date, *text; /* forms of a column as one of our types */
    const char *written;                    /* form of a whole number or a real as text */
    const char *dated;                      /* the same of a date; NULL: as those */
    const char *by_bytes;                   /* what follows a text in ORDER BY */
    const char *count;                      /* of rows, as 64 bits */
    const char *weights;                    /* form of an exact sum of weights, as a double */
    const char *units;                      /* form of a sum of whole numbers in doubles, exactly */
    const char *days;                       /* form of a date as days since 1970-01-01 */
    const char *day;                        /* form of such days as a date */
    const char *characters;                 /* form of how many a text has */
    const char *tag;    /* form of a text, or NULL, as a text that is never NULL */
    const char *row;    /* form of the stored values of several columns as one text that no others
                           have; NULL: it is put together from texts */
    const char *fence;  /* what follows a query whose values are not to be worked out again */
    const char *digest; /* form of SHA-256 of a text, in hexadecimal digits */
    const char *gather; /* form of all texts of a group, sorted, as one */
    const char *create; /* form of a table named $ that is made of query # */
    const char *rename; /* form of giving table $ the name # */
    bool qualified;     /* which is said with its schema */
    const char *chance; /* a random value for each row, to sort by */
    const char
        *nearest; /* form of a double rounded to the nearest whole number, halves away from 0 */
    const char *modulo; /* the function of two whole numbers; its sign is that of the first */
    const char *rows;   /* before rows of literals that are a table: "VALUES" */
    bool nested;        /* queries stand within queries, and what is listed is looked up in arrays
                           by transform(); else both are common tables */
} tacit_sql_dialect;

#define TACIT_SQL_DIALECT(id) extern const tacit_sql_dialect tacit_sql_##id;
#include "engine/sql/dialects.def"
#undef TACIT_SQL_DIALECT

extern const tacit_catalog tacit_sql_catalog;

/* ---- words ---- */

/* Append `name` as a quoted name; names with points between, of schema and table, say. */
tacit_status tacit_sql_put_name(tacit_ctx *cx, const tacit_sql_dialect *d, const char *name,
                                tacit_buffer *out);
tacit_status tacit_sql_put_path(tacit_ctx *cx, const tacit_sql_dialect *d, const char *const *name,
                                size_t n, tacit_buffer *out);

/* Append `text` as a literal. */
tacit_status tacit_sql_put_literal(tacit_ctx *cx, const tacit_sql_dialect *d, const char *text,
                                   tacit_buffer *out);

/* Append a value of our type that is written as `text`; NULL for a missing one. */
tacit_status tacit_sql_put_value(tacit_ctx *cx, const tacit_sql_dialect *d, tacit_type type,
                                 const char *text, tacit_buffer *out);

/* Append the number `x` as a double. */
tacit_status tacit_sql_put_number(tacit_ctx *cx, const tacit_sql_dialect *d, double x,
                                  tacit_buffer *out);

/* Append a form with `x` for its $ and `y` (NULL if it has none) for its #. */
tacit_status tacit_sql_put_form(tacit_ctx *cx, const char *form, const char *x, const char *y,
                                tacit_buffer *out);

/* The name of our type, and the form of a column as one of it. */
const char *tacit_sql_type(const tacit_sql_dialect *d, tacit_type type);
const char *tacit_sql_typed(const tacit_sql_dialect *d, tacit_type type);

/* The form of one of our types as text. */
const char *tacit_sql_written(const tacit_sql_dialect *d, tacit_type type);

/* ---- queries ---- */

/* A column of a source. */
typedef struct tacit_sql_field {
    const char *name;
    tacit_type type;
    const char *form; /* which makes the quoted name one of our types; NULL: the dialect's own */
} tacit_sql_field;

/* Append the column as one of our types. */
tacit_status tacit_sql_put_cell(tacit_ctx *cx, const tacit_sql_dialect *d, const tacit_sql_field *c,
                                tacit_buffer *out);

/* Where rows are, what of them, and in which dialect it is asked for. */
typedef struct tacit_sql_query {
    const tacit_sql_dialect *dialect;
    const char *relation; /* what stands behind FROM: quoted names, or a function of the engine */
    const tacit_sql_field *column;
    size_t n;
} tacit_sql_query;

/* Append SELECT of the columns, by the names tacit_0 and so on: all rows. */
tacit_status tacit_sql_put_rows(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out);

/* The same by their own names. */
tacit_status tacit_sql_put_named(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out);

/* Append the count of rows by the columns, with the sum of `weight` (NULL: none).  The answer has
 * the columns, the count and the sum; `sorted`: in the order of the columns, texts by bytes. */
tacit_status tacit_sql_put_count(tacit_ctx *cx, const tacit_sql_query *q,
                                 const tacit_sql_field *weight, bool sorted, tacit_buffer *out);

/* Append the same, sorted, with the columns under their names, tacit_n and tacit_s: what a person
 * brings here as a file (counted.h). */
tacit_status tacit_sql_put_histogram(tacit_ctx *cx, const tacit_sql_query *q,
                                     const tacit_sql_field *weight, tacit_buffer *out);

/* What is added up by the columns: see tacit_sum in engine.h. */
typedef struct tacit_sql_sum {
    const tacit_sql_field *column; /* NULL: the records */
    int decimals;
    uint32_t n_top;
} tacit_sql_sum;

/* Append the sums by the columns, sorted: the columns, and of each sum its n and, unless it is of
 * the records, units, bulk, least and the largest, all as doubles. */
tacit_status tacit_sql_put_sums(tacit_ctx *cx, const tacit_sql_query *q, const tacit_sql_sum *sum,
                                size_t n, tacit_buffer *out);

/* Append what is to be known of a column of numbers, all as doubles: the least, how many are
 * missing, minus how many are not above 0, and for 0 to 6 decimals whether all have at most so
 * many. */
tacit_status tacit_sql_put_range(tacit_ctx *cx, const tacit_sql_query *q, const tacit_sql_field *x,
                                 tacit_buffer *out);

/* Append the number of classes by the columns, of those with fewer than `k` rows, of the rows in
 * these, and of the rows of the smallest. */
tacit_status tacit_sql_put_judge(tacit_ctx *cx, const tacit_sql_query *q, uint64_t k,
                                 tacit_buffer *out);

/* Append what tells whether rows are the same, in whatever order: of each of up to 4096 buckets the
 * number, the rows and a digest, sorted.  A row's text is of each column the number of
 * characters, as the engine counts them, ":" and the characters, or "-" if it is missing; or what
 * the dialect has for it; its digest SHA-256 of that.  The bucket is the first three digits; its
 * digest is that of the sorted digests of its rows. */
tacit_status tacit_sql_put_digest(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out);

#endif
