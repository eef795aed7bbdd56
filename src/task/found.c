/*
 * found.c - text files whose numbers are written in a way that nobody told of.
 *
 * Whether there are decimal commas is seen in the columns that were read as texts, O(values).
 */
#include "task/found.h"

#include <string.h>

#include "engine/csv_rules.h"
#include "engine/dialect.h"

/* How the numbers of a text file are found to be written. */
typedef struct found_marks {
    bool commas, thousands; /* decimal commas; points between thousands */
} found_marks;

/* Whether the data is a text file with decimal commas that nobody told of: some columns of texts
 * are such numbers, none has a decimal point, and no comma stands between fields. */
static tacit_status find_marks(tacit_ctx *cx, const tacit_work *w, found_marks *out)
{
    const tacit_source source = { .uri = w->plan->data, .args = &w->plan->source };
    tacit_dialect dialect;
    *out = (found_marks){ false, false };
    if (tacit_arg_given(&w->plan->source, TACIT_SOURCE_DECIMAL) ||
        !tacit_dialect_plain(w->plan->data, &dialect))
        return TACIT_OK;
    TACIT_TRY(tacit_dialect_follow(cx, &source, w->plan->data, &dialect));
    bool points = dialect.delimiter == ',';
    for (size_t j = 0; j < tacit_table_columns(w->data) && !points; j++) {
        const tacit_column *c = tacit_table_column(w->data, j);
        bool thousands = false;
        points = tacit_column_type(c) == TACIT_TYPE_REAL;
        if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
            out->commas |= tacit_csv_commas(c, &thousands);
        out->thousands |= thousands;
    }
    out->commas = out->commas && !points;
    return TACIT_OK;
}

/* Put what was found into `found`, a copy of the plan, and say it. */
static tacit_status use_marks(tacit_ctx *cx, const found_marks *marks, tacit_plan *found)
{
    const tacit_value *given = found->source.at;
    const bool thousands = marks->thousands && !given[TACIT_SOURCE_THOUSANDS].given;
    TACIT_TRY(tacit_scratch(cx, found->source.n, sizeof *found->source.at, &found->source.at));
    memcpy(found->source.at, given, found->source.n * sizeof *given);
    found->source.at[TACIT_SOURCE_DECIMAL] = (tacit_value){ .given = true, .text = "," };
    if (thousands)
        found->source.at[TACIT_SOURCE_THOUSANDS] = (tacit_value){ .given = true, .text = "." };
    tacit_warn(cx,
               "%s has numbers with a decimal comma%s and is read so; say --decimal ,%s (in a plan "
               "decimal: ','%s under data) if that is right, or --decimal . if it is not.",
               found->data, thousands ? " and points between thousands" : "",
               thousands ? " --thousands ." : "", thousands ? " and thousands: '.'" : "");
    return TACIT_OK;
}

tacit_status tacit_found_load(tacit_ctx *cx, tacit_work *w, tacit_found_loader *load,
                              const tacit_plan **plan)
{
    const size_t warnings = tacit_warning_count(cx);
    const tacit_plan *given = w->plan;
    tacit_plan *found = NULL;
    found_marks marks;
    *plan = given;
    TACIT_TRY(load(cx, w));
    TACIT_TRY(find_marks(cx, w, &marks));
    if (!marks.commas)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *found, &found));
    *found = *given;
    tacit_table_free(w->data);
    w->data = NULL;
    tacit_warnings_cut(cx, warnings);
    TACIT_TRY(use_marks(cx, &marks, found));
    w->plan = found;
    const tacit_status status = load(cx, w);
    w->plan = given;
    *plan = found;
    return status;
}
