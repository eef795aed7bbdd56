/*
 * parse_ask.c - the sections of a plan that belong to tasks.
 *
 * A section is a map of the task's parameters.  Where the task offers a choice, the name of
 * one alternative may stand among them with its own arguments, or alone as the section:
 *
 *   explore: {k: [3, 5, 10]}
 *   link: {distance: {columns: [age]}, with: other.csv}
 *   link: distance
 *
 * What a task needs is missed only if it is the one that the plan is read for.
 */
#include "plan/parse_parts.h"

/* The words of a section: parameters, then alternatives. */
static const char *section_word(const void *user, size_t i)
{
    const tacit_section *s = user;
    const size_t n = tacit_param_count(s->about.params);
    return i < n ? s->about.params[i].name : s->chooses->entry[i - n]->name;
}

static tacit_status take_choice(const tacit_parse *ps, const tacit_entry *choice,
                                const tacit_node *name, const tacit_node *args, tacit_plan_ask *ask)
{
    if (ask->choice != NULL)
        tacit_problem(ps->problems, name->place, TACIT_PROBLEM_CONFLICT,
                      "'%s' stands beside '%s'; choose one.", choice->name, ask->choice->name);
    ask->choice = choice;
    ask->choice_place = name->place;
    return tacit_parse_args(ps, choice, args, name->place, &ask->choice_args);
}

/* A section that is one word: an alternative. */
static tacit_status take_word(const tacit_parse *ps, const tacit_node *word, tacit_plan_ask *ask)
{
    const tacit_catalog *all = ask->section->chooses;
    const tacit_entry *choice = tacit_catalog_get(all, word->text);
    const tacit_words words = { .n = all->n, .at = tacit_words_catalog, .user = all };
    return choice != NULL ? take_choice(ps, choice, word, NULL, ask)
                          : tacit_parse_unknown(ps, word, all->family, NULL, &words);
}

static tacit_status take_map(const tacit_parse *ps, const tacit_node *map, tacit_plan_ask *ask)
{
    const tacit_section *s = ask->section;
    const size_t choices = s->chooses != NULL ? s->chooses->n : 0;
    const tacit_words words = { .n = ask->args.n + choices, .at = section_word, .user = s };
    const tacit_node **keys = NULL;
    TACIT_TRY(tacit_scratch(ps->cx, words.n, sizeof *keys, &keys));
    TACIT_TRY(tacit_parse_keys(ps, map, s->about.name, &words, keys));
    for (size_t i = 0; i < choices; i++) {
        const tacit_node *key = keys[ask->args.n + i];
        if (key != NULL)
            TACIT_TRY(take_choice(ps, s->chooses->entry[i], key, key->value, ask));
    }
    return tacit_parse_values(ps, s->about.name, map->place, keys, &ask->args);
}

static tacit_status take_section(const tacit_parse *ps, const tacit_node *key, tacit_plan_ask *ask)
{
    const tacit_node *node = key->value;
    ask->place = key->place;
    if (node->kind == TACIT_NODE_MAP)
        return take_map(ps, node, ask);
    if (ask->section->chooses != NULL && node->kind == TACIT_NODE_SCALAR &&
        !tacit_node_is_null(node))
        return take_word(ps, node, ask);
    return tacit_parse_args(ps, &ask->section->about, node, key->place, &ask->args);
}

tacit_status tacit_parse_asks(const tacit_parse *ps, const tacit_plan_use *use,
                              const tacit_node *const *keys, tacit_plan *plan)
{
    const size_t n = use->tasks != NULL ? use->tasks->n : 0;
    tacit_plan_ask *all = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *all, &all));
    plan->ask = all;
    plan->n_asks = n;
    for (size_t i = 0; i < n; i++) {
        all[i].section = (const tacit_section *)use->tasks->entry[i];
        const tacit_entry *about = &all[i].section->about;
        TACIT_TRY(tacit_parse_presets(ps, about->params, &all[i].args));
        if (keys[i] != NULL)
            TACIT_TRY(take_section(ps, keys[i], &all[i]));
        else if (all[i].section == use->task)
            TACIT_TRY(tacit_parse_args(ps, about, NULL, all[i].place, &all[i].args));
    }
    return TACIT_OK;
}

const tacit_plan_ask *tacit_plan_asked(const tacit_plan *plan, const tacit_section *section)
{
    size_t i = 0;
    while (i < plan->n_asks && plan->ask[i].section != section)
        i++;
    TACIT_ASSERT(i < plan->n_asks);
    return &plan->ask[i];
}
