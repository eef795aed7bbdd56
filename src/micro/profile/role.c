/*
 * role.c - the role that a column seems to have, and why.
 *
 * In order: a column without two values has none; texts that all look like an address or
 * an account are identifiers, whatever their name; then the rules by name; then what the
 * values alone say: texts that nearly all differ are identifiers, and so are whole numbers that
 * count the rows or that chance would not have made all different; those whose records stand
 * together in small groups may be ids of clusters (LOW), dates are keys, texts that name diseases
 * or deaths are sensitive, and categories with many records each may be keys (LOW,
 * because most survey answers look like that).  Categories may be written as texts or as few
 * different numbers.  Of all columns together: if none is surely a key, a handful of categories
 * is taken for keys rather than none.
 *
 * Missing values count only in that nobody without a weight has one.  O(rules) a column.
 */
#include "micro/profile/role.h"

#include <stdio.h>
#include <string.h>

#include "micro/profile/name.h"

/* Fewer rows say nothing about whether values differ by nature or by luck. */
enum { ENOUGH_ROWS = 10 };

/* A text column is as good as unique from this share of distinct values. */
#define NEARLY_UNIQUE 0.9

/* Records that belong together are so many on average, at most. */
enum { MOST_TOGETHER = 20 };

/* A category may be a key with this many values and records for each. */
enum { MOST_CATEGORIES = 100, RECORDS_EACH = 5 };

/* Numbers are codes of categories up to so many different ones, so far apart; with decimals, so
 * many. */
enum { MOST_CODES = 30, WIDEST_CODES = 999, MOST_DECIMALS = 10 };

/* Of numbers that are all different by chance, fewer pairs than this were to be expected: with
 * it the probability is below exp(-12). */
#define FEWEST_PAIRS 12.0

/* Whole numbers between are taken for years. */
enum { FIRST_YEAR = 1900, LAST_YEAR = 2100 };

/* So many names with the same first letter are no accident. */
enum { FEWEST_ALIKE = 4 };

/* Without a sure key, so many doubtful ones at most are taken: more are a questionnaire. */
enum { MOST_TAKEN = 12 };

/* Without any key, so many numbers at most are taken by which so many records are unique. */
enum { MOST_NUMBERS = 20 };
#define OFTEN_UNIQUE 0.05

const char *tacit_confidence_name(tacit_confidence c)
{
    static const char *const names[] = { "none", "low", "medium", "high" };
    return names[c];
}

const char *tacit_kind_name(tacit_kind k)
{
    static const char *const names[] = { "other", "age",  "birth", "postcode", "money",
                                         "count", "size", "code",  "number" };
    return names[k];
}

unsigned tacit_suggestion_roles(const tacit_suggestion *s)
{
    return s->confidence >= TACIT_CONFIDENCE_MEDIUM ? s->role : 0;
}

const char *tacit_count_words(size_t n, char out[32])
{
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%zu", n);
    size_t to = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[to++] = ',';
        out[to++] = digits[i];
    }
    out[to] = '\0';
    return out;
}

static bool suggest_by_pattern(const tacit_profile *p, tacit_suggestion *s)
{
    static const unsigned identifying = 1u << TACIT_PATTERN_EMAIL | 1u << TACIT_PATTERN_URL |
                                        1u << TACIT_PATTERN_IBAN | 1u << TACIT_PATTERN_IP |
                                        1u << TACIT_PATTERN_PHONE;
    if ((identifying >> p->pattern & 1) == 0)
        return false;
    s->role = TACIT_ROLE_IDENTIFIER;
    s->confidence = TACIT_CONFIDENCE_HIGH;
    (void)snprintf(s->reason, sizeof s->reason, "every value looks like %s",
                   tacit_pattern_words(p->pattern));
    return true;
}

static void name_reason(const tacit_profile *p, const char *word, tacit_suggestion *s)
{
    char count[32];
    const char *verb = s->confidence == TACIT_CONFIDENCE_HIGH ? "says" : "suggests";
    const size_t present = tacit_profile_present(p);
    if (s->role == TACIT_ROLE_IDENTIFIER && p->distinct == present && present > 1)
        (void)snprintf(s->reason, sizeof s->reason,
                       "its name %s it ('%s') and all %s values differ", verb, word,
                       tacit_count_words(present, count));
    else
        (void)snprintf(s->reason, sizeof s->reason, "its name %s it ('%s')", verb, word);
}

static bool suggest_by_name(const tacit_profile *p, tacit_suggestion *s)
{
    const tacit_name_words words = tacit_name_split(p->name);
    char word[TACIT_WORD_BYTES];
    for (size_t i = 0; i < TACIT_ROLE_RULE_COUNT; i++) {
        const tacit_role_rule *rule = &TACIT_ROLE_RULES[i];
        if (!tacit_name_has(&words, rule->words, word) || (rule->fits && !rule->fits(p)))
            continue;
        s->role = rule->role;
        s->confidence = rule->confidence;
        s->kind = rule->kind;
        name_reason(p, word, s);
        return true;
    }
    return false;
}

static bool suggest_unique_texts(const tacit_profile *p, tacit_suggestion *s)
{
    char count[32];
    const size_t present = tacit_profile_present(p);
    const double uniqueness = tacit_profile_uniqueness(p);
    if (p->type != TACIT_TYPE_CATEGORY || p->pattern == TACIT_PATTERN_THOUSANDS ||
        present < ENOUGH_ROWS || uniqueness < NEARLY_UNIQUE)
        return false;
    s->role = TACIT_ROLE_IDENTIFIER;
    if (p->distinct == present) {
        s->confidence = TACIT_CONFIDENCE_HIGH;
        (void)snprintf(s->reason, sizeof s->reason, "all %s values differ",
                       tacit_count_words(present, count));
    } else {
        s->confidence = TACIT_CONFIDENCE_MEDIUM;
        (void)snprintf(s->reason, sizeof s->reason, "%.0f %% of its texts differ",
                       100.0 * uniqueness);
    }
    return true;
}

/* How many pairs of n whole numbers would be equal if they were drawn evenly from where they lie;
 * from anything less even, more would be. */
static double expected_pairs(const tacit_profile *p)
{
    const double n = (double)tacit_profile_present(p);
    return n * (n - 1.0) / 2.0 / (p->most - p->least + 1.0);
}

/* Whole numbers that count the rows, or lie so close that some would be equal if nobody had seen
 * to it that none are. */
static bool suggest_row_numbers(const tacit_profile *p, tacit_suggestion *s)
{
    char count[32];
    const size_t present = tacit_profile_present(p);
    if (p->type != TACIT_TYPE_INTEGER || present < ENOUGH_ROWS || p->distinct != present)
        return false;
    const bool counts = p->most - p->least <= (double)present;
    if (!counts && expected_pairs(p) < FEWEST_PAIRS)
        return false;
    s->role = TACIT_ROLE_IDENTIFIER;
    s->confidence = TACIT_CONFIDENCE_MEDIUM;
    if (counts)
        (void)snprintf(s->reason, sizeof s->reason, "it numbers the records");
    else
        (void)snprintf(s->reason, sizeof s->reason,
                       "all %s numbers differ, which so close together is no accident",
                       tacit_count_words(present, count));
    return true;
}

/* Whole numbers whose records stand together in small groups. */
static bool suggest_groups(const tacit_profile *p, tacit_suggestion *s)
{
    const double present = (double)tacit_profile_present(p);
    if (p->type != TACIT_TYPE_INTEGER || p->distinct < ENOUGH_ROWS || p->runs != p->distinct ||
        p->distinct == tacit_profile_present(p) || present > MOST_TOGETHER * (double)p->distinct)
        return false;
    s->role = TACIT_ROLE_CLUSTER;
    s->confidence = TACIT_CONFIDENCE_LOW;
    (void)snprintf(s->reason, sizeof s->reason,
                   "records with the same number stand together, %.1f on average",
                   present / (double)p->distinct);
    return true;
}

/* Texts that tell of diseases or deaths, whatever the column is called. */
static bool suggest_topic(const tacit_profile *p, tacit_suggestion *s)
{
    if (p->topic == TACIT_TOPIC_NONE)
        return false;
    s->role = TACIT_ROLE_SENSITIVE;
    s->confidence = TACIT_CONFIDENCE_MEDIUM;
    (void)snprintf(s->reason, sizeof s->reason, "its values %s", tacit_topic_words(p->topic));
    return true;
}

/* Few values with many records each: categories, as texts or coded as numbers. */
static void suggest_categories(const tacit_profile *p, tacit_suggestion *s)
{
    const bool texts = p->type == TACIT_TYPE_CATEGORY;
    const bool codes = (p->type & TACIT_TYPE_NUMBER) != 0 &&
                       p->distinct <= (p->type == TACIT_TYPE_REAL ? MOST_DECIMALS : MOST_CODES) &&
                       p->most - p->least <= (double)WIDEST_CODES;
    if (!(texts || codes) || p->distinct > MOST_CATEGORIES ||
        tacit_profile_present(p) / p->distinct < RECORDS_EACH)
        return;
    s->role = TACIT_ROLE_KEY;
    s->confidence = TACIT_CONFIDENCE_LOW;
    (void)snprintf(s->reason, sizeof s->reason, "%zu %s; a key if others may know it", p->distinct,
                   texts ? "categories" : "different numbers, perhaps codes");
}

/* Whole numbers that are all years of our times. */
static bool suggest_years(const tacit_profile *p, tacit_suggestion *s)
{
    if (p->type != TACIT_TYPE_INTEGER || p->least < FIRST_YEAR || p->most > LAST_YEAR)
        return false;
    s->role = TACIT_ROLE_KEY;
    s->confidence = TACIT_CONFIDENCE_LOW;
    (void)snprintf(s->reason, sizeof s->reason,
                   "its values look like years; a key if others may know it");
    return true;
}

static void suggest_by_values(const tacit_profile *p, tacit_suggestion *s)
{
    if (suggest_unique_texts(p, s) || suggest_row_numbers(p, s) || suggest_groups(p, s))
        return;
    if (p->pattern == TACIT_PATTERN_POSTCODE || p->pattern == TACIT_PATTERN_DATE) {
        s->role = TACIT_ROLE_KEY;
        s->confidence = TACIT_CONFIDENCE_MEDIUM;
        s->kind = p->pattern == TACIT_PATTERN_POSTCODE ? TACIT_KIND_POSTCODE : TACIT_KIND_OTHER;
        (void)snprintf(s->reason, sizeof s->reason, "every value looks like %s",
                       tacit_pattern_words(p->pattern));
    } else if (p->type == TACIT_TYPE_DATE) {
        s->role = TACIT_ROLE_KEY;
        s->confidence = TACIT_CONFIDENCE_MEDIUM;
        (void)snprintf(s->reason, sizeof s->reason, "others may know the dates of events");
    } else if (!suggest_topic(p, s) && !suggest_years(p, s)) {
        suggest_categories(p, s);
    }
}

/* Of columns with one value only weights matter: all records may stand for equally many. */
static tacit_suggestion constant_weight(const tacit_profile *p, tacit_suggestion none)
{
    tacit_suggestion s = { .role = 0 };
    if (p->distinct == 1 && p->least > 1.0 && suggest_by_name(p, &s) && s.role == TACIT_ROLE_WEIGHT)
        return s;
    return none;
}

tacit_suggestion tacit_role_suggest(const tacit_profile *p)
{
    tacit_suggestion s = { .role = 0 };
    if (p->distinct < 2)
        (void)snprintf(s.reason, sizeof s.reason,
                       p->distinct == 0 ? "it has no values" : "all its values are the same");
    /* One record's values are all the same, but its name still names a person. */
    if (p->distinct == 0 || (p->distinct == 1 && tacit_profile_present(p) > 1))
        return constant_weight(p, s);
    if (!suggest_by_pattern(p, &s) && !suggest_by_name(p, &s) && p->distinct > 1)
        suggest_by_values(p, &s);
    return s;
}

/* Whether some of the columns is how tall people are. */
static bool has_height(const tacit_profile *p, size_t n)
{
    char word[TACIT_WORD_BYTES];
    for (size_t j = 0; j < n; j++) {
        const tacit_name_words name = tacit_name_split(p[j].name);
        if ((p[j].type & TACIT_TYPE_NUMBER) != 0 &&
            tacit_name_has(&name,
                           "height|bmi|groesse|grosse|koerpergroesse|korpergrosse|taille|"
                           "talla|estatura|altezza|lengte",
                           word))
            return true;
    }
    return false;
}

/* Beside a height, what is called a weight and nothing more is that of a body, which others see. */
static void weigh_bodies(const tacit_profile *p, tacit_suggestion *s, size_t n)
{
    char word[TACIT_WORD_BYTES];
    for (size_t j = 0; j < n; j++) {
        const tacit_name_words name = tacit_name_split(p[j].name);
        if ((p[j].type & TACIT_TYPE_NUMBER) == 0 ||
            !tacit_name_has(&name, "=weight|=wt|=gewicht|=poids|=peso", word))
            continue;
        s[j].role = TACIT_ROLE_KEY;
        s[j].confidence = TACIT_CONFIDENCE_LOW;
        s[j].kind = TACIT_KIND_SIZE;
        (void)snprintf(s[j].reason, sizeof s[j].reason,
                       "a weight beside a height, so of a body; a key if others may know it");
    }
}

/* Leave the role to the surest column, the first of equals; the others get `instead`. */
static void keep_one(tacit_suggestion *s, size_t n, unsigned role, unsigned instead)
{
    size_t best = n;
    for (size_t j = 0; j < n; j++)
        if (s[j].role == role && (best == n || s[j].confidence > s[best].confidence))
            best = j;
    for (size_t j = 0; j < n; j++) {
        if (s[j].role != role || j == best)
            continue;
        s[j].role = instead;
        s[j].confidence = instead != 0 ? TACIT_CONFIDENCE_MEDIUM : TACIT_CONFIDENCE_NONE;
        (void)snprintf(s[j].reason, sizeof s[j].reason, "another column is the %s already",
                       role == TACIT_ROLE_WEIGHT ? "weight" : "household");
    }
}

/* What tells which identifier a record has leads to it: the number of a firm beside its name.  Of
 * several records each it becomes another number, so that they stay together. */
static void share_identifier(const tacit_suggestion *from, tacit_suggestion *to)
{
    if ((tacit_suggestion_roles(from) & TACIT_ROLE_IDENTIFIER) == 0 ||
        to->confidence == TACIT_CONFIDENCE_HIGH ||
        (tacit_suggestion_roles(to) & ~(unsigned)(TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE)) != 0)
        return;
    to->role = TACIT_ROLE_CLUSTER;
    to->confidence = TACIT_CONFIDENCE_MEDIUM;
    (void)snprintf(to->reason, sizeof to->reason,
                   "it stands for the same as an identifier; released as another number");
}

/* Give `to` the role of its twin `from`, if that is a key or sensitive. */
static void share_role(const tacit_suggestion *from, tacit_suggestion *to)
{
    share_identifier(from, to);
    if (tacit_suggestion_roles(to) != 0 ||
        (tacit_suggestion_roles(from) & (TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE)) == 0)
        return;
    to->role = from->role;
    to->confidence = TACIT_CONFIDENCE_MEDIUM;
    (void)snprintf(to->reason, sizeof to->reason, "it tells the same as another %s column",
                   from->role == TACIT_ROLE_KEY ? "key" : "sensitive");
}

/* Whether all names begin with the same letter, which then says nothing: iage, isex, irace. */
static bool share_letter(const tacit_profile *p, size_t n)
{
    for (size_t j = 0; j < n; j++)
        if (p[j].name[0] != p[0].name[0] || strlen(p[j].name) < 3)
            return false;
    return n >= FEWEST_ALIKE && p[0].name[0] >= 'a' && p[0].name[0] <= 'z';
}

/* If no column is surely a key, take the doubtful ones for keys, unless they are many. */
static void take_doubtful(tacit_suggestion *s, size_t n)
{
    size_t doubtful = 0;
    for (size_t j = 0; j < n; j++) {
        if ((tacit_suggestion_roles(&s[j]) & TACIT_ROLE_KEY) != 0)
            return;
        doubtful += s[j].role == TACIT_ROLE_KEY;
    }
    for (size_t j = 0; j < n && doubtful <= MOST_TAKEN; j++)
        if (s[j].role == TACIT_ROLE_KEY) {
            const size_t used = strlen(s[j].reason);
            s[j].confidence = TACIT_CONFIDENCE_MEDIUM;
            (void)snprintf(s[j].reason + used, sizeof s[j].reason - used,
                           "; taken for one because no column is surely a key");
        }
}

/* Whether many records are unique by a column of numbers that is no id and has no gaps. */
static bool is_telling(const tacit_profile *p, const tacit_suggestion *s)
{
    const unsigned roles = tacit_suggestion_roles(s);
    return (p->type & TACIT_TYPE_NUMBER) != 0 && p->missing == 0 &&
           (roles & ~(unsigned)TACIT_ROLE_SENSITIVE) == 0 &&
           (double)p->singles >= OFTEN_UNIQUE * (double)p->rows;
}

/* If there is no key at all, take the numbers by which records are found. */
static void take_numbers(const tacit_profile *p, tacit_suggestion *s, size_t n)
{
    size_t telling = 0;
    for (size_t j = 0; j < n; j++) {
        if ((tacit_suggestion_roles(&s[j]) & TACIT_ROLE_KEY) != 0)
            return;
        telling += is_telling(&p[j], &s[j]);
    }
    for (size_t j = 0; j < n && telling <= MOST_NUMBERS; j++) {
        if (!is_telling(&p[j], &s[j]))
            continue;
        s[j].role = TACIT_ROLE_KEY;
        s[j].confidence = TACIT_CONFIDENCE_MEDIUM;
        s[j].kind = TACIT_KIND_NUMBER;
        (void)snprintf(s[j].reason, sizeof s[j].reason,
                       "%.0f %% of the records are unique by it; taken for one because no column "
                       "is surely a key",
                       100.0 * (double)p[j].singles / (double)p[j].rows);
    }
}

tacit_status tacit_role_suggest_all(tacit_ctx *cx, const tacit_profile *profile, size_t n,
                                    tacit_suggestion **out)
{
    tacit_suggestion *s = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s, &s));
    for (size_t j = 0; j < n; j++)
        s[j] = tacit_role_suggest(&profile[j]);
    if (share_letter(profile, n))
        for (size_t j = 0; j < n; j++) {
            tacit_profile p = profile[j];
            p.name++;
            s[j] = tacit_suggestion_roles(&s[j]) == 0 ? tacit_role_suggest(&p) : s[j];
        }
    if (has_height(profile, n))
        weigh_bodies(profile, s, n);
    keep_one(s, n, TACIT_ROLE_WEIGHT, 0);
    keep_one(s, n, TACIT_ROLE_HOUSEHOLD, TACIT_ROLE_IDENTIFIER);
    for (size_t j = 0; j < n; j++)
        if (profile[j].twin < n) {
            share_role(&s[profile[j].twin], &s[j]);
            share_role(&s[j], &s[profile[j].twin]);
        }
    for (size_t j = 0; j < n; j++)
        if (profile[j].tells < n)
            share_identifier(&s[profile[j].tells], &s[j]);
    take_doubtful(s, n);
    take_numbers(profile, s, n);
    *out = s;
    return TACIT_OK;
}
