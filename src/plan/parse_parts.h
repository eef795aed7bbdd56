/*
 * parse_parts.h - the parts of a plan, each read from its node.
 *
 * What is wrong is added to the problems; the functions fail only if memory runs out.
 */
#ifndef TACIT_PLAN_PARSE_PARTS_H
#define TACIT_PLAN_PARSE_PARTS_H

#include "plan/parse_args.h"

/* `roles`: who each column is to an attacker. */
tacit_status tacit_parse_roles(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);

/* `hierarchies`: for each column a builder with its arguments, or several in a list. */
tacit_status tacit_parse_hierarchies(const tacit_parse *ps, const tacit_node *node,
                                     tacit_plan *plan);

/* Add a problem for each column that has several though the plan is not one of tables. */
void tacit_parse_single_hierarchies(const tacit_parse *ps, const tacit_plan *plan);

/* `steps`: the methods in the order they run. */
tacit_status tacit_parse_steps(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);

/* Append the steps that a release has by default.  Roles, steps and tables have been read. */
tacit_status tacit_parse_complete(const tacit_parse *ps, tacit_plan *plan);

/* `require`: the models that the result must satisfy.  The roles have been read. */
tacit_status tacit_parse_require(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);

/* `measures`, or the default if `node` is NULL.  The roles have been read. */
tacit_status tacit_parse_measures(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);

/* `tables`, `equations`, `rules` and `protection`: what is published and how it hangs together,
 * which cells are sensitive, and what is done about them. */
tacit_status tacit_parse_tables(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
tacit_status tacit_parse_equations(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
tacit_status tacit_parse_rules(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
tacit_status tacit_parse_protection(const tacit_parse *ps, const tacit_node *node,
                                    tacit_plan *plan);

/* `cells`: that the rows of the data are cells; `write`: files besides the output; `output` with
 * how it is written, where it is a map. */
tacit_status tacit_parse_cells(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
tacit_status tacit_parse_write(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
tacit_status tacit_parse_released(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
tacit_status tacit_parse_output(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);

/* `domains`: what columns may hold; `public`: tables that questions may join; `statistics`: what is
 * asked privately. */
tacit_status tacit_parse_domains(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
tacit_status tacit_parse_public(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
tacit_status tacit_parse_statistics(const tacit_parse *ps, const tacit_node *node,
                                    tacit_plan *plan);

/* `generators`: by what some columns of a synthetic file are made. */
tacit_status tacit_parse_generators(const tacit_parse *ps, const tacit_node *node,
                                    tacit_plan *plan);

/* The sections of the tasks that `use` knows: `keys` has the key of each, or NULL. */
tacit_status tacit_parse_asks(const tacit_parse *ps, const tacit_plan_use *use,
                              const tacit_node *const *keys, tacit_plan *plan);

/* Split a name alone, or a map of one name to its arguments (`*args`, else NULL); `what`
 * is what the name names.  False if it is neither, which is a problem. */
bool tacit_parse_named(const tacit_parse *ps, const tacit_node *node, const char *what,
                       const tacit_node **name, const tacit_node **args);

/* How many items of a list are read; more is a problem. */
enum { TACIT_PARSE_MOST_ITEMS = 10000 };

/* The items of the list `what`; 0 and a problem if it is no list or too long. */
size_t tacit_parse_list(const tacit_parse *ps, const tacit_node *node, const char *what,
                        const tacit_node **first);

/* Add a problem for each role that `needs` (bits of tacit_subject_need) asks for on behalf
 * of `name` and that no column of the plan has. */
void tacit_parse_needs(const tacit_parse *ps, const tacit_plan *plan, const tacit_node *name,
                       unsigned needs);

/* Role bits that a set of needs (tacit_subject_need) asks for and no column has. */
unsigned tacit_parse_lacking(const tacit_plan *plan, unsigned needs);

#endif
