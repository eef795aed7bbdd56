/*
 * copula.c - columns with the rank correlations of the original, by a Gaussian copula.
 *
 * Each column is a step function of a normal variable, and these are correlated (Nelsen 2006;
 * NORTA: Cario and Nelson 1997).  The margins are those of the original, heaps and special codes
 * included; values are those of original records.  Whether a column has a value is a variable of
 * its own where some are missing.  Texts of more than two values need an order; a copula says
 * nothing of columns without one, so they are made before and taken as strata, in each of which a
 * copula is learnt: rows of a stratum of few records are drawn by that of all.
 *
 * Cost: that of fit.c for each stratum.
 */
#include <string.h>

#include "synth/copula/own.h"
#include "synth/generator.h"
#include "synth/strata.h"
#include "table/values.h"

enum { STRATA = TACIT_GENERATOR_COLUMNS + 1, LEAST, ORDER };

/* A number of so few values is taken for classes. */
enum { FEW_VALUES = 20 };

static const tacit_param PARAMS[] = {
    TACIT_GENERATOR_COLUMNS_PARAM,
    { .name = "strata",
      .type = TACIT_PARAM_COLUMNS,
      .help = "columns without an order, made before, in each combination of which a copula is "
              "learnt" },
    { .name = "least",
      .type = TACIT_PARAM_INTEGER,
      .preset = 100,
      .min = 10,
      .max = 1e6,
      TACIT_USEFUL_LOG(50, 1000, "records"),
      .help = "records that a stratum needs for a copula of its own" },
    { .name = "order",
      .type = TACIT_PARAM_LISTS,
      .importance = TACIT_ADVANCED,
      .help = "for columns of texts, their values from the lowest to the highest" },
    TACIT_PARAM_END
};

/* ---- variables ---- */

/* Position of a text in a list; the length of the list if it is not there. */
static uint32_t find_text(const tacit_group *list, const char *text)
{
    uint32_t i = 0;
    while (i < list->n && strcmp(list->member[i], text) != 0)
        i++;
    return i;
}

/* The list of a column's values, or NULL. */
static const tacit_group *order_of(const tacit_synth_block *block, const char *name)
{
    const tacit_value *orders = &block->args->at[ORDER];
    for (size_t i = 0; i < orders->n; i++)
        if (strcmp(orders->groups[i].label, name) == 0)
            return &orders->groups[i];
    return NULL;
}

/* Number the values of a column of texts by the list that is given. */
static tacit_status renumber(tacit_ctx *cx, const tacit_column *c, const tacit_group *list,
                             const tacit_values *values, tacit_latent *out)
{
    const size_t rows = tacit_column_length(c);
    uint32_t *of = NULL, *to = NULL;
    size_t *row = NULL;
    char text[32];
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *of, &of));
    TACIT_TRY(tacit_scratch(cx, (size_t)values->n + 1, sizeof *to, &to));
    TACIT_TRY(tacit_scratch(cx, list->n, sizeof *row, &row));
    for (uint32_t v = 0; v < values->n; v++) {
        to[v] = find_text(list, tacit_column_text(c, values->row[v], text));
        if (to[v] == list->n)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'order' of generator 'copula' leaves out some texts of column '%s'; "
                              "list all of them from the lowest to the highest.",
                              tacit_column_name(c));
        row[to[v]] = values->row[v];
    }
    to[values->n] = (uint32_t)list->n;
    for (size_t i = 0; i < rows; i++)
        of[i] = to[values->of[i]];
    out->of = of;
    out->row = row;
    out->n = (uint32_t)list->n;
    return TACIT_OK;
}

/* The variable of a column's values. */
static tacit_status find_values(tacit_ctx *cx, const tacit_synth_block *block, size_t j,
                                tacit_latent *out)
{
    const tacit_coding *c = &block->coding[j];
    const char *name = tacit_column_name(c->column);
    const tacit_group *list = order_of(block, name);
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, c->column, &values));
    *out = (tacit_latent){ .column = j,
                           .classes = !c->ordered || values.n <= FEW_VALUES,
                           .n = values.n,
                           .of = values.of,
                           .row = values.row };
    if (!c->ordered && list != NULL)
        return renumber(cx, c->column, list, &values, out);
    if (c->ordered || values.n <= 2)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Generator 'copula' cannot make column '%s', whose %u texts have no order: "
                      "list them under 'order', or make the column before by another generator and "
                      "name it under 'strata'.",
                      name, (unsigned)values.n);
}

/* The variable of whether a column has a value. */
static tacit_status find_presence(tacit_ctx *cx, const tacit_synth_block *block, size_t j,
                                  tacit_latent *out)
{
    const tacit_column *c = block->coding[j].column;
    uint32_t *of = NULL;
    size_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(c), sizeof *of, &of));
    TACIT_TRY(tacit_scratch(cx, 2, sizeof *row, &row));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        of[i] = !tacit_column_is_missing(c, i);
        row[of[i]] = i;
    }
    *out = (tacit_latent){
        .column = j, .presence = true, .classes = true, .n = 2, .of = of, .row = row
    };
    return TACIT_OK;
}

static tacit_status list_latent(tacit_ctx *cx, const tacit_synth_block *block, tacit_latent **out,
                                size_t *d)
{
    tacit_latent *l = NULL;
    TACIT_TRY(tacit_scratch(cx, 2 * block->n, sizeof *l, &l));
    *d = 0;
    for (size_t j = 0; j < block->n; j++) {
        const tacit_column *c = block->coding[j].column;
        if (tacit_column_missing(c) < tacit_column_length(c))
            TACIT_TRY(find_values(cx, block, j, &l[(*d)++]));
        if (tacit_column_missing(c) > 0)
            TACIT_TRY(find_presence(cx, block, j, &l[(*d)++]));
    }
    *out = l;
    return TACIT_OK;
}

/* ---- rows ---- */

/* Name the donors of some rows by the values that were drawn for them. */
static void name_donors(const tacit_copula *c, const uint32_t *value, const uint32_t *row, size_t k,
                        tacit_synth_cells *cells)
{
    for (size_t a = 0; a < c->law.d; a++) /* values first, then whether there is one */
        for (size_t i = 0; i < k; i++) {
            const tacit_latent *l = &c->latent[a];
            uint32_t *donor = &cells[l->column].donor[row[i]];
            const uint32_t v = value[i * c->law.d + a];
            if (!l->presence || v == 0)
                *donor = (uint32_t)l->row[v];
        }
}

/* Draw the rows of a stratum, one set after the other. */
static tacit_status draw_rows(tacit_ctx *cx, const tacit_synth_block *block, const tacit_copula *c,
                              const tacit_synth_stratum *s, size_t number, tacit_synth_cells *cells)
{
    const size_t set_rows = block->how.set_rows;
    const tacit_rng own = tacit_rng_fork_number(&block->how.rng, number);
    for (size_t from = 0, to; from < s->rows; from = to) {
        const size_t mark = tacit_scratch_mark(cx), set = s->row[from] / set_rows;
        const tacit_rng rng = tacit_rng_fork_number(&own, set);
        uint32_t *value = NULL;
        for (to = from; to < s->rows && s->row[to] / set_rows == set;)
            to++;
        TACIT_TRY(tacit_scratch(cx, (to - from) * c->law.d, sizeof *value, &value));
        TACIT_TRY(tacit_copula_draw(cx, &c->law, to - from, block->how.dealt, &rng, value));
        name_donors(c, value, s->row + from, to - from, cells);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status make(tacit_ctx *cx, const tacit_synth_block *block, tacit_synth_cells *cells)
{
    tacit_latent *latent = NULL;
    tacit_synth_strata strata = { 0 };
    size_t d = 0;
    TACIT_TRY(list_latent(cx, block, &latent, &d));
    TACIT_TRY(tacit_synth_strata_of(cx, block, STRATA,
                                    (size_t)tacit_arg_integer(block->args, LEAST), &strata));
    for (size_t s = 0; s < strata.n; s++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_synth_stratum *own = &strata.at[s];
        tacit_copula c = { 0 };
        if (own->rows == 0)
            continue;
        TACIT_TRY(
            tacit_copula_fit(cx, latent, d, &(tacit_copula_rows){ own->records, own->record }, &c));
        TACIT_TRY(draw_rows(cx, block, &c, own, s, cells));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

const tacit_generator tacit_generator_copula = {
    .about = { .name = "copula",
               .title = "Gaussian copula",
               .summary = "Makes columns with the margins and the rank correlations of the "
                          "original.",
               .source = "Cario and Nelson (1997), Modeling and generating random vectors with "
                         "arbitrary marginal distributions and correlation matrix; Olsson (1979); "
                         "Higham (2002)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .make = make,
};
