/*
 * params.c - the parameters of the section `serve`.
 */
#include "task/serve/own.h"

#define WHOLE(id, usual, least, most, what, words)                                                 \
    {                                                                                              \
        .name = id, .type = TACIT_PARAM_INTEGER, .preset = (usual), .min = (least), .max = (most), \
        .unit = (what), .help = words                                                              \
    }

#define PATH(id, words)                                                                            \
    {                                                                                              \
        .name = id, .type = TACIT_PARAM_FILE, .need = TACIT_OPTIONAL, .help = words                \
    }

const tacit_param TACIT_SERVE_PARAMS[] = {
    [TACIT_SERVE_LISTEN] = { .name = "listen",
                             .type = TACIT_PARAM_TEXT,
                             .need = TACIT_OPTIONAL,
                             .importance = TACIT_FIRST,
                             .help =
                                 "the address to listen on, in numbers; 127.0.0.1 if not given, "
                                 "which only programs of the same machine reach" },
    [TACIT_SERVE_PORT] = WHOLE("port", 8650, 0, 65535, NULL, "the port; 0 takes one that is free"),
    [TACIT_SERVE_CERTIFICATE] = PATH("certificate", "the certificate for TLS, in PEM, with its "
                                                    "chain; needed on any address that is not "
                                                    "the machine's own"),
    [TACIT_SERVE_CERTIFICATE_KEY] = PATH("certificate_key", "the key of the certificate, in PEM"),
    [TACIT_SERVE_TOKENS] = PATH("tokens", "the file of tokens, made by 'tacit token add'; without "
                                          "it two are made for this run and shown"),
    [TACIT_SERVE_LOG] = PATH("log", "the file to note every question in, by its key"),
    [TACIT_SERVE_NAMES] = { .name = "names",
                            .type = TACIT_PARAM_TEXTS,
                            .help = "names of this host that requests may be addressed to, besides "
                                    "localhost and the address" },
    [TACIT_SERVE_ORIGINS] = { .name = "origins",
                              .type = TACIT_PARAM_TEXTS,
                              .importance = TACIT_ADVANCED,
                              .help = "origins whose pages may ask, such as "
                                      "https://lab.example.org" },
    [TACIT_SERVE_RATE] =
        WHOLE("rate", 600, 1, 1e9, "requests a minute", "how many requests a token may make"),
    [TACIT_SERVE_BURST] =
        WHOLE("burst", 60, 1, 1e6, "requests", "how many of them it may make at once"),
    [TACIT_SERVE_GRID] = WHOLE("grid", 50, 0, 60000, "milliseconds",
                               "answers are told whole multiples of this after their request, so "
                               "that the time tells nothing; 0 tells them at once"),
    [TACIT_SERVE_CONNECTIONS] =
        WHOLE("connections", 100, 4, 60000, "connections", "how many may be open"),
    [TACIT_SERVE_WORKERS] = WHOLE("workers", 4, 1, 256, "threads", "how many answer"),
    [TACIT_SERVE_WAITING] =
        WHOLE("waiting", 200, 1, 1e6, "requests", "how many may wait for one that answers"),
    [TACIT_SERVE_BODY] = WHOLE("body", 16384, 256, 1 << 20, "bytes", "how large a request may be"),
    [TACIT_SERVE_PATIENCE] =
        WHOLE("patience", 10, 1, 3600, "seconds", "how long a request may take to arrive"),
    [TACIT_SERVE_EXAMPLE] = { .name = "example",
                              .type = TACIT_PARAM_INTEGER,
                              .need = TACIT_OPTIONAL,
                              .importance = TACIT_ADVANCED,
                              .min = 1,
                              .max = 1e9,
                              .unit = "persons",
                              .help = "where the data is not there, make up a survey of so many "
                                      "persons; for trying things" },
    [TACIT_SERVE_POSTGRES] = { .name = "postgres",
                               .type = TACIT_PARAM_INTEGER,
                               .need = TACIT_OPTIONAL,
                               .min = 0,
                               .max = 65535,
                               .help = "the port on which PostgreSQL clients (psql, psycopg, R) "
                                       "are answered too; 0 takes one that is free; not served if "
                                       "not given" },
    [TACIT_SERVE_PLAIN] = { .name = "plain_token",
                            .type = TACIT_PARAM_FLAG,
                            .importance = TACIT_ADVANCED,
                            .max = 1,
                            .help = "take the token itself as the password of PostgreSQL clients, "
                                    "for those that do not know SCRAM-SHA-256; only over TLS or on "
                                    "the machine itself" },
    [TACIT_SERVE_ALSO] = { .name = "also",
                           .type = TACIT_PARAM_TEXTS,
                           .help = "files of further policies, whose data sets are served too; "
                                   "their sections 'serve' are not looked at" },
    [TACIT_SERVE_ROOT] = { .name = "root",
                           .type = TACIT_PARAM_TEXT,
                           .need = TACIT_OPTIONAL,
                           .help = "the folder that the workbench may read and write files in; "
                                   "the current one if not given" },
    [TACIT_SERVE_NO_RECORDS] = { .name = "no_records",
                                 .type = TACIT_PARAM_FLAG,
                                 .max = 1,
                                 .help = "the workbench shows no single records of the original" },
    [TACIT_SERVE_NO_BROWSER] = { .name = "no_browser",
                                 .type = TACIT_PARAM_FLAG,
                                 .max = 1,
                                 .help = "do not open the workbench in the browser, which is done "
                                         "where the terminal has a display" },
    [TACIT_SERVE_EDIT] = { .name = "edit",
                           .type = TACIT_PARAM_FLAG,
                           .max = 1,
                           .help = "work on a policy in the workbench, and answer no questions" },
    [TACIT_SERVE_IDLE] = { .name = "idle",
                           .type = TACIT_PARAM_REAL,
                           .importance = TACIT_ADVANCED,
                           .preset = 120.0,
                           .min = 0.0,
                           .max = 1e6,
                           .unit = "minutes",
                           .help = "the workbench stops when no page has asked for so long and "
                                   "nothing is being done; 0: never" },
    TACIT_PARAM_END
};
