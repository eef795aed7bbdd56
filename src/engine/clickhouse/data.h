/*
 * data.h - what the files of the driver for ClickHouse share: an open table, and its queries.
 */
#ifndef TACIT_ENGINE_CLICKHOUSE_DATA_H
#define TACIT_ENGINE_CLICKHOUSE_DATA_H

#include <curl/curl.h>

#include "base/text.h"
#include "engine/gather.h"
#include "engine/maker.h"

/* How a value stands in RowBinary. */
typedef enum tacit_ch_kind {
    TACIT_CH_TEXT,
    TACIT_CH_SIGNED,
    TACIT_CH_UNSIGNED,
    TACIT_CH_FLOAT,
    TACIT_CH_WEIGHT /* a decimal of 38 digits, in units of 10^-places */
} tacit_ch_kind;

typedef struct tacit_ch_wire {
    tacit_ch_kind kind;
    size_t bytes; /* of a number */
    int places;   /* of a weight */
    bool nullable;
} tacit_ch_wire;

typedef struct tacit_ch_column {
    char *name;
    tacit_type type;
    const char *form; /* the expression that is fetched; $ is the quoted name */
    tacit_ch_wire wire;
    bool number; /* it can be added up ... */
    int places;  /* ... as a decimal of so many places, or, -1, as a float */
    bool plain;  /* a value is written in one way only, and can be released as it is */
} tacit_ch_column;

/* Where a server is, and who asks. */
typedef struct tacit_ch_place {
    char *url;                 /* http://HOST:PORT/ */
    char *shown;               /* as it may be shown, with the table */
    char *database, *table;    /* by their names */
    struct curl_slist *header; /* has the password: never shown */
} tacit_ch_place;

/* An open table. */
typedef struct tacit_ch_data {
    tacit_data base;
    bool writes; /* it is for making a table ... */
    bool ends;   /* ... which is taken back: nobody is asked whether to stop */
    tacit_ch_place place;
    CURL *curl;
    char *settings; /* of every query, as they stand in an address */
    char *relation; /* quoted, with its database */
    tacit_ch_column *column;
    tacit_field *field;
    size_t n;
    struct {
        bool taken;
        size_t *column, n; /* that it is of */
        int64_t rows, sum;
    } seal; /* what the table was like at the first look */
} tacit_ch_data;

/* ---- where (address.c) ---- */

/* Whether it begins as an address of ClickHouse does. */
bool tacit_is_clickhouse(const char *uri);

/* How many servers an address names. */
size_t tacit_ch_hosts(const char *uri);

/* Take an address apart, for its server number `which`; fails if there is a password in it. */
tacit_status tacit_ch_place_of(tacit_ctx *cx, const char *uri, size_t which, tacit_ch_place *out);
void tacit_ch_place_free(tacit_ch_place *place);

/* ---- requests (request.c) ---- */

/* Takes an answer as it arrives. */
typedef struct tacit_ch_sink {
    tacit_status (*take)(tacit_ctx *cx, void *user, const unsigned char *bytes, size_t n);
    void *user;
} tacit_ch_sink;

/* Ask what the settings of the server are called, and choose ours. */
tacit_status tacit_ch_connect(tacit_ctx *cx, uint64_t memory, tacit_ch_data *d);

/* Send `sql`; its answer goes to `sink`.  `whole`: nothing is sent until the answer is complete, so
 * that a failure is known before a byte of it is taken; else rows are sent, in order, as they are
 * read. */
tacit_status tacit_ch_request(tacit_ctx *cx, tacit_ch_data *d, const char *sql, bool whole,
                              const tacit_ch_sink *sink);

/* A statement without an answer; the same for `n` servers at once. */
tacit_status tacit_ch_run(tacit_ctx *cx, tacit_ch_data *d, const char *sql);
tacit_status tacit_ch_run_all(tacit_ctx *cx, tacit_ch_data *const *d, size_t n, const char *sql);

/* ---- columns (columns.c) ---- */

/* The answer to a question about the server: `n` columns of texts. */
tacit_status tacit_ch_ask(tacit_ctx *cx, tacit_ch_data *d, const char *sql, size_t n,
                          tacit_table **out);
const char *tacit_ch_text_at(const tacit_table *t, size_t column, size_t i);

/* Find the table and its columns. */
tacit_status tacit_ch_describe(tacit_ctx *cx, tacit_ch_data *d);

/* Append column `j` as it is fetched, or as `form`, where $ is the quoted name. */
tacit_status tacit_ch_expression(tacit_ctx *cx, const tacit_ch_data *d, size_t j,
                                 tacit_buffer *sql);
tacit_status tacit_ch_form(tacit_ctx *cx, const tacit_ch_data *d, size_t j, const char *form,
                           tacit_buffer *sql);

/* ---- answers (binary.c) ---- */

/* A query's answer as one table, or, a row at a time as it is read, in chunks.  Further columns are
 * 64-bit integers, doubles that may be missing, texts, or what `weight` says of the last. */
tacit_status tacit_ch_fetch_table(tacit_ctx *cx, tacit_ch_data *d, const tacit_fetch *f,
                                  const tacit_ch_wire *weight, tacit_table **out);
tacit_status tacit_ch_fetch_rows(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *columns,
                                 const tacit_sink *sink, tacit_table **out, uint64_t *rows);

/* ---- opening and making (clickhouse.c, make.c) ---- */

/* Connect to server number `which` of an address; close (engine.h). */
tacit_status tacit_ch_begin(tacit_ctx *cx, const char *uri, size_t which, uint64_t memory,
                            tacit_ch_data *d);
void tacit_ch_close(tacit_data *data);

extern const tacit_maker tacit_ch_maker;

/* What its calls of these names do (rows.c; maker.h). */
tacit_status tacit_ch_rows(tacit_ctx *cx, tacit_data *data, const char *target, const bool *changed,
                           tacit_buffer *out);
tacit_status tacit_ch_ask_data(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f,
                               tacit_table **out);
tacit_status tacit_ch_digest(tacit_ctx *cx, tacit_data *data, bool older, char *out);
tacit_status tacit_ch_counts(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                             const tacit_sql_dialect **dialect, tacit_buffer *out);

/* ---- counting (group.c, add_up.c, seal.c) ---- */

/* Append SELECT of the keys, by the names tacit_0 and so on, and of the count; what follows all
 * that is selected: the table, and its groups in their order. */
tacit_status tacit_ch_select(tacit_ctx *cx, const tacit_ch_data *d, const tacit_select *keys,
                             tacit_buffer *sql);
tacit_status tacit_ch_from(tacit_ctx *cx, const tacit_ch_data *d, const tacit_select *keys,
                           tacit_buffer *sql);

/* The driver's calls (engine.h). */
tacit_status tacit_ch_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                            size_t weight, tacit_table **out);
tacit_status tacit_ch_add_up(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                             const tacit_sum *sums, size_t n, tacit_table **out);
tacit_status tacit_ch_range(tacit_ctx *cx, tacit_data *data, size_t column,
                            tacit_column_range *out);

/* What a look has seen: how many rows (-1: it did not count), and the sum of their hashes. */
typedef struct tacit_ch_seen {
    int64_t rows, sum;
    bool hashed;
} tacit_ch_seen;

/* After a look at `columns`: the table must be what it was at the first look. */
tacit_status tacit_ch_check_seal(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *columns,
                                 const tacit_ch_seen *seen);

/* Append the hash of the columns; `named`: by the names tacit_0 and so on. */
tacit_status tacit_ch_put_hash(tacit_ctx *cx, const tacit_ch_data *d, const tacit_select *columns,
                               bool named, tacit_buffer *sql);

#endif
