/*
 * help: what the command says of itself, made of the tables of options.c and of the forms that the
 * library knows. tools/man1.awk makes the manual page of it, and relies on its shape: a heading
 * ends in a colon; below it stand paragraphs, terms with two spaces or more before what they mean,
 * and examples, which begin with $ and show below that what comes out.
 */

enum { HELP_WIDTH = 79, HELP_INDENT = 2, HELP_COLUMN = 26 };

/* Writes words from a column on, and those that do not fit on lines that begin at `indent`. */
static void help_words(const char *words, int column, int indent)
{
    output_print("%*s", indent - column, "");
    for (column = indent; *words != '\0';) {
        const int length = (int)strcspn(words, " ");

        if (column > indent && column + 1 + length > HELP_WIDTH) {
            output_print("\n%*s", indent, "");
            column = indent;
        }
        output_print("%s%.*s", column > indent ? " " : "", length, words);
        column += length + (column > indent);
        words += length;
        words += *words == ' ';
    }
    output_text("\n");
}

static void help_heading(const char *heading)
{
    output_print("\n%s:\n", heading);
}

static void help_paragraph(const char *text)
{
    help_words(text, 0, HELP_INDENT);
}

static void help_term(const char *term, const char *meaning)
{
    int column = HELP_INDENT + (int)strlen(term);

    output_print("%*s%s", HELP_INDENT, "", term);
    if (column > HELP_COLUMN - 2) {
        output_text("\n");
        column = 0;
    }
    help_words(meaning, column, HELP_COLUMN);
}

/* ---- the parts ---- */

static void help_usage(const options_t *options)
{
    output_text("Usage:\n");
    for (command_t command = 0; command < COMMAND_COUNT; command++)
        if (!options->named || options->command == command)
            output_print("  uuid9562 %s %s\n",
                         command == COMMAND_generate ? "[generate]" : command_table[command].name,
                         command_table[command].takes);
}

static void help_commands(const options_t *options)
{
    help_heading("Commands");
    for (command_t command = 0; command < COMMAND_COUNT; command++)
        if (!options->named || options->command == command)
            help_term(command_table[command].name, command_table[command].does);
}

static void help_option(option_id_t id, const char *behind)
{
    const char *argument = option_table[id].argument;
    char term[64], meaning[512];

    snprintf(term, sizeof term, "%s--%s%s%s", option_table[id].letter != 0 ? "-?, " : "    ",
             option_table[id].name, argument != NULL ? " " : "", argument != NULL ? argument : "");
    if (option_table[id].letter != 0)
        term[1] = option_table[id].letter;
    snprintf(meaning, sizeof meaning, "%s%s", option_table[id].does, behind);
    help_term(term, meaning);
}

/* One that several commands take: which, where those are not all. */
static void help_shared_option(option_id_t id)
{
    char behind[80] = "";
    size_t used = 0;

    if (strlen(option_table[id].commands) < COMMAND_COUNT) {
        for (command_t command = 0; command < COMMAND_COUNT; command++)
            if (option_is_of(id, command))
                used += (size_t)snprintf(behind + used, sizeof behind - used, "%s%s",
                                         used == 0 ? " (" : ", ", command_table[command].name);
        snprintf(behind + used, sizeof behind - used, ")");
    }
    help_option(id, behind);
}

/* All of them: first those of several commands, then those of one, command by command. */
static void help_options(void)
{
    help_heading("Options");
    for (option_id_t id = 0; id < OPTION_COUNT; id++)
        if (strlen(option_table[id].commands) > 1)
            help_shared_option(id);
    for (command_t command = 0; command < COMMAND_COUNT; command++) {
        output_print("\nOptions of %s:\n", command_table[command].name);
        for (option_id_t id = 0; id < OPTION_COUNT; id++)
            if (strlen(option_table[id].commands) == 1 && option_is_of(id, command))
                help_option(id, "");
    }
}

static void help_options_of(command_t command)
{
    help_heading("Options");
    for (option_id_t id = 0; id < OPTION_COUNT; id++)
        if (option_is_of(id, command))
            help_option(id, "");
}

/* The names for which `find` finds a form. */
static void help_names(const char *term,
                       uuid9562_status_t (*find)(const uuid9562_format_t **, const char *, size_t))
{
    const uuid9562_format_t *form;
    const char *name;
    char names[512] = "";
    size_t used = 0;

    for (size_t i = 0; uuid9562_format_at(i) != NULL; i++) {
        name = uuid9562_format_info(uuid9562_format_at(i))->name;
        if (find(&form, name, strlen(name)) == UUID9562_OK)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s, ", name);
    }
    snprintf(names + used, sizeof names - used, BYTES);
    help_term(term, names);
}

static void help_forms(void)
{
    help_heading("Forms");
    help_names("to read", uuid9562_find_input_format);
    help_names("to write", uuid9562_find_output_format);
    help_paragraph(
        "They are those of the library, see uuid9562_format_t(3), and bytes: the 16 of a"
        " UUID as they are. Of guid, der and bytes, one UUID follows the other with nothing"
        " in between; of all others each is a line.");
}

static void help_input(void)
{
    help_heading("Input");
    help_paragraph("UUIDs are read from the arguments or, where there are none, from standard"
                   " input: a line each, without white space. The last line need not end. A line"
                   " that ends in CR LF is refused, as is an empty one.");
    output_text("\n");
    help_paragraph("The first one that is wrong ends the command, after what stands before it has"
                   " been written, with the number of its line or argument and the offset of the"
                   " first byte that is wrong, counted from 0. With --keep-going those that are"
                   " wrong are left out. Memory is constant but for sort, which needs 16 bytes"
                   " for each UUID, and for the longest name.");
}

static void help_exit_status(void)
{
    help_heading("Exit status");
    help_term("0", "everything was right");
    help_term("1", "something that was read is wrong");
    help_term("2", "an option or its value is wrong");
    help_term("3", "the system failed: no room, no memory, no randomness, no such digest");
}

static void help_examples(void)
{
    help_heading("Examples");
    output_text("  $ uuid9562 --uuid 5 --namespace @dns --name www.example.com\n"
                "  2ed6657d-e927-568b-95e1-2665a8aea6a2\n"
                "\n"
                "  $ uuid9562 convert --to ulid 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n"
                "  01FWHE4YDGFK1SHH6W1G60EECF\n"
                "\n"
                "  $ uuid9562 -7 -n 3 | uuid9562 sort --reverse | uuid9562 check --sorted\n"
                "  uuid9562: line 2: the UUID does not sort after the one before it\n"
                "\n"
                "  $ uuid9562 inspect 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n"
                "  uuid       017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n"
                "  kind       Unix time and random bits, in order\n"
                "  variant    rfc9562\n"
                "  version    7\n"
                "  time       2022-02-22T19:22:22.000Z\n"
                "  unix_ms    1645557742000\n");
}

/* ---- the whole ---- */

static void help(const options_t *options)
{
    help_usage(options);
    if (options->named) {
        help_commands(options);
        help_options_of(options->command);
        return;
    }
    output_text("\n");
    help_words("Makes UUIDs as RFC 9562 defines them, tells what is in them, and converts, sorts"
               " and checks streams of them.",
               0, 0);
    help_commands(options);
    help_options();
    help_forms();
    help_input();
    help_exit_status();
    help_examples();
}

static void help_version(void)
{
    output_print("uuid9562 %s\n", uuid9562_version());
}
