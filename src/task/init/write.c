/*
 * write.c - a commented plan to start from, made from an inspection's record.
 *
 * Everything in the plan follows from the record by fixed rules: roles as suggested, a
 * hierarchy for keys that have a natural one (intervals for ages and measurements, masked
 * characters for postal and other codes, periods for dates), steps that drop identifiers and cut
 * the tails of money, the way to 3-anonymity that keeps most on the data (steps.h), and that as the
 * requirement.  Suggestions of low confidence and columns without a role are written as comments.
 * The plan is valid for every record.
 *
 * Column names are quoted where YAML would read them otherwise, and cleaned of control
 * characters in comments.  O(columns).
 */
#include "task/init/init.h"

#include <string.h>

#include "engine/argus/argus.h"
#include "run/certificate/certificate.h"
#include "task/init/others.h"
#include "task/init/steps.h"
#include "task/init/yaml.h"

/* A plan being written. */
typedef struct writer {
    tacit_init_draft draft;
    tacit_buffer *out;
} writer;

static tacit_status put_remark(tacit_ctx *cx, tacit_buffer *out, const char *text)
{
    if (text[0] != '\0') {
        TACIT_TRY(tacit_buffer_text(cx, out, "  # "));
        TACIT_TRY(tacit_yaml_comment(cx, out, text));
    }
    return tacit_buffer_text(cx, out, "\n");
}

static tacit_status put_option(tacit_ctx *cx, tacit_buffer *out, const char *key,
                               const json_t *value)
{
    TACIT_TRY(tacit_buffer_format(cx, out, ", %s: ", key));
    if (json_is_boolean(value))
        return tacit_buffer_text(cx, out, json_is_true(value) ? "true" : "false");
    if (!json_is_array(value))
        return tacit_yaml_scalar(cx, out, json_is_string(value) ? json_string_value(value) : "");
    TACIT_TRY(tacit_buffer_text(cx, out, "["));
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *text = json_string_value(json_array_get(value, i));
        TACIT_TRY(tacit_buffer_text(cx, out, i > 0 ? ", " : ""));
        TACIT_TRY(tacit_yaml_scalar(cx, out, text == NULL ? "" : text));
    }
    return tacit_buffer_text(cx, out, "]");
}

static tacit_status put_data(tacit_ctx *cx, const writer *w)
{
    const json_t *data = json_object_get(w->draft.record, "data");
    json_t *options = json_object_get(data, "options"), *value = NULL;
    const char *key = NULL;
    TACIT_TRY(tacit_buffer_text(
        cx, w->out,
        "# Where the data is.  Options for reading it go beside the path, such as\n"
        "# {path: people.csv, delimiter: ';', decimal: ',', thousands: '.', missing: [NA]}.\n"));
    TACIT_TRY(tacit_buffer_text(cx, w->out, options != NULL ? "data: {path: " : "data: "));
    TACIT_TRY(tacit_yaml_scalar(cx, w->out, tacit_draft_text(data, "uri")));
    json_object_foreach(options, key, value) TACIT_TRY(put_option(cx, w->out, key, value));
    return tacit_buffer_text(cx, w->out, options != NULL ? "}\n\n" : "\n\n");
}

/* What is worth a look before anything else, as comments. */
static tacit_status put_hints(tacit_ctx *cx, const writer *w)
{
    const json_t *profile = json_object_get(w->draft.record, "profile");
    size_t n = 0;
    for (size_t j = 0; j < w->draft.n; j++) {
        const json_t *hints = json_object_get(json_array_get(profile, j), "hints");
        for (size_t i = 0; i < json_array_size(hints); i++) {
            const char *hint = json_string_value(json_array_get(hints, i));
            if (n++ == 0)
                TACIT_TRY(tacit_buffer_text(cx, w->out, "# Worth a look:\n"));
            TACIT_TRY(tacit_buffer_text(cx, w->out, "#   "));
            TACIT_TRY(tacit_yaml_comment(cx, w->out, w->draft.column[j].name));
            TACIT_TRY(tacit_buffer_text(cx, w->out, ": "));
            TACIT_TRY(tacit_yaml_comment(cx, w->out, hint == NULL ? "" : hint));
            TACIT_TRY(tacit_buffer_text(cx, w->out, "\n"));
        }
    }
    return n > 0 ? tacit_buffer_text(cx, w->out, "\n") : TACIT_OK;
}

static const struct role_text {
    const char *role, *about;
    bool single;
} ROLES[] = {
    { "identifier", "names a person, an account or a dwelling; never released", false },
    { "key", "others may know it of a person and find the record by it", false },
    { "sensitive", "must not be learnt of a person", false },
    { "weight", "how many persons a record stands for", true },
    { "household", "the records with the same value live together", true },
    { "strata", "methods work within its values", false },
    { "cluster", "the records with the same value belong together otherwise: a school", false },
};
enum { ROLE_TEXTS = sizeof ROLES / sizeof ROLES[0] };

static tacit_status put_role_columns(tacit_ctx *cx, const writer *w, const struct role_text *role)
{
    for (size_t j = 0; j < w->draft.n; j++) {
        const tacit_draft_column *c = &w->draft.column[j];
        if (!c->sure || strcmp(c->role, role->role) != 0)
            continue;
        TACIT_TRY(tacit_buffer_text(cx, w->out, role->single ? " " : "    - "));
        TACIT_TRY(tacit_yaml_scalar(cx, w->out, c->name));
        TACIT_TRY(put_remark(cx, w->out, c->reason));
    }
    return TACIT_OK;
}

static tacit_status put_role(tacit_ctx *cx, const writer *w, const struct role_text *role)
{
    if (tacit_draft_count(&w->draft, role->role) == 0)
        return tacit_buffer_format(cx, w->out, "  # %s: []  # none found: %s\n", role->role,
                                   role->about);
    if (role->single)
        TACIT_TRY(tacit_buffer_format(cx, w->out, "  # %s\n  %s:", role->about, role->role));
    else
        TACIT_TRY(tacit_buffer_format(cx, w->out, "  %s:  # %s\n", role->role, role->about));
    return put_role_columns(cx, w, role);
}

static tacit_status put_roles(tacit_ctx *cx, const writer *w)
{
    size_t any = 0;
    for (size_t r = 0; r < ROLE_TEXTS; r++)
        any += tacit_draft_count(&w->draft, ROLES[r].role);
    TACIT_TRY(tacit_buffer_text(cx, w->out,
                                "# What each column is.  These are suggestions: check every one, "
                                "and those left out too.\n"));
    TACIT_TRY(tacit_buffer_text(cx, w->out, any > 0 ? "roles:\n" : "roles: {}\n"));
    for (size_t r = 0; r < ROLE_TEXTS; r++)
        TACIT_TRY(put_role(cx, w, &ROLES[r]));
    return tacit_others_put(cx, &w->draft, w->out);
}

static tacit_status put_dates(tacit_ctx *cx, const writer *w, const tacit_draft_column *c)
{
    static const char levels[] = "levels: [month, year, decade]}}";
    if (c->order[0] == '\0' || strcmp(c->order, "ymd") == 0)
        return tacit_buffer_format(cx, w->out, ": {dates: {%s\n", levels);
    if (strcmp(c->order, "mixed") == 0)
        return tacit_buffer_format(cx, w->out,
                                   ": {dates: {order: dmy, %s  # some texts have the day first, "
                                   "some the month: check them\n",
                                   levels);
    if (strcmp(c->order, "either") == 0)
        return tacit_buffer_format(cx, w->out,
                                   ": {dates: {order: dmy, %s  # no text tells day from month; if "
                                   "the month comes first: mdy\n",
                                   levels);
    return tacit_buffer_format(cx, w->out, ": {dates: {order: %s, %s\n", c->order, levels);
}

/* What is said of many categories. */
#define MANY "  # many categories: groups that mean something would keep more of them"

static tacit_status put_hierarchy(tacit_ctx *cx, const writer *w, const tacit_draft_column *c)
{
    TACIT_TRY(tacit_buffer_text(cx, w->out, "  "));
    TACIT_TRY(tacit_yaml_scalar(cx, w->out, c->name));
    if (c->what == TACIT_TREAT_DATES)
        return put_dates(cx, w, c);
    if (c->what == TACIT_TREAT_CODES)
        return tacit_buffer_format(cx, w->out, ": {codes: {}}%s\n", c->many ? MANY : "");
    if (c->what == TACIT_TREAT_MASK)
        return tacit_buffer_format(cx, w->out, ": {mask: {levels: %d}}\n", c->levels);
    char width[TACIT_DRAFT_WIDTHS][TACIT_NUMBER_BYTES];
    for (size_t i = 0; i < TACIT_DRAFT_WIDTHS; i++)
        tacit_format_real(c->width[i], width[i]);
    return tacit_buffer_format(cx, w->out, ": {intervals: {widths: [%s, %s, %s]}}\n", width[0],
                               width[1], width[2]);
}

/* Whether a column gets a hierarchy. */
static bool is_coarsened(const tacit_draft_column *c)
{
    return c->what == TACIT_TREAT_INTERVALS || c->what == TACIT_TREAT_MASK ||
           c->what == TACIT_TREAT_DATES || c->what == TACIT_TREAT_CODES;
}

/* Keys with many categories, for which only the custodian knows groups that mean something. */
static tacit_status put_many(tacit_ctx *cx, const writer *w)
{
    for (size_t j = 0; j < w->draft.n; j++) {
        if (w->draft.column[j].what != TACIT_TREAT_MANY)
            continue;
        TACIT_TRY(tacit_buffer_text(cx, w->out, "  # "));
        TACIT_TRY(tacit_yaml_comment(cx, w->out, w->draft.column[j].name));
        TACIT_TRY(tacit_buffer_text(cx, w->out, ": {file: groups.csv}" MANY "\n"));
    }
    return TACIT_OK;
}

static tacit_status put_hierarchies(tacit_ctx *cx, const writer *w)
{
    size_t real = 0;
    for (size_t j = 0; j < w->draft.n; j++)
        real += is_coarsened(&w->draft.column[j]);
    TACIT_TRY(tacit_buffer_text(
        cx, w->out,
        "# How values are made coarser, level by level: intervals of numbers, periods of dates,\n"
        "# hidden characters of codes, or a file with a row for each value and a column for each "
        "level.\n"
        "# Numbers that are codes without groups (`codes`) are told or hidden.\n"));
    TACIT_TRY(tacit_buffer_text(cx, w->out, real > 0 ? "hierarchies:\n" : "hierarchies: {}\n"));
    for (size_t j = 0; j < w->draft.n; j++)
        if (is_coarsened(&w->draft.column[j]))
            TACIT_TRY(put_hierarchy(cx, w, &w->draft.column[j]));
    TACIT_TRY(put_many(cx, w));
    return tacit_buffer_text(cx, w->out, "\n");
}

static tacit_status put_require(tacit_ctx *cx, const writer *w)
{
    const bool keys = tacit_draft_count(&w->draft, "key") > 0;
    TACIT_TRY(tacit_buffer_text(
        cx, w->out,
        "# What must be true of the result; if it is not, nothing is written.  k_anonymity: each\n"
        "# record shares its key values with at least k - 1 others.  If little is left of the "
        "keys:\n"
        "# drop those with many values, or take the role from a key that nobody else can know.\n"));
    TACIT_TRY(tacit_buffer_text(cx, w->out,
                                keys ? "require:\n  k_anonymity: {k: " TACIT_INIT_K "}\n"
                                     : "# require:\n#   k_anonymity: {k: " TACIT_INIT_K "}\n"));
    if (keys && tacit_draft_count(&w->draft, "sensitive") > 0)
        TACIT_TRY(tacit_buffer_text(cx, w->out,
                                    "  # l_diversity: {l: 2}  # and nobody learns a sensitive "
                                    "value because all who are alike share it\n"));
    TACIT_TRY(tacit_buffer_text(cx, w->out, "\n"));
    TACIT_TRY(tacit_buffer_text(cx, w->out,
                                "# What to measure before and after: families, or single measures "
                                "(`tacit list`).\nmeasures: [risk, utility]\n\n"));
    return tacit_buffer_text(
        cx, w->out,
        "# Random steps draw from this seed.  Left out, a fresh one is drawn; keep it secret.\n"
        "# seed: ...\n\n");
}

/* The name of the data without folders, scheme and ending: "people" of "a/people.csv". */
static void find_stem(const char *uri, const char **stem, size_t *length)
{
    const char *from = uri;
    for (const char *c = uri; *c != '\0'; c++)
        if ((strchr("/\\#:", *c) != NULL) && c[1] != '\0')
            from = c + 1;
    *stem = from;
    *length = strcspn(from, ".?&");
    if (*length == 0) {
        *stem = "data";
        *length = strlen(*stem);
    }
}

/* The ending of the data if files with it can be written, otherwise ".csv". */
static const char *find_ending(tacit_ctx *cx, const char *stem, size_t length)
{
    const char *ending = stem + length;
    return ending[0] == '.' && (tacit_argus_writes(stem) || tacit_write_check(cx, stem) == TACIT_OK)
               ? ending
               : ".csv";
}

static tacit_status put_output(tacit_ctx *cx, const writer *w, const char *key, const char *name)
{
    TACIT_TRY(tacit_buffer_format(cx, w->out, "%s: ", key));
    TACIT_TRY(tacit_yaml_scalar(cx, w->out, name));
    return tacit_buffer_text(cx, w->out, "\n");
}

static tacit_status put_outputs(tacit_ctx *cx, const writer *w)
{
    const json_t *data = json_object_get(w->draft.record, "data");
    const char *stem = NULL;
    size_t length = 0;
    char *name = NULL, *certificate = NULL;
    find_stem(tacit_draft_text(data, "uri"), &stem, &length);
    TACIT_TRY(
        tacit_buffer_text(cx, w->out,
                          "# The protected data, a report to hand on, the certificate that `tacit "
                          "verify` checks,\n# and a report for you alone, which compares with the "
                          "original and says what was lost.\n"));
    TACIT_TRY(tacit_scratch_format(cx, &name, "%.*s-safe%s", (int)length, stem,
                                   find_ending(cx, stem, length)));
    TACIT_TRY(put_output(cx, w, "output", name));
    TACIT_TRY(tacit_scratch_format(cx, &certificate, "%s" TACIT_CERTIFICATE_ENDING, name));
    TACIT_TRY(tacit_scratch_format(cx, &name, "%.*s-safe.html", (int)length, stem));
    TACIT_TRY(put_output(cx, w, "report", name));
    TACIT_TRY(put_output(cx, w, "certificate", certificate));
    TACIT_TRY(tacit_scratch_format(cx, &name, "%.*s-custodian.html", (int)length, stem));
    return put_output(cx, w, "custodian_report", name);
}

static tacit_status put_top(tacit_ctx *cx, const writer *w)
{
    const json_t *data = json_object_get(w->draft.record, "data");
    TACIT_TRY(tacit_buffer_text(cx, w->out, "# A plan to start from, for "));
    TACIT_TRY(tacit_yaml_comment(cx, w->out, tacit_draft_text(data, "uri")));
    return tacit_buffer_format(
        cx, w->out,
        ": %" JSON_INTEGER_FORMAT " records, %zu columns.\n"
        "# Change what is wrong, then run `tacit protect` with this file.\n\n",
        json_integer_value(json_object_get(data, "rows")), w->draft.n);
}

static tacit_status put_plan(tacit_ctx *cx, const json_t *inspection, const tacit_ways *trials,
                             tacit_buffer *out)
{
    writer w = { .out = out };
    TACIT_TRY(tacit_draft_make(cx, inspection, &w.draft));
    TACIT_TRY(put_top(cx, &w));
    TACIT_TRY(put_data(cx, &w));
    TACIT_TRY(put_hints(cx, &w));
    TACIT_TRY(put_roles(cx, &w));
    TACIT_TRY(put_hierarchies(cx, &w));
    TACIT_TRY(put_require(cx, &w));
    TACIT_TRY(tacit_steps_put(cx, &w.draft, trials, out));
    return put_outputs(cx, &w);
}

tacit_status tacit_init_plan(tacit_ctx *cx, const json_t *inspection, const tacit_ways *trials,
                             tacit_buffer *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = put_plan(cx, inspection, trials, out);
    tacit_scratch_release(cx, mark);
    return status;
}

/* The plan but for data, steps and output, as trials need it. */
static tacit_status put_head(tacit_ctx *cx, const tacit_init_draft *draft, tacit_buffer *out)
{
    const writer w = { .out = out, .draft = *draft };
    TACIT_TRY(put_roles(cx, &w));
    TACIT_TRY(put_hierarchies(cx, &w));
    return tacit_buffer_text(cx, out,
                             "require: {k_anonymity: {k: " TACIT_INIT_K "}}\n"
                             "measures: [loss_metric: {values: hierarchy}]\n");
}

tacit_status tacit_init_try(tacit_ctx *cx, const tacit_work *w, tacit_ways *out)
{
    tacit_init_draft draft;
    tacit_buffer head = { 0 };
    TACIT_TRY(tacit_draft_make(cx, w->record, &draft));
    TACIT_TRY(tacit_draft_units(cx, w->data, &draft));
    tacit_status status = put_head(cx, &draft, &head);
    if (status == TACIT_OK)
        status = tacit_steps_try(cx, w, &draft, head.text, out);
    tacit_buffer_free(&head);
    return status;
}
