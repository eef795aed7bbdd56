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
                            .twin = SIZE_MAX };
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
    assert_string_equal(s.reason, "all 1 000 values differ");

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
    assert_string_equal(s.reason, "its name says it ('id') and all 1 000 values differ");
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

static void test_weights(void **state)
{
    (void)state;
    tacit_profile p = usual("weight", TACIT_TYPE_REAL);
    p.least = 0.0; /* nobody has weight 0 */
    assert_int_equal(tacit_role_suggest(&p).role, 0);
    p.least = 0.5;
    p.missing = 1;
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

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split),    cmocka_unit_test(test_find),
        cmocka_unit_test(test_names),    cmocka_unit_test(test_values),
        cmocka_unit_test(test_weights),  cmocka_unit_test(test_together),
        cmocka_unit_test(test_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
