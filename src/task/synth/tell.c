/*
 * tell.c - how the columns were made, for the custodian.
 */
#include "task/synth/own.h"

static const char *how(const tacit_synthesis *s, const tacit_synth_column *c)
{
    const char *kept = s->frame != NULL ? "known of everybody" : "kept as it is";
    if (c->derived)
        return "derived";
    return c->generator != NULL ? c->generator->about.name : kept;
}

static tacit_status add_row(tacit_ctx *cx, const tacit_synthesis *s, size_t k, json_t *table)
{
    const tacit_synth_column *c = &s->column[k];
    const char *name = tacit_column_name(tacit_table_column(s->w->data, c->at));
    const tacit_synth_told *told = &s->told[k];
    return tacit_result_row(cx, table, "[s, s, I, I, I, I, I, I, I]", name, how(s, c),
                            (json_int_t)c->predictors.n, (json_int_t)told->states,
                            (json_int_t)told->pools, (json_int_t)told->raised,
                            (json_int_t)told->filled, (json_int_t)(told->backed_off + told->placed),
                            (json_int_t)told->guarded);
}

/* Of households: which columns are theirs, and which their members'. */
static tacit_status fill_homes(tacit_ctx *cx, const tacit_synthesis *s, tacit_result *r)
{
    static const char *const heads[] = { "column", "generator", "of" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "columns", "Columns in the order in which they were made",
                                 3, heads, &table));
    for (size_t k = 0; k < s->spec.n; k++)
        TACIT_TRY(
            tacit_result_row(cx, table, "[s, s, s]",
                             tacit_column_name(tacit_table_column(s->w->data, s->column[k].at)),
                             how(s, &s->column[k]), s->told[k].whole ? "households" : "members"));
    return tacit_result_note(cx, r,
                             "In columns of households all members of every household agree. They "
                             "were made first, with the numbers of members by role; then members, "
                             "role by role, each given the household, the head and the member "
                             "before.");
}

static tacit_status fill(tacit_ctx *cx, const tacit_synthesis *s, tacit_result *r)
{
    static const char *const heads[] = { "column", "generator", "predictors", "states", "pools",
                                         "raised", "filled",    "backed_off", "guarded" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_figure(cx, r, "made", "Columns", (double)s->spec.n, TACIT_UNIT_COUNT,
                                  "that were made, or kept as they are"));
    TACIT_TRY(tacit_result_table(cx, r, "columns", "Columns in the order in which they were made",
                                 9, heads, &table));
    for (size_t k = 0; k < s->spec.n; k++)
        TACIT_TRY(add_row(cx, s, k, table));
    for (size_t k = 0; k < s->spec.n; k++)
        if (s->told[k].zero)
            TACIT_TRY(tacit_result_note(
                cx, r,
                "More than a tenth of column '%s' is 0, so whether it is 0 "
                "was made first and the amount after that.",
                tacit_column_name(tacit_table_column(s->w->data, s->column[k].at))));
    return tacit_result_note(cx, r,
                             "States are kinds of cells that were told apart before values were "
                             "drawn; pools are groups of original records that values came from; "
                             "raised are leaves with one rare value, which gave way to wider ones; "
                             "filled are rows whose cell follows from others by a rule or formula; "
                             "backed off are rows that drew from a wider group, as no value of "
                             "their own kept to the constraints; guarded are rows that had come to "
                             "equal one person alone, and took their value from another.");
}

tacit_status tacit_synthesis_tell(tacit_ctx *cx, const tacit_synthesis *s)
{
    static const tacit_account_part part = {
        .name = "synthesis",
        .title = "How the columns were made",
        .lead = "Each column was learnt from the original records given the columns before it, and "
                "drawn given what had been drawn for those."
    };
    static const tacit_param none[] = { TACIT_PARAM_END };
    static const tacit_entry entry = {
        .name = "columns", .title = "Columns", .source = "", .params = none
    };
    json_t *results = NULL;
    tacit_result *r = NULL;
    TACIT_TRY(tacit_account_section(cx, s->w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "synthesis", &entry, &(tacit_args){ 0 }, &r));
    TACIT_TRY(tacit_json_add(cx, results, r));
    return s->households ? fill_homes(cx, s, r) : fill(cx, s, r);
}
