/*
 * options.c - options and arguments from the words of the command line.
 *
 * `--name value`, `--name=value` and flags, in any order with the arguments; `--` ends the
 * options; -h, -q and -o are short for --help, --quiet and --output.  Written here rather than with
 * getopt_long, which cannot suggest a name and reads abbreviations that later options
 * would make ambiguous.
 */
#include "cli/options.h"

#include <string.h>

size_t tacit_option_count(const tacit_option *options)
{
    size_t n = 0;
    while (options[n].name != NULL)
        n++;
    return n;
}

/* Words of `arguments`; with `optional` only those in brackets. */
static size_t count_words(const char *arguments, bool optional)
{
    size_t n = 0;
    for (const char *c = arguments; *c != '\0'; c++) {
        const bool first = c == arguments || c[-1] == ' ';
        n += first && (!optional || *c == '[');
    }
    return n;
}

/* The last word may stand for any number: "PLAN [PLAN...]". */
size_t tacit_command_most(const tacit_command *command)
{
    return strstr(command->arguments, "...") != NULL ? SIZE_MAX
                                                     : count_words(command->arguments, false);
}

size_t tacit_command_least(const tacit_command *command)
{
    return count_words(command->arguments, false) - count_words(command->arguments, true);
}

/* Option i of a command: its own, then the common ones. */
static const tacit_option *option_at(const tacit_command *command, size_t i)
{
    const size_t own = tacit_option_count(command->options);
    return i < own ? &command->options[i] : &TACIT_COMMON_OPTIONS[i - own];
}

static const char *option_word(const void *user, size_t i)
{
    return option_at(user, i)->name;
}

static size_t count_options(const tacit_command *command)
{
    return tacit_option_count(command->options) + tacit_option_count(TACIT_COMMON_OPTIONS);
}

static tacit_status fail_unknown(tacit_cli *cli, const char *shown, const char *name)
{
    const char *near = tacit_suggest(name, count_options(cli->command), option_word, cli->command);
    if (near != NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Unknown option '%s'; did you mean '--%s'?",
                          shown, near);
    return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                      "Unknown option '%s'; 'tacit help %s' lists the options.", shown,
                      cli->command->name);
}

static tacit_status read_count(tacit_cli *cli, const tacit_option *option, const char *text,
                               uint64_t *out)
{
    uint64_t x = 0;
    bool right = text[0] != '\0';
    for (const char *c = text; right && *c != '\0'; c++)
        right = *c >= '0' && *c <= '9' && !__builtin_mul_overflow(x, 10u, &x) &&
                !__builtin_add_overflow(x, (uint64_t)(*c - '0'), &x);
    if (!right)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--%s' needs a whole number from 0 to 18446744073709551615.",
                          option->name);
    *out = x;
    return TACIT_OK;
}

/* Append `text` to the items of `given`; with `split` each part between commas. */
static tacit_status add_items(tacit_cli *cli, tacit_given *given, const char *text, bool split)
{
    size_t more = 1;
    for (const char *c = text; split && *c != '\0'; c++)
        more += *c == ',';
    const char **item = NULL;
    TACIT_TRY(tacit_scratch(cli->cx, given->n + more, sizeof *item, &item));
    if (given->n > 0)
        memcpy(item, given->item, given->n * sizeof *item);
    given->item = item;
    char *part = NULL;
    TACIT_TRY(tacit_scratch_text(cli->cx, text, &part));
    for (size_t i = 0; i < more; i++) {
        char *end = split ? strchr(part, ',') : NULL;
        if (end != NULL)
            *end = '\0';
        if (part[0] != '\0')
            given->item[given->n++] = part;
        part = end != NULL ? end + 1 : part;
    }
    return TACIT_OK;
}

static tacit_status take_value(tacit_cli *cli, const tacit_option *option, const char *text,
                               tacit_given *given)
{
    given->text = text;
    switch (option->type) {
    case TACIT_OPTION_FLAG:
    case TACIT_OPTION_TEXT:
        return TACIT_OK;
    case TACIT_OPTION_TEXTS:
    case TACIT_OPTION_LIST:
        return add_items(cli, given, text, option->type == TACIT_OPTION_LIST);
    case TACIT_OPTION_COUNT:
        return read_count(cli, option, text, &given->number);
    case TACIT_OPTION_BYTES:
        break;
    }
    if (!tacit_parse_bytes(text, &given->number))
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--%s' needs a size such as 512MB or 2GB.", option->name);
    return TACIT_OK;
}

/* The option called `name` and where its value goes; NULL if there is none. */
static const tacit_option *find_option(const tacit_cli *cli, const char *name, tacit_given **given)
{
    const size_t own = tacit_option_count(cli->command->options);
    for (size_t i = 0; i < count_options(cli->command); i++) {
        if (strcmp(option_at(cli->command, i)->name, name) != 0)
            continue;
        *given = i < own ? &cli->own[i] : &cli->common[i - own];
        return option_at(cli->command, i);
    }
    return NULL;
}

/* The words that have not been read yet. */
typedef struct rest_words {
    char *const *at;
    size_t n;
} rest_words;

/* An option's name, with its value after '=' or in the next word. */
static tacit_status take_long(tacit_cli *cli, const char *name, const char *value, rest_words *rest)
{
    tacit_given *given = NULL;
    const tacit_option *option = find_option(cli, name, &given);
    char *shown = NULL;
    TACIT_TRY(tacit_scratch_format(cli->cx, &shown, "--%s", name));
    if (option == NULL)
        return fail_unknown(cli, shown, name);
    if (option->type == TACIT_OPTION_FLAG && value != NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Option '%s' takes no value.", shown);
    if (option->type == TACIT_OPTION_FLAG)
        return take_value(cli, option, "", given);
    if (value == NULL && rest->n == 0)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Option '%s' needs a value: %s %s.", shown,
                          shown, option->argument);
    if (value == NULL) {
        value = rest->at[0];
        rest->at++;
        rest->n--;
    }
    return take_value(cli, option, value, given);
}

static tacit_status take_option(tacit_cli *cli, const char *word, rest_words *rest)
{
    if (strcmp(word, "-h") == 0)
        return take_long(cli, "help", NULL, rest);
    if (strcmp(word, "-q") == 0)
        return take_long(cli, "quiet", NULL, rest);
    if (strcmp(word, "-o") == 0)
        return take_long(cli, "output", NULL, rest);
    if (word[1] != '-')
        return fail_unknown(cli, word, word + 1);
    char *name = NULL;
    TACIT_TRY(tacit_scratch_text(cli->cx, word + 2, &name));
    char *value = strchr(name, '=');
    if (value != NULL)
        *value++ = '\0';
    return take_long(cli, name, value, rest);
}

static tacit_status check_arguments(tacit_cli *cli)
{
    const tacit_command *c = cli->command;
    const size_t least = tacit_command_least(c), most = tacit_command_most(c);
    if (cli->n_arguments > most)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Too many arguments: tacit %s takes %s, and options.", c->name,
                          most == 0 ? "none" : c->arguments);
    if (cli->n_arguments < least)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "An argument is missing: tacit %s needs %s; 'tacit help %s' says more.",
                          c->name, c->arguments, c->name);
    return TACIT_OK;
}

tacit_status tacit_options_read(tacit_cli *cli, size_t n, char *const *all)
{
    const size_t own = tacit_option_count(cli->command->options);
    TACIT_TRY(tacit_scratch(cli->cx, own, sizeof *cli->own, &cli->own));
    TACIT_TRY(tacit_scratch(cli->cx, tacit_option_count(TACIT_COMMON_OPTIONS), sizeof *cli->common,
                            &cli->common));
    TACIT_TRY(tacit_scratch(cli->cx, n, sizeof *cli->argument, &cli->argument));
    rest_words rest = { .at = all, .n = n };
    bool options = true;
    while (rest.n > 0) {
        const char *word = *rest.at++;
        rest.n--;
        if (options && strcmp(word, "--") == 0)
            options = false;
        else if (options && word[0] == '-' && word[1] != '\0')
            TACIT_TRY(take_option(cli, word, &rest));
        else
            cli->argument[cli->n_arguments++] = word;
    }
    return tacit_cli_option(cli, "help") != NULL ? TACIT_OK : check_arguments(cli);
}

bool tacit_options_json(size_t n, char *const *words)
{
    for (size_t i = 0; i < n && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--json") == 0)
            return true;
    return false;
}
