/*
 * tables.c - small tables from literals, random tables, and comparison of columns.
 */
#include "support/tables.h"

const char *take_field(const char **at, char out[FIELD_BYTES])
{
    size_t n = 0;
    for (; **at != '\0' && **at != ',' && **at != '\n'; (*at)++) {
        assert_true(n + 1 < FIELD_BYTES);
        out[n++] = **at;
    }
    out[n] = '\0';
    if (**at != '\0')
        (*at)++;
    return out;
}

void add_cell(tacit_ctx *cx, tacit_builder *b, tacit_type type, const char *text)
{
    int64_t whole = 0;
    int32_t days = 0;
    double x = 0.0;
    if (text[0] == '\0') {
        assert_ok(cx, tacit_builder_missing(cx, b));
    } else if (type == TACIT_TYPE_INTEGER) {
        assert_true(tacit_parse_integer(text, strlen(text), &whole));
        assert_ok(cx, tacit_builder_integers(cx, b, &whole, NULL, 1));
    } else if (type == TACIT_TYPE_REAL) {
        assert_true(tacit_parse_real(text, &x));
        assert_ok(cx, tacit_builder_reals(cx, b, &x, NULL, 1));
    } else if (type == TACIT_TYPE_DATE) {
        assert_true(tacit_parse_date(text, &days));
        assert_ok(cx, tacit_builder_dates(cx, b, &days, NULL, 1));
    } else {
        assert_ok(cx, tacit_builder_text(cx, b, text, strlen(text)));
    }
}

tacit_type type_of_letter(char letter)
{
    switch (letter) {
    case 'i':
        return TACIT_TYPE_INTEGER;
    case 'r':
        return TACIT_TYPE_REAL;
    case 'd':
        return TACIT_TYPE_DATE;
    default:
        assert_int_equal(letter, 'c');
        return TACIT_TYPE_CATEGORY;
    }
}

size_t start_columns(tacit_ctx *cx, const char *columns, tacit_builder **b, tacit_type *type)
{
    size_t n = 0;
    while (*columns != '\0') {
        char name[FIELD_BYTES];
        take_field(&columns, name);
        char *colon = strchr(name, ':');
        assert_non_null(colon);
        assert_true(n < MOST_FIELDS);
        *colon = '\0';
        type[n] = type_of_letter(colon[1]);
        assert_ok(cx, tacit_builder_new(cx, name, type[n], 0, &b[n]));
        n++;
    }
    return n;
}

tacit_table *finish_columns(tacit_ctx *cx, tacit_builder **b, size_t n, size_t rows)
{
    tacit_table *t = NULL;
    assert_ok(cx, tacit_table_new(cx, rows, &t));
    for (size_t j = 0; j < n; j++) {
        tacit_column *c = NULL;
        assert_ok(cx, tacit_builder_finish(cx, b[j], &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    return t;
}

tacit_table *table_of(tacit_ctx *cx, const char *columns, const char *rows)
{
    tacit_builder *b[MOST_FIELDS];
    tacit_type type[MOST_FIELDS];
    const size_t n = start_columns(cx, columns, b, type);
    size_t lines = 0;
    for (; *rows != '\0'; lines++)
        for (size_t j = 0; j < n; j++) {
            char field[FIELD_BYTES];
            add_cell(cx, b[j], type[j], take_field(&rows, field));
        }
    return finish_columns(cx, b, n, lines);
}

const char *random_cell(tacit_rng *rng, tacit_type type, uint64_t values, double missing,
                        char out[FIELD_BYTES])
{
    const bool gone = tacit_rng_uniform(rng) <= missing;
    const int v = (int)tacit_rng_below(rng, values);
    if (gone)
        out[0] = '\0';
    else if (type == TACIT_TYPE_INTEGER)
        snprintf(out, FIELD_BYTES, "%d", v - 3);
    else if (type == TACIT_TYPE_REAL)
        snprintf(out, FIELD_BYTES, "%d.5", v - 2);
    else if (type == TACIT_TYPE_DATE)
        tacit_format_date(v - 1, out);
    else
        snprintf(out, FIELD_BYTES, "v%d", v);
    return out;
}

tacit_table *random_table(tacit_ctx *cx, tacit_rng *rng, const char *columns, size_t rows,
                          uint64_t values, double missing)
{
    tacit_builder *b[MOST_FIELDS];
    tacit_type type[MOST_FIELDS];
    const size_t n = start_columns(cx, columns, b, type);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) {
            char field[FIELD_BYTES];
            add_cell(cx, b[j], type[j], random_cell(rng, type[j], values, missing, field));
        }
    return finish_columns(cx, b, n, rows);
}

const tacit_column *column_of(const tacit_table *t, const char *name)
{
    const size_t j = tacit_table_find(t, name);
    if (j == tacit_table_columns(t))
        fail_msg("no column '%s'", name);
    return tacit_table_column(t, j);
}

void assert_cells(const tacit_table *t, const char *name, const char *cells)
{
    const tacit_column *c = column_of(t, name);
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        char field[FIELD_BYTES], text[32];
        take_field(&cells, field);
        if (strcmp(tacit_column_text(c, i, text), field) != 0)
            fail_msg("%s, row %zu: '%s' instead of '%s'", name, i + 1,
                     tacit_column_text(c, i, text), field);
        assert_int_equal(tacit_column_is_missing(c, i), field[0] == '\0');
    }
    assert_string_equal(cells, "");
}

bool same_cell(const tacit_column *a, const tacit_column *b, size_t i)
{
    if (tacit_column_is_missing(a, i) || tacit_column_is_missing(b, i))
        return tacit_column_is_missing(a, i) && tacit_column_is_missing(b, i);
    char x[32], y[32];
    switch (tacit_column_type(a)) {
    case TACIT_TYPE_INTEGER:
        return tacit_column_integers(a)[i] == tacit_column_integers(b)[i];
    case TACIT_TYPE_REAL:
        return memcmp(tacit_column_reals(a) + i, tacit_column_reals(b) + i, sizeof(double)) == 0;
    case TACIT_TYPE_DATE:
        return tacit_column_dates(a)[i] == tacit_column_dates(b)[i];
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return strcmp(tacit_column_text(a, i, x), tacit_column_text(b, i, y)) == 0;
}

bool same_column(const tacit_column *a, const tacit_column *b)
{
    if (strcmp(tacit_column_name(a), tacit_column_name(b)) != 0 ||
        tacit_column_type(a) != tacit_column_type(b) ||
        tacit_column_length(a) != tacit_column_length(b) ||
        tacit_column_missing(a) != tacit_column_missing(b))
        return false;
    for (size_t i = 0; i < tacit_column_length(a); i++)
        if (!same_cell(a, b, i))
            return false;
    return true;
}

bool same_table(const tacit_table *a, const tacit_table *b)
{
    if (tacit_table_rows(a) != tacit_table_rows(b) ||
        tacit_table_columns(a) != tacit_table_columns(b))
        return false;
    for (size_t j = 0; j < tacit_table_columns(a); j++)
        if (!same_column(tacit_table_column(a, j), tacit_table_column(b, j)))
            return false;
    return true;
}
