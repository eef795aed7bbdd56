/*
 * delta_presence.c - delta-presence: being in the data is neither certain nor excluded.
 *
 * Who knows the population and a person's keys infers that the person is in the data with
 * probability f / F, where f records of the data and F of the population have these keys.
 * The data is (min, max)-present if min <= f / F <= max for every record of the population
 * (Nergiz, Atzori and Clifton 2007).  Key combinations of the population that the data has
 * not have probability 0 and violate a `min` above 0.
 *
 * ARX (3.9.2, HashGroupify) asks that of the table before it suppresses records, and nothing of
 * those that it suppressed (`compat: arx`): a file tells them by their blanks, and combinations
 * that it has not are laid to these as long as there are enough of them.  Beside a model with a
 * least size of classes, such as k-anonymity, ARX finds absent combinations too small before it
 * looks at their presence, and passes them over (`compat: arx_beside`).
 *
 * Needs a population file.  Missing keys are a category of their own; a combination with missing
 * keys is not held for one of the population, where blanks cannot be told from it.  O(classes)
 * after the classes of data and population are known.
 */
#include <math.h>

#include "micro/model/class_judge.h"

enum { MIN, MAX, COMPAT };

enum { NONE, ARX, ARX_BESIDE };

static const char *const COMPATS[] = { "none", "arx", "arx_beside", NULL };

static const tacit_param PARAMS[] = {
    [MIN] = { .name = "min",
              .type = TACIT_PARAM_REAL,
              .preset = 0.0,
              .max = 1.0,
              .unit = "probability",
              .help = "smallest probability that a person of the population is in the data" },
    [MAX] = { .name = "max",
              .type = TACIT_PARAM_REAL,
              .preset = 0.5,
              .max = 1.0,
              .unit = "probability",
              .importance = TACIT_FIRST,
              .help = "largest probability that a person of the population is in the data" },
    [COMPAT] = { .name = "compat",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = COMPATS,
                 .help = "look at all key combinations of the population, as ARX at them but for "
                         "suppressed records, or as ARX beside a model with a least size of "
                         "classes at those of the data" },
    TACIT_PARAM_END
};

/* What the check finds. */
typedef struct found {
    double least, most; /* f / F */
    uint64_t records;   /* of the data, in violating classes */
    size_t low, high;   /* violating classes */
    double absent;      /* population classes without a record */
    double whole;       /* classes of the data without a missing key */
    uint64_t blank;     /* records without any key */
} found;

/* How many keys of a class are missing. */
static size_t count_missing(const tacit_subject *s, const tacit_classes *c, size_t g)
{
    const tacit_select *keys = tacit_subject_keys(s);
    size_t n = 0;
    for (size_t j = 0; j < keys->n; j++)
        n += tacit_column_is_missing(tacit_table_column(tacit_subject_table(s), keys->at[j]),
                                     c->row[g]);
    return n;
}

static void look_at(const tacit_subject *s, const tacit_classes *c, const double *F,
                    const tacit_args *args, found *out)
{
    const double min = tacit_arg_real(args, MIN), max = tacit_arg_real(args, MAX);
    for (size_t g = 0; g < c->n; g++) {
        const size_t missing = count_missing(s, c, g);
        const bool blank = missing == tacit_subject_keys(s)->n;
        out->whole += missing == 0;
        out->blank += blank ? c->size[g] : 0;
        if (blank && tacit_arg_choice(args, COMPAT) == ARX)
            continue;
        const double share = (double)c->size[g] / F[g];
        out->least = fmin(out->least, share);
        out->most = fmax(out->most, share);
        out->low += share < min;
        out->high += share > max;
        out->records += share < min || share > max ? c->size[g] : 0;
    }
}

static tacit_status add_figures(tacit_ctx *cx, const found *f, const tacit_classes *c,
                                tacit_result *result)
{
    TACIT_TRY(tacit_result_figure(cx, result, "least", "Smallest probability of presence", f->least,
                                  TACIT_UNIT_PROBABILITY, "least f / F over key combinations"));
    TACIT_TRY(tacit_result_figure(cx, result, "most", "Largest probability of presence", f->most,
                                  TACIT_UNIT_PROBABILITY, "largest f / F over key combinations",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_records", "Records that violate",
                                  (double)f->records, TACIT_UNIT_COUNT,
                                  "records of the data with f / F below min or above max",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_share", "Share of such records",
                                  (double)f->records / (double)c->records, TACIT_UNIT_SHARE,
                                  "of all records", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "too_high", "Key combinations above max", (double)f->high, TACIT_UNIT_COUNT,
        "key combinations of the data with f / F above max", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "too_low", "Key combinations below min", (double)f->low, TACIT_UNIT_COUNT,
        "key combinations of the data with f / F below min", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "absent", "Key combinations not in the data", f->absent,
                               TACIT_UNIT_COUNT, "key combinations of the population with f = 0");
}

static tacit_status check_request(tacit_ctx *cx, const tacit_subject *subject,
                                  const tacit_args *args)
{
    if (tacit_subject_extra_of(subject)->population == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'delta_presence' needs a population file; weights or a sampling "
                          "fraction do not say who is in the population.");
    if (tacit_arg_real(args, MIN) > tacit_arg_real(args, MAX))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'min' of delta_presence is above its 'max'.");
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const tacit_classes *c = NULL;
    tacit_population p;
    tacit_size_counts all;
    found f = { .least = 1.0 };
    TACIT_TRY(check_request(cx, subject, args));
    TACIT_TRY(tacit_sizes_population(cx, subject, TACIT_MISSING_CATEGORY, &c, &p));
    TACIT_TRY(tacit_sizes_of_population(cx, subject, &all));
    look_at(subject, c, p.F, args, &f);
    f.absent = fmax(round(all.classes) - f.whole, 0.0);
    const size_t compat = tacit_arg_choice(args, COMPAT);
    const bool none = compat == NONE && f.absent > 0.0,
               more = compat == ARX && f.absent > (double)f.blank;
    f.least = none || more ? 0.0 : f.least;
    const bool missed = (none || more) && tacit_arg_real(args, MIN) > 0.0;
    TACIT_TRY(tacit_result_holds(cx, result, f.low == 0 && f.high == 0 && !missed));
    return add_figures(cx, &f, c, result);
}

/* What the judge needs to know. */
typedef struct bounds {
    double min, max;
    bool every; /* whether people without a record count, too */
    bool first; /* those that have none before records are suppressed */
} bounds;

/* Nothing but the whole table can be suppressed where everyone must be likely enough to be
 * in the data: who is suppressed is not. */
static uint64_t mark_all(const tacit_judge_view *view, bool *marked)
{
    uint64_t records = 0;
    for (size_t g = 0; g < view->n; g++) {
        records += marked[g] ? 0 : view->size[g];
        marked[g] = view->size[g] > 0;
    }
    return records;
}

static uint64_t mark(void *user, const tacit_judge_view *view, bool *marked)
{
    const bounds *b = user;
    uint64_t records = 0;
    for (size_t g = 0; g < view->n; g++) {
        const double share = (double)view->size[g] / view->population[g];
        const bool wrong = share < b->min || share > b->max;
        const bool absent = b->first && view->size[g] == 0 && wrong;
        if (absent || (b->every && (marked[g] || wrong)))
            return mark_all(view, marked);
        if (marked[g] || view->size[g] == 0 || !wrong)
            continue;
        marked[g] = true;
        records += view->size[g];
    }
    return records;
}

/* f / F of joined classes is between the least and the greatest of theirs: CONVEX.  If `min`
 * is above 0 that includes combinations that the data has not: where they violate, none
 * must be there; where they are left out they pull a class that they are joined to down. */
static tacit_status judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out)
{
    bounds *b = NULL;
    TACIT_TRY(check_request(cx, frame->subject, args));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *b, &b));
    *b = (bounds){ .min = tacit_arg_real(args, MIN), .max = tacit_arg_real(args, MAX) };
    const bool low = b->min > 0.0;
    const size_t compat = tacit_arg_choice(args, COMPAT);
    b->every = low && compat == NONE;
    b->first = low && compat == ARX;
    *out = (tacit_class_judge){ .traits = (low && compat == ARX_BESIDE ? 0u : TACIT_JUDGE_CONVEX) |
                                          (b->every || b->first ? 0u : TACIT_JUDGE_LOCAL),
                                .population = true,
                                .user = b,
                                .mark = mark };
    return TACIT_OK;
}

const tacit_model tacit_model_delta_presence = {
    .measure = { .about = { .name = "delta_presence",
                            .title = "Delta-presence",
                            .summary = "How likely a person of the population is in the data stays "
                                       "between two "
                                       "bounds.",
                            .source = "Nergiz, Atzori and Clifton (2007), Hiding the presence of "
                                      "individuals "
                                      "from shared databases",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_POPULATION,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .judge = judge,
};
