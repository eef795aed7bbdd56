/*
 * test_edit.c - changes of random plans in random layouts against changes of their values.
 *
 * Oracle: the value is changed with jansson; the changed text must read back as exactly
 * that, keys in order, with every comment that does not belong to what was changed.
 */
#include "support/check.h"

#include "plan/edit/edit.h"
#include "plan/parse_tree.h"
#include "support/plans.h"

enum { PLANS = 10000, MOST_PARTS = 8 };

/* A way into a value. */
typedef struct way {
    char text[MOST_PARTS][PLAN_WAY];
    const char *at[MOST_PARTS];
    size_t n;
} way;

static json_t *value_of(const tacit_node *node)
{
    double x = 0.0;
    int64_t whole = 0;
    if (node->kind == TACIT_NODE_LIST) {
        json_t *list = json_array();
        for (const tacit_node *item = node->first; item != NULL; item = item->next)
            json_array_append_new(list, value_of(item));
        return list;
    }
    if (node->kind == TACIT_NODE_MAP) {
        json_t *map = json_object();
        for (const tacit_node *key = node->first; key != NULL; key = key->next)
            json_object_set_new(map, key->text, value_of(key->value));
        return map;
    }
    if (tacit_node_is_null(node))
        return json_null();
    if (!node->plain)
        return json_string(node->text);
    if (tacit_parse_integer(node->text, strlen(node->text), &whole))
        return json_integer(whole);
    if (tacit_parse_real(node->text, &x))
        return json_real(x);
    if (strcmp(node->text, "true") == 0 || strcmp(node->text, "false") == 0)
        return json_boolean(node->text[0] == 't');
    return json_string(node->text);
}

/* `text` reads as `value`; a plan without anything is like an empty map or list. */
static void check_reads(tacit_ctx *cx, const char *text, const json_t *value, const char *from)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_region region = { 0 };
    tacit_problems problems;
    tacit_node *root = NULL;
    const char *bare = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
    assert_ok(cx, tacit_problems_start(cx, "plan", &problems));
    assert_ok(cx, tacit_tree_read(cx, &region, bare, &problems, &root));
    if (tacit_problems_end(&problems) != TACIT_OK)
        fail_msg("%s\n<%s>\nfrom <%s>", tacit_message(cx), text, from);
    json_t *read = root == NULL || tacit_node_is_null(root) ? json_object() : value_of(root);
    char *a = json_dumps(read, 0), *b = json_dumps(value, 0);
    const bool empty = strcmp(a, "{}") == 0 && strcmp(b, "[]") == 0;
    if (!empty && strcmp(a, b) != 0)
        fail_msg("<%s>\nreads %s\ninstead of %s\nfrom <%s>", text, a, b, from);
    free(a);
    free(b);
    json_decref(read);
    tacit_region_free(&region);
    tacit_scratch_release(cx, mark);
}

static void add_part(way *w, const char *part)
{
    snprintf(w->text[w->n], PLAN_WAY, "%s", part);
    w->at[w->n] = w->text[w->n];
    w->n++;
}

/* Go to a random list or map; `*out` is where the way ends. */
static void draw_way(plan_text *t, json_t *root, way *w, json_t **out)
{
    *out = root;
    w->n = 0;
    while (draw(t, 10) < 7) {
        char name[24];
        json_t *next =
            entry_count(*out) > 0 ? entry_at(*out, draw(t, entry_count(*out)), name) : NULL;
        if (!is_collection(next))
            return;
        add_part(w, name);
        *out = next;
    }
}

/* Append a random part that is in `parent`, or not if `fresh`; false if there is none. */
static bool draw_part(plan_text *t, json_t *parent, bool fresh, way *w)
{
    char position[24];
    const size_t n = entry_count(parent);
    if (!fresh && n == 0)
        return false;
    if (json_is_array(parent)) {
        snprintf(position, sizeof position, "%zu", fresh ? n : draw(t, n));
        add_part(w, position);
        return true;
    }
    for (size_t tries = 0; tries < 60; tries++) {
        const char *key = PLAN_PICK(t, PLAN_KEYS);
        if ((json_object_get(parent, key) == NULL) == fresh) {
            add_part(w, key);
            return true;
        }
    }
    return false;
}

/* Set or remove what the last part of a way names. */
static void change_value(json_t *parent, const char *part, json_t *value)
{
    const size_t i = (size_t)strtoul(part, NULL, 10);
    if (json_is_object(parent) && value != NULL)
        json_object_set(parent, part, value);
    else if (json_is_object(parent))
        json_object_del(parent, part);
    else if (value == NULL)
        json_array_remove(parent, i);
    else if (i < json_array_size(parent))
        json_array_set(parent, i, value);
    else
        json_array_append(parent, value);
}

static char *edit(tacit_ctx *cx, const char *text, const way *w, const json_t *value)
{
    const tacit_plan_path path = { w->n, w->at };
    tacit_buffer out = { 0 };
    if (tacit_plan_edit(cx, text, &path, value, &out) != TACIT_OK)
        fail_msg("%s (%zu parts)\n<%s>", tacit_message(cx), w->n, text);
    return out.text;
}

/* Every comment is there, except those of the entry at `w` if `may_go`. */
static void check_comments(const plan_text *t, const char *after, const way *w, bool may_go)
{
    char target[PLAN_WAY] = "";
    for (size_t i = 0; i < w->n; i++) {
        char longer[PLAN_WAY];
        way_to(longer, target, w->at[i]);
        memcpy(target, longer, sizeof longer);
    }
    const size_t n = strlen(target);
    for (size_t i = 0; i < t->n_comments; i++) {
        char note[64];
        snprintf(note, sizeof note, "# note %zu; a: [b, - 'c", i + 1);
        const char *owner = t->owner[i];
        const bool own = strncmp(owner, target, n) == 0 && (owner[n] == '/' || owner[n] == '\0');
        if (strstr(after, note) == NULL && !(own && may_go))
            fail_msg("%s of %s is lost at %s:\n<%s>\n<%s>", note, owner, target, t->out.text,
                     after);
    }
}

/* Draw a change of the plan in `t`, make it, and look at what came of it. */
static void check_change(plan_text *t, json_t *model)
{
    way w;
    json_t *parent = NULL;
    const char *text = t->out.text;
    draw_way(t, model, &w, &parent);
    const bool fresh = draw(t, 3) == 0, gone = !fresh && draw(t, 2) == 0;
    if (!draw_part(t, parent, fresh, &w))
        return;
    const char *part = w.at[w.n - 1];
    const json_t *old = json_is_array(parent)
                            ? json_array_get(parent, (size_t)strtoul(part, NULL, 10))
                            : json_object_get(parent, part);
    const bool collection = is_collection(old);
    json_t *value = gone ? NULL : draw_value(t, 2, false);
    change_value(parent, part, value);
    char *after = edit(t->cx, text, &w, value);
    check_reads(t->cx, after, model, text);
    check_comments(t, after, &w, gone || collection);
    if (!gone) {
        char *again = edit(t->cx, after, &w, value);
        assert_string_equal(again, after);
        free(again);
    }
    if (fresh) {
        char *back = edit(t->cx, after, &w, NULL);
        if (strcmp(back, text) != 0)
            fail_msg("removing %s:\n<%s>\n<%s>\n<%s>", part, text, after, back);
        free(back);
    }
    json_decref(value);
    free(after);
}

static void test_random(void **state)
{
    plan_text *t = calloc(1, sizeof *t);
    const tacit_rng seed = tacit_rng_seed(11);
    for (size_t i = 0; i < PLANS; i++) {
        *t = (plan_text){ .cx = *state, .rng = tacit_rng_fork_number(&seed, i) };
        json_t *model = draw_value(t, 4, true);
        put_plan(t, model);
        check_reads(t->cx, t->out.text, model, "the writer");
        check_change(t, model);
        json_decref(model);
        tacit_buffer_free(&t->out);
    }
    free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_random) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
