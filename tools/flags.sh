# flags.sh - sourced by checks: FLAGS are what any source needs to be compiled.
FLAGS="-std=gnu17 -fopenmp -Isrc -Iinclude -isystem .deps/duckdb -DTACIT_VERSION=\"0\"
    $(pkg-config --cflags gnutls jansson libfyaml libmicrohttpd libpq libsodium libutf8proc libxxhash)"
