/*
 * parse_args.h - arguments from the nodes of a plan, by the tables of parameters.
 *
 * What is wrong is added to the problems; the functions fail only if memory runs out.
 */
#ifndef TACIT_PLAN_PARSE_ARGS_H
#define TACIT_PLAN_PARSE_ARGS_H

#include "plan/parse_tree.h"

/* What every part of the parser needs. */
typedef struct tacit_parse {
    tacit_ctx *cx;
    tacit_region *region; /* of the plan */
    tacit_problems *problems;
    bool roles_unsure;      /* the roles have problems: say nothing of missing ones */
    const tacit_plan *plan; /* as far as it was read, or NULL */
} tacit_parse;

/* Set out[i] to the key node of `map` that is called like the i-th of `words`, or NULL.
 * Keys that are unknown or repeated are problems; `owner` is whose keys they are. */
tacit_status tacit_parse_keys(const tacit_parse *ps, const tacit_node *map, const char *owner,
                              const tacit_words *words, const tacit_node **out);

/* Add the problem that `word` is not among `words`: "unknown `what` 'word' in `owner`" and
 * a hint.  `owner` may be NULL. */
tacit_status tacit_parse_unknown(const tacit_parse *ps, const tacit_node *word, const char *what,
                                 const char *owner, const tacit_words *words);

/* The text of a scalar, e.g. a path or a name.  `*out` is unchanged if it is not one, or
 * if it is empty; `what` begins the sentence that says so. */
void tacit_parse_text(const tacit_parse *ps, const tacit_node *node, const char *what,
                      const char **out);

/* How many items a node has that is a list, or one scalar in the place of a list of one;
 * `*first` is the first. */
size_t tacit_parse_items(const tacit_node *node, const tacit_node **first);

/* One argument for the parameter `p` of `owner`. */
tacit_status tacit_parse_value(const tacit_parse *ps, const char *owner, const tacit_param *p,
                               const tacit_node *node, tacit_value *out);

/* The same for a parameter that is a tree. */
tacit_status tacit_parse_branches(const tacit_parse *ps, const char *owner, const tacit_param *p,
                                  const tacit_node *node, tacit_value *out);

/* Check the names and numbers of a parameter that has numbers for keys. */
tacit_status tacit_parse_keyed(const tacit_parse *ps, const char *owner, const tacit_param *p,
                               const tacit_node *node);

/* All arguments of `owner`, from the keys that tacit_parse_keys() found for `params`. */
tacit_status tacit_parse_values(const tacit_parse *ps, const char *owner, tacit_place place,
                                const tacit_node *const *keys, tacit_args *args);

/* Arguments, all at their defaults, with room in the plan. */
tacit_status tacit_parse_presets(const tacit_parse *ps, const tacit_param *params, tacit_args *out);

/* The arguments of `entry`: nothing, a map, or a value that stands for the first
 * parameter.  `place` is that of the entry's name. */
tacit_status tacit_parse_args(const tacit_parse *ps, const tacit_entry *entry,
                              const tacit_node *node, tacit_place place, tacit_args *out);

/* The name of parameter i of the table `user`. */
const char *tacit_words_params(const void *user, size_t i);

#endif
