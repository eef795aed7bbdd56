/*
 * coded.c - a small data set in which every record can be asked for by itself.
 */
#include "support/coded.h"

#include <math.h>
#include <string.h>

static const char *const BITS[] = { "no", "yes" };
static const double BREAKS[] = { 100 };

/* A number from 0 to `upper`, with a bin if `bins`; or values. */
static tacit_domain declare(coded *g, const char *name, const tacit_value *values, double upper,
                            double decimals)
{
    tacit_value at[16];
    tacit_args args;
    tacit_domain d;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    if (values != NULL) {
        at[TACIT_DOMAIN_VALUES] = *values;
    } else {
        at[TACIT_DOMAIN_LOWER] = (tacit_value){ .given = true };
        at[TACIT_DOMAIN_UPPER] = (tacit_value){ .given = true, .number = upper };
        at[TACIT_DOMAIN_DECIMALS].number = decimals;
        at[TACIT_DOMAIN_BREAKS] = (tacit_value){ .given = true, .n = 1, .reals = BREAKS };
    }
    assert_ok(g->cx, tacit_domain_new(g->cx, name, &args, &d));
    return d;
}

static void fill_table(coded *g, const coded_wish *wish)
{
    static const char *const names[] = { "code", "z", "x", "bit", "who" };
    static const tacit_type types[] = { TACIT_TYPE_CATEGORY, TACIT_TYPE_REAL, TACIT_TYPE_REAL,
                                        TACIT_TYPE_CATEGORY, TACIT_TYPE_CATEGORY };
    tacit_builder *b[5] = { NULL };
    for (size_t j = 0; j < 5; j++)
        assert_ok(g->cx, tacit_builder_new(g->cx, names[j], types[j], g->n, &b[j]));
    for (size_t i = 0; i < g->n; i++) {
        char number[32];
        snprintf(g->code[i], sizeof g->code[i], "c%u", (unsigned)i % 100000);
        g->codes[i] = g->code[i];
        g->x[i] = wish->x != NULL ? wish->x[i] : (double)(7 * i % 900) + 10;
        g->yes[i] = wish->yes != NULL ? wish->yes[i] : i % 3 == 0;
        add_cell(g->cx, b[0], types[0], g->code[i]);
        snprintf(number, sizeof number, "%zu", i);
        add_cell(g->cx, b[1], types[1], number);
        snprintf(number, sizeof number, "%.6f", g->x[i]);
        add_cell(g->cx, b[2], types[2], number);
        add_cell(g->cx, b[3], types[3], BITS[g->yes[i]]);
        snprintf(number, sizeof number, "p%zu", i / (wish->each > 0 ? wish->each : 1));
        add_cell(g->cx, b[4], types[4], number);
    }
    g->t = finish_columns(g->cx, b, 5, g->n);
}

void coded_begin(coded *g, const tacit_mode *mode, const coded_wish *wish)
{
    memset(g, 0, sizeof *g);
    g->cx = tacit_ctx_new();
    g->n = wish->n;
    g->mode = mode;
    fill_table(g, wish);
    const tacit_value codes = { .given = true, .n = g->n, .texts = g->codes },
                      bits = { .given = true, .n = 2, .texts = BITS };
    g->column[CODED_CODE].domain = declare(g, "code", &codes, 0, 0);
    g->column[CODED_Z].domain = declare(g, "z", NULL, 300, 0);
    g->column[CODED_X].domain = declare(g, "x", NULL, 1000, wish->decimals);
    g->column[CODED_BIT].domain = declare(g, "bit", &bits, 0, 0);
    g->schema = (tacit_query_schema){ .name = "t",
                                      .person = wish->each > 0 ? "who" : NULL,
                                      .n = CODED_COLUMNS,
                                      .column = g->column,
                                      .answers = mode->answers,
                                      .mode = mode->about.name,
                                      .most_cells = 1000 };
    assert_ok(g->cx, tacit_query_data_of(g->cx, &g->schema, g->t, &g->data));
    tacit_args_preset(mode->about.params, g->at, &g->args);
}

void coded_end(coded *g)
{
    if (g->state != NULL)
        g->mode->close(g->state);
    tacit_table_free(g->t);
    tacit_ctx_free(g->cx);
}

static tacit_value *argument(coded *g, const char *name)
{
    const size_t i = tacit_param_find(g->args.params, name);
    assert_true(i < g->args.n);
    g->at[i].given = true;
    return &g->at[i];
}

void coded_number(coded *g, const char *name, double x)
{
    argument(g, name)->number = x;
}

void coded_columns(coded *g, const char *name, const char *columns)
{
    const char **texts = NULL;
    size_t n = 0;
    char *all = NULL;
    assert_ok(g->cx, tacit_scratch_text(g->cx, columns, &all));
    assert_ok(g->cx, tacit_scratch(g->cx, CODED_COLUMNS, sizeof *texts, &texts));
    for (char *at = all; at != NULL && *at != '\0';) {
        char *blank = strchr(at, ' ');
        if (blank != NULL)
            *blank++ = '\0';
        texts[n++] = at;
        at = blank;
    }
    tacit_value *v = argument(g, name);
    v->n = n;
    v->texts = texts;
}

void coded_open(coded *g)
{
    const tacit_mode_setup setup = { .schema = &g->schema, .data = &g->data, .args = &g->args };
    assert_ok(g->cx, g->mode->declare(g->cx, &g->schema, &g->args));
    assert_ok(g->cx, g->mode->open(g->cx, &setup, &g->state));
}

void coded_reopen(coded *g)
{
    g->mode->close(g->state);
    coded_open(g);
}

tacit_query_refusal coded_sql(coded *g, const char *sql, tacit_query *q, tacit_query_answer *out)
{
    tacit_mode_verdict verdict = { .refused = TACIT_REFUSED_NOT };
    *q = question_of(g->cx, &g->schema, sql);
    tacit_mode_job job = { .query = q, .args = &g->args, .state = g->state };
    assert_ok(g->cx, g->mode->check(g->cx, &job));
    if (g->mode->judge != NULL) {
        assert_ok(g->cx, g->mode->judge(g->cx, &job, &g->data, &verdict));
        job.verdict = &verdict;
    }
    if (verdict.refused == TACIT_REFUSED_NOT)
        assert_ok(g->cx, tacit_mode_run(g->cx, g->mode, &job, &g->data, out));
    return verdict.refused;
}

tacit_query_refusal coded_ask(coded *g, const char *what, const bool *in, const char *more,
                              tacit_query_told *out)
{
    const size_t mark = tacit_scratch_mark(g->cx);
    tacit_buffer sql = { 0 };
    const char *between = "";
    tacit_query_answer answer;
    tacit_query q;
    assert_ok(g->cx, tacit_buffer_format(g->cx, &sql, "SELECT %s FROM t WHERE code IN (", what));
    for (size_t i = 0; i < g->n; i++)
        if (in[i]) {
            assert_ok(g->cx, tacit_buffer_format(g->cx, &sql, "%s'%s'", between, g->code[i]));
            between = ",";
        }
    assert_ok(g->cx, tacit_buffer_format(g->cx, &sql, ")%s%s", *more != '\0' ? " AND " : "", more));
    const tacit_query_refusal said = coded_sql(g, sql.text, &q, &answer);
    *out = said == TACIT_REFUSED_NOT ? answer.told[q.shown[0].at]
                                     : (tacit_query_told){ NAN, NAN, NAN };
    tacit_buffer_free(&sql);
    tacit_scratch_release(g->cx, mark);
    return said;
}

tacit_query_refusal coded_range(coded *g, const char *what, size_t from, size_t to,
                                tacit_query_told *out)
{
    bool in[CODED_MOST] = { false };
    for (size_t i = from; i < to; i++)
        in[i] = true;
    return coded_ask(g, what, in, "", out);
}
