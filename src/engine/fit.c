/*
 * fit.c - whether data can be loaded within the memory that was given.
 *
 * A table takes at least 4 bytes a cell (the code of a category; numbers take 8), so that
 *
 *   least = 4 * rows * columns
 *
 * says for certain that a request cannot be met.  Rows are counted by the engine where the data
 * is, and only if the size of the file makes it likely that it does not fit.  What a table on a
 * server sends is reckoned with 8 bytes a cell; beyond FETCHED it is asked for.
 */
#include "engine/fit.h"

#include <stdio.h>
#include <sys/stat.h>

#include "engine/ones.h"

/* Bytes in memory that a byte of a file may become, and that a cell takes at least. */
enum { GROWTH = 16, LEAST_CELL = 4, SENT_CELL = 8 };

/* Bytes that are fetched from a server without being asked for. */
#define FETCHED 1e8

bool tacit_data_is_large(const char *uri, uint64_t memory)
{
    struct stat st;
    if (memory == 0 || stat(uri, &st) != 0)
        return false;
    return (double)st.st_size * GROWTH > (double)memory;
}

/* How many rows there are. */
static tacit_status count_rows(tacit_ctx *cx, tacit_data *data, double *out)
{
    const tacit_select none = { 0 };
    tacit_table *t = NULL;
    tacit_stage(cx, "Counting records of %s", data->uri);
    TACIT_TRY(data->engine->group(cx, data, &none, data->schema.n, &t));
    const tacit_column *count = tacit_table_column(t, tacit_table_find(t, TACIT_COUNT));
    *out = 0.0;
    for (size_t i = 0; i < tacit_column_length(count); i++)
        *out += tacit_column_number(count, i);
    tacit_table_free(t);
    return TACIT_OK;
}

/* Bytes for people: 300 MB, 1.7 GB. */
static void write_bytes(double bytes, char *out, size_t n)
{
    const bool many = bytes >= 1e9;
    snprintf(out, n, many ? "%.1f GB" : "%.0f MB", many ? bytes / 1e9 : bytes / 1e6);
}

tacit_status tacit_data_is_far(tacit_ctx *cx, tacit_data *data, size_t columns, bool *out)
{
    double rows = 0.0;
    *out = false;
    if (data->fetch || data->engine->maker == NULL)
        return TACIT_OK;
    TACIT_TRY(count_rows(cx, data, &rows));
    *out = SENT_CELL * rows * (double)columns > FETCHED;
    return TACIT_OK;
}

/* Fail if much would be fetched that nobody asked for. */
static tacit_status check_fetch(tacit_ctx *cx, tacit_data *data, size_t columns)
{
    double rows = 0.0;
    char bytes[32];
    bool far = false;
    TACIT_TRY(tacit_data_is_far(cx, data, columns, &far));
    if (!far)
        return TACIT_OK;
    TACIT_TRY(count_rows(cx, data, &rows));
    write_bytes(SENT_CELL * rows * (double)columns, bytes, sizeof bytes);
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "All records of %s are needed at once: %.0f records, %zu columns, about %s "
                      "to be fetched and held in memory; say --fetch if that is meant, or ask for "
                      "what can be counted where the data is.",
                      data->uri, rows, columns, bytes);
}

tacit_status tacit_data_check_fit(tacit_ctx *cx, tacit_data *data, size_t columns)
{
    double rows = 0.0;
    char needs[32], given[32];
    if (data->engine->maker != NULL)
        return check_fetch(cx, data, columns);
    if (!tacit_data_is_large(data->uri, data->memory) || data->engine->group == tacit_group_ones)
        return TACIT_OK;
    TACIT_TRY(count_rows(cx, data, &rows));
    const double least = LEAST_CELL * rows * (double)columns;
    if (least <= (double)data->memory)
        return TACIT_OK;
    write_bytes(least, needs, sizeof needs);
    write_bytes((double)data->memory, given, sizeof given);
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "All records of %s are needed at once, which takes at least %s (%.0f "
                      "records, %zu columns), and --memory allows %s; allow more, or ask for what "
                      "does not need them.",
                      data->uri, needs, rows, columns, given);
}
