/*
 * test_pseudonymise.c - pseudonyms: known values, agreement, key files, collisions.
 *
 * The known values were computed with Python's hashlib.blake2b and base64.b32encode.
 */
#include <sys/stat.h>

#include "support/files.h"
#include "support/told.h"

#define KEY "0123456789abcdef0123456789abcdef"

static const char *key_file(const place *p, const char *name, const char *text,
                            char path[PATH_BYTES])
{
    FILE *file = fopen(path_of(p, name, path), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, 0600), 0);
    return path;
}

/* 32 zeros. */
static const char *zero_file(const place *p, char path[PATH_BYTES])
{
    static const char zeros[32] = { 0 };
    FILE *file = fopen(key_file(p, "zeros", "", path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(zeros, 1, sizeof zeros, file), sizeof zeros);
    fclose(file);
    return path;
}

static mask *with_key(mask *m, const tacit_table *t, const char *column, const char *path)
{
    argument(&add_column(start_mask(m, "pseudonymise"), t, column)->a, "key")->text = path;
    return m;
}

static void test_known(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "id:c,x:i", "anna,17\nbert,17\nanna,\n,18\n");
    tacit_result *told = NULL;
    mask m;
    key_file(p, "key", KEY, path);
    tacit_table_set_roles(t, 0, TACIT_ROLE_IDENTIFIER | TACIT_ROLE_KEY);
    tacit_table *out = run_told(p->cx, with_key(&m, t, "id", path), t, &told);
    assert_cells(out, "id", "zee6pmud4pmlebg7x4u3,z3t2dxdyhzw4mb6g2dyc,zee6pmud4pmlebg7x4u3,");
    assert_int_equal(tacit_table_roles(out, 0), TACIT_ROLE_KEY);
    assert_near(told_cell(told, "pseudonyms", 0, 1), 2, 0);
    assert_near(told_cell(told, "pseudonyms", 0, 2), ldexp(1, -100), 1e-40);
    assert_int_equal(tacit_warning_count(p->cx), 0);
    json_decref(told);
    tacit_table_free(out);
    set_number(&with_key(&m, t, "x", path)->a, "length", 51);
    argument(&m.a, "domain")->text = "id";
    assert_masked(p->cx, &m, t, "x",
                  "sxy4qgjwtanasbjtjq3c5cyqdis5szzf3jqawecbhs6fjgdck4u,"
                  "sxy4qgjwtanasbjtjq3c5cyqdis5szzf3jqawecbhs6fjgdck4u,,"
                  "dmxzmre6uuxc477uhp7exveeg6xjmhcckrzrjlnch4sgsezq5q5");
    tacit_table_free(t);
}

/* Equal texts agree in columns and files of one domain and key, and in no others. */
static void test_agreement(void **state)
{
    const place *p = *state;
    char one[PATH_BYTES], two[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "id:c,ref:i,r:r", "7,7,7\n8,8,8\n");
    tacit_table *other = table_of(p->cx, "id:i", "9\n8\n");
    key_file(p, "one", KEY, one);
    key_file(p, "two", KEY "!", two);
    mask m;
    add_column(add_column(with_key(&m, t, "id", one), t, "ref"), t, "r");
    tacit_table *own = run_mask(p->cx, &m, t); /* domains are the names */
    argument(&m.a, "domain")->text = "persons";
    tacit_table *shared = run_mask(p->cx, &m, t);
    argument(&with_key(&m, other, "id", one)->a, "domain")->text = "persons";
    tacit_table *file = run_mask(p->cx, &m, other);
    argument(&m.a, "key")->text = two;
    tacit_table *another = run_mask(p->cx, &m, other);
    char a[32], b[32];
    for (size_t i = 0; i < 2; i++) {
        const char *id = tacit_column_text(column_of(shared, "id"), i, a);
        assert_string_equal(id, tacit_column_text(column_of(shared, "ref"), i, b));
        assert_string_equal(id, tacit_column_text(column_of(shared, "r"), i, b));
        assert_string_not_equal(id, tacit_column_text(column_of(own, "id"), i, b));
        assert_string_not_equal(tacit_column_text(column_of(own, "ref"), i, a),
                                tacit_column_text(column_of(own, "id"), i, b));
    }
    assert_string_equal(tacit_column_text(column_of(shared, "id"), 1, a),
                        tacit_column_text(column_of(file, "id"), 1, b));
    assert_string_not_equal(tacit_column_text(column_of(file, "id"), 1, a),
                            tacit_column_text(column_of(another, "id"), 1, b));
    tacit_table *const all[] = { t, other, own, shared, file, another };
    for (size_t i = 0; i < 6; i++)
        tacit_table_free(all[i]);
}

/* 4 characters have 2^20 values: of 5000 values some 12 pairs fall together, none with
 * probability e^-12; of 20 with 10 characters hardly any, but the warning does not come. */
static void test_collisions(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES];
    tacit_builder *b[1] = { NULL };
    assert_ok(p->cx, tacit_builder_new(p->cx, "x", TACIT_TYPE_INTEGER, 0, &b[0]));
    for (int64_t i = 0; i < 5000; i++)
        assert_ok(p->cx, tacit_builder_integers(p->cx, b[0], &i, NULL, 1));
    tacit_table *t = finish_columns(p->cx, b, 1, 5000);
    mask m;
    set_number(&with_key(&m, t, "x", key_file(p, "key", KEY, path))->a, "length", 4);
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_DATA, "make 'length' larger");
    set_number(&m.a, "length", 10); /* 1.1e-8 */
    tacit_table_free(run_mask(p->cx, &m, t));
    assert_int_equal(tacit_warning_count(p->cx), 1);
    set_number(&m.a, "length", 11);
    tacit_table *out = run_mask(p->cx, &m, t);
    assert_int_equal(tacit_warning_count(p->cx), 1);
    assert_int_equal(tacit_dict_size(tacit_column_dict(column_of(out, "x"))), 5000);
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_key_files(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES], large[5001];
    tacit_table *t = table_of(p->cx, "id:c", "secret\n");
    mask m;
    with_key(&m, t, "id", path_of(p, "none", path));
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_IO, "tacit key --output FILE");
    with_key(&m, t, "id", key_file(p, "short", "0123456789abcde", path));
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "fewer than 16 bytes");
    assert_untold(p->cx, "0123456789");
    memset(large, 'k', 5000);
    large[5000] = '\0';
    with_key(&m, t, "id", key_file(p, "long", large, path));
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "more than 4096 bytes");
    with_key(&m, t, "id", key_file(p, "same", "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk", path));
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "could be guessed");
    with_key(&m, t, "id", key_file(p, "few", "ababababcdcdcdcdefefefefg", path));
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "could be guessed");
    with_key(&m, t, "id", key_file(p, "pub", "tacit public key for signatures 1\nab12cd", path));
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "is a public key");
    with_key(&m, t, "id", zero_file(p, path));
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "could be guessed");
    for (unsigned bit = 1; bit < 0100; bit <<= 1) { /* any right of the group or of others */
        with_key(&m, t, "id", key_file(p, "open", KEY, path));
        assert_int_equal(chmod(path, 0600 | bit), 0);
        assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "Others can read the key file");
    }
    with_key(&m, t, "id", path_of(p, "pipe", path));
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_IO, "it is not a file"); /* and is not waited for */
    with_key(&m, t, "id", p->folder);
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_IO, "Cannot read the key file");
    add_column(start_mask(&m, "pseudonymise"), t, "id");
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "'key'");
    tacit_table_free(t);
}

/* Value labels tell the values, so they go; the title stays. */
static void test_labels(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES];
    static const tacit_label labels[] = { { "4711", "a name" } };
    const tacit_column_notes notes = { .title = "Person", .labels = labels, .n_labels = 1 };
    const int64_t x = 4711;
    tacit_builder *b[1] = { NULL };
    assert_ok(p->cx, tacit_builder_new(p->cx, "x", TACIT_TYPE_INTEGER, 0, &b[0]));
    assert_ok(p->cx, tacit_builder_integers(p->cx, b[0], &x, NULL, 1));
    assert_ok(p->cx, tacit_builder_notes(p->cx, b[0], &notes));
    tacit_table *t = finish_columns(p->cx, b, 1, 1);
    mask m;
    tacit_table *out = run_mask(p->cx, with_key(&m, t, "x", key_file(p, "key", KEY, path)), t);
    assert_string_equal(tacit_column_notes_of(column_of(out, "x"))->title, "Person");
    assert_int_equal(tacit_column_notes_of(column_of(out, "x"))->n_labels, 0);
    tacit_table_free(out);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_known, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_agreement, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_collisions, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_key_files, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_labels, make_place, remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
