/*
 * csv_signs.c - numbers of a text file that may be meant otherwise than they are read.
 *
 * Half of the world writes 1234.5 as 1.234,5.  Read with a decimal point, 1.234 is another number
 * and 4,5 a text, and neither can be told from the values alone: the reader keeps to the rule and
 * says so.  1.234,5 is sure to have both marks.  Points count as separators of thousands if all of
 * them could be, in a file that uses decimal commas elsewhere or semicolons between fields, as such
 * files do.  O(bytes).
 */
#include <ctype.h>

#include "engine/csv_rules.h"

static size_t digits_at(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && isdigit((unsigned char)s[i]))
        i++;
    return i;
}

/* The bytes behind the first digits that are groups of three, each after a point. */
static size_t groups_at(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i] == '.' && digits_at(s + i + 1, n - i - 1) == 3)
        i += 4;
    return i;
}

/* Whether the bytes behind the first digits are decimals after a comma. */
static bool has_places(const char *s, size_t n)
{
    return n > 1 && s[0] == ',' && digits_at(s + 1, n - 1) == n - 1;
}

void tacit_csv_look(tacit_csv_signs *signs, const char *s, size_t n)
{
    const size_t sign = n > 0 && s[0] == '-', whole = digits_at(s + sign, n - sign);
    const char *rest = s + sign + whole;
    const size_t left = n - sign - whole;
    const size_t groups = whole > 0 && whole <= 3 && s[sign] != '0' ? groups_at(rest, left) : 0;
    const bool comma = whole > 0 && has_places(rest + groups, left - groups);
    const bool grouped = groups > 0 && groups == left;
    const bool plain = whole > 0 && left == 0;
    signs->commas |= comma;
    signs->thousands |= comma && groups > 0;
    signs->grouped |= grouped;
    signs->other |= !(comma || grouped || plain);
    signs->pointed |= left > 0 && !(comma || grouped);
}

bool tacit_csv_commas(const tacit_column *c, bool *thousands)
{
    const tacit_dict *dict = tacit_column_dict(c);
    tacit_csv_signs signs = { 0 };
    for (uint32_t i = 0; i < tacit_dict_size(dict) && !signs.other; i++)
        tacit_csv_look(&signs, tacit_dict_text(dict, i), tacit_dict_length(dict, i));
    *thousands = signs.thousands && !signs.other;
    return signs.commas && !signs.other;
}

static bool has_comma(const tacit_csv_seen *c)
{
    return c->signs.commas && !c->signs.other && c->type == TACIT_TYPE_CATEGORY;
}

void tacit_csv_warn(tacit_ctx *cx, const tacit_args *args, char delimiter,
                    const tacit_csv_seen *column, size_t n)
{
    bool commas = delimiter == ';';
    if (tacit_csv_option(args, TACIT_SOURCE_DECIMAL) != NULL)
        return;
    for (size_t j = 0; j < n; j++)
        commas = commas || has_comma(&column[j]);
    for (size_t j = 0; j < n; j++) {
        if (tacit_csv_keeps_text(args, column[j].name))
            continue;
        if (has_comma(&column[j]))
            tacit_warn(cx,
                       "Column '%s' looks like numbers with a decimal comma%s and is kept as text; "
                       "say --decimal ,%s (in a plan decimal: ','%s under data) if they are.",
                       column[j].name,
                       column[j].signs.thousands ? " and points between thousands" : "",
                       column[j].signs.thousands ? " --thousands ." : "",
                       column[j].signs.thousands ? " and thousands: '.'" : "");
        if (commas && column[j].signs.grouped && !column[j].signs.pointed &&
            column[j].type == TACIT_TYPE_REAL)
            tacit_warn(cx,
                       "Column '%s' is read with a decimal point, but all its points could stand "
                       "between thousands (1.234 for 1234); say --decimal , --thousands . (in "
                       "a plan decimal: ',' and thousands: '.' under data) if they do, or "
                       "--decimal . if they do not.",
                       column[j].name);
    }
}
