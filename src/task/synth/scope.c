/*
 * scope.c - which records are learnt from and made: some only, by strata, as a population.
 *
 * What is found here belongs to the records of one table: the trial on records that are left out
 * finds it again for its own.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "table/values.h"
#include "task/synth/own.h"

/* Fewest records that conditional generation is learnt from. */
enum { FEWEST = 20 };

static const tacit_value *given(const tacit_synthesis *s, size_t i)
{
    return &s->w->ask->args.at[i];
}

/* ---- only some values ---- */

static tacit_status read_end(tacit_ctx *cx, const tacit_group *group, size_t i, double *out)
{
    int32_t days = 0;
    if (group->n == 2 && tacit_parse_date(group->member[i], &days))
        *out = days;
    else if (group->n != 2 || !tacit_parse_real(group->member[i], out))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'only' of synth needs the least and the greatest number of column '%s', "
                          "such as [30, 40].",
                          group->label);
    return TACIT_OK;
}

/* Leave out records whose number is beyond two ends. */
static tacit_status keep_span(tacit_ctx *cx, const tacit_group *group, const tacit_column *c,
                              bool *only)
{
    double low = 0.0, high = 0.0;
    TACIT_TRY(read_end(cx, group, 0, &low));
    TACIT_TRY(read_end(cx, group, 1, &high));
    if (low > high)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'only' of synth names the greatest number of column '%s' before the "
                          "least; the least comes first, such as [30, 40].",
                          group->label);
    for (size_t i = 0; i < tacit_column_length(c); i++)
        only[i] = only[i] && !tacit_column_is_missing(c, i) && tacit_column_number(c, i) >= low &&
                  tacit_column_number(c, i) <= high;
    return TACIT_OK;
}

/* Leave out records that have none of some texts. */
static tacit_status keep_texts(tacit_ctx *cx, const tacit_group *group, const tacit_column *c,
                               bool *only)
{
    const tacit_dict *dict = tacit_column_dict(c);
    bool *listed = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(dict) + 1, sizeof *listed, &listed));
    for (size_t k = 0; k < group->n; k++)
        listed[tacit_dict_find(dict, group->member[k])] = true;
    if (listed[tacit_dict_size(dict)])
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'only' of synth names a text that column '%s' does not hold.",
                          group->label);
    for (size_t i = 0; i < tacit_column_length(c); i++)
        only[i] = only[i] && !tacit_column_is_missing(c, i) && listed[tacit_column_codes(c)[i]];
    return TACIT_OK;
}

static tacit_status find_only(tacit_ctx *cx, const tacit_synthesis *s, tacit_synth_spec *spec)
{
    const tacit_value *asked = given(s, TACIT_SYNTH_ONLY);
    const size_t n = tacit_table_rows(spec->data);
    bool *only = NULL;
    size_t left = 0;
    if (asked->n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *only, &only));
    memset(only, true, n * sizeof *only);
    for (size_t k = 0; k < asked->n; k++) {
        const tacit_group *group = &asked->groups[k];
        const size_t at = tacit_table_find(spec->data, group->label);
        if (at == tacit_table_columns(spec->data))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'only' of synth names '%s', which is no column.", group->label);
        const tacit_column *c = tacit_table_column(spec->data, at);
        TACIT_TRY(tacit_column_type(c) == TACIT_TYPE_CATEGORY ? keep_texts(cx, group, c, only)
                                                              : keep_span(cx, group, c, only));
    }
    for (size_t i = 0; i < n; i++)
        left += only[i];
    if (left < (spec == &s->spec ? FEWEST : 1)) /* a trial has fewer */
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Only %zu records have what 'only' asks for; at least %d are needed to "
                          "learn from.",
                          left, FEWEST);
    spec->only = only;
    spec->only_columns = asked->n;
    spec->only_records = left;
    return TACIT_OK;
}

/* ---- only some records ---- */

static tacit_status find_where(tacit_ctx *cx, const tacit_synthesis *s, tacit_synth_spec *spec)
{
    bool *where = NULL;
    size_t made = 0;
    if (!given(s, TACIT_SYNTH_WHERE)->given)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(spec->data), sizeof *where, &where));
    TACIT_TRY(tacit_ties_where(cx, spec->data, given(s, TACIT_SYNTH_WHERE)->text, where, &made));
    if (made < (spec == &s->spec ? FEWEST : 1))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "'where' chooses %zu records; at least %d are needed to learn from.",
                          made, FEWEST);
    spec->where = where;
    return TACIT_OK;
}

/* ---- strata ---- */

/* Number the pairs of a number and a value, in order. */
static tacit_status refine(tacit_ctx *cx, const tacit_column *c, uint32_t *number, size_t n,
                           size_t *strata)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values values;
    tacit_keyed *pair = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *pair, &pair));
    for (size_t i = 0; i < n; i++)
        pair[i] = (tacit_keyed){ (uint64_t)number[i] << 32 | values.of[i], i };
    TACIT_TRY(tacit_sort_keyed(cx, pair, n));
    *strata = 0;
    for (size_t i = 0; i < n; i++) {
        *strata += i == 0 || pair[i].key != pair[i - 1].key;
        number[pair[i].row] = (uint32_t)(*strata - 1);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Fail if a stratum has too few records: ten, and ten more for each column. */
static tacit_status check_strata(tacit_ctx *cx, const tacit_synth_spec *spec)
{
    const size_t fewest = 10 + 10 * tacit_table_columns(spec->data);
    size_t *records = NULL, small = 0;
    TACIT_TRY(tacit_scratch(cx, spec->strata, sizeof *records, &records));
    for (size_t i = 0; i < tacit_table_rows(spec->data); i++)
        records[spec->stratum[i]]++;
    for (size_t h = 0; h < spec->strata; h++)
        small += records[h] < fewest;
    if (small == 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%zu of %zu strata have fewer than %zu records, which are needed to learn "
                      "this many columns; choose wider strata.",
                      small, spec->strata, fewest);
}

static tacit_status find_strata(tacit_ctx *cx, const tacit_synthesis *s, tacit_synth_spec *spec)
{
    const tacit_value *asked = given(s, TACIT_SYNTH_STRATA);
    const size_t n = tacit_table_rows(spec->data);
    uint32_t *number = NULL;
    if (asked->n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *number, &number));
    for (size_t k = 0; k < asked->n; k++) {
        const size_t at = tacit_table_find(spec->data, asked->texts[k]);
        TACIT_TRY(refine(cx, tacit_table_column(spec->data, at), number, n, &spec->strata));
    }
    spec->stratum = number;
    return spec == &s->spec ? check_strata(cx, spec) : TACIT_OK; /* a trial has fewer */
}

/* ---- populations ---- */

static tacit_status find_weights(tacit_ctx *cx, const tacit_synthesis *s, tacit_synth_spec *spec)
{
    const size_t n = tacit_table_rows(spec->data), p = tacit_table_columns(spec->data);
    double *weight = NULL;
    size_t at = 0;
    if (!tacit_arg_flag(&s->w->ask->args, TACIT_SYNTH_WEIGHTED))
        return TACIT_OK;
    while (at < p && (tacit_table_roles(spec->data, at) & TACIT_ROLE_WEIGHT) == 0)
        at++;
    if (at == p)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'weighted' needs to know how many people a record stands for: give a "
                          "column the role 'weight'.");
    TACIT_TRY(tacit_scratch(cx, n, sizeof *weight, &weight));
    const tacit_column *c = tacit_table_column(spec->data, at);
    spec->weights = 0.0;
    for (size_t i = 0; i < n; i++) {
        weight[i] = tacit_column_is_missing(c, i) ? 0.0 : tacit_column_number(c, i);
        if (weight[i] < 0.0)
            return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has weights below 0.",
                              tacit_column_name(c));
        spec->weights += spec->only == NULL || spec->only[i] ? weight[i] : 0.0;
    }
    if (!(spec->weights >= 1.0))
        return tacit_fail(cx, TACIT_ERR_DATA, "The weights of column '%s' add up to nothing.",
                          tacit_column_name(c));
    spec->weight = weight;
    return TACIT_OK;
}

/* ---- all ---- */

/* Fail if households, a frame or a private generator, which may not look at records so, are asked
 * for besides. */
static tacit_status check_homes(tacit_ctx *cx, const tacit_synthesis *s, bool asked)
{
    const bool homes = tacit_arg_flag(&s->w->ask->args, TACIT_SYNTH_HOUSEHOLDS) ||
                       given(s, TACIT_SYNTH_POPULATION)->given ||
                       given(s, TACIT_SYNTH_FRAME)->given;
    if (!asked || (!homes && !tacit_synthesis_is_private(s->w)))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Households, frames and private generators do not go with 'only', 'where', "
                      "'strata', 'proper' or "
                      "'weighted'.");
}

/* Fail if two things are asked that do not go together. */
static tacit_status check_asked(tacit_ctx *cx, const tacit_synthesis *s)
{
    const tacit_args *args = &s->w->ask->args;
    const bool where = given(s, TACIT_SYNTH_WHERE)->given, only = given(s, TACIT_SYNTH_ONLY)->n > 0;
    const bool strata = given(s, TACIT_SYNTH_STRATA)->n > 0;
    const bool proper = tacit_arg_flag(args, TACIT_SYNTH_PROPER),
               weighted = tacit_arg_flag(args, TACIT_SYNTH_WEIGHTED);
    TACIT_TRY(check_homes(cx, s, where || only || strata || proper || weighted));
    if (given(s, TACIT_SYNTH_KEEP)->n > 0 && (proper || weighted || only))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'keep' releases cells of all records as they are, and does not go with "
                          "'proper', 'weighted' or 'only', which make other records than there "
                          "are.");
    if (where && (weighted || only))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'where' leaves all other records as they are, and does not go with "
                          "'weighted' or 'only', which make other records than there are.");
    return TACIT_OK;
}

/* Whatever is learnt of a handful of records is these records.  What a private generator makes of
 * them is noise, and how many there are is none of its user's business. */
static tacit_status check_records(tacit_ctx *cx, const tacit_synthesis *s,
                                  const tacit_synth_spec *spec)
{
    const size_t n = tacit_table_rows(spec->data);
    if (n >= FEWEST || spec != &s->spec || tacit_synthesis_is_private(s->w))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "There %s %zu record%s; at least %d are needed to learn from.",
                      n == 1 ? "is" : "are", n, n == 1 ? "" : "s", FEWEST);
}

tacit_status tacit_synthesis_scope(tacit_ctx *cx, const tacit_synthesis *s, tacit_synth_spec *spec)
{
    TACIT_TRY(check_asked(cx, s));
    TACIT_TRY(check_records(cx, s, spec));
    spec->proper = tacit_arg_flag(&s->w->ask->args, TACIT_SYNTH_PROPER);
    TACIT_TRY(find_only(cx, s, spec));
    TACIT_TRY(find_where(cx, s, spec));
    TACIT_TRY(find_strata(cx, s, spec));
    return find_weights(cx, s, spec);
}
