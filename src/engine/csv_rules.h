/*
 * csv_rules.h - what a text file means: delimiter, names and types of its columns.
 *
 * Shared by all that read text files, so that they cannot differ: the delimiter comes from
 * the first line, no line is skipped, and a column is INTEGER, REAL or DATE only if every
 * value is one in its usual spelling.
 */
#ifndef TACIT_ENGINE_CSV_RULES_H
#define TACIT_ENGINE_CSV_RULES_H

#include "engine/engine.h"

/* How many rows decide the types at first. */
enum { TACIT_CSV_INFER_ROWS = 20480 };

/* Whether the name ends in `ending` (letters of any case). */
bool tacit_name_ends(const char *name, const char *ending);

/* Whether a table under this name is written as text, where numbers say by themselves how many
 * decimals they have. */
bool tacit_csv_is_text(const char *name);

/* Option `i` of a source if it is given, or NULL. */
const tacit_value *tacit_csv_option(const tacit_args *args, size_t i);

/* Whether the first line names the columns. */
bool tacit_csv_has_header(const tacit_args *args);

/* The texts that mean missing; their number. */
size_t tacit_csv_missing(const tacit_args *args, const char *const **texts);

/* The delimiter: as asked for, or from the ending of `uri`, or from the first line. */
tacit_status tacit_csv_delimiter(tacit_ctx *cx, const tacit_source *source, const char *line,
                                 char *out);

/* The names of the columns of `source` (its uri and args) in scratch memory, after the
 * fields of `line` (which is cut up for it), or column1 ... without a header.  No two names
 * may be equal but for the case of their letters. */
tacit_status tacit_csv_names(tacit_ctx *cx, const tacit_source *source, char delimiter, char *line,
                             const char ***names, size_t *n);

/* Whether the column called `name` is to stay text. */
bool tacit_csv_keeps_text(const tacit_args *args, const char *name);

/* The types that a column can have before any value was looked at. */
enum { TACIT_CSV_TYPES = TACIT_TYPE_INTEGER | TACIT_TYPE_REAL | TACIT_TYPE_DATE };

/* Which of `types` (bits) a column can still have once it holds the `n` bytes at `s`. */
unsigned tacit_csv_types(const tacit_args *args, const char *s, size_t n, unsigned types);

/* The type of a column that can have `types`. */
tacit_type tacit_csv_type(unsigned types);

/* What the numbers of a column look like: a decimal comma, or points between thousands. */
typedef struct tacit_csv_signs {
    bool commas, other;    /* numbers with a decimal comma; something that is no such number */
    bool thousands;        /* a decimal comma behind points between thousands */
    bool grouped, pointed; /* points as between thousands; points elsewhere */
} tacit_csv_signs;

/* Look at the `n` bytes at `s`. */
void tacit_csv_look(tacit_csv_signs *signs, const char *s, size_t n);

/* Whether all texts of a category could be numbers, some of them with a decimal comma; and whether
 * some of these have points between `thousands` too. */
bool tacit_csv_commas(const tacit_column *c, bool *thousands);

/* A column with its signs and the type that it is read with. */
typedef struct tacit_csv_seen {
    const char *name;
    tacit_type type;
    tacit_csv_signs signs;
} tacit_csv_seen;

/* Warn of columns that a reader with another decimal mark would read otherwise, unless the
 * options say what the marks are. */
void tacit_csv_warn(tacit_ctx *cx, const tacit_args *args, char delimiter,
                    const tacit_csv_seen *column, size_t n);

/* Whether the `n` bytes at `s` are a number in its usual spelling, and which. */
bool tacit_csv_real(const tacit_args *args, const char *s, size_t n, double *out);

/* Whether the `n` bytes at `s` are a date YYYY-MM-DD, and which. */
bool tacit_csv_date(const char *s, size_t n, int32_t *out);

#endif
