/*
 * shift_dates.c - dates moved by a random number of days, the same for all dates of a person.
 *
 * Each person draws one shift s, uniform on the whole numbers from -most to most; every
 * selected date d of that person becomes d + s.  So all intervals between dates of one person
 * stay exact, within a record and between records, while the dates themselves are hidden
 * (Hripcsak et al. 2016).  `weeks` draws whole weeks, which keeps the day of the week;
 * `always` leaves out a shift of 0 days.
 *
 * Records with the same value in the column `by` are one person; without `by`, and where its
 * value is missing, each record is one.  A person's stream is named after the text of that
 * value, so that blocks of a file move alike.
 *
 * Missing dates stay missing.  Strata and weights play no part.  O(n).
 */
#include "micro/method/method.h"

#include "base/text.h"
#include "micro/method/rewrite.h"
#include "table/values.h"

enum { COLUMNS, MOST, BY, WEEKS, ALWAYS };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [MOST] = { .name = "most",
               .type = TACIT_PARAM_INTEGER,
               .need = TACIT_REQUIRED,
               .min = 1,
               .max = 36525,
               TACIT_USEFUL_LOG(1, 365, "days"),
               .importance = TACIT_FIRST,
               .help = "dates move by at most so many days, forwards or backwards" },
    [BY] = { .name = "by",
             .type = TACIT_PARAM_COLUMN,
             .need = TACIT_OPTIONAL,
             .help = "records with the same value in this column are one person, whose dates all "
                     "move alike; each record by itself if not given" },
    [WEEKS] = { .name = "weeks",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "move by whole weeks, so that the day of the week stays" },
    [ALWAYS] = { .name = "always",
                 .type = TACIT_PARAM_FLAG,
                 .max = 1.0,
                 .help = "never leave a person's dates where they are" },
    TACIT_PARAM_END
};

/* The calendar of four-digit years: 0001-01-01 to 9999-12-31 in days since 1970-01-01. */
enum { FIRST_DAY = -719162, LAST_DAY = 2932896, WEEK = 7 };

/* How shifts are drawn: `unit` times one of the steps -steps ... steps. */
typedef struct law {
    int32_t unit, steps;
    bool always;
} law;

static int32_t draw(const law *l, tacit_rng rng)
{
    const uint64_t n = 2 * (uint64_t)l->steps + !l->always;
    int32_t step = (int32_t)tacit_rng_below(&rng, n) - l->steps;
    if (l->always && step >= 0)
        step++;
    return step * l->unit;
}

/* The shift of each record, in scratch memory. */
static tacit_status draw_shifts(tacit_ctx *cx, const tacit_stretch *at, const law *l, size_t rows,
                                const tacit_column *by, int32_t **out)
{
    const tacit_rng own = tacit_rng_fork(at->rng, "record"), same = tacit_rng_fork(at->rng, "by");
    tacit_values v = { 0 };
    int32_t *of_value = NULL, *shift = NULL;
    if (by != NULL)
        TACIT_TRY(tacit_values_of(cx, by, &v));
    TACIT_TRY(tacit_scratch(cx, v.n, sizeof *of_value, &of_value));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *shift, &shift));
    for (uint32_t k = 0; k < v.n; k++) {
        char text[TACIT_NUMBER_BYTES];
        of_value[k] = draw(l, tacit_rng_fork(&same, tacit_column_text(by, v.row[k], text)));
    }
    for (size_t i = 0; i < rows; i++) {
        const bool alone = by == NULL || v.of[i] == v.n;
        shift[i] = alone ? draw(l, tacit_rng_fork_number(&own, at->first + i)) : of_value[v.of[i]];
    }
    *out = shift;
    return TACIT_OK;
}

static tacit_status shift_column(tacit_ctx *cx, size_t j, const int32_t *shift, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(out, j);
    const int32_t *x = tacit_column_dates(c);
    const size_t rows = tacit_column_length(c);
    int32_t *y = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *y, &y));
    for (size_t i = 0; i < rows; i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        const int64_t day = (int64_t)x[i] + shift[i];
        if (day < FIRST_DAY || day > LAST_DAY)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has dates so near to the years 0 or 10000 that they "
                              "cannot be moved.",
                              tacit_column_name(c));
        y[i] = (int32_t)day;
    }
    return tacit_rewrite_dates(cx, out, j, y);
}

static law law_of(const tacit_args *args)
{
    const bool weeks = tacit_arg_flag(args, WEEKS);
    const int32_t most = (int32_t)tacit_arg_integer(args, MOST);
    return (law){ .unit = weeks ? WEEK : 1,
                  .steps = weeks ? most / WEEK : most,
                  .always = tacit_arg_flag(args, ALWAYS) };
}

/* The column `by` of `t`, NULL if none is given. */
static tacit_status find_by(tacit_ctx *cx, const tacit_args *args, const tacit_select *cols,
                            const tacit_table *t, const tacit_column **out)
{
    *out = NULL;
    if (!tacit_arg_given(args, BY))
        return TACIT_OK;
    const char *name = tacit_arg_text(args, BY);
    const size_t j = tacit_table_find(t, name);
    if (j == tacit_table_columns(t))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'by' of shift_dates names '%s', which is no column.", name);
    for (size_t c = 0; c < cols->n; c++)
        if (cols->at[c] == j)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'by' of shift_dates is column '%s', which is to be shifted itself.",
                              name);
    *out = tacit_table_column(t, j);
    return TACIT_OK;
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    const law l = law_of(&change->args);
    const tacit_column *by = NULL;
    int32_t *shift = NULL;
    if (l.steps == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'most' of shift_dates must be at least 7 days for whole weeks.");
    TACIT_TRY(find_by(cx, &change->args, cols, t, &by));
    TACIT_TRY(draw_shifts(cx, at, &l, tacit_table_rows(t), by, &shift));
    for (size_t c = 0; c < cols->n; c++) {
        TACIT_TRY(tacit_tick(cx, c, cols->n));
        TACIT_TRY(shift_column(cx, cols->at[c], shift, t));
    }
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const tacit_table *out)
{
    const law l = law_of(job->args);
    const tacit_column *by = NULL;
    size_t persons = tacit_table_rows(out);
    uint32_t different = 0;
    TACIT_TRY(find_by(cx, job->args, &job->cols, job->in, &by));
    if (by != NULL) {
        TACIT_TRY(tacit_values_count(cx, by, &different));
        persons = different + tacit_column_missing(by);
    }
    TACIT_TRY(tacit_result_figure(cx, job->told, "persons", "Persons", (double)persons,
                                  TACIT_UNIT_COUNT,
                                  "different draws: distinct values of 'by', and records without "
                                  "one"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "shifts", "Possible shifts",
                                  2.0 * l.steps + !l.always, TACIT_UNIT_COUNT,
                                  "numbers of days that a person's dates can move by, all equally "
                                  "likely"));
    return tacit_result_note(cx, job->told, "Intervals between dates of one person are unchanged.");
}

const tacit_method tacit_method_shift_dates = {
    .about = { .name = "shift_dates",
               .title = "Shifting dates",
               .summary = "Moves all dates of a person by the same random number of days.",
               .source =
                   "Hripcsak, Mirhaji, Low and Malin (2016), Preserving temporal relations in "
                   "clinical data while maintaining privacy",
               .params = PARAMS },
    .accepts = TACIT_TYPE_DATE,
    .traits = TACIT_METHOD_RANDOM,
    .apply = apply,
    .tell = tell,
};
