/*
 * main.c - the command `tacit`.
 */
#include "cli/cli.h"

int main(int argc, char **argv)
{
    return tacit_main(argc, argv);
}
