/*
 * examples.h - arguments with which masking methods run, for those that need some.
 *
 * A method without an example is run with its defaults.
 */
#ifndef TACIT_TESTS_CONTRACT_EXAMPLES_H
#define TACIT_TESTS_CONTRACT_EXAMPLES_H

#include "contract/settings.h"

/* Arguments with which a method runs on columns of some types. */
typedef struct example {
    const char *method;
    unsigned types;
    void (*set)(arguments *a);
} example;

/* Factors with a lognormal law. */
static void set_lognormal(arguments *a)
{
    set_number(set_number(a, "kind", 1), "law", 3);
}

/* Correlated noise, restored. */
static void set_correlated(arguments *a)
{
    set_number(set_number(a, "kind", 2), "restore", 1);
}

/* Noise that keeps the sample's mean and covariance. */
static void set_restricted(arguments *a)
{
    set_number(a, "kind", 3);
}

/* Noise that is larger for outliers. */
static void set_outlier_aware(arguments *a)
{
    set_number(set_number(a, "kind", 4), "keep_zeros", 1);
}

/* More neighbours than a value of the samples has equals. */
static void set_many_neighbours(arguments *a)
{
    set_number(a, "k", 1000);
}

/* Microaggregation of columns of any type. */
static void set_gower(arguments *a)
{
    set_number(a, "algorithm", 10);
}

/* Microaggregation in groups of variable size. */
static void set_v_mdav(arguments *a)
{
    set_number(set_number(a, "algorithm", 2), "gain", 1.1);
}

/* Swapping with coded ends. */
static void set_coded_ends(arguments *a)
{
    set_number(set_number(set_number(a, "top", 5), "bottom", 5), "ends", 1);
}

/* Rare records first, within the categories of another column. */
static void set_keep(arguments *a)
{
    static const char *const kept[] = { "c" };
    tacit_value *v = argument(set_number(a, "first", 1), "keep");
    v->texts = kept;
    v->n = 1;
}

/* Households with a rare member. */
static void set_rare(arguments *a)
{
    static const char *const rare[] = { "c", "d" };
    tacit_value *v = argument(set_number(a, "k", 2), "risk");
    v->texts = rare;
    v->n = 2;
}

/* Generalisation to classes of three. */
static void set_three(arguments *a)
{
    set_number(set_number(a, "k", 3), "suppression", 0.5);
}

/* Local recoding to groups of two. */
static void set_local(arguments *a)
{
    set_number(set_number(a, "k", 2), "recoding", 4);
}

/* The defaults. */
static void set_nothing(arguments *a)
{
    (void)a;
}

/* Local suppression under the wildcard rule. */
static void set_wildcard(arguments *a)
{
    set_number(set_number(a, "missing", 1), "k", 2);
}

/* Local suppression of sdcMicro, every key by itself as well. */
static void set_peer(arguments *a)
{
    static const double sizes[] = { 1 };
    tacit_value *v = argument(a, "subsets");
    v->reals = sizes;
    v->n = 1;
    set_number(a, "how", 2);
}

/* The fewest blanks, in a few steps. */
static void set_fewest(arguments *a)
{
    set_number(set_number(set_number(a, "how", 1), "nodes", 1000), "missing", 3);
}

/* Blanks in records above a risk. */
static void set_risk(arguments *a)
{
    set_number(set_number(a, "threshold", 0.3), "missing", 0);
}

/* Answers among four categories. */
static void set_categories(arguments *a)
{
    static const char *const categories[] = { "v1", "2", "3", "other" };
    tacit_value *v = argument(set_number(a, "epsilon", 1), "categories");
    v->texts = categories;
    v->n = 4;
}

/* Noise within bounds. */
static void set_bounds(arguments *a)
{
    static const char *const ends[] = { "0", "40" };
    static const tacit_group bounds[] = { { .label = "a", .member = ends, .n = 2 },
                                          { .label = "b", .member = ends, .n = 2 } };
    tacit_value *v = argument(set_number(a, "epsilon", 1), "bounds");
    v->groups = bounds;
    v->n = 2;
}

/* Noise on means of groups. */
static void set_private_groups(arguments *a)
{
    set_bounds(a);
    set_number(set_number(a, "k", 7), "decimals", 2);
}

/* Crowds of a sample. */
static void set_crowds(arguments *a)
{
    set_number(set_number(a, "epsilon", 1), "delta", 0.05);
}

static const example EXAMPLES[] = {
    { "randomised_response", TACIT_TYPE_ANY, set_categories },
    { "unary_encoding", TACIT_TYPE_ANY, set_categories },
    { "local_hashing", TACIT_TYPE_ANY, set_categories },
    { "private_noise", TACIT_TYPE_NUMBER, set_bounds },
    { "private_microdata", TACIT_TYPE_NUMBER, set_bounds },
    { "private_microdata", TACIT_TYPE_NUMBER, set_private_groups },
    { "safepub", TACIT_TYPE_ANY, set_crowds },
    { "local_suppress", TACIT_TYPE_ANY, set_nothing },
    { "local_suppress", TACIT_TYPE_ANY, set_wildcard },
    { "local_suppress", TACIT_TYPE_ANY, set_peer },
    { "local_suppress", TACIT_TYPE_ANY, set_fewest },
    { "local_suppress", TACIT_TYPE_ANY, set_risk },
    { "suppress", TACIT_TYPE_ANY, set_listed },
    { "top_code", TACIT_TYPE_ANY, set_at },
    { "top_code", TACIT_TYPE_ANY, set_share },
    { "top_code", TACIT_TYPE_ANY, set_mean },
    { "bottom_code", TACIT_TYPE_ANY, set_at },
    { "bottom_code", TACIT_TYPE_ANY, set_share },
    { "recode", TACIT_TYPE_NUMBER | TACIT_TYPE_DATE, set_width },
    { "recode", TACIT_TYPE_NUMBER | TACIT_TYPE_DATE, set_breaks },
    { "recode", TACIT_TYPE_ANY, set_groups },
    { "noise", TACIT_TYPE_ANY, set_nothing },
    { "noise", TACIT_TYPE_ANY, set_uniform },
    { "recode", TACIT_TYPE_NUMBER | TACIT_TYPE_DATE, set_right_parts },
    { "top_code", TACIT_TYPE_ANY, set_label },
    { "round", TACIT_TYPE_ANY, set_random_base },
    { "sample", TACIT_TYPE_ANY, set_systematic },
    { "shift_dates", TACIT_TYPE_ANY, set_most },
    { "pseudonymise", TACIT_TYPE_ANY, set_key },
    { "renumber", TACIT_TYPE_ANY, set_nothing },
    { "noise", TACIT_TYPE_ANY, set_lognormal },
    { "noise", TACIT_TYPE_ANY, set_correlated },
    { "noise", TACIT_TYPE_ANY, set_restricted },
    { "noise", TACIT_TYPE_ANY, set_outlier_aware },
    { "k_noise", TACIT_TYPE_ANY, set_many_neighbours },
    { "microaggregate", TACIT_TYPE_NUMBER, set_nothing },
    { "microaggregate", TACIT_TYPE_NUMBER, set_v_mdav },
    { "microaggregate", TACIT_TYPE_ANY, set_gower },
    { "rank_swap", TACIT_TYPE_ANY, set_nothing },
    { "rank_swap", TACIT_TYPE_NUMBER, set_coded_ends },
    { "data_swap", TACIT_TYPE_ANY, set_nothing },
    { "data_swap", TACIT_TYPE_ANY, set_keep },
    { "record_swap", TACIT_TYPE_ANY, set_nothing },
    { "record_swap", TACIT_TYPE_ANY, set_rare },
    { "generalize", TACIT_TYPE_ANY, set_three },
    { "generalize", TACIT_TYPE_ANY, set_local },
};
enum { N_EXAMPLES = sizeof EXAMPLES / sizeof EXAMPLES[0] };

#endif
