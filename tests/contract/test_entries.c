/*
 * test_entries.c - every entry of every catalog is complete, and has its file and its page.
 *
 * The sources are found through TACIT_SOURCE_DIR, the project's folder.
 */
#include "support/check.h"

#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/engine.h"
#include "hierarchy/hierarchy.h"
#include "micro/linkage/linker.h"
#include "micro/method/method.h"
#include "micro/model/model.h"
#include "micro/risk/risk.h"
#include "micro/utility/utility.h"
#include "privacy/accountant/accountant.h"
#include "privacy/inference/inference.h"
#include "privacy/mechanism/mechanism.h"
#include "query/mode/mode.h"
#include "synth/generator.h"
#include "tabular/measure/measure.h"
#include "tabular/protection/protection.h"
#include "tabular/rule/rule.h"

/* A catalog and the folders of its pages and of its files. */
typedef struct family {
    const tacit_catalog *catalog;
    const char *pages, *files;
} family;

static const family FAMILIES[] = {
    { &tacit_method_catalog, "methods", "micro/method" },
    { &tacit_model_catalog, "models", "micro/model" },
    { &tacit_linker_catalog, "linkers", "micro/linkage" },
    { &tacit_generator_catalog, "generators", "synth" },
    { &tacit_risk_catalog, "risks", "micro/risk" },
    { &tacit_utility_catalog, "utilities", "micro/utility" },
    { &tacit_rule_catalog, "rules", "tabular/rule" },
    { &tacit_protection_catalog, "protections", "tabular/protection" },
    { &tacit_table_risk_catalog, "table_risks", "tabular/measure" },
    { &tacit_table_utility_catalog, "table_utilities", "tabular/measure" },
    { &tacit_mechanism_catalog, "mechanisms", "privacy/mechanism" },
    { &tacit_accountant_catalog, "accountants", "privacy/accountant" },
    { &tacit_inference_catalog, "inferences", "privacy/inference" },
    { &tacit_mode_catalog, "modes", "query/mode" },
    { &tacit_hierarchy_catalog, "hierarchies", "hierarchy" },
    { &tacit_engine_catalog, "engines", "engine" },
};
enum { N_FAMILIES = sizeof FAMILIES / sizeof FAMILIES[0] };

static bool is_name(const char *text)
{
    return text != NULL && text[0] != '\0' &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz_") == strlen(text);
}

static bool ends_in_stop(const char *text)
{
    const size_t n = strlen(text);
    return n > 0 && text[n - 1] == '.';
}

/* Whether some four digits make a year from 1900 to 2099. */
static bool has_year(const char *text)
{
    for (; *text != '\0'; text++)
        if ((strncmp(text, "19", 2) == 0 || strncmp(text, "20", 2) == 0) &&
            isdigit((unsigned char)text[2]) && isdigit((unsigned char)text[3]) &&
            !isdigit((unsigned char)text[4]))
            return true;
    return false;
}

/* Say what is wrong with `name` of `who` and fail. */
#define require(condition, who, name, what)                                                        \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s '%s': %s", (who), (name) == NULL ? "?" : (name), (what));                 \
    } while (0)

static void check_range(const char *owner, const tacit_param *p)
{
    const bool number = p->type == TACIT_PARAM_INTEGER || p->type == TACIT_PARAM_REAL;
    if (number || p->type == TACIT_PARAM_REALS)
        require(p->min < p->max, owner, p->name, "its range is empty");
    if (number && p->need == TACIT_PRESET)
        require(p->min <= p->preset && p->preset <= p->max, owner, p->name,
                "its default is out of range");
    if (p->type == TACIT_PARAM_FLAG)
        require(p->preset <= 0.0 || p->preset >= 1.0, owner, p->name, "its default is no flag");
    size_t n = 0;
    while (p->choices != NULL && p->choices[n] != NULL) {
        require(p->choices[n][0] != '\0', owner, p->name, "a choice is empty");
        n++;
    }
    if (p->type == TACIT_PARAM_CHOICE)
        require(n >= 2 && p->preset >= 0.0 && p->preset < (double)n, owner, p->name,
                "it has no choice, or a default that is none");
    else
        require(n == 0, owner, p->name, "it has choices but is no choice");
}

/* Beyond this a slider would be of no use. */
enum { SLIDER = 10000000 };

/* What a form would offer: every number has a useful range with its default in it. */
static void check_useful(const char *owner, const tacit_param *p)
{
    double low = 0.0, high = 0.0;
    require(p->unit == NULL || p->unit[0] != '\0', owner, p->name, "its unit is empty");
    require(p->importance <= TACIT_ADVANCED, owner, p->name, "its importance is unknown");
    if (p->type != TACIT_PARAM_INTEGER && p->type != TACIT_PARAM_REAL &&
        p->type != TACIT_PARAM_REALS) {
        require(p->low >= 0.0 && p->high <= 0.0 && !p->samples, owner, p->name,
                "it has a useful range but is no number");
        return;
    }
    tacit_param_useful(p, &low, &high);
    require(p->min <= low && low < high && high <= p->max, owner, p->name,
            "its useful range is not within its range");
    if (p->type != TACIT_PARAM_REALS && p->need == TACIT_PRESET)
        require(low <= p->preset && p->preset <= high, owner, p->name,
                "its default is out of the useful range");
    if (p->scale == TACIT_SCALE_LOG)
        require(low > 0.0 && high / low <= SLIDER, owner, p->name,
                "its useful range does not go with a logarithmic scale");
    else
        require(high - low <= SLIDER, owner, p->name, "its useful range is too wide");
}

static void check_params(const char *owner, const tacit_param *params)
{
    require(params != NULL, owner, "params", "there is no list of parameters");
    for (size_t i = 0; params[i].name != NULL; i++) {
        const tacit_param *p = &params[i];
        require(is_name(p->name), owner, p->name, "its name is not made of a-z and _");
        require(p->help != NULL && p->help[0] != '\0', owner, p->name, "it has no help");
        require(!ends_in_stop(p->help) && !isupper((unsigned char)p->help[0]), owner, p->name,
                "its help is not a phrase in lower case without a full stop");
        require(p->type >= TACIT_PARAM_FLAG && p->type <= TACIT_PARAM_KEY_SPANS, owner, p->name,
                "it has no type");
        require(tacit_param_find(params, p->name) == i, owner, p->name, "its name stands twice");
        check_range(owner, p);
        check_useful(owner, p);
    }
}

static void check_entry(const tacit_catalog *c, size_t i)
{
    const tacit_entry *e = c->entry[i];
    require(is_name(e->name), c->family, e->name, "its name is not made of a-z and _");
    require(e->title != NULL && e->title[0] != '\0' && !ends_in_stop(e->title), c->family, e->name,
            "it needs a title without a full stop");
    require(e->summary != NULL && ends_in_stop(e->summary), c->family, e->name,
            "it needs a summary with a full stop");
    require(e->source != NULL && has_year(e->source), c->family, e->name,
            "it needs a source with a year");
    require(tacit_catalog_find(c, e->name) == i, c->family, e->name, "its name stands twice");
    require(tacit_catalog_get(c, e->name) == e, c->family, e->name, "it is not found by name");
    check_params(e->name, e->params);
}

static void test_entries(void **state)
{
    (void)state;
    for (size_t f = 0; f < N_FAMILIES; f++) {
        const tacit_catalog *c = FAMILIES[f].catalog;
        assert_true(is_name(c->family));
        assert_true(c->title != NULL && isupper((unsigned char)c->title[0]));
        assert_true(c->n > 0);
        for (size_t i = 0; i < c->n; i++)
            check_entry(c, i);
    }
    check_params("data", TACIT_SOURCE_PARAMS);
    assert_int_equal(tacit_param_count(TACIT_SOURCE_PARAMS), TACIT_SOURCE_ARGS);
}

/* How many entries lack the file that `format` names from a folder and the entry's name. */
static size_t count_absent(const char *format, bool pages)
{
    const char *root = getenv("TACIT_SOURCE_DIR");
    size_t absent = 0;
    for (size_t f = 0; f < N_FAMILIES; f++)
        for (size_t i = 0; i < FAMILIES[f].catalog->n; i++) {
            char path[512], file[256];
            snprintf(file, sizeof file, format, pages ? FAMILIES[f].pages : FAMILIES[f].files,
                     FAMILIES[f].catalog->entry[i]->name);
            snprintf(path, sizeof path, "%s/%s", root, file);
            glob_t found;
            if (glob(path, GLOB_BRACE, NULL, &found) != 0) {
                print_message("# %s is not there\n", file);
                absent++;
            }
            globfree(&found);
        }
    return absent;
}

static void test_files(void **state)
{
    (void)state;
    if (getenv("TACIT_SOURCE_DIR") == NULL)
        skip();
    assert_int_equal(count_absent("src/%s{,/*,/*/*}/%s.c", false), 0);
}

static void test_pages(void **state)
{
    (void)state;
    if (getenv("TACIT_SOURCE_DIR") == NULL)
        skip();
    assert_int_equal(count_absent("docs/%s/%s.md", true), 0);
}

/* Every method begins with the columns that it masks, and accepts some type. */
static void test_methods(void **state)
{
    (void)state;
    for (size_t i = 0; i < tacit_method_catalog.n; i++) {
        const tacit_entry *e = tacit_method_catalog.entry[i];
        const tacit_method *m = tacit_method_find(e->name);
        assert_ptr_equal(&m->about, e);
        assert_string_equal(e->params[0].name, "columns");
        assert_int_equal(e->params[0].type, TACIT_PARAM_COLUMNS);
        assert_true((m->accepts & ~(unsigned)TACIT_TYPE_ANY) == 0 && m->accepts != 0);
        assert_true(m->run != NULL || m->apply != NULL);
    }
}

static void test_engines(void **state)
{
    (void)state;
    for (size_t i = 0; i < tacit_engine_catalog.n; i++) {
        const tacit_engine *e =
            tacit_catalog_get(&tacit_engine_catalog, tacit_engine_catalog.entry[i]->name);
        assert_true(e->endings != NULL && e->endings[0] != '\0');
        assert_true(e->reads != NULL && e->writes != NULL && e->open != NULL && e->close != NULL);
        assert_true(e->scan != NULL && e->load != NULL && e->group != NULL && e->write != NULL);
        assert_false(e->reads("no.such.ending") || e->writes("no.such.ending"));
        assert_false(e->reads("") || e->writes(""));
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries), cmocka_unit_test(test_files),
        cmocka_unit_test(test_pages),   cmocka_unit_test(test_methods),
        cmocka_unit_test(test_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
