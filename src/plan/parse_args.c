/*
 * parse_args.c - arguments from the nodes of a plan, by the tables of parameters.
 *
 * YAML 1.2: true and false are the only flags, numbers stand without quotes, anything
 * may be a text.  A scalar may stand where a list is expected.  Problems name parameters
 * and columns; they do not repeat the texts of lists and groups, which may be values of
 * the data.  O(size of the nodes).
 */
#include "plan/parse_args.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

const char *tacit_words_params(const void *user, size_t i)
{
    const tacit_param *params = user;
    return params[i].name;
}

tacit_status tacit_parse_unknown(const tacit_parse *ps, const tacit_node *word, const char *what,
                                 const char *owner, const tacit_words *words)
{
    const bool key = strcmp(what, "key") == 0;
    tacit_hint hint = { .text = ".", .near = "" };
    if (ps->problems->n < TACIT_PROBLEMS_TOLD)
        TACIT_TRY(tacit_words_hint_of(ps->cx, words, word->text, &hint));
    tacit_problem(ps->problems, word->place,
                  key ? TACIT_PROBLEM_UNKNOWN_KEY : TACIT_PROBLEM_UNKNOWN_NAME,
                  "unknown %s '%s'%-s%s%-s%.0s", what, word->text, owner != NULL ? " in " : "",
                  owner != NULL ? owner : "", hint.text, hint.near);
    return TACIT_OK;
}

/* The place of the word `text`, or words->n. */
static size_t find_word(const tacit_words *words, const char *text)
{
    size_t i = 0;
    while (i < words->n && strcmp(words->at(words->user, i), text) != 0)
        i++;
    return i;
}

static tacit_status take_key(const tacit_parse *ps, const tacit_node *key, const char *owner,
                             const tacit_words *words, const tacit_node **out)
{
    const size_t i = find_word(words, key->text);
    if (key->kind != TACIT_NODE_SCALAR) {
        tacit_problem(ps->problems, key->place, TACIT_PROBLEM_WRONG_TYPE,
                      "a key of %s must be a single word.", owner);
    } else if (key->twin != NULL) {
        tacit_problem(ps->problems, key->place, TACIT_PROBLEM_DUPLICATE,
                      "'%s' of %s is given twice; the first is in line %d.", key->text, owner,
                      key->twin->place.line);
    } else if (i < words->n) {
        out[i] = key;
    } else if (words->n == 0) {
        tacit_problem(ps->problems, key->place, TACIT_PROBLEM_NO_PARAMETERS,
                      "%s has no parameters; remove '%s'.", owner, key->text);
    } else {
        TACIT_TRY(tacit_parse_unknown(ps, key, "key", owner, words));
    }
    return TACIT_OK;
}

tacit_status tacit_parse_keys(const tacit_parse *ps, const tacit_node *map, const char *owner,
                              const tacit_words *words, const tacit_node **out)
{
    TACIT_ASSERT(map->kind == TACIT_NODE_MAP);
    for (size_t i = 0; i < words->n; i++)
        out[i] = NULL;
    for (const tacit_node *key = map->first; key != NULL; key = key->next)
        TACIT_TRY(take_key(ps, key, owner, words, out));
    return TACIT_OK;
}

void tacit_parse_text(const tacit_parse *ps, const tacit_node *node, const char *what,
                      const char **out)
{
    if (node->kind != TACIT_NODE_SCALAR)
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "%s must be one text, not a %s.", what,
                      node->kind == TACIT_NODE_LIST ? "list" : "map");
    else if (node->text[0] == '\0')
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_MISSING_VALUE, "%s has no value.",
                      what);
    else if (tacit_node_is_null(node))
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_MISSING_VALUE,
                      "%s has no value; put quotes around it if the word itself is meant.", what);
    else
        *out = node->text;
}

size_t tacit_parse_items(const tacit_node *node, const tacit_node **first)
{
    *first = node->kind == TACIT_NODE_LIST ? node->first : node;
    return node->kind == TACIT_NODE_LIST ? node->n : 1;
}

/* "'k' of k_anonymity", to begin a sentence with. */
static tacit_status name_param(const tacit_parse *ps, const char *owner, const tacit_param *p,
                               char **out)
{
    return tacit_scratch_format(ps->cx, out, "'%s' of %s", p->name, owner);
}

static bool is_one_of(const char *text, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return false;
}

static void read_flag(const tacit_parse *ps, const char *owner, const tacit_param *p,
                      const tacit_node *node, tacit_value *out)
{
    static const char *const yes[] = { "true", "True", "TRUE", NULL };
    static const char *const no[] = { "false", "False", "FALSE", NULL };
    static const char *const old[] = { "yes", "Yes", "YES", "no",  "No",  "NO", "on",
                                       "On",  "ON",  "off", "Off", "OFF", NULL };
    const bool scalar = node->kind == TACIT_NODE_SCALAR;
    if (scalar && node->plain && is_one_of(node->text, yes))
        out->number = 1.0;
    else if (scalar && node->plain && is_one_of(node->text, no))
        out->number = 0.0;
    else
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "'%s' of %s must be true or false%-s.", p->name, owner,
                      !scalar                                      ? ""
                      : is_one_of(node->text, old)                 ? ", not yes, no, on or off"
                      : !node->plain && is_one_of(node->text, yes) ? ", without quotes"
                      : !node->plain && is_one_of(node->text, no)  ? ", without quotes"
                                                                   : "");
}

/* A number in the range of `p`; what is not one counts as a NaN, so that the parameter's
 * own check says what would be right. */
static void read_number(const tacit_parse *ps, const char *owner, const tacit_param *p,
                        const tacit_node *node, double *out)
{
    double x = NAN;
    const bool number = node->kind == TACIT_NODE_SCALAR && tacit_parse_real(node->text, &x);
    if (number && !node->plain)
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_QUOTED,
                      "'%s' of %s must be a number without quotes.", p->name, owner);
    else if (tacit_param_check_number(ps->cx, owner, p, number ? x : NAN) != TACIT_OK)
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_OUT_OF_RANGE, "%-s%.0s%.0s",
                      tacit_message(ps->cx), p->name, owner);
    else
        *out = x;
}

static tacit_status read_choice(const tacit_parse *ps, const char *owner, const tacit_param *p,
                                const tacit_node *node, tacit_value *out)
{
    size_t n = 0;
    while (p->choices[n] != NULL)
        n++;
    const tacit_words words = { .n = n, .at = tacit_words_list, .user = p->choices };
    const size_t i = node->kind == TACIT_NODE_SCALAR ? find_word(&words, node->text) : n;
    out->number = (double)(i < n ? i : 0);
    if (i < n)
        return TACIT_OK;
    char *list = NULL;
    TACIT_TRY(tacit_scratch_text(ps->cx, p->choices[0], &list));
    for (size_t c = 1; c < n; c++)
        TACIT_TRY(tacit_scratch_format(ps->cx, &list, "%s%s%s", list, c + 1 < n ? ", " : " or ",
                                       p->choices[c]));
    const char *near =
        node->kind == TACIT_NODE_SCALAR ? tacit_suggest(node->text, n, words.at, words.user) : NULL;
    tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_CHOICE,
                  "'%s' of %s must be %s%-s%s%-s", p->name, owner, list,
                  near != NULL ? "; did you mean '" : ".", near != NULL ? near : "",
                  near != NULL ? "'?" : "");
    return TACIT_OK;
}

/* A text, which may be empty if it is quoted. */
static tacit_status read_text(const tacit_parse *ps, const char *owner, const tacit_param *p,
                              const tacit_node *node, const char **out)
{
    char *what = NULL;
    TACIT_TRY(name_param(ps, owner, p, &what));
    const bool columns = p->type == TACIT_PARAM_COLUMN || p->type == TACIT_PARAM_COLUMNS;
    if (node->kind == TACIT_NODE_SCALAR && !node->plain && !columns)
        *out = node->text;
    else
        tacit_parse_text(ps, node, what, out);
    return TACIT_OK;
}

/* Whether a password stands in a place that is to be connected to: scheme://user:password@..., or
 * password=... among its parameters. */
static bool has_password(const char *place)
{
    const char *scheme = strstr(place, "://"), *user = scheme == NULL ? place : scheme + 3;
    const size_t n = strcspn(user, "/?#");
    const char *colon = scheme == NULL ? NULL : memchr(user, ':', n);
    const char *end = colon == NULL ? NULL : memchr(colon, '@', n - (size_t)(colon - user));
    return (end != NULL && end > colon + 1) || strstr(place, "password=") != NULL;
}

/* The path of a file, or where something is; a plan is shown in records and reports. */
static tacit_status read_file(const tacit_parse *ps, const char *owner, const tacit_param *p,
                              const tacit_node *node, const char **out)
{
    TACIT_TRY(read_text(ps, owner, p, node, out));
    if (node->kind == TACIT_NODE_SCALAR && has_password(node->text))
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_PASSWORD,
                      "'%s' of %s has a password in it; leave it out of the plan and keep it where "
                      "the connection looks for it, such as ~/.pgpass.",
                      p->name, owner);
    return TACIT_OK;
}

/* A list of texts; columns are named once each. */
static tacit_status read_texts(const tacit_parse *ps, const char *owner, const tacit_param *p,
                               const tacit_node *node, tacit_value *out)
{
    const tacit_node *item = NULL;
    const size_t n = tacit_parse_items(node, &item);
    const char **texts = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *texts, &texts));
    for (size_t i = 0; i < n; i++, item = item->next) {
        texts[i] = p->nulls && tacit_node_is_null(item) ? NULL : "";
        if (texts[i] != NULL)
            TACIT_TRY(read_text(ps, owner, p, item, &texts[i]));
        if (p->type == TACIT_PARAM_COLUMNS && item->twin != NULL && node != item)
            tacit_problem(ps->problems, item->place, TACIT_PROBLEM_DUPLICATE,
                          "'%s' of %s names column '%s' twice.", p->name, owner, item->text);
    }
    if (n == 0 && !p->empty)
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_MISSING_VALUE,
                      "'%s' of %s is an empty list.", p->name, owner);
    out->texts = texts;
    out->n = n;
    return TACIT_OK;
}

static tacit_status read_reals(const tacit_parse *ps, const char *owner, const tacit_param *p,
                               const tacit_node *node, tacit_value *out)
{
    const tacit_node *item = NULL;
    const size_t n = tacit_parse_items(node, &item);
    double *reals = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *reals, &reals));
    for (size_t i = 0; i < n; i++, item = item->next)
        read_number(ps, owner, p, item, &reals[i]);
    if (n == 0)
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_MISSING_VALUE,
                      "'%s' of %s is an empty list.", p->name, owner);
    out->reals = reals;
    out->n = n;
    return TACIT_OK;
}

/* One group; `seen` has the members of all groups so far. */
static tacit_status read_group(const tacit_parse *ps, const char *owner, const tacit_param *p,
                               const tacit_node *key, tacit_group *out)
{
    if (key->kind != TACIT_NODE_SCALAR || tacit_node_is_null(key))
        tacit_problem(ps->problems, key->place, TACIT_PROBLEM_MISSING_VALUE,
                      "a group in '%s' of %s needs a label.", p->name, owner);
    else if (key->twin != NULL)
        tacit_problem(ps->problems, key->place, TACIT_PROBLEM_DUPLICATE,
                      "group '%s' in '%s' of %s is given twice.", key->text, p->name, owner);
    tacit_value members = { 0 };
    const tacit_param list = {
        .name = p->name, .type = TACIT_PARAM_TEXTS, .nulls = p->nulls, .empty = p->empty
    };
    TACIT_TRY(read_texts(ps, owner, &list, key->value, &members));
    *out = (tacit_group){ .label = key->text, .member = members.texts, .n = members.n };
    return TACIT_OK;
}

/* Members that stand in two groups, or twice in one. */
static tacit_status check_members(const tacit_parse *ps, const char *owner, const tacit_param *p,
                                  const tacit_node *groups)
{
    size_t most = 0;
    const tacit_node *item = NULL;
    for (const tacit_node *key = groups->first; key != NULL; key = key->next)
        most += tacit_parse_items(key->value, &item);
    tacit_node_set seen = { 0 };
    TACIT_TRY(tacit_node_set_new(ps->cx, most, &seen));
    for (const tacit_node *key = groups->first; key != NULL; key = key->next) {
        const size_t n = tacit_parse_items(key->value, &item);
        for (size_t i = 0; i < n; i++, item = item->next) {
            if (item->kind != TACIT_NODE_SCALAR || tacit_node_is_null(item))
                continue;
            const tacit_node *twin = tacit_node_set_add(&seen, item);
            if (twin != NULL)
                tacit_problem(ps->problems, item->place, TACIT_PROBLEM_DUPLICATE,
                              "this member in '%s' of %s is in a group already, in line %d.",
                              p->name, owner, twin->place.line);
        }
    }
    return TACIT_OK;
}

static tacit_status read_groups(const tacit_parse *ps, const char *owner, const tacit_param *p,
                                const tacit_node *node, tacit_value *out)
{
    if (node->kind != TACIT_NODE_MAP || node->n == 0) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "'%s' of %s must be a map of labels to their members, such as "
                      "{label: [member, member]}.",
                      p->name, owner);
        return TACIT_OK;
    }
    tacit_group *groups = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, node->n, sizeof *groups, &groups));
    for (const tacit_node *key = node->first; key != NULL; key = key->next)
        TACIT_TRY(read_group(ps, owner, p, key, &groups[out->n++]));
    out->groups = groups;
    return p->type == TACIT_PARAM_GROUPS ? check_members(ps, owner, p, node) : TACIT_OK;
}

tacit_status tacit_parse_value(const tacit_parse *ps, const char *owner, const tacit_param *p,
                               const tacit_node *node, tacit_value *out)
{
    out->given = true;
    if (node->kind == TACIT_NODE_SCALAR && node->plain && node->text[0] == '\0') {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_MISSING_VALUE,
                      "'%s' of %s has no value.", p->name, owner);
        return TACIT_OK;
    }
    switch (p->type) {
    case TACIT_PARAM_FLAG:
        read_flag(ps, owner, p, node, out);
        return TACIT_OK;
    case TACIT_PARAM_INTEGER:
    case TACIT_PARAM_REAL:
        read_number(ps, owner, p, node, &out->number);
        return TACIT_OK;
    case TACIT_PARAM_CHOICE:
        return read_choice(ps, owner, p, node, out);
    case TACIT_PARAM_FILE:
        return read_file(ps, owner, p, node, &out->text);
    case TACIT_PARAM_TEXT:
    case TACIT_PARAM_OUTPUT:
    case TACIT_PARAM_COLUMN:
        return read_text(ps, owner, p, node, &out->text);
    case TACIT_PARAM_COLUMNS:
    case TACIT_PARAM_TEXTS:
        return read_texts(ps, owner, p, node, out);
    case TACIT_PARAM_REALS:
        return read_reals(ps, owner, p, node, out);
    case TACIT_PARAM_GROUPS:
    case TACIT_PARAM_LISTS:
        return read_groups(ps, owner, p, node, out);
    case TACIT_PARAM_KEY_NUMBERS:
    case TACIT_PARAM_KEY_SPANS:
        TACIT_TRY(read_groups(ps, owner, p, node, out));
        return tacit_parse_keyed(ps, owner, p, node);
    case TACIT_PARAM_TREE:
        return tacit_parse_branches(ps, owner, p, node, out);
    }
    return TACIT_OK;
}

tacit_status tacit_parse_values(const tacit_parse *ps, const char *owner, tacit_place place,
                                const tacit_node *const *keys, tacit_args *args)
{
    for (size_t i = 0; i < args->n; i++) {
        const tacit_param *p = &args->params[i];
        if (keys[i] != NULL)
            TACIT_TRY(tacit_parse_value(ps, owner, p, keys[i]->value, &args->at[i]));
        else if (p->need == TACIT_REQUIRED)
            tacit_problem(ps->problems, place, TACIT_PROBLEM_MISSING_KEY, "%s needs '%s': %-s.",
                          owner, p->name, p->help);
    }
    return TACIT_OK;
}

tacit_status tacit_parse_presets(const tacit_parse *ps, const tacit_param *params, tacit_args *out)
{
    tacit_value *at = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, tacit_param_count(params), sizeof *at, &at));
    tacit_args_preset(params, at, out);
    return TACIT_OK;
}

tacit_status tacit_parse_args(const tacit_parse *ps, const tacit_entry *entry,
                              const tacit_node *node, tacit_place place, tacit_args *out)
{
    TACIT_TRY(tacit_parse_presets(ps, entry->params, out));
    const tacit_words words = { .n = out->n, .at = tacit_words_params, .user = entry->params };
    const tacit_node **keys = NULL;
    TACIT_TRY(tacit_scratch(ps->cx, out->n, sizeof *keys, &keys));
    tacit_node direct = { 0 };
    if (node != NULL && node->kind == TACIT_NODE_MAP) {
        TACIT_TRY(tacit_parse_keys(ps, node, entry->name, &words, keys));
    } else if (node != NULL && !tacit_node_is_null(node) && out->n > 0) {
        direct.value = node;
        keys[0] = &direct;
    } else if (node != NULL && !tacit_node_is_null(node)) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_NO_PARAMETERS,
                      "%s has no parameters; remove the value.", entry->name);
    }
    return tacit_parse_values(ps, entry->name, place, keys, out);
}
