/*
 * holdout.c - the plan carried out without some records, to see what it gives away of the others.
 *
 * What can be guessed of a person by keys is mostly what can be guessed of anybody.  So a part of
 * the records, drawn at random, is left out; the plan is carried out on the others, with as many
 * sets as are released, all of which an attacker has; and attackers try both parts (leak.c).  It is
 * the plan that is tried so, on fewer records than are released from, so leaks are rather
 * overstated.  Beside it stand two files whose leak is known: columns drawn each by itself, which
 * give away nothing of how the values of a person go together, and records drawn with replacement,
 * which give away all.  Cost: that of a second synthesis, and of the attacks.
 */
#include "table/append.h"
#include "table/take.h"
#include "table/values.h"
#include "task/synth/own.h"

/* Fewer records than this on either side say nothing. */
enum { FEWEST = 50 };

/* ---- records ---- */

/* The records in random order; those of a household stay together.  `*cut` of them are left out. */
static tacit_status shuffle(tacit_ctx *cx, const tacit_synthesis *s, double share, size_t *row,
                            size_t *cut)
{
    const tacit_table *data = s->spec.data;
    tacit_rng rng = tacit_rng_fork(&s->spec.rng, "holdout");
    tacit_values home = { .n = (uint32_t)tacit_table_rows(data) };
    size_t *place = NULL, *start = NULL;
    if (s->households)
        TACIT_TRY(tacit_values_of(cx, tacit_table_column(data, s->home.household), &home));
    TACIT_TRY(tacit_scratch(cx, home.n, sizeof *place, &place));
    TACIT_TRY(tacit_scratch(cx, (size_t)home.n + 1, sizeof *start, &start));
    for (size_t g = 0; g < home.n; g++) {
        const size_t k = (size_t)tacit_rng_below(&rng, g + 1);
        place[g] = place[k];
        place[k] = g;
    }
    for (size_t g = 0; g < home.n; g++)
        start[place[g] + 1] = s->households ? (size_t)home.count[g] : 1;
    for (size_t g = 0; g < home.n; g++)
        start[g + 1] += start[g];
    *cut = start[(size_t)(share * (double)home.n)];
    for (size_t i = 0; i < tacit_table_rows(data); i++)
        row[start[place[s->households ? home.of[i] : i]]++] = i;
    return TACIT_OK;
}

static tacit_status split(tacit_ctx *cx, const tacit_synthesis *s, double share, tacit_holdout *h)
{
    const size_t n = tacit_table_rows(s->spec.data);
    size_t *row = NULL, out = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    TACIT_TRY(shuffle(cx, s, share, row, &out));
    TACIT_TRY(tacit_table_take(cx, s->spec.data, &(tacit_row_list){ out, row }, &h->out));
    return tacit_table_take(cx, s->spec.data, &(tacit_row_list){ n - out, row + out }, &h->in);
}

/* Records of `in`, drawn with replacement. */
static tacit_status draw_ceiling(tacit_ctx *cx, const tacit_synthesis *s, tacit_holdout *h)
{
    const size_t n = tacit_table_rows(h->in);
    tacit_rng rng = tacit_rng_fork(&s->spec.rng, "ceiling");
    size_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++)
        row[i] = (size_t)tacit_rng_below(&rng, n);
    return tacit_table_take(cx, h->in, &(tacit_row_list){ n, row }, &h->ceiling);
}

/* ---- made-up records ---- */

/* Columns of `in`, each drawn by itself. */
static tacit_status draw_floor(tacit_ctx *cx, const tacit_synthesis *s, tacit_holdout *h)
{
    const tacit_generator *g = &tacit_generator_sample;
    tacit_synth_spec spec = { .data = h->in, .n = s->spec.n, .sets = 1 };
    tacit_synth_column *column = NULL;
    tacit_synth_told *told = NULL;
    tacit_value *at = NULL;
    tacit_args args;
    TACIT_TRY(tacit_scratch(cx, spec.n, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, spec.n, sizeof *told, &told));
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(g->about.params), sizeof *at, &at));
    tacit_args_preset(g->about.params, at, &args);
    for (size_t k = 0; k < spec.n; k++)
        column[k] = (tacit_synth_column){
            .at = s->column[k].at, .generator = g, .together = 1, .args = &args
        };
    spec.column = column;
    spec.rows = tacit_table_rows(h->in);
    spec.rng = tacit_rng_fork(&s->spec.rng, "floor");
    return tacit_synth_make(cx, &spec, told, &h->floor);
}

/* Column j of all sets, one under the other. */
static tacit_status stack_column(tacit_ctx *cx, tacit_table *const *set, size_t sets, size_t j,
                                 tacit_table *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_column *first = tacit_table_column(set[0], j);
    const tacit_type type = tacit_column_type(first);
    tacit_builder *builder = NULL;
    tacit_column *column = NULL;
    TACIT_TRY(
        tacit_builder_new(cx, tacit_column_name(first), type, tacit_table_rows(out), &builder));
    for (size_t k = 0; k < sets; k++) {
        const tacit_status status =
            tacit_builder_append(cx, builder, type, tacit_table_column(set[k], j));
        if (status != TACIT_OK) {
            tacit_builder_free(builder);
            return status;
        }
    }
    tacit_scratch_release(cx, mark);
    TACIT_TRY(tacit_builder_finish(cx, builder, &column));
    TACIT_TRY(tacit_table_add(cx, out, column));
    tacit_table_set_roles(out, j, tacit_table_roles(set[0], j));
    return TACIT_OK;
}

/* The rows of all sets, which are freed; roles are kept. */
static tacit_status stack(tacit_ctx *cx, tacit_table **set, size_t sets, tacit_table **out)
{
    tacit_status status = TACIT_OK;
    if (sets > 1)
        status = tacit_table_new(cx, tacit_table_rows(set[0]) * sets, out);
    else
        *out = set[0];
    for (size_t j = 0; sets > 1 && status == TACIT_OK && j < tacit_table_columns(set[0]); j++)
        status = stack_column(cx, set, sets, j, *out);
    for (size_t k = 0; sets > 1 && k < sets; k++)
        tacit_table_free(set[k]);
    return status;
}

/* Look at households while it is known who belongs together; after that members are persons. */
static tacit_status look_at_homes(tacit_ctx *cx, const tacit_synthesis *s, tacit_table **set,
                                  tacit_holdout *h)
{
    if (!s->households)
        return TACIT_OK;
    TACIT_TRY(tacit_holdout_homes(cx, set[0], h));
    for (size_t k = 0; k < s->spec.sets; k++)
        tacit_table_drop(set[k], tacit_table_role_column(set[k], TACIT_ROLE_HOUSEHOLD));
    return TACIT_OK;
}

/* All sets as the plan makes them, with as many records for each of those that are learnt from. */
static tacit_status learn(tacit_ctx *cx, const tacit_synthesis *s, tacit_holdout *h)
{
    size_t n = 0, in = 0;
    tacit_synth_spec spec = s->spec;
    tacit_synth_told *told = NULL;
    tacit_table **set = NULL;
    TACIT_TRY(tacit_synthesis_units(cx, s, s->spec.data, &n));
    TACIT_TRY(tacit_synthesis_units(cx, s, h->in, &in));
    TACIT_TRY(tacit_scratch(cx, spec.n, sizeof *told, &told));
    TACIT_TRY(tacit_scratch(cx, spec.sets, sizeof(tacit_table *), &set));
    const double rows = (double)spec.rows * (double)in / (double)n;
    spec.data = h->in;
    spec.rows = spec.rows == n ? in : rows < 1.0 ? 1 : (size_t)rows;
    spec.rng = tacit_rng_fork(&spec.rng, "trial");
    TACIT_TRY(tacit_synthesis_scope(cx, s, &spec));
    tacit_status status = tacit_synthesis_make(cx, s, &spec, told, set);
    if (status == TACIT_OK)
        status = look_at_homes(cx, s, set, h);
    if (status == TACIT_OK)
        return stack(cx, set, spec.sets, &h->made);
    for (size_t k = 0; k < spec.sets; k++)
        tacit_table_free(set[k]);
    return status;
}

/* ---- all of it ---- */

static tacit_status try_plan(tacit_ctx *cx, tacit_synthesis *s, double share, tacit_holdout *h)
{
    tacit_stage(cx, "Making synthetic records without some of the data");
    TACIT_TRY(split(cx, s, share, h));
    TACIT_TRY(learn(cx, s, h));
    if (!h->brief) {
        TACIT_TRY(draw_floor(cx, s, h));
        TACIT_TRY(draw_ceiling(cx, s, h));
    }
    return tacit_holdout_attack(cx, s->w, h, &s->trial);
}

tacit_status tacit_synthesis_hold_out(tacit_ctx *cx, tacit_synthesis *s)
{
    const double share = tacit_arg_real(&s->w->ask->args, TACIT_SYNTH_HOLDOUT);
    const double n = (double)tacit_table_rows(s->spec.data);
    tacit_holdout h = { .brief = s->brief };
    if (share <= 0.0)
        return TACIT_OK;
    if (share * n < FEWEST || (1.0 - share) * n < FEWEST) {
        tacit_warn(cx, "There are too few records to leave some out and see what is given away of "
                       "them; the risk of membership is not known.");
        return TACIT_OK;
    }
    const tacit_status status = try_plan(cx, s, share, &h);
    tacit_table_free(h.in);
    tacit_table_free(h.out);
    tacit_table_free(h.made);
    tacit_table_free(h.floor);
    tacit_table_free(h.ceiling);
    return status;
}
