/*
 * test_html.c - the HTML page: complete, escaped, closed to the outside, for any record.
 */
#include "unit/report/damage.h"

#include "report/html/html.h"

static tacit_buffer render(tacit_ctx *cx, const json_t *record)
{
    tacit_buffer b = { 0 };
    assert_int_equal(tacit_report_html(cx, record, &b), TACIT_OK);
    assert_non_null(b.text);
    return b;
}

static void page_has_every_section(void **state)
{
    json_t *r = example_record();
    tacit_buffer b = render(*state, r);
    static const char *const parts[] = {
        "<!DOCTYPE html>",
        "<html lang=\"en\">",
        "Released: the required guarantee holds.",
        "id=\"guarantees\"",
        "id=\"steps\"",
        "id=\"risk\"",
        "id=\"utility\"",
        "id=\"columns\"",
        "id=\"provenance\"",
        "seed: 42",
        "v1.5.5",
        "people-safe.parquet",
        "Additive noise",
        /* Each number has its definition beside it. */
        "Average risk<span class=\"def\">Mean over records of 1 / class size",
        "<td class=\"n\" data-name=\"Before\">0.4412</td>"
        "<td class=\"n\" data-name=\"After\">0.0417</td>"
        "<td class=\"n\" data-name=\"Change\">\xe2\x88\x92"
        "0.3995</td>",
        "Column &#39;occupation&#39; has no role",
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_has(b.text, parts[i]);
    tacit_buffer_free(&b);
    json_decref(r);
}

static void page_is_closed_to_the_outside(void **state)
{
    json_t *r = example_record();
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"");
    static const char *const banned[] = { "<script", "<link",  "<img",        "<iframe",
                                          "@import", "src=\"", "javascript:", "onload" };
    for (size_t i = 0; i < sizeof banned / sizeof banned[0]; i++)
        assert_lacks(b.text, banned[i]);
    /* The name space of SVG is a name; nothing is fetched from it. */
    assert_int_equal(count_text(b.text, "http"),
                     count_text(b.text, "xmlns=\"http://www.w3.org/2000/svg\"") +
                         count_text(b.text, "http-equiv"));
    assert_int_equal(count_text(b.text, "url("), count_text(b.text, "url(#"));
    tacit_buffer_free(&b);
    json_decref(r);
}

static void elements_are_balanced_and_ids_unique(void **state)
{
    json_t *r = example_record();
    tacit_buffer b = render(*state, r);
    assert_balanced(b.text);
    for (const char *at = strstr(b.text, " id=\""); at != NULL; at = strstr(at + 1, " id=\"")) {
        char id[64];
        const size_t n = strcspn(at + 5, "\"") + 6;
        assert_true(n < sizeof id);
        snprintf(id, sizeof id, "%.*s", (int)n, at);
        assert_int_equal(count_text(b.text, id), 1);
    }
    for (const char *at = strstr(b.text, "href=\"#"); at != NULL; at = strstr(at + 1, "href=\"#")) {
        char id[64];
        snprintf(id, sizeof id, " id=\"%.*s\"", (int)strcspn(at + 7, "\""), at + 7);
        assert_int_equal(count_text(b.text, id), 1);
    }
    tacit_buffer_free(&b);
    json_decref(r);
}

static void every_text_is_escaped(void **state)
{
    json_t *r = example_record();
    attack_texts(r);
    tacit_buffer b = render(*state, r);
    assert_lacks(b.text, "<script");
    assert_lacks(b.text, "\x1b");
    assert_true(count_text(b.text, "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;") >
                200);
    assert_balanced(b.text);
    tacit_buffer_free(&b);
    json_decref(r);
}

static void failed_guarantees_are_explained(void **state)
{
    json_t *r = example_record();
    json_t *k = json_array_get(json_object_get(r, "requirements"), 0);
    json_object_set_new(r, "verdict",
                        json_pack("{s:s, s:s}", "mood", "bad", "headline",
                                  "Not released: the required guarantee does not hold."));
    json_object_set_new(k, "holds", json_false());
    json_object_set_new(k, "notes", json_pack("[s]", "6 classes have fewer than 5 records."));
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "class=\"verdict bad\"");
    assert_has(b.text, "Not released: the required guarantee does not hold.");
    assert_has(b.text, "<strong>k-anonymity (k = 5)</strong> does not hold. "
                       "6 classes have fewer than 5 records.");
    assert_lacks(b.text, "class=\"verdict good\"");
    tacit_buffer_free(&b);
    json_decref(r);
}

static void several_guarantees_have_an_overview(void **state)
{
    json_t *r = parse("{'command':'protect','released':false,'requirements':["
                      "{'name':'a','title':'A','holds':true},"
                      "{'name':'b','title':'B','holds':false}]}");
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "<th scope=\"row\">A</th><td><span class=\"mark good\">");
    assert_has(b.text, "<th scope=\"row\">B</th><td><span class=\"mark bad\">");
    tacit_buffer_free(&b);
    json_decref(r);
}

static void small_records_make_pages(void **state)
{
    static const char *const records[] = {
        "{'tacit':'0.1.0','command':'measure'}",
        "{}",
        "{'command':'inspect','data':{'columns':[{'name':'a'}]}}",
        "{'command':'measure','before':{'risks':[{'name':'x','figures':[{'value':null}]}]}}",
        "{'command':'compare','utility':[{'tables':[{'columns':['a'],'rows':[[null],[1]]}]}]}",
        "{'command':'protect','steps':[{}],'outputs':[{}],'warnings':[null,3]}",
    };
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        json_t *r = parse(records[i]);
        tacit_buffer b = render(*state, r);
        assert_balanced(b.text);
        assert_has(b.text, "</html>");
        assert_lacks(b.text, "(null)");
        tacit_buffer_free(&b);
        json_decref(r);
    }
}

/* Whatever single value is missing or of a wrong type, the page is made and well formed. */
static void any_part_may_be_broken(void **state)
{
    json_t *r = example_record();
    json_t *wrong[] = { json_null(), json_string("x"), json_real(-0.5), json_array() };
    const size_t n = count_values(r);
    assert_true(n > 500);
    for (size_t k = 0; k < n; k++) {
        json_t *broken = json_deep_copy(r);
        size_t at = k;
        assert_true(replace_value(broken, &at, wrong[k % 4]));
        tacit_buffer b = render(*state, broken);
        assert_balanced(b.text);
        tacit_buffer_free(&b);
        json_decref(broken);
    }
    for (size_t i = 0; i < 4; i++)
        json_decref(wrong[i]);
    json_decref(r);
}

/* A page says that it is confidential unless its record says that it is public. */
static void pages_are_confidential_by_default(void **state)
{
    static const char *const readers[] = { NULL, "custodian", "", "Public", "public" };
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        json_t *r = example_record();
        if (readers[i] != NULL)
            json_object_set_new(r, "reader", json_string(readers[i]));
        tacit_buffer b = render(*state, r);
        if (i < 4)
            assert_has(b.text, "<p class=\"secret\">Confidential");
        else
            assert_lacks(b.text, "class=\"secret\"");
        tacit_buffer_free(&b);
        json_decref(r);
    }
}

/* The mark stands on every page of paper. */
static void the_mark_is_printed_on_every_page(void **state)
{
    json_t *r = example_record();
    tacit_buffer b = render(*state, r);
    const char *print = strstr(b.text, "@media print{");
    assert_non_null(print);
    assert_has(print, ".secret{position:fixed;");
    tacit_buffer_free(&b);
    json_decref(r);
}

static void the_custodian_sees_secrets(void **state)
{
    json_t *r = example_record();
    json_object_set_new(r, "secret", json_pack("{s:s}", "seed", "7316720498541209385"));
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "<dt>Seed, secret</dt><dd><code>7316720498541209385</code>");
    tacit_buffer_free(&b);
    json_decref(r);
}

static void protected_columns_have_a_table(void **state)
{
    json_t *r = example_record();
    assert_int_equal(json_object_set_new(r, "protected", parse("{'columns':[{'name':'only'}]}")),
                     0);
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "<h3>Of the protected data</h3>");
    assert_has(b.text, "<td>only</td>");
    tacit_buffer_free(&b);
    json_decref(r);
}

/* Columns without a role that no step changed stand in one line. */
static void untouched_columns_stand_together(void **state)
{
    json_t *r =
        parse("{'command':'protect','changed':[{'column':'age','cells':3}],'data':"
              "{'columns':[{'name':'age','roles':['key']},{'name':'v1','roles':[]},"
              "{'name':'v2','roles':[]},{'name':'v3','roles':[]},{'name':'v4','roles':[]}]}}");
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "<td>age</td>");
    assert_null(strstr(b.text, "<td>v1</td>"));
    assert_has(b.text, "4 columns without a role that no step changed: v1, v2, v3, v4.");
    tacit_buffer_free(&b);
    json_decref(r);
}

/* Of a release details are folded under their headlines, but for what does not hold. */
static void details_fold(void **state)
{
    json_t *r = parse("{'command':'protect','date':'2026-01-31','layout':{'brief':true},'data':"
                      "{'uri':'a.csv'},'protected':{'uri':'b.csv'},'requirements':[{'name':'m',"
                      "'title':'M','holds':false}],'after':{'risks':[{'name':'r','title':'R',"
                      "'figures':[{'name':'f','title':'F','unit':'count','value':7}]}]}}");
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "<details class=\"block\"><summary class=\"head\"><h3>R</h3>\n"
                       "<span class=\"gist\">F: 7</span>");
    assert_has(b.text, "<details class=\"block\" open><summary class=\"head\"><h3>M</h3>");
    assert_has(b.text, "of <code>a.csv</code> and <code>b.csv</code>; 2026-01-31");
    tacit_buffer_free(&b);
    json_decref(r);
}

static void long_tables_are_cut(void **state)
{
    json_t *r = parse("{'command':'compare','utility':[{'tables':[{'columns':['a'],"
                      "'rows':[]}]}]}");
    json_t *result = json_array_get(json_object_get(r, "utility"), 0);
    json_t *table = json_array_get(json_object_get(result, "tables"), 0);
    for (int i = 0; i < 1500; i++)
        json_array_append_new(json_object_get(table, "rows"), json_pack("[i]", i));
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "The first 200 of 1,500 rows.");
    tacit_buffer_free(&b);
    json_decref(r);
}

static void same_record_gives_same_bytes(void **state)
{
    json_t *r = example_record();
    tacit_buffer a = render(*state, r), b = render(*state, r);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.text, b.text, a.length);
    tacit_buffer_free(&a);
    tacit_buffer_free(&b);
    json_decref(r);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_has_every_section),
        cmocka_unit_test(page_is_closed_to_the_outside),
        cmocka_unit_test(elements_are_balanced_and_ids_unique),
        cmocka_unit_test(every_text_is_escaped),
        cmocka_unit_test(failed_guarantees_are_explained),
        cmocka_unit_test(several_guarantees_have_an_overview),
        cmocka_unit_test(small_records_make_pages),
        cmocka_unit_test(any_part_may_be_broken),
        cmocka_unit_test(pages_are_confidential_by_default),
        cmocka_unit_test(the_mark_is_printed_on_every_page),
        cmocka_unit_test(the_custodian_sees_secrets),
        cmocka_unit_test(protected_columns_have_a_table),
        cmocka_unit_test(untouched_columns_stand_together),
        cmocka_unit_test(details_fold),
        cmocka_unit_test(long_tables_are_cut),
        cmocka_unit_test(same_record_gives_same_bytes),
    };
    return cmocka_run_group_tests_name("report/html", tests, set_up, tear_down);
}
