/*
 * test_role.c - words in names, and the roles they suggest.
 *
 * Provenance: what a custodian would say of each column, written down before the rules
 * were run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "micro/profile/name.h"
#include "micro/profile/role.h"
#include "support/group.h"

static void test_split(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        { "dateOfBirth", " date of birth " },
        { "Date_of-birth", " date of birth " },
        { "IPAddress", " ip address " },
        { "wgt2", " wgt 2 " },
        { "Gr\xc3\xb6\xc3\x9f"
          "e",
          " grosse " },
        { "PR\xc3\x89NOM", " prenom " },
        { "", " " },
        { "__", " " },
        { "\xff"
          "age",
          " age " },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(tacit_name_split(cases[i][0]).text, cases[i][1]);
    char name[2000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_true(strlen(tacit_name_split(name).text) < TACIT_NAME_BYTES);
}

static void test_find(void **state)
{
    (void)state;
    char found[TACIT_WORD_BYTES];
    const tacit_name_words w = tacit_name_split("HomeRegionCode");
    assert_true(tacit_name_has(&w, "x|regio*", found));
    assert_string_equal(found, "region"); /* the whole word of the name */
    assert_true(tacit_name_has(&w, "region code", found));
    assert_string_equal(found, "region code");
    assert_false(tacit_name_has(&w, "regio|egion*|=region", found));
    const tacit_name_words joined = tacit_name_split("UTILNAME");
    assert_true(tacit_name_has(&joined, "name|*name", found));
    assert_string_equal(found, "utilname");
    const tacit_name_words single = tacit_name_split("W");
    assert_true(tacit_name_has(&single, "=w", found));
}

/* 1000 rows, 40 values of `type`, none missing, positive numbers. */
static tacit_profile usual(const char *name, tacit_type type)
{
    return (tacit_profile){ .name = name,
                            .type = type,
                            .rows = 1000,
                            .distinct = 40,
                            .least = 1.0,
                            .most = 99.0,
                            .twin = SIZE_MAX,
                            .tells = SIZE_MAX };
}

static unsigned role_of(const char *name, tacit_type type)
{
    const tacit_profile p = usual(name, type);
    const tacit_suggestion s = tacit_role_suggest(&p);
    return tacit_suggestion_roles(&s);
}

static void test_names(void **state)
{
    (void)state;
    static const struct name_case {
        const char *name;
        tacit_type type;
        unsigned role;
    } cases[] = {
        { "ssn", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER },
        { "LastName", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER },
        { "Nachname", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER },
        { "e-mail", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER },
        { "passportNo", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER },
        { "adresse", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER },
        { "licence_plate", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER },
        { "age", TACIT_TYPE_INTEGER, TACIT_ROLE_KEY },
        { "\xc3\x82ge", TACIT_TYPE_INTEGER, TACIT_ROLE_KEY },
        { "Geburtsdatum", TACIT_TYPE_DATE, TACIT_ROLE_KEY },
        { "PLZ", TACIT_TYPE_INTEGER, TACIT_ROLE_KEY },
        { "household_size", TACIT_TYPE_INTEGER, TACIT_ROLE_KEY },
        { "region_name", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY },
        { "birth_country", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY },
        { "estado_civil", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY },
        { "native-country", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY },
        { "admission_date", TACIT_TYPE_DATE, TACIT_ROLE_KEY },
        { "household_income", TACIT_TYPE_REAL, TACIT_ROLE_SENSITIVE },
        { "icd10", TACIT_TYPE_CATEGORY, TACIT_ROLE_SENSITIVE },
        { "cause_of_death", TACIT_TYPE_CATEGORY, TACIT_ROLE_SENSITIVE },
        { "vote2021", TACIT_TYPE_CATEGORY, TACIT_ROLE_SENSITIVE },
        { "pweight", TACIT_TYPE_REAL, TACIT_ROLE_WEIGHT },
        { "w", TACIT_TYPE_REAL, TACIT_ROLE_WEIGHT },
        { "weight_kg", TACIT_TYPE_REAL, TACIT_ROLE_KEY },
        { "stratum", TACIT_TYPE_INTEGER, TACIT_ROLE_STRATA },
        { "PSU", TACIT_TYPE_INTEGER, TACIT_ROLE_CLUSTER },
        { "school_id", TACIT_TYPE_CATEGORY, TACIT_ROLE_CLUSTER },
        { "interviewer", TACIT_TYPE_INTEGER, TACIT_ROLE_CLUSTER },
        { "schooling", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY },
        { "employer", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY },
        { "hours", TACIT_TYPE_INTEGER, 0 },
        { "relation", TACIT_TYPE_CATEGORY, 0 }, /* low: told, not applied */
        { "beverage", TACIT_TYPE_INTEGER, 0 },  /* "age" is no word of it */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (role_of(cases[i].name, cases[i].type) != cases[i].role)
            fail_msg("%s: not the role that was expected", cases[i].name);
}

static void test_values(void **state)
{
    (void)state;
    tacit_profile p = usual("remark", TACIT_TYPE_CATEGORY);
    p.distinct = 1000;
    tacit_suggestion s = tacit_role_suggest(&p);
    assert_int_equal(s.role, TACIT_ROLE_IDENTIFIER);
    assert_string_equal(s.reason, "all 1,000 values differ");

    p.distinct = 950;
    s = tacit_role_suggest(&p);
    assert_string_equal(s.reason, "95 % of its texts differ");

    p.distinct = 500;
    assert_int_equal(tacit_role_suggest(&p).role, 0);

    p.distinct = 4;
    s = tacit_role_suggest(&p);
    assert_int_equal(s.role, TACIT_ROLE_KEY);
    assert_int_equal(s.confidence, TACIT_CONFIDENCE_LOW);
    assert_int_equal(tacit_suggestion_roles(&s), 0);

    p.distinct = 1;
    assert_string_equal(tacit_role_suggest(&p).reason, "all its values are the same");
    p.distinct = 0;
    p.missing = 1000;
    assert_string_equal(tacit_role_suggest(&p).reason, "it has no values");

    p = usual("x", TACIT_TYPE_CATEGORY);
    p.pattern = TACIT_PATTERN_EMAIL;
    assert_string_equal(tacit_role_suggest(&p).reason, "every value looks like an e-mail address");

    p = usual("case_id", TACIT_TYPE_INTEGER);
    assert_int_equal(tacit_role_suggest(&p).role, 0);
    p.distinct = 1000;
    s = tacit_role_suggest(&p);
    assert_int_equal(s.role, TACIT_ROLE_IDENTIFIER);
    assert_string_equal(s.reason, "its name says it ('id') and all 1,000 values differ");
}

/* Ids that several records share: by a name that says little, or by where the records stand. */
static void test_clusters(void **state)
{
    (void)state;
    tacit_profile p = usual("case_id", TACIT_TYPE_INTEGER);
    p.distinct = 400;
    tacit_suggestion s = tacit_role_suggest(&p);
    assert_int_equal(tacit_suggestion_roles(&s), TACIT_ROLE_CLUSTER);

    p = usual("v17", TACIT_TYPE_INTEGER);
    p.distinct = p.runs = 400;
    s = tacit_role_suggest(&p);
    assert_int_equal(s.role, TACIT_ROLE_CLUSTER);
    assert_int_equal(tacit_suggestion_roles(&s), 0); /* told, not applied */
    assert_string_equal(s.reason, "records with the same number stand together, 2.5 on average");
    p.runs = 401; /* one value in two places */
    assert_int_equal(tacit_role_suggest(&p).role, 0);
    p.distinct = p.runs = 49; /* more than 20 records each */
    assert_int_equal(tacit_role_suggest(&p).role, 0);
}

/* Columns of household surveys and registers of patients, with few numbers for values: what
 * neighbours see is a key, what came of a patient is sensitive, a lab's class is perhaps a key. */
static void test_codes(void **state)
{
    (void)state;
    static const struct code_case {
        const char *name;
        unsigned role, sure;
    } cases[] = {
        { "urbrur", TACIT_ROLE_KEY, 1 },       { "roof", TACIT_ROLE_KEY, 1 },
        { "relat", TACIT_ROLE_KEY, 1 },        { "hhcivil", TACIT_ROLE_KEY, 1 },
        { "MARSTAT", TACIT_ROLE_KEY, 1 },      { "employment_status", TACIT_ROLE_KEY, 0 },
        { "status", TACIT_ROLE_SENSITIVE, 1 }, { "death", TACIT_ROLE_SENSITIVE, 1 },
        { "stage", TACIT_ROLE_SENSITIVE, 0 },  { "ascites", TACIT_ROLE_KEY, 0 },
        { "q17", TACIT_ROLE_KEY, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tacit_profile p = usual(cases[i].name, TACIT_TYPE_INTEGER);
        p.distinct = 3;
        p.most = 3.0;
        const tacit_suggestion s = tacit_role_suggest(&p);
        if (s.role != cases[i].role || (tacit_suggestion_roles(&s) != 0) != cases[i].sure)
            fail_msg("%s: not the role that was expected", cases[i].name);
    }
    tacit_profile p = usual("water", TACIT_TYPE_REAL); /* litres, not where it comes from */
    p.distinct = 700;
    assert_int_equal(tacit_role_suggest(&p).role, 0);
    p = usual("code", TACIT_TYPE_INTEGER);
    p.distinct = 3;
    p.most = 100000.0; /* far apart: amounts */
    assert_int_equal(tacit_role_suggest(&p).role, 0);
}

/* 300 numbers that all differ among 3 000: 300 * 299 / 2 / 3 000 = 14.95 pairs were to be expected
 * to be equal; among 6 000 half as many, which is too few to say. */
static void test_seen_to(void **state)
{
    (void)state;
    tacit_profile p = usual("v17", TACIT_TYPE_INTEGER);
    p.rows = p.distinct = p.singles = p.runs = 300;
    p.least = 5000.0;
    p.most = 7999.0;
    tacit_suggestion s = tacit_role_suggest(&p);
    assert_int_equal(tacit_suggestion_roles(&s), TACIT_ROLE_IDENTIFIER);
    assert_string_equal(s.reason, "all 300 numbers differ, which so close together is no accident");
    p.most = 10999.0;
    assert_int_equal(tacit_role_suggest(&p).role, 0);
    p.most = 7999.0;
    p.distinct = 299;
    assert_int_equal(tacit_role_suggest(&p).role & TACIT_ROLE_IDENTIFIER, 0);
    p = usual("Personalnr", TACIT_TYPE_INTEGER);
    p.distinct = p.rows;
    p.most = 1e9;
    assert_int_equal(tacit_role_suggest(&p).role, TACIT_ROLE_IDENTIFIER);
}

static tacit_topic topic_of(const char *const *texts)
{
    tacit_topic_count count = { 0 };
    for (; *texts != NULL; texts++)
        tacit_topic_see(&count, *texts);
    return tacit_topic_end(&count);
}

/* What values tell without a name; two of four are half. */
static void test_topics(void **state)
{
    (void)state;
    static const char *const chapters[] = { "Circulatory", "Neoplasms", "Other", "Unknown", NULL };
    static const char *const vital[] = { "alive", "Dead", NULL };
    static const char *const icd[] = { "I10", "E11.9", "J45", "C50", NULL };
    static const char *const regions[] = { "R10", "R11", "R12", "R13", NULL };
    static const char *const words[] = { "red", "green", "blue", "heart", NULL };
    assert_int_equal(topic_of(chapters), TACIT_TOPIC_HEALTH);
    assert_int_equal(topic_of(vital), TACIT_TOPIC_DEATH);
    assert_int_equal(topic_of(icd), TACIT_TOPIC_ICD);
    assert_int_equal(topic_of(regions), TACIT_TOPIC_NONE);
    assert_int_equal(topic_of(words), TACIT_TOPIC_NONE);
    assert_int_equal(topic_of(words + 4), TACIT_TOPIC_NONE);
    tacit_profile p = usual("chapter", TACIT_TYPE_CATEGORY);
    p.topic = TACIT_TOPIC_HEALTH;
    const tacit_suggestion s = tacit_role_suggest(&p);
    assert_int_equal(tacit_suggestion_roles(&s), TACIT_ROLE_SENSITIVE);
    assert_string_equal(s.reason, "its values name diseases");
}

/* Without a sure key, doubtful ones are taken; beside a sure one they are only told.  Names that
 * all begin with the same letter are read without it. */
static void test_doubtful(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_profile p[4];
    static const char *const plain[] = { "one", "two", "three", "age" };
    static const char *const marked[] = { "vsex", "vage", "vone", "vtwo" };
    tacit_suggestion *s = NULL;
    for (size_t j = 0; j < 4; j++) {
        p[j] = usual(plain[j], TACIT_TYPE_INTEGER);
        p[j].distinct = 3;
    }
    assert_int_equal(tacit_role_suggest_all(cx, p, 3, &s), TACIT_OK);
    for (size_t j = 0; j < 3; j++)
        assert_int_equal(tacit_suggestion_roles(&s[j]), TACIT_ROLE_KEY);
    assert_int_equal(tacit_role_suggest_all(cx, p, 4, &s), TACIT_OK);
    assert_int_equal(tacit_suggestion_roles(&s[0]), 0);
    assert_int_equal(s[0].role, TACIT_ROLE_KEY);
    for (size_t j = 0; j < 4; j++)
        p[j].name = marked[j];
    assert_int_equal(tacit_role_suggest_all(cx, p, 4, &s), TACIT_OK);
    assert_int_equal(tacit_suggestion_roles(&s[0]), TACIT_ROLE_KEY);
    assert_int_equal(s[1].kind, TACIT_KIND_AGE);
    assert_int_equal(tacit_suggestion_roles(&s[2]), 0);
    tacit_ctx_free(cx);
}

static void test_weights(void **state)
{
    (void)state;
    tacit_profile p = usual("weight", TACIT_TYPE_REAL);
    p.least = 0.0; /* nobody has weight 0 */
    assert_int_equal(tacit_role_suggest(&p).role, 0);
    p.least = 0.5;
    p.missing = 1;
    assert_int_equal(tacit_role_suggest(&p).role, 0);
    p = usual("sampling_weight", TACIT_TYPE_INTEGER);
    p.distinct = 1; /* all records stand for equally many */
    p.least = p.most = 100.0;
    assert_int_equal(tacit_role_suggest(&p).role, TACIT_ROLE_WEIGHT);
    p.least = p.most = 1.0; /* for themselves only */
    assert_int_equal(tacit_role_suggest(&p).role, 0);
    p = usual("has_email", TACIT_TYPE_CATEGORY);
    p.distinct = 2; /* whether there is one */
    assert_int_not_equal(tacit_role_suggest(&p).role, TACIT_ROLE_IDENTIFIER);
}

static void test_together(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_profile p[] = {
        usual("weight", TACIT_TYPE_INTEGER),    usual("wgt", TACIT_TYPE_REAL),
        usual("pweight", TACIT_TYPE_REAL),      usual("hid", TACIT_TYPE_INTEGER),
        usual("household", TACIT_TYPE_INTEGER), usual("region", TACIT_TYPE_CATEGORY),
        usual("rc", TACIT_TYPE_INTEGER),
    };
    p[3].distinct = p[4].distinct = 400;
    p[6].twin = 5;
    tacit_suggestion *s = NULL;
    assert_int_equal(tacit_role_suggest_all(cx, p, 7, &s), TACIT_OK);
    const unsigned roles[] = { 0,
                               TACIT_ROLE_WEIGHT,
                               0,
                               TACIT_ROLE_HOUSEHOLD,
                               TACIT_ROLE_IDENTIFIER,
                               TACIT_ROLE_KEY,
                               TACIT_ROLE_KEY };
    for (size_t j = 0; j < 7; j++)
        assert_int_equal(s[j].role, roles[j]);
    assert_string_equal(s[6].reason, "it tells the same as another key column");
    tacit_ctx_free(cx);
}

/* The number of a firm stands for its name, whether exactly or nearly, and is released as another;
 * where there is no key, numbers are keys by which records are found. */
static void test_identifying(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_profile p[] = {
        usual("utilname", TACIT_TYPE_CATEGORY),
        usual("a", TACIT_TYPE_INTEGER),
        usual("b", TACIT_TYPE_INTEGER),
        usual("income", TACIT_TYPE_REAL),
        usual("c", TACIT_TYPE_REAL),
        usual("d", TACIT_TYPE_REAL),
    };
    tacit_suggestion *s = NULL;
    for (size_t j = 3; j < 6; j++)
        p[j].distinct = p[j].singles = 900;
    p[1].twin = 0;
    p[2].tells = 0;
    p[5].missing = 1;
    assert_int_equal(tacit_role_suggest_all(cx, p, 6, &s), TACIT_OK);
    assert_int_equal(tacit_suggestion_roles(&s[0]), TACIT_ROLE_IDENTIFIER);
    assert_int_equal(tacit_suggestion_roles(&s[1]), TACIT_ROLE_CLUSTER);
    assert_int_equal(tacit_suggestion_roles(&s[2]), TACIT_ROLE_CLUSTER);
    assert_int_equal(tacit_suggestion_roles(&s[3]), TACIT_ROLE_KEY);
    assert_int_equal(s[3].kind, TACIT_KIND_NUMBER);
    assert_int_equal(tacit_suggestion_roles(&s[4]), TACIT_ROLE_KEY);
    assert_int_equal(tacit_suggestion_roles(&s[5]), 0);
    p[1].name = "sex";
    p[1].twin = SIZE_MAX;
    assert_int_equal(tacit_role_suggest_all(cx, p, 6, &s), TACIT_OK);
    assert_int_equal(tacit_suggestion_roles(&s[3]), TACIT_ROLE_SENSITIVE);
    assert_int_equal(tacit_suggestion_roles(&s[4]), 0);
    tacit_ctx_free(cx);
}

/* A weight beside a height is that of a body; alone it is that of a sample. */
static void test_bodies(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_profile p[] = { usual("weight", TACIT_TYPE_REAL), usual("height", TACIT_TYPE_REAL),
                          usual("sex", TACIT_TYPE_CATEGORY) };
    tacit_suggestion *s = NULL;
    assert_int_equal(tacit_role_suggest_all(cx, p, 3, &s), TACIT_OK);
    assert_int_equal(s[0].role, TACIT_ROLE_KEY);
    assert_int_equal(s[0].confidence, TACIT_CONFIDENCE_LOW);
    p[1].name = "distance";
    assert_int_equal(tacit_role_suggest_all(cx, p, 3, &s), TACIT_OK);
    assert_int_equal(s[0].role, TACIT_ROLE_WEIGHT);
    p[1].name = "height";
    p[0].name = "pweight";
    assert_int_equal(tacit_role_suggest_all(cx, p, 3, &s), TACIT_OK);
    assert_int_equal(s[0].role, TACIT_ROLE_WEIGHT);
    tacit_ctx_free(cx);
}

/* Numbers that are texts because of separators name nobody. */
static void test_separated(void **state)
{
    (void)state;
    tacit_profile p = usual("x", TACIT_TYPE_CATEGORY);
    p.distinct = 1000;
    p.pattern = TACIT_PATTERN_THOUSANDS;
    assert_int_not_equal(tacit_role_suggest(&p).role, TACIT_ROLE_IDENTIFIER);
    p.pattern = TACIT_PATTERN_NONE;
    assert_int_equal(tacit_role_suggest(&p).role, TACIT_ROLE_IDENTIFIER);
    p = usual("Nettomonatseinkommen", TACIT_TYPE_REAL);
    assert_int_equal(tacit_role_suggest(&p).role, TACIT_ROLE_SENSITIVE);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split),       cmocka_unit_test(test_find),
        cmocka_unit_test(test_names),       cmocka_unit_test(test_values),
        cmocka_unit_test(test_codes),       cmocka_unit_test(test_topics),
        cmocka_unit_test(test_doubtful),    cmocka_unit_test(test_weights),
        cmocka_unit_test(test_bodies),      cmocka_unit_test(test_separated),
        cmocka_unit_test(test_together),    cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_identifying), cmocka_unit_test(test_seen_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
