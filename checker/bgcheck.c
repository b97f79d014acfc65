/* bgcheck: checks trees and certificates of bestguess, format 2, as docs/certificates.md defines them.

   Build: cc -O2 -Wall -Wextra -std=c11 -o bgcheck bgcheck.c
   Use:   bgcheck FILE [--table F] [--secrets F] [--guesses F] [--without F]

   One line says what was proven (exit 0) or what is wrong (exit 2). It shares no code with bestguess and
   was written from that page alone. Where the page has a letter for something (c(j), e, m, b, p, q, H), so has this. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX                /* no such item */
#define NUMBERS_END ((int64_t)1 << 50) /* all numbers of a file are below */
#define INFINITE ((int64_t)1 << 60)    /* two of them can be added */
#define ENDLESS INT64_MAX              /* where there is no limit */
#define DIGITS "0123456789"
#define TAKE(count, type) ((type *)take(count, sizeof(type)))

enum {
    MOST_PEGS = 8,
    MOST_PLACES = 10,
    MOST_CODES = 1 << 22,
    MOST_ROWS = 10000,
    MOST_MEGABYTES = 4096,
    LANES = 32
};

enum { MOST_FILE_BYTES = 1 << 30, MOST_CELL_POINTS = 1 << 17 };

/* ---- Texts and memory. Nothing is freed: a check is one run. ---- */

static const char *checked_file = "bgcheck";

/* The text, safe to print on one line. Each result lives until five more were asked for. */
static const char *show(const char *text) {
    static char buffers[6][400];
    static int turn;
    char *buffer = buffers[turn++ % 6];
    char *out = buffer;
    for (; *text && out - buffer < 320; text++)
        out += sprintf(out, *text >= 32 && *text < 127 && *text != '\\' ? "%c" : "\\x%02x",
                       (unsigned char)*text);
    strcpy(out, *text ? "..." : "");
    return buffer;
}

_Noreturn static void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s: ", show(checked_file));
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(2);
}

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static void *checked(void *block) {
    if (!block)
        fail("the memory of this machine is used up");
    return block;
}

static void *take(size_t count, size_t size) {
    return checked(calloc(count + !count, size));
}

static char *keep(const char *text) {
    return strcpy(take(strlen(text) + 1, 1), text);
}

/* Room for one more item than *count* in an array that has only grown in this way. */
static void *grow(void *array, size_t count, size_t size) {
    if (count & (count - 1))
        return array; /* neither 0 nor a power of two: there is room */
    size_t room = count ? 2 * count : 1;
    if (room > SIZE_MAX / 2 / size)
        return checked(NULL);
    return checked(realloc(array, room * size));
}

static uint64_t mixed(uint64_t x) { /* splitmix64 */
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Different texts, and where each of them stands. Slots hold places from 1; 0 is free. */
typedef struct {
    char **text;
    uint32_t count, *slots;
    size_t room;
} List;

static uint32_t *slot_of(const List *list, const char *text) {
    uint64_t hash = 0;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t at = mixed(hash) & (list->room - 1);
    while (list->slots[at] && !is(list->text[list->slots[at] - 1], text))
        at = (at + 1) & (list->room - 1);
    return &list->slots[at];
}

static uint32_t find(const List *list, const char *text) {
    return list->room ? *slot_of(list, text) - 1 : NONE;
}

/* The place of a text, which is added if it is not there. The list points to the text. */
static uint32_t add(List *list, char *text) {
    if (2 * (size_t)list->count >= list->room) {
        list->room = list->room ? 2 * list->room : 16;
        list->slots = TAKE(list->room, uint32_t);
        for (uint32_t i = 0; i < list->count; i++)
            *slot_of(list, list->text[i]) = i + 1;
    }
    uint32_t *slot = slot_of(list, text);
    if (*slot)
        return *slot - 1;
    list->text = grow(list->text, list->count, sizeof *list->text);
    list->text[list->count] = text;
    *slot = ++list->count;
    return list->count - 1;
}

static void add_new(List *list, char *text) {
    uint32_t before = list->count;
    if (add(list, text) != before)
        fail("the guess or secret '%s' is there twice", show(text));
    if (before >= MOST_CODES)
        fail("the game has more than %d guesses, too many for this checker", MOST_CODES);
}

/* The code point at *at*, which moves on; NONE if this is not UTF-8 of the shortest form. A zero follows the text. */
static uint32_t next_point(const char **at) {
    uint32_t first = (unsigned char)**at;
    (*at)++;
    if (first < 0x80)
        return first;
    if (first < 0xC2 || first >= 0xF5)
        return NONE;
    uint32_t more = first < 0xE0 ? 1 : 2; /* so many bytes follow */
    if (first >= 0xF0)
        more = 3;
    uint32_t point = first & (0x3Fu >> more);
    for (uint32_t i = 0; i < more; i++) {
        if ((**at & 0xC0) != 0x80)
            return NONE;
        point = point << 6 | (**at & 0x3F);
        (*at)++;
    }
    bool too_long = (more == 2 && point < 0x800) || (more == 3 && point < 0x10000);
    bool is_half = point >= 0xD800 && point < 0xE000;
    return too_long || is_half || point > 0x10FFFF ? NONE : point;
}

static char *put_point(char *out, uint32_t c) {
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    int more = c < 0x800 ? 1 : 2; /* so many bytes follow the first */
    if (c >= 0x10000)
        more = 3;
    *out++ = (char)((0xF0u << (3 - more) & 0xFF) | c >> 6 * more);
    while (more > 0) {
        more--;
        *out++ = (char)(0x80 | (c >> 6 * more & 0x3F));
    }
    return out;
}

/* Whether a character is white space or a control character other than space, tab, LF and CR. */
static bool is_odd_space(uint32_t c) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
        return false;
    if (c < 0x20 || (c >= 0x7F && c <= 0xA0) || (c >= 0x2000 && c <= 0x200B))
        return true;
    return c == 0x1680 || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x2060 ||
           c == 0x3000 || c == 0xFEFF;
}

/* The bytes of a file, which are UTF-8 without U+0000. A zero follows them.
   If *may_be_beside*, a file that is not where its name says is looked for beside the file that is checked. */
static char *read_file(const char *name, bool may_be_beside, size_t *size) {
    const char *end = strrchr(checked_file, '/');
    const char *last = strrchr(name, '/');
    const char *how = may_be_beside ? "; say where it is by --table, --secrets, --guesses or --without" : "";
    char *bytes = NULL;
    char *beside = take(strlen(checked_file) + strlen(name) + 1, 1);
    sprintf(beside, "%.*s%s", end ? (int)(end + 1 - checked_file) : 0, checked_file, last ? last + 1 : name);
    FILE *file = fopen(name, "rb");
    if (!file && may_be_beside)
        file = fopen(beside, "rb");
    if (!file)
        fail("cannot open '%s'%s", show(name), how);
    *size = 0;
    for (int c = getc(file); c != EOF; c = getc(file)) {
        if (!c)
            fail("'%s' is not UTF-8, or has a U+0000", show(name));
        if (*size == MOST_FILE_BYTES)
            fail("'%s' has more than %d bytes", show(name), MOST_FILE_BYTES);
        bytes = grow(bytes, *size, 1);
        bytes[*size] = (char)c;
        (*size)++;
    }
    if (ferror(file))
        fail("cannot read '%s'", show(name));
    fclose(file);
    bytes = grow(bytes, *size, 1);
    bytes[*size] = 0;
    for (const char *at = bytes; at < bytes + *size;)
        if (next_point(&at) == NONE)
            fail("'%s' is not UTF-8, or has a U+0000", show(name));
    return bytes;
}

/* ---- SHA-256 (FIPS 180-4) ---- */

static const uint32_t ROUNDS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

/* The SHA-256 of some bytes, in 64 hexadecimal digits. */
static const char *sha256(const char *bytes, size_t size) {
    static char hex[65];
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    size_t whole = size / 64 * 64;
    size_t end = size % 64 < 56 ? whole + 64 : whole + 128;
    unsigned char last[128] = {0};
    memcpy(last, bytes + whole, size - whole);
    last[size - whole] = 0x80;
    for (size_t i = 0; i < 8; i++)
        last[end - whole - 1 - i] = (unsigned char)((uint64_t)size * 8 >> 8 * i);
    for (size_t start = 0; start < end; start += 64) {
        const unsigned char *block =
            start < whole ? (const unsigned char *)bytes + start : last + (start - whole);
        uint32_t w[64] = {0};
        uint32_t v[8];
        memcpy(v, state, sizeof v);
        for (int i = 0; i < 64; i++)
            w[i / 4] = w[i / 4] << 8 | block[i];
        for (int i = 0; i < 64; i++) {
            uint32_t a = w[(i + 49) % 64];
            uint32_t b = w[(i + 62) % 64]; /* of 15 and 2 rounds ago */
            if (i >= 16)
                w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[i - 7] +
                       (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
            uint32_t s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25);
            uint32_t s0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22);
            uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + ROUNDS[i] + w[i];
            uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 7 * sizeof *v);
            v[4] += t1;
            v[0] = t1 + t2;
        }
        for (int i = 0; i < 8; i++)
            state[i] += v[i];
    }
    for (int i = 0; i < 8; i++)
        sprintf(hex + 8 * i, "%08" PRIx32, state[i]);
    return hex;
}

/* ---- JSON ---- */

enum { NOT_GIVEN, TRUTH, NUMBER, STRING, ARRAY, OBJECT, OR_NULL = 8 }; /* NOT_GIVEN is null */

/* The items of an object are its names and values in turn. */
typedef struct Value {
    int type;
    size_t count;

    union {
        int64_t number;
        char *text;
        struct Value *items;
    };
} Value;

static const Value *document;
static char *json; /* what is not yet read */

/* A number without leading zeros. */
static int64_t number_in(const char *text, int64_t least, int64_t most) {
    size_t size = strspn(text, DIGITS);
    bool good = size > 0 && size < 17 && !text[size] && (text[0] != '0' || size == 1);
    int64_t number = good ? atoll(text) : -1;
    if (number < least || number > most)
        fail("expected a number from %" PRId64 " to %" PRId64 ", got '%s'", least, most, show(text));
    return number;
}

static char next_char(void) {
    json += strspn(json, " \n\r\t");
    return *json;
}

static void expect(char c) {
    if (next_char() != c)
        fail("is not JSON: no '%c' where it must be", c);
    json++;
}

static uint32_t hex_digits(void) {
    char digits[5] = {0};
    for (int i = 0; i < 4; i++) {
        digits[i] = *json++;
        if (!isxdigit((unsigned char)digits[i]))
            fail("is not JSON: a bad escape in a text");
    }
    return (uint32_t)strtoul(digits, NULL, 16);
}

/* A text is written over its own escapes, which are never shorter. */
static Value parse_string(void) {
    static const char *const NAMES = "\"\\/bfnrt";
    static const char *const MEANT = "\"\\/\b\f\n\r\t";
    expect('"');
    char *start = json;
    char *out = start;
    while (*json != '"') {
        char c = *json++;
        if ((unsigned char)c < 32)
            fail("is not JSON: a text has a control character or no end");
        if (c != '\\') {
            *out++ = c;
            continue;
        }
        c = *json++;
        if (c && strchr(NAMES, c)) {
            *out++ = MEANT[strchr(NAMES, c) - NAMES];
            continue;
        }
        uint32_t point = c == 'u' ? hex_digits() : 0;
        uint32_t low = 0;
        if (point >= 0xD800 && point < 0xDC00 && json[0] == '\\' && json[1] == 'u') {
            json += 2;
            low = hex_digits();
        }
        if (low >= 0xDC00 && low < 0xE000)
            point = 0x10000 + ((point - 0xD800) << 10 | (low - 0xDC00));
        if (!point || (point >= 0xD800 && point < 0xE000))
            fail("is not JSON: a bad escape in a text, or a U+0000");
        out = put_point(out, point);
    }
    json++;
    *out = 0;
    return (Value){.type = STRING, .text = start};
}

static void push(Value *list, Value item) {
    list->items = grow(list->items, list->count, sizeof item);
    list->items[list->count++] = item;
}

static const Value *member(const Value *object, const char *name) {
    for (size_t i = 0; i + 1 < object->count; i += 2)
        if (is(object->items[i].text, name))
            return &object->items[i + 1];
    return NULL;
}

static Value parse_value(int depth) {
    static const struct {
        const char *word;
        Value value;
    } WORDS[] = {
        {"null", {.type = NOT_GIVEN}}, {"true", {.type = TRUTH, .number = 1}}, {"false", {.type = TRUTH}}};

    char digits[20] = "";
    char open = next_char();
    char close = open == '{' ? '}' : ']';
    if (open == '"')
        return parse_string();
    for (int i = 0; i < 3; i++)
        if (strncmp(json, WORDS[i].word, strlen(WORDS[i].word)) == 0) {
            json += strlen(WORDS[i].word);
            return WORDS[i].value;
        }
    if (open != '{' && open != '[') {
        for (size_t i = 0; i < 19 && isdigit((unsigned char)*json); i++)
            digits[i] = *json++;
        return (Value){.type = NUMBER, .number = number_in(digits, 0, NUMBERS_END - 1)};
    }
    Value list = {.type = open == '{' ? OBJECT : ARRAY};
    json++;
    bool more = next_char() != close;
    while (more) {
        if (open == '{') {
            Value name = parse_string();
            if (member(&list, name.text))
                fail("the member '%s' is given twice", show(name.text));
            push(&list, name);
            expect(':');
        }
        if (depth > 8 || (open == '{' && list.count > 64))
            fail("too many members, or too deep");
        push(&list, parse_value(depth + 1));
        more = next_char() == ',';
        if (more)
            json++;
    }
    expect(close);
    return list;
}

static const Value *typed(const Value *value, int type, const char *what) {
    static const char *const NAMES[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    if (!value)
        fail("has no '%s'", what);
    if (value->type != (type & 7) && !(type & OR_NULL && value->type == NOT_GIVEN))
        fail("'%s' is not %s%s", what, NAMES[type & 7], type & OR_NULL ? " or null" : "");
    return value;
}

static const Value *get(const Value *from, const char *name, int type) {
    return typed(member(from, name), type, name);
}

static const char *text_of(const Value *object, const char *name) {
    return get(object, name, STRING)->text;
}

static int64_t number_or(const Value *object, const char *name, int64_t other) {
    const Value *value = get(object, name, NUMBER | OR_NULL);
    return value->type == NUMBER ? value->number : other;
}

/* Whether a name is among *names*, each of which stands between two spaces. */
static bool is_among(const char *name, const char *names) {
    size_t size = strlen(name);
    for (const char *space = strchr(names, ' '); space; space = strchr(space + 1, ' '))
        if (strncmp(space + 1, name, size) == 0 && space[1 + size] == ' ')
            return !strchr(name, ' ');
    return false;
}

/* Refuses members that are not among *names*. */
static void check_known(const Value *object, const char *names, const char *where) {
    for (size_t i = 0; i < object->count; i += 2)
        if (!is_among(object->items[i].text, names))
            fail("%s has an unknown member '%s'", where, show(object->items[i].text));
}

/* The two items of a pair of a text and something of this type. */
static const Value *pair_in(const Value *list, size_t i, int type, const char *what) {
    const Value *pair = typed(&list->items[i], ARRAY, what);
    if (pair->count != 2)
        fail("'%s' has an item that is no pair", what);
    typed(&pair->items[0], STRING, what);
    typed(&pair->items[1], type, what);
    return pair->items;
}

/* ---- The game ---- */

typedef enum { PEGS, WORDS, TWOD, NUMBERS, BALANCE, TABLE } Family;

typedef struct {
    int64_t over, under;
} Fraction;

static const char *given_table, *given_secrets, *given_guesses, *given_without;

static struct {
    Family family;

    enum { FREE, HARD, STRICT } rule;

    bool only_exact, distinct,
        identify; /* of pegs: what the feedback counts, whether secrets repeat no symbol */
    int64_t rows; /* ENDLESS if any number is allowed */
    uint32_t places, symbols, symbol[16], win;
    uint16_t *code;       /* of guesses of pegs: places in *symbol*; of words: code points */
    uint32_t *guess_of;   /* of secrets of pegs and words: the guess that has the same text */
    uint32_t (*sides)[2]; /* of balance: the coins on the left and on the right of each guess */
    uint16_t *cells;      /* of tables: the feedbacks, a row for each guess */
    List guess, secret, feedback;
    char **label;                 /* of each secret; NULL: none */
    int64_t *weight, *cost, unit; /* NULL: all 1. A cost counts in units of 1/unit */
    size_t files;
} game = {.rows = ENDLESS, .win = NONE, .unit = 1};

static char *argument[17]; /* of the text of the game; the one after the last is empty */
static int arguments, next_argument;
static bool name_is_quoted; /* the first argument, the name of a file, stands in quotes */

/* Whether a quote may stand here: before the name of a file, or behind the name of an option of texts. */
static bool may_quote(const char *start, const char *end) {
    static const char *const NAMES[] = {"win=", "guesses=", "without="};
    bool has_file = game.family == WORDS || game.family == TABLE;
    if (start == end && arguments == 0 && has_file) {
        name_is_quoted = true;
        return true;
    }
    for (int i = 0; i < 3; i++)
        if (strlen(NAMES[i]) == (size_t)(end - start) && strncmp(start, NAMES[i], strlen(NAMES[i])) == 0)
            return true;
    return false;
}

/* Splits at commas outside quotes. A value may stand between quotes, quotes inside doubled; one with a bracket must. */
static void split_arguments(const char *at, const char *end) {
    bool quoted = false;
    for (bool more = true; more; at++) {
        char *start = take((size_t)(end - at) + 1, 1);
        char *out = start;
        for (; at < end && (quoted || *at != ','); at++) {
            if (!quoted && strchr("()[]{}", *at))
                fail("a bracket in the text of the game stands in no quotes");
            if (*at != '"')
                *out++ = *at;
            else if (!quoted && may_quote(start, out))
                quoted = true;
            else if (quoted && at + 1 < end && at[1] == '"') {
                *out++ = '"';
                at++;
            } else if (quoted && (at + 1 == end || at[1] == ','))
                quoted = false;
            else
                fail("a quote stands in a wrong place in the text of the game");
        }
        if (quoted || arguments == 16)
            fail("the text of the game has no end or too many arguments");
        argument[arguments++] = start;
        more = at < end;
    }
    argument[arguments] = "";
}

/* If the next argument begins with *name*, the rest of it, which is not empty; else NULL. */
static char *option(const char *name) {
    char *item = argument[next_argument];
    char *rest = item + strlen(name);
    if (strncmp(item, name, strlen(name)) != 0 || !*rest)
        return NULL;
    next_argument++;
    return rest;
}

static bool option_is(const char *whole) {
    if (!is(argument[next_argument], whole))
        return false;
    next_argument++;
    return true;
}

static char *needed_argument(void) {
    char *value = option("");
    if (!value)
        fail("the text of the game has too few arguments");
    return value;
}

/* The bytes of the file that comes next in the text of the game, which must be those that the document names. */
static char *game_file(const char *name, const char *given) {
    const Value *files = get(document, "game_files", ARRAY);
    if (game.files == files->count)
        fail("'game_files' lacks '%s'", show(name));
    const Value *file = typed(&files->items[game.files++], OBJECT, "game_files");
    check_known(file, " name sha256 ", "'game_files'");
    if (!is(text_of(file, "name"), name))
        fail("'game_files' has not '%s' in its place", show(name));
    size_t size;
    char *bytes = read_file(given ? given : name, !given, &size);
    if (!is(text_of(file, "sha256"), sha256(bytes, size)))
        fail("the file '%s' has another SHA-256 than 'game_files' says", show(name));
    return strncmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? bytes + 3 : bytes;
}

static int64_t divisor(int64_t a, int64_t b) {
    return b ? divisor(b, a % b) : a;
}

/* '2', '0.5' or '1/3', of at most nine digits before and after the point or slash. */
static Fraction fraction_in(const char *text) {
    size_t before = strspn(text, DIGITS);
    size_t after = text[before] ? strspn(text + before + 1, DIGITS) : 0;
    bool more = text[before];
    bool slash = text[before] == '/';
    bool good = before > 0 && before < 10;
    if (more)
        good = good && (slash || text[before] == '.') && after > 0 && after < 10 && !text[before + 1 + after];
    int64_t over = good ? atoll(text) : 0;
    int64_t under = 1;
    int64_t second = good && more ? atoll(text + before + 1) : 0;
    if (!good || (slash && !second))
        fail("expected a number such as 2, 0.5 or 1/3, got '%s'", show(text));
    for (size_t i = 0; i < after && !slash; i++) {
        over *= 10;
        under *= 10;
    }
    if (slash)
        under = second;
    else
        over += second;
    return (Fraction){over / divisor(over, under), under / divisor(over, under)};
}

/* Fractions multiplied by their least common denominator, *unit*. They add up to *most* at most. */
static int64_t *scaled(const Fraction *given, size_t count, int64_t *unit, int64_t most) {
    int64_t *numbers = TAKE(count, int64_t);
    int64_t sum = 0;
    *unit = 1;
    for (size_t i = 0; i < count; i++) {
        int64_t factor = given[i].under / divisor(*unit, given[i].under);
        if (*unit > ENDLESS / factor)
            fail("the weights or costs have too many denominators");
        *unit *= factor;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t factor = *unit / given[i].under;
        if (given[i].over && factor > (most - sum) / given[i].over)
            fail("the weights or costs are too large");
        numbers[i] = given[i].over * factor;
        sum += numbers[i];
    }
    return numbers;
}

static const uint16_t *code_of(size_t guess) {
    return game.code + guess * game.places;
}

/* Adds a guess of pegs or words, which may be a secret, too. */
static void add_code(const uint16_t *code, bool is_secret) {
    char text[MOST_PLACES * 4 + 1];
    char *out = text;
    uint32_t number = game.guess.count;
    uint32_t secret = game.secret.count;
    for (uint32_t p = 0; p < game.places; p++) {
        size_t at = (size_t)number * game.places + p;
        game.code = grow(game.code, at, sizeof *code);
        game.code[at] = code[p];
        out = put_point(out, game.family == PEGS ? game.symbol[code[p]] : code[p]);
    }
    *out = 0;
    add_new(&game.guess, keep(text));
    if (!is_secret)
        return;
    game.guess_of = grow(game.guess_of, secret, sizeof number);
    game.guess_of[secret] = number;
    add(&game.secret, game.guess.text[number]);
}

/* All words of the symbols, in order; *repeats*: a symbol stands twice already. */
static void spell(uint16_t *code, uint32_t place, bool repeats, bool bulls) {
    if (place == game.places) {
        add_code(code, !repeats || !game.distinct);
        return;
    }
    for (uint16_t s = 0; s < game.symbols; s++) {
        bool again = repeats;
        for (uint32_t p = 0; p < place; p++)
            again = again || code[p] == s;
        code[place] = s;
        if (!again || !bulls)
            spell(code, place + 1, again, bulls);
    }
}

static void make_pegs(bool bulls) {
    uint16_t code[MOST_PLACES];
    char text[24];
    game.places = (uint32_t)number_in(needed_argument(), 1, MOST_PEGS);
    game.symbols = (uint32_t)number_in(needed_argument(), 1, 16);
    game.distinct = bulls || option_is("secrets=distinct");
    game.only_exact = !bulls && option_is("feedback=exact");
    const char *given = option("symbols=");
    const char *at = bulls ? DIGITS "ABCDEF" : "123456789ABCDEFG";
    if (given)
        at = given;
    bool good = true;
    for (uint32_t s = 0; s < game.symbols && good; s++) {
        good = *at && !strchr(" \t\r\n,:=\"()[]{}", *at);
        if (!good)
            break;
        game.symbol[s] = next_point(&at);
        good = game.symbol[s] != NONE && !is_odd_space(game.symbol[s]);
        for (uint32_t t = 0; t < s; t++)
            good = good && game.symbol[s] != game.symbol[t];
    }
    if (!good || (given && *at))
        fail("'symbols=' has not one letter for each symbol");
    if (game.distinct && game.places > game.symbols)
        fail("the game has no secrets");
    uint64_t codes = 1;
    for (uint32_t p = 0; p < game.places; p++)
        codes *= bulls ? game.symbols - p : game.symbols;
    if (codes > MOST_CODES)
        fail("the game has more than %d guesses, too many for this checker", MOST_CODES);
    spell(code, 0, false, bulls);
    uint32_t marks = game.places + 1;
    uint32_t feedbacks = game.only_exact ? marks : marks * marks;
    for (uint32_t f = 0; f < feedbacks; f++) {
        if (game.only_exact)
            sprintf(text, "%" PRIu32, f);
        else
            sprintf(text, "%" PRIu32 ".%" PRIu32, f / marks, f % marks);
        add(&game.feedback, keep(text));
    }
    game.win = game.only_exact ? game.places : game.places * marks;
}

/* twod and numbers. */
static void make_ordered(bool pairs) {
    static const char *const SIGNS = DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static char *const FEEDBACKS[] = {"equal", "low", "high", "mixed"};
    uint32_t n = (uint32_t)number_in(needed_argument(), 1, pairs ? 36 : 10000);
    uint32_t codes = pairs ? n * n : n;
    game.symbols = n;
    for (uint32_t i = 0; i < codes; i++) {
        char text[16] = {SIGNS[i / n % 36], SIGNS[i % n % 36]};
        if (!pairs)
            sprintf(text, "%" PRIu32, i + 1);
        add(&game.guess, keep(text));
    }
    for (int f = 0; f < 3 + pairs; f++)
        add(&game.feedback, FEEDBACKS[f]);
    game.secret = game.guess;
    game.win = 0;
}

/* Adds weighings of *size* coins a side, ordered by their texts; *text* has *done* characters so far. */
static void weigh(char *text, uint32_t done, uint32_t size, uint32_t left, uint32_t right, uint32_t coin) {
    if (done == 2 * size + 1) {
        game.sides = grow(game.sides, game.guess.count, sizeof *game.sides);
        game.sides[game.guess.count][0] = left;
        game.sides[game.guess.count][1] = right;
        add_new(&game.guess, keep(text));
        return;
    }
    bool on_left = done < size;
    if (done == size) {
        text[done++] = '-';
        coin = (uint32_t)(text[0] - 'A') + 1; /* the lowest of all is on the left */
    }
    for (uint32_t c = coin; c < game.symbols; c++) {
        if (left >> c & 1)
            continue;
        text[done] = (char)('A' + c);
        if (on_left)
            weigh(text, done + 1, size, left | 1u << c, right, c + 1);
        else
            weigh(text, done + 1, size, left, right | 1u << c, c + 1);
    }
}

static void make_balance(void) {
    char text[64] = "";
    game.identify = true;
    game.symbols = (uint32_t)number_in(needed_argument(), 3, 26);
    if (option_is("find=coin"))
        game.label = TAKE(2 * game.symbols, char *);
    for (uint32_t s = 0; s < 2 * game.symbols; s++) {
        add(&game.secret, keep((char[]){(char)('A' + s / 2), s % 2 ? '-' : '+', 0}));
        if (game.label)
            game.label[s] = keep((char[]){(char)('A' + s / 2), 0});
    }
    for (uint32_t size = 1; size <= game.symbols / 2; size++)
        weigh(text, 0, size, 0, 0, 0);
    add(&game.feedback, "level");
    add(&game.feedback, "left");
    add(&game.feedback, "right");
}

/* The letter in lower case; 0 for what is no letter, or not known here: lower case and NFC of all of Unicode need
   tables larger than this file. */
static uint32_t lower(uint32_t c) {
    if ((c >= 'a' && c <= 'z') || (c >= 0xDF && c <= 0xFF && c != 0xF7) || (c >= 0x430 && c <= 0x45F))
        return c;
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x410 && c < 0x430))
        return c + 32;
    if (c >= 0x400 && c < 0x410)
        return c + 80;
    if (c < 0x100 || c > 0x17F || c == 0x130)
        return 0; /* U+0130 becomes two characters */
    if (c == 0x138 || c == 0x149 || c == 0x17F || c == 0x178)
        return c == 0x178 ? 0xFF : c;
    bool odd_is_large = (c > 0x138 && c < 0x149) || c > 0x178;
    return (c % 2 == 1) == odd_is_large ? c + 1 : c;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* The text without the spaces and tabs around it. Other white space there is refused, since readers of this
   file might disagree whether it is part of the text. */
static char *stripped(char *text) {
    while (is_blank(*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && is_blank(end[-1]))
        end--;
    *end = 0;
    if (!*text)
        return text;
    const char *first = text;
    const char *last = end - 1;
    while ((*last & 0xC0) == 0x80)
        last--; /* the first byte of the last character */
    uint32_t ends[2] = {next_point(&first), next_point(&last)};
    for (int i = 0; i < 2; i++)
        if (ends[i] == '\n' || ends[i] == '\r' || is_odd_space(ends[i]))
            fail("expected only spaces and tabs around a text, got '%s'", show(text));
    return text;
}

/* A word in one of the files: 0 has the secrets, 1 and 2 have guesses, 3 those that are no secrets. */
typedef struct {
    char text[24];
    uint16_t letter[10];
    int file;
    Fraction weight;
} Word;

static struct {
    Word *word;
    size_t count;
} words;

static int by_text(const void *a, const void *b) { /* the order of UTF-8 is that of code points */
    int order = strcmp(((const Word *)a)->text, ((const Word *)b)->text);
    return order ? order : ((const Word *)a)->file - ((const Word *)b)->file;
}

static void read_words(char *bytes, int file) {
    size_t before = words.count;
    for (const char *at = bytes; *at;)
        if (is_odd_space(next_point(&at)))
            fail("a list of words has other white space than spaces and tabs");
    char *next_line = bytes;
    while (next_line) {
        char *line = next_line;
        next_line = strpbrk(line, "\r\n");
        if (next_line)
            *next_line++ = 0;
        line = stripped(line);
        const char *at = line;
        Word word = {.file = file};
        uint32_t length = 0;
        uint32_t letter = 1;
        for (char *out = word.text; *at && *at != ' ' && *at != '\t' && letter && length < 10; length++) {
            letter = lower(next_point(&at));
            word.letter[length] = (uint16_t)letter;
            out = put_point(out, letter);
        }
        if (!*line)
            continue;
        if (!game.places)
            game.places = length;
        if (!letter || length < 2 || length != game.places || !strchr(" \t", *at))
            fail("expected words of 2 to 10 letters that this checker knows, all of one length, got '%s'",
                 show(line));
        if (*at && file != 0)
            fail("only secrets have weights, got '%s'", show(line));
        if (*at)
            word.weight = fraction_in(stripped((char *)at));
        words.word = grow(words.word, words.count, sizeof word);
        words.word[words.count++] = word;
    }
    if (words.count == before)
        fail("a list of words has no words");
}

/* The weights of all words of the first file, those that are out too, scaled together; NULL if it gives none. */
static int64_t *weights_of_words(void) {
    Fraction *given = TAKE(words.count, Fraction);
    size_t listed = 0;
    bool weighted = false;
    for (size_t i = 0; i < words.count; i++) {
        const Word *word = &words.word[i];
        if (word->file != 0)
            continue;
        if (word->weight.under)
            weighted = true;
        given[listed++] = word->weight.under ? word->weight : (Fraction){1, 1};
    }
    return weighted ? scaled(given, listed, &(int64_t){0}, (int64_t)1 << 31) : NULL;
}

static void make_words(void) {
    char *name = needed_argument();
    char *path = take(strlen(name) + 40, 1);
    char marks[11] = "";
    int length = 0; /* 0: the name is that of a file */
    if (isdigit((unsigned char)*argument[next_argument]))
        length = (int)number_in(needed_argument(), 2, 10);
    if (length && (name_is_quoted || strspn(name, "abcdefghijklmnopqrstuvwxyz") != strlen(name)))
        fail("no list of words is called so");
    bool more_guesses = strncmp(argument[next_argument], "guesses=", 8) == 0;
    game.places = (uint32_t)length;
    sprintf(path, length ? "%s-%d.txt" : "%s", name, length);
    read_words(game_file(path, given_secrets), 0);
    if (length) {
        sprintf(path, "%s-%d-guesses.txt", name, length);
        read_words(game_file(path, more_guesses ? NULL : given_guesses), 1);
    }
    char *guesses = option("guesses=");
    if (guesses)
        read_words(game_file(guesses, given_guesses), 2);
    char *without = option("without=");
    if (without)
        read_words(game_file(without, given_without), 3);
    if (words.count)
        qsort(words.word, words.count, sizeof(Word), by_text);
    int64_t *weights = weights_of_words();
    if (weights)
        game.weight = TAKE(words.count, int64_t);
    size_t listed = 0;
    size_t next = 0; /* the first place of another word */
    for (size_t i = 0; i < words.count; i = next) {
        const Word *word = &words.word[i];
        next = i + 1;
        while (next < words.count && is(words.word[next].text, word->text)) {
            if (words.word[next].file == words.word[next - 1].file)
                fail("a file has '%s' twice", show(word->text));
            next++;
        }
        bool is_secret = word->file == 0 && words.word[next - 1].file != 3;
        if (weights && is_secret)
            game.weight[game.secret.count] = weights[listed];
        listed += word->file == 0;
        if (word->file != 3)
            add_code(word->letter, is_secret);
    }
    uint32_t feedbacks = 1;
    for (uint32_t p = 0; p < game.places; p++)
        feedbacks *= 3;
    for (uint32_t f = 0; f < feedbacks; f++) {
        uint32_t rest = f;
        for (uint32_t p = game.places; p > 0; p--) {
            marks[p - 1] = "BYG"[rest % 3];
            rest /= 3;
        }
        add(&game.feedback, keep(marks));
    }
    game.win = feedbacks - 1;
}

/* What separates the cells: semicolons if the first row that is not blank has some and no comma outside quotes,
   where every quote opens or closes; else commas. */
static char separator_in(const char *text) {
    bool quoted = false;
    bool semicolon = false;
    text += strspn(text, " \t\r\n");
    for (; *text && (quoted || !strchr("\r\n", *text)); text++) {
        if (*text == '"')
            quoted = !quoted;
        if (*text == ',' && !quoted)
            return ',';
        if (*text == ';' && !quoted)
            semicolon = true;
    }
    return semicolon ? ';' : ',';
}

static void check_cell_length(const char *cell) {
    size_t points = 0;
    for (; *cell; cell++)
        points += (*cell & 0xC0) != 0x80;
    if (points > MOST_CELL_POINTS)
        fail("a cell of the table has more than %d characters", MOST_CELL_POINTS);
}

/* The cells of a CSV file, row after row, quotes undone in place. A row of one empty cell is skipped. */
static char **read_cells(char *at, char separator, size_t *count, size_t *columns) {
    const char ends[] = {separator, '\n', '\r', 0};
    char **cells = NULL;
    for (size_t row = 0; *at; row = *count) {
        bool more = true;
        while (more) {
            bool quoted = *at == '"';
            char *cell = at;
            char *out = at;
            if (quoted) {
                at++;
                while (*at && (*at != '"' || at[1] == '"')) {
                    if (*at == '"')
                        at++; /* the first of two */
                    *out++ = *at++;
                }
                if (!*at)
                    fail("a quote in the table has no end");
                at++;
                if (*at && !strchr(ends, *at))
                    fail("a cell of the table goes on behind its quotes");
            } else {
                at += strcspn(at, ends);
                out = at;
            }
            more = *at == separator;
            if (*at == '\r' && at[1] == '\n')
                at += 2;
            else if (*at)
                at++;
            *out = 0;
            check_cell_length(cell);
            cells = grow(cells, *count, sizeof *cells);
            cells[(*count)++] = stripped(cell);
        }
        if (*count == row + 1 && !*cells[row])
            *count = row;
        else if (!*columns)
            *columns = *count;
        if (*count > row && *count - row != *columns)
            fail("the rows of the table are not of one length");
    }
    return cells;
}

/* The fractions in a row or column of the table, scaled. Where semicolons separate cells, a decimal comma is read as
   a point. */
static int64_t *numbers_in(char **cells, size_t count, size_t step, char separator, int64_t *unit,
                           int64_t most) {
    Fraction *fractions = TAKE(count, Fraction);
    for (size_t i = 0; i < count; i++) {
        char *text = cells[i * step];
        char *comma = strchr(text, ',');
        if (separator == ';' && comma && !strpbrk(text, "./"))
            *comma = '.';
        fractions[i] = fraction_in(text);
    }
    return scaled(fractions, count, unit, most);
}

static uint16_t cell(uint32_t guess, uint32_t secret) {
    return game.cells[(size_t)guess * game.secret.count + secret];
}

static void make_table(void) {
    char *name = needed_argument();
    char *win = option("win=");
    size_t count = 0;
    size_t columns = 0;
    if (!win)
        game.identify = option_is("goal=identify");
    char *text = game_file(name, given_table);
    char separator = separator_in(text);
    char **cells = read_cells(text, separator, &count, &columns);
    char **row;
    bool costs = count && is(cells[columns - 1], "cost");
    bool plain = costs;
    if (columns < 2 + (size_t)costs || count < 2 * columns || count >= NONE)
        fail("the table has no guesses or no secrets");
    bool named = strncmp(cells[0], "win=", 4) == 0; /* the corner names the winning feedback */
    if (!win && named && cells[0][4])
        win = cells[0] + 4;
    if (!win != game.identify || (named && game.identify))
        fail("the table needs a winning feedback, or the goal identify without one");
    uint32_t secrets = (uint32_t)(columns - 1 - costs);
    uint32_t guesses;
    while (true) {
        row = cells + count - columns;
        bool weights = is(*row, "weight") && !game.weight;
        bool labels = is(*row, "label") && !game.label;
        if (!weights && !labels)
            break;
        if (count < 3 * columns || (costs && *row[columns - 1]) || (labels && !game.identify))
            fail("the row '%s' of the table is wrong", *row);
        for (uint32_t s = 0; s < secrets; s++)
            if (!*row[s + 1])
                fail("the row '%s' of the table has an empty cell", *row);
        if (weights)
            game.weight = numbers_in(row + 1, secrets, 1, separator, &(int64_t){0}, (int64_t)1 << 31);
        else
            game.label = row + 1;
        count -= columns;
    }
    guesses = (uint32_t)(count / columns - 1);
    game.cells = TAKE((size_t)guesses * secrets, uint16_t);
    for (uint32_t s = 0; s < secrets; s++) {
        if (!*cells[s + 1])
            fail("a secret of the table has no text");
        add_new(&game.secret, cells[s + 1]);
    }
    if (costs)
        game.cost =
            numbers_in(cells + 2 * columns - 1, guesses, columns, separator, &game.unit, NUMBERS_END - 1);
    if (game.unit >= NUMBERS_END)
        fail("the costs have too many denominators");
    for (uint32_t g = 0; g < guesses; g++) {
        row = cells + (g + 1) * columns;
        if (!*row[0])
            fail("a guess of the table has no text");
        add_new(&game.guess, row[0]);
        for (uint32_t s = 0; s < secrets; s++) {
            uint32_t feedback = add(&game.feedback, row[s + 1]);
            /* parts are counted in 16 bits, so that no guess may have 2^16 of them */
            if (!*row[s + 1] || feedback >= UINT16_MAX)
                fail("the table has an empty cell or too many feedbacks");
            game.cells[(size_t)g * secrets + s] = (uint16_t)feedback;
        }
        if (costs && !game.cost[g])
            fail("a guess costs nothing");
        plain = plain && game.cost[g] == 1 && game.unit == 1;
    }
    if (plain)
        game.cost = NULL;
    const char *last = game.guess.text[guesses - 1];
    bool again = (is(last, "weight") && game.weight) || (is(last, "label") && game.label);
    if (again && find(&game.secret, last) == NONE)
        fail("the table has two rows called '%s'", last);
    if (win)
        game.win = find(&game.feedback, win);
    for (uint32_t s = 0; s < secrets; s++) { /* each secret is won by a guess, or guesses tell labels apart */
        bool good = game.identify;
        for (uint32_t g = 0; g < guesses && !good; g++)
            good = cell(g, s) == game.win;
        for (uint32_t t = 0; t < s && game.identify && good; t++) {
            good = game.label && is(game.label[s], game.label[t]);
            for (uint32_t g = 0; g < guesses && !good; g++)
                good = cell(g, s) != cell(g, t);
        }
        if (!good)
            fail("no guess wins against '%s', or tells it from others", show(game.secret.text[s]));
    }
}

static void make_game(const char *text) {
    static const char *const NAMES[7] = {"mastermind(", "bullscows(", "twod(", "numbers(",
                                         "balance(",    "words(",     "table("};
    size_t size = strlen(text);
    size_t n = 0;
    while (n < 7 && strncmp(text, NAMES[n], strlen(NAMES[n])) != 0)
        n++;
    if (n == 7 || text[size - 1] != ')')
        fail("the game '%s' cannot be checked", show(text));
    game.family = (Family[]){PEGS, PEGS, TWOD, NUMBERS, BALANCE, WORDS, TABLE}[n];
    split_arguments(text + strlen(NAMES[n]), text + size - 1);
    if (n < 2)
        make_pegs(n == 1);
    else if (n < 4)
        make_ordered(n == 2);
    else if (n == 4)
        make_balance();
    else if (n == 5)
        make_words();
    else
        make_table();
    if (game.family == WORDS && option_is("rule=hard"))
        game.rule = HARD;
    else if (game.family <= WORDS && option_is("rule=strict"))
        game.rule = STRICT;
    const char *rows = option("rows=");
    if (rows)
        game.rows = number_in(rows, 1, 999999999);
    if (next_argument < arguments)
        fail("the game '%s' has an argument in a wrong place", show(text));
    if (game.files != get(document, "game_files", ARRAY)->count)
        fail("'game_files' has too many files");
    if (!game.secret.count)
        fail("the game has no secrets");
    bool weightless = game.weight;
    for (uint32_t s = 0; weightless && s < game.secret.count; s++)
        weightless = !game.weight[s];
    if (weightless)
        fail("all weights are 0");
}

/* The feedback of a code to a code, of pegs or words; the codes need not be secrets. */
static uint32_t score_codes(const uint16_t *guess, const uint16_t *secret) {
    uint32_t exact = 0;
    uint32_t common = 0;
    uint32_t feedback = 0;
    uint32_t hits = 0;
    for (uint32_t p = 0; p < game.places; p++)
        if (guess[p] == secret[p]) {
            exact++;
            hits |= 1u << p;
        }
    if (game.only_exact)
        return exact;
    uint32_t used = hits; /* the places of the secret that are struck out */
    for (uint32_t p = 0; p < game.places; p++) {
        uint32_t mark = hits >> p & 1 ? 2 : 0;
        for (uint32_t q = 0; q < game.places && !mark; q++)
            if (!(used >> q & 1) && guess[p] == secret[q]) {
                mark = 1;
                used |= 1u << q;
            }
        common += mark == 1;
        feedback = feedback * 3 + mark;
    }
    return game.family == WORDS ? feedback : exact * (game.places + 1) + common;
}

/* Of numbers and twod: 0 is equal, 1 low, 2 high, 3 mixed. A number is a pair whose first symbol is always the same. */
static uint32_t score_ordered(uint32_t guess, uint32_t secret) {
    uint32_t n = game.symbols;
    bool above = guess / n > secret / n || guess % n > secret % n;
    bool below = guess / n < secret / n || guess % n < secret % n;
    return (above ? 2 : 0) + (below ? 1 : 0);
}

/* Of balance: 0 is level, 1 left, 2 right. A light coin is as a heavy one on the other side. */
static uint32_t score_weighing(uint32_t guess, uint32_t secret) {
    uint32_t coin = secret / 2;
    uint32_t light = secret % 2;
    if (game.sides[guess][light] >> coin & 1)
        return 1;
    return game.sides[guess][!light] >> coin & 1 ? 2 : 0;
}

static uint32_t score(uint32_t guess, uint32_t secret) {
    switch (game.family) {
    case TABLE: return cell(guess, secret);
    case NUMBERS:
    case TWOD: return score_ordered(guess, secret);
    case BALANCE: return score_weighing(guess, secret);
    default: return score_codes(code_of(guess), code_of(game.guess_of[secret]));
    }
}

/* Whether the rule allows a guess after a row. */
static bool allows(uint32_t row, uint32_t feedback, uint32_t guess) {
    if (game.rule == FREE)
        return true;
    const uint16_t *asked = code_of(row);
    const uint16_t *code = code_of(guess);
    if (game.rule == STRICT)
        return score_codes(asked, code) == feedback;
    uint32_t mark[MOST_PLACES]; /* 0: B, 1: Y, 2: G */
    uint32_t rest = feedback;
    for (uint32_t p = game.places; p > 0; p--) {
        mark[p - 1] = rest % 3;
        rest /= 3;
    }
    for (uint32_t p = 0; p < game.places; p++) {
        int missing = 0; /* of the letter at p: how often it was marked, less how often the guess has it */
        for (uint32_t q = 0; q < game.places; q++) {
            if (mark[q] && asked[q] == asked[p])
                missing++;
            if (code[q] == asked[p])
                missing--;
        }
        if ((mark[p] == 2 && code[p] != asked[p]) || (mark[p] && missing > 0))
            return false;
    }
    return true;
}

/* ---- The position ---- */

typedef struct {
    uint32_t guess, feedback;
} Row;

/* Candidates are numbered from the heaviest down, so that every set is in the order that bounds need. */
static struct {
    Row row[2 * MOST_ROWS + 1]; /* of the history, and then of the way to a node of the tree */
    uint32_t rows, size, first_guess;
    bool consistent, heavy; /* heavy: not all weights are 1 */
    uint32_t *secret, *label;
    uint32_t *winner, *winners; /* winner[winners[c]] to winner[winners[c + 1] - 1] win against candidate c */
    uint64_t *mix;              /* a random number of each, to find sets by */
    int64_t *weight, *one, weights, limit, least_cost;
    uint16_t *table;             /* the feedbacks, a row for each candidate: guesses are looked at in turn */
    uint32_t *number, feedbacks; /* of each feedback in it, from 1, and how many */
    uint16_t *bits;              /* the same, each a bit, in *words* rows of *width*, 16 bits each; or NULL */
    size_t width, words;
    uint32_t losing, most_won, arity; /* b, m, and the most parts of all candidates that a guess has */
} at;

static uint32_t answer(uint32_t c, uint32_t guess) {
    return at.table[(size_t)c * game.guess.count + guess];
}

static int64_t cost_of(uint32_t guess) {
    return game.cost ? game.cost[guess] : 1;
}

static int64_t sum_over(const int64_t *weight, const uint32_t *set, size_t count) {
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += weight[set[i]];
    return sum;
}

/* Whether candidates have one label; never with the goal hit. */
static bool is_over(const uint32_t *set, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (at.label[set[i]] != at.label[set[0]])
            return false;
    return game.identify;
}

static uint32_t guess_in(const Value *value, const char *what) {
    uint32_t guess = find(&game.guess, typed(value, STRING, what)->text);
    if (guess == NONE)
        fail("'%s' names '%s', which is no guess of the game", what, show(value->text));
    return guess;
}

/* A feedback that is named by its place in 'feedbacks'; NONE if the game has no such one. */
static uint32_t feedback_in(const Value *value, const char *what) {
    const Value *list = get(document, "feedbacks", ARRAY);
    if (typed(value, NUMBER, what)->number >= (int64_t)list->count)
        fail("'feedbacks' lacks the place of a '%s'", what);
    return find(&game.feedback, list->items[value->number].text);
}

static bool is_allowed(uint32_t guess, size_t rows) {
    for (size_t i = 0; i < rows; i++)
        if (!allows(at.row[i].guess, at.row[i].feedback, guess))
            return false;
    return true;
}

static int heaviest_first(const void *a, const void *b) {
    uint32_t s = *(const uint32_t *)a;
    uint32_t t = *(const uint32_t *)b;
    int64_t more = game.weight ? game.weight[t] - game.weight[s] : 0;
    return more ? (more > 0) - (more < 0) : (s > t) - (s < t);
}

static void find_candidates(void) {
    List labels = {0};
    at.secret = TAKE(game.secret.count, uint32_t);
    for (uint32_t s = 0; s < game.secret.count; s++) {
        uint32_t r = 0;
        while (r < at.rows && score(at.row[r].guess, s) == at.row[r].feedback)
            r++;
        if (r == at.rows)
            at.secret[at.size++] = s;
    }
    if (!at.size)
        fail("no secret answers as the history says");
    qsort(at.secret, at.size, sizeof *at.secret, heaviest_first);
    at.weight = TAKE(at.size, int64_t);
    at.one = TAKE(at.size, int64_t);
    at.mix = TAKE(at.size, uint64_t);
    at.label = TAKE(at.size, uint32_t);
    for (uint32_t i = 0; i < at.size; i++) {
        uint32_t s = at.secret[i];
        at.mix[i] = mixed(i);
        at.one[i] = 1;
        at.weight[i] = game.weight ? game.weight[s] : 1;
        at.weights += at.weight[i];
        at.heavy = at.heavy || at.weight[i] != 1;
        at.label[i] = add(&labels, game.label ? game.label[s] : game.secret.text[s]);
    }
    if (game.identify && labels.count == 1)
        fail("the game is over: all candidates have one label");
}

/* Scores all guesses against the candidates, and counts what bounds by size need. */
static void fill_table(void) {
    const uint32_t guesses = game.guess.count;
    uint32_t *won = TAKE(guesses, uint32_t);
    uint32_t winners = 0;
    int64_t costs = 0;
    int64_t most = 0; /* the weight of all secrets, or their number if that is more */
    for (uint32_t s = 0; s < game.secret.count; s++)
        most += game.weight ? game.weight[s] : 1;
    if (most < game.secret.count)
        most = game.secret.count;
    if ((size_t)guesses * at.size > ((size_t)MOST_MEGABYTES << 20) / 4)
        fail("%" PRIu32 " guesses and %" PRIu32 " candidates need more than %d MB", guesses, at.size,
             MOST_MEGABYTES);
    at.table = TAKE((size_t)guesses * at.size, uint16_t);
    at.number = TAKE(game.feedback.count, uint32_t);
    at.winners = TAKE(at.size + (size_t)1, uint32_t);
    at.least_cost = NUMBERS_END;
    for (uint32_t c = 0; c < at.size; c++) {
        for (uint32_t g = 0; g < guesses; g++) {
            uint32_t f = score(g, at.secret[c]);
            at.table[(size_t)c * guesses + g] = (uint16_t)f;
            if (!at.number[f]) {
                at.number[f] = ++at.feedbacks;
                at.losing += f != game.win;
            }
            if (f != game.win)
                continue;
            at.winner = grow(at.winner, winners, sizeof *at.winner);
            at.winner[winners++] = g;
            won[g]++;
            if (won[g] > at.most_won)
                at.most_won = won[g];
        }
        at.winners[c + 1] = winners;
    }
    for (uint32_t g = 0; g < guesses; g++) {
        costs += cost_of(g);
        if (cost_of(g) < at.least_cost)
            at.least_cost = cost_of(g);
    }
    if (game.cost && costs > (NUMBERS_END - 1) / most)
        fail("the costs are too large"); /* so that no sum overflows */
    if (!at.losing)
        at.losing = 1;
}

/* The bits that claims are checked by, where there is room for them. */
static void fill_bits(void) {
    const size_t guesses = game.guess.count;
    const size_t cells = guesses * at.size;
    const size_t words = (at.feedbacks + 15) / 16;
    if (at.bits || words > 4 || game.cost || game.rule != FREE || at.consistent)
        return;
    if (cells * (2 + 2 * words) > (size_t)MOST_MEGABYTES << 20)
        return;
    at.width = (guesses + LANES - 1) / LANES * LANES;
    at.words = words;
    at.bits = TAKE(at.width * words * at.size, uint16_t);
    for (size_t i = 0; i < cells; i++) {
        size_t f = at.number[at.table[i]] - 1;
        at.bits[(i / guesses * words + f / 16) * at.width + i % guesses] = 1u << f % 16;
    }
}

/* The limit is asked for or that of the rows; only with a tree of at-worst it may be another, to be checked later. */
static void make_position(bool at_worst) {
    const Value *history = get(document, "history", ARRAY);
    const Value *first = get(document, "first_guess", STRING | OR_NULL);
    int64_t asked = number_or(document, "max_guesses", ENDLESS);
    if (history->count > MOST_ROWS)
        fail("the history has more than %d rows", MOST_ROWS);
    for (; at.rows < history->count; at.rows++) {
        const Value *pair = pair_in(history, at.rows, STRING, "history");
        Row row = {guess_in(&pair[0], "history"), find(&game.feedback, pair[1].text)};
        if (row.feedback == NONE || row.feedback == game.win)
            fail("the history has '%s'", show(pair[1].text));
        if (!is_allowed(row.guess, at.rows))
            fail("the rule forbids a guess of the history");
        at.row[at.rows] = row;
    }
    at.consistent = get(document, "consistent", TRUTH)->number;
    if (at.consistent && game.identify)
        fail("'consistent' needs the goal hit");
    at.first_guess = first->type == STRING ? guess_in(first, "first_guess") : NONE;
    if (at.first_guess != NONE && !is_allowed(at.first_guess, at.rows))
        fail("the rule forbids 'first_guess'");
    at.limit = number_or(document, "limit", ENDLESS);
    if (asked == ENDLESS && game.rows != ENDLESS)
        asked = game.rows - at.rows;
    if (asked < 1 || at.limit < 1 || (at.limit != asked && !(at_worst && asked == ENDLESS)))
        fail("'limit' is not what the game and 'max_guesses' say");
    find_candidates();
    fill_table();
}

/* ---- The tree ---- */

static struct {
    int64_t total, worst, at_worst, lost, lost_weight, found[MOST_ROWS + 1];
    size_t most;
} figures;

/* The columns; NULL: the column is null. */
static struct {
    const Value *guess, *branch, *depth, *label, *wins, *weight, *lost, *lost_weight;
    size_t next, count; /* the next node that is not checked yet, and how many there are */
} tree;

static const Value *column_of(const Value *object, const char *name, size_t count, int type) {
    const Value *column = get(object, name, type);
    if (column->type == ARRAY && (column->count != count || !count))
        fail("the column '%s' has a wrong length", name);
    return column->type == ARRAY ? column->items : NULL;
}

static void check_item(const Value *column, size_t i, int64_t expected, const char *what) {
    if (column && typed(&column[i], NUMBER, what)->number != expected)
        fail("item %zu of '%s' is not %" PRId64, i, what, expected);
}

/* Moves the candidates of a set that get this feedback to its front; how many. */
static uint32_t bring_forward(uint32_t *set, uint32_t size, uint32_t guess, uint32_t feedback) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t c = set[i];
        if (answer(c, guess) == feedback) {
            set[i] = set[count];
            set[count++] = c;
        }
    }
    return count;
}

/* Candidates that end at a node, which is number *guesses* on their way. */
static void count_found(size_t node, const uint32_t *set, uint32_t count, int64_t guesses, int64_t spent) {
    int64_t weight = sum_over(at.weight, set, count);
    check_item(tree.wins, node, count, "wins");
    check_item(tree.weight, node, weight, "weight");
    if (!count)
        return;
    if (weight && spent > (NUMBERS_END - figures.total) / weight)
        fail("the total of the tree is too large");
    figures.total += weight * spent;
    figures.found[guesses - 1] += count;
    if (spent > figures.worst) {
        figures.worst = spent;
        figures.at_worst = 0;
    }
    if (spent == figures.worst)
        figures.at_worst += count;
    if ((size_t)guesses > figures.most)
        figures.most = (size_t)guesses;
}

/* Checks the next node, where these candidates are left, and all that stand below it. */
static void check_node(uint32_t *set, uint32_t size, int64_t depth, int64_t spent) {
    size_t node = tree.next++;
    bool leaf = tree.guess[node].type == NOT_GIVEN;
    bool over = is_over(set, size);
    const char *label = game.label ? game.label[at.secret[*set]] : game.secret.text[at.secret[*set]];
    if (depth > MOST_ROWS)
        fail("the tree is deeper than %d guesses, too deep for this checker", MOST_ROWS);
    if (over != leaf || (leaf && (!node || !tree.label)))
        fail("node %zu is a leaf, or must be one", node);
    if (tree.label)
        typed(&tree.label[node], leaf ? STRING : NOT_GIVEN, "label");
    if (leaf && !is(tree.label[node].text, label))
        fail("node %zu has another label than its candidates", node);
    if (leaf) {
        count_found(node, set, size, depth - 1, spent);
        check_item(tree.lost, node, 0, "lost");
        check_item(tree.lost_weight, node, 0, "lost_weight");
        return;
    }
    uint32_t guess = guess_in(&tree.guess[node], "guess");
    uint32_t won = bring_forward(set, size, guess, game.win);
    if (depth > at.limit)
        fail("node %zu is deeper than the limit", node);
    if (!node && at.first_guess != NONE && guess != at.first_guess)
        fail("the tree does not begin with 'first_guess'");
    if (!is_allowed(guess, at.rows + (size_t)depth - 1))
        fail("the rule forbids the guess of node %zu", node);
    if (at.consistent && !won)
        fail("the guess of node %zu is not consistent", node);
    spent += cost_of(guess);
    if (spent >= NUMBERS_END)
        fail("the costs of the tree are too large");
    count_found(node, set, won, depth, spent);
    set += won; /* the others follow those that are done */
    size -= won;
    while (tree.next < tree.count) {
        int64_t below = typed(&tree.depth[tree.next], NUMBER, "depth")->number;
        if (below <= depth)
            break;
        uint32_t feedback = feedback_in(&tree.branch[tree.next], "branch");
        uint32_t count = feedback == NONE ? 0 : bring_forward(set, size, guess, feedback);
        if (below != depth + 1 || !count)
            fail("node %zu has a wrong depth, or no candidate comes to it", tree.next);
        at.row[at.rows + depth - 1] = (Row){guess, feedback};
        check_node(set, count, depth + 1, spent);
        set += count;
        size -= count;
    }
    int64_t weight = sum_over(at.weight, set, size); /* the others are lost */
    if (size && depth != at.limit)
        fail("node %zu has no branch for a candidate", node);
    check_item(tree.lost, node, size, "lost");
    check_item(tree.lost_weight, node, weight, "lost_weight");
    figures.lost += size;
    figures.lost_weight += weight;
    while (game.identify && size) {
        uint32_t count = bring_forward(set, size, guess, answer(*set, guess));
        if (is_over(set, count))
            fail("node %zu has no leaf for a candidate that is known", node);
        set += count;
        size -= count;
    }
}

static void check_figures(const Value *given) {
    static const char *const NAMES[] = {"secrets", "total", "worst", "at_worst", "lost", "lost_weight"};
    int64_t values[] = {at.size,          figures.total, figures.worst,
                        figures.at_worst, figures.lost,  figures.lost_weight};
    check_known(given, " secrets total worst at_worst distribution lost lost_weight ", "'figures'");
    for (int i = 0; i < 6; i++) {
        int64_t expected = i >= 4 && at.limit == ENDLESS ? -1 : values[i];
        if (number_or(given, NAMES[i], -1) != expected)
            fail("the figure '%s' is not %" PRId64, NAMES[i], expected);
    }
    const Value *distribution = get(given, "distribution", ARRAY);
    if (distribution->count != figures.most)
        fail("'distribution' has not %zu items", figures.most);
    for (size_t i = 0; i < figures.most; i++)
        check_item(distribution->items, i, figures.found[i], "distribution");
}

static void check_tree(const Value *nodes) {
    check_known(nodes, " guess branch depth label wins weight lost lost_weight ", "'nodes'");
    size_t count = get(nodes, "guess", ARRAY)->count;
    tree.count = count;
    tree.guess = column_of(nodes, "guess", count, ARRAY);
    tree.branch = column_of(nodes, "branch", count, ARRAY);
    tree.depth = column_of(nodes, "depth", count, ARRAY);
    tree.wins = column_of(nodes, "wins", count, ARRAY);
    tree.weight = column_of(nodes, "weight", count, ARRAY | OR_NULL);
    tree.lost = column_of(nodes, "lost", count, ARRAY | OR_NULL);
    tree.lost_weight = column_of(nodes, "lost_weight", count, ARRAY | OR_NULL);
    if (game.identify || member(nodes, "label"))
        tree.label = column_of(nodes, "label", count, ARRAY | OR_NULL);
    uint32_t *set = take(at.size, sizeof *set);
    for (uint32_t c = 0; c < at.size; c++)
        set[c] = c;
    check_item(tree.depth, 0, 1, "depth");
    check_item(tree.branch, 0, 0, "branch");
    check_node(set, at.size, 1, 0);
    if (tree.next != count)
        fail("node %zu has a wrong depth", tree.next);
    if (!tree.weight != !game.weight || !tree.label != !game.identify)
        fail("'weight' or 'label' is null, or is not");
    bool may_weigh = figures.lost && game.weight;
    bool must_weigh = figures.lost_weight && game.weight; /* where it is 0, the column may be null */
    if (!tree.lost != !figures.lost || (tree.lost_weight && !may_weigh) || (!tree.lost_weight && must_weigh))
        fail("'lost' or 'lost_weight' is null, or is not");
    check_figures(get(document, "figures", OBJECT));
}

/* ---- Symmetries ---- */

/* Which symbols a permutation takes to which, as far as it is known; UNKNOWN elsewhere. */
enum { UNKNOWN = 255 };

typedef struct {
    uint8_t to[16], from[16];
} Exchange;

static struct {
    uint32_t guess, path[MOST_ROWS + 2], rows; /* the guess, and those that stay as they are */
    uint8_t takes[MOST_PLACES];                /* place j of the image is place takes[j] of the code */
} turn;

static Exchange no_exchange(void) {
    Exchange map;
    memset(&map, UNKNOWN, sizeof map);
    return map;
}

/* Whether place k can be taken to place j, so that all guesses of the path stay as they are. */
static bool fits(Exchange *map, uint32_t j, uint32_t k) {
    if (game.only_exact && !game.distinct)
        *map = no_exchange(); /* each place has a permutation of its own */
    for (uint32_t r = 0; r < turn.rows; r++) {
        uint8_t from = (uint8_t)code_of(turn.path[r])[k];
        uint8_t to = (uint8_t)code_of(turn.path[r])[j];
        if (map->to[from] == UNKNOWN && map->from[to] == UNKNOWN) {
            map->to[from] = to;
            map->from[to] = from;
        } else if (map->to[from] != to)
            return false;
    }
    return true;
}

static bool same_column(uint32_t j, uint32_t k) {
    bool equal = code_of(turn.guess)[j] == code_of(turn.guess)[k];
    for (uint32_t r = 0; r < turn.rows && equal; r++)
        equal = code_of(turn.path[r])[j] == code_of(turn.path[r])[k];
    return equal;
}

/* Whether the lowest image of the guess, all places chosen, is lower than the guess. */
static bool has_lower_symbols(Exchange map) {
    const uint16_t *code = code_of(turn.guess);
    for (uint32_t j = 0; j < game.places; j++) {
        fits(&map, j, turn.takes[j]);
        uint8_t symbol = (uint8_t)code[turn.takes[j]];
        uint8_t lowest = 0;
        while (lowest < 15 && map.from[lowest] != UNKNOWN)
            lowest++;
        if (map.to[symbol] == UNKNOWN) {
            map.to[symbol] = lowest;
            map.from[lowest] = symbol;
        }
        if (map.to[symbol] != code[j])
            return map.to[symbol] < code[j];
    }
    return false;
}

/* Whether a symmetry takes the guess to a lower one; the places before *place* have been chosen. */
static bool has_lower_image(uint32_t place, uint32_t used, Exchange map) {
    if (place == game.places)
        return has_lower_symbols(map);
    for (uint32_t k = 0; k < game.places; k++) {
        bool skip = used >> k & 1;
        for (uint32_t i = 0; i < k && !skip; i++)
            skip = !(used >> i & 1) && same_column(i, k); /* the same again */
        Exchange next = map;
        turn.takes[place] = (uint8_t)k;
        if (!skip && fits(&next, place, k) && has_lower_image(place + 1, used | 1u << k, next))
            return true;
    }
    return false;
}

/* Marks the first weighing of each orbit. A group are the coins that stand alike in all guesses of the path. */
static void mark_weighings(uint8_t *lowest) {
    uint32_t group[26] = {(1u << game.symbols) - 1};
    uint32_t groups = 1;
    for (uint32_t r = 0; r < 2 * turn.rows; r++) {
        const uint32_t before = groups;
        for (uint32_t i = 0; i < before; i++) {
            uint32_t part = group[i] & game.sides[turn.path[r / 2]][r % 2];
            if (part && part != group[i]) {
                group[groups++] = part;
                group[i] &= ~part;
            }
        }
    }
    List orbits = {0};
    for (uint32_t g = 0; g < game.guess.count; g++) {
        char written[2 * 26 + 1] = ""; /* how many coins of each group are left and right, as letters */
        char turned_round[2 * 26 + 1] = "";
        for (uint32_t i = 0; i < 2 * groups; i++) {
            char coins = 'a';
            for (uint32_t c = game.sides[g][i % 2] & group[i / 2]; c; c &= c - 1) /* the lowest bit goes */
                coins++;
            written[i] = coins;
            turned_round[i ^ 1] = coins;
        }
        uint32_t before = orbits.count;
        char *orbit = keep(strcmp(written, turned_round) > 0 ? turned_round : written);
        lowest[g] = add(&orbits, orbit) == before;
    }
}

typedef struct Orbits {
    uint32_t path[2], depth;
    uint8_t *lowest;
    struct Orbits *next;
} Orbits;

/* Which guesses are the lowest of their orbit after the history and the guesses of *path*; NULL: look at all. */
static const uint8_t *lowest_of_orbits(const uint32_t *path, uint32_t depth) {
    static Orbits *known;
    if ((game.family != PEGS && game.family != BALANCE) || depth > 2)
        return NULL;
    for (Orbits *o = known; o; o = o->next)
        if (o->depth == depth && memcmp(o->path, path, sizeof o->path) == 0)
            return o->lowest;
    Orbits *orbits = take(1, sizeof(Orbits));
    *orbits = (Orbits){{path[0], path[1]}, depth, take(game.guess.count, 1), known};
    known = orbits;
    turn.rows = at.rows + depth;
    for (uint32_t r = 0; r < turn.rows; r++)
        turn.path[r] = r < at.rows ? at.row[r].guess : path[r - at.rows];
    if (game.family == BALANCE) {
        mark_weighings(orbits->lowest);
        return orbits->lowest;
    }
    for (turn.guess = 0; turn.guess < game.guess.count; turn.guess++)
        orbits->lowest[turn.guess] = !has_lower_image(0, 0, no_exchange());
    return orbits->lowest;
}

/* ---- Bounds ---- */

/* *lost* is 0 but for LOST; infinite: *total* is INFINITE. */
typedef struct {
    int64_t lost, total;
} Cost;

/* Where a set stands, as far as its cost depends on it; else 0. */
typedef struct {
    int64_t depth, spent;
} Place;

typedef enum { TOTAL, WITHIN, NOTHING, FEWEST, LOST } Kind;

static struct {
    Kind kind;
    int64_t limit, budget;
    const int64_t *weight; /* of candidates, where weights count; else ones */
    bool heavy;            /* weights count, and not all are 1 */
} proof;

static bool same_place(Place a, Place b) {
    return a.depth == b.depth && a.spent == b.spent;
}

static bool reaches(Cost a, Cost b) {
    return a.lost > b.lost || (a.lost == b.lost && a.total >= b.total);
}

/* Infinite stays infinite, also for a candidate that weighs nothing. */
static Cost times(Cost a, int64_t w) {
    return a.total >= INFINITE ? a : (Cost){a.lost * w, a.total * w};
}

static Cost plus(Cost a, Cost b) {
    if (a.total >= INFINITE || b.total >= INFINITE)
        return (Cost){0, INFINITE};
    return (Cost){a.lost + b.lost, a.total + b.total};
}

/* A total within limits counts what was spent before, so that sets then differ by it. */
static Place place_of(int64_t depth, int64_t spent) {
    bool counts = proof.kind == WITHIN || proof.kind == LOST || proof.budget != ENDLESS;
    return (Place){proof.limit == ENDLESS ? 0 : depth, counts ? spent : 0};
}

/* What a candidate costs that is found by guess number *depth* after *spent* in all. */
static Cost found_at(int64_t depth, int64_t spent) {
    if (proof.kind == LOST)
        return depth > proof.limit ? (Cost){1, 0} : (Cost){0, depth};
    if (depth > proof.limit || spent > proof.budget)
        return (Cost){0, INFINITE};
    if (proof.kind == NOTHING)
        return (Cost){0, 0};
    if (proof.kind == FEWEST)
        return (Cost){0, depth == proof.limit};
    return (Cost){0, spent};
}

/* What a candidate of a part that ends costs. In a total without limits the guess is counted for the whole set. */
static Cost end_cost(Place part) {
    return proof.kind == TOTAL ? (Cost){0, 0} : found_at(part.depth, part.spent);
}

static int64_t sum_of(const int64_t *numbers, int64_t count) {
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

static int64_t power(int64_t base, int64_t exponent) { /* or 2^58, if that is less */
    int64_t result = 1;
    int64_t most = (int64_t)1 << 58;
    for (int64_t i = 0; i < exponent && result < most; i++)
        result = result > most / base ? most : result * base;
    return result;
}

/* H: the least total of a code of this arity for labels of these weights, the heaviest first. */
static int64_t least_code(const int64_t *weights, uint32_t count, uint32_t arity) {
    static int64_t *sums; /* they grow, so that the least are always the last weights or the next sums */
    uint32_t left = count;
    uint32_t next = 0;
    uint32_t done = 0;
    uint32_t zeros = 0;
    int64_t total = 0;
    if (!sums)
        sums = TAKE(at.size, int64_t);
    while (count > 1 && (count + zeros - 1) % (arity - 1))
        zeros++;
    for (uint32_t items = count + zeros; items > 1; items -= arity - 1) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < arity; i++) {
            if (zeros)
                zeros--;
            else if (left && (next == done || weights[left - 1] <= sums[next]))
                sum += weights[--left];
            else
                sum += sums[next++];
        }
        sums[done++] = sum;
        total += sum;
    }
    return total;
}

static int heavier(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* The bound of the goal identify, with an arity and the cost of a guess. */
static Cost code_bound(const uint32_t *set, uint32_t size, uint32_t arity, int64_t e, Place part) {
    static int64_t *sums;   /* the weights of the labels, the heaviest first */
    static uint32_t *place; /* of a label among them, from 1 */
    uint32_t labels = 0;
    if (!sums) {
        sums = TAKE(at.size, int64_t);
        place = TAKE(at.size, uint32_t);
    }
    for (uint32_t i = 0; i < size; i++) {
        uint32_t *p = &place[at.label[set[i]]];
        if (!*p) {
            sums[labels] = 0;
            *p = ++labels;
        }
        sums[*p - 1] += proof.weight[set[i]];
    }
    for (uint32_t i = 0; i < size; i++)
        place[at.label[set[i]]] = 0;
    qsort(sums, labels, sizeof *sums, heavier);
    int64_t h = 0;
    int64_t j = proof.limit == ENDLESS ? ENDLESS : proof.limit - part.depth;
    int64_t all = sum_of(sums, labels);
    if (proof.kind == LOST) {
        if (j <= 0)
            return (Cost){all, 0};
        while (labels && !sums[labels - 1])
            labels--;
        int64_t reach = power(arity, j);
        if (labels > reach) {
            int64_t found = sum_of(sums, reach); /* F */
            return (Cost){all - found, found * (part.spent + 1)};
        }
        int64_t total = least_code(sums, labels, arity); /* H */
        return (Cost){0, all * part.spent + (total > all ? total : all)};
    }
    for (int64_t reach = 1; reach < labels; reach *= arity)
        h++;
    if (h > j || part.spent + e * h > proof.budget)
        return (Cost){0, INFINITE};
    if (proof.kind == NOTHING)
        return (Cost){0, 0};
    if (proof.kind != FEWEST)
        return (Cost){0, all * part.spent + e * least_code(sums, labels, arity)};
    int64_t x = (power(arity, j) - labels) / (arity - 1);
    return (Cost){0, x >= labels ? 0 : sum_of(sums + x, labels - x)};
}

/* What the first, the second, ... candidate of a part at a place costs by size, the heaviest first (goal hit). */
static struct {
    Place place;
    uint32_t size, most;
    Cost *cost;
} units;

/* What guesses do to a claim's set. */
static struct {
    int16_t *parts;
    bool *wins, counted;
    uint32_t most;
} here;

static void set_units(Place part, uint32_t size) {
    if (units.size >= size && units.most == here.most && same_place(units.place, part))
        return;
    if (!units.cost)
        units.cost = TAKE(at.size + (size_t)1, Cost);
    units.place = part;
    units.size = size;
    units.most = here.most;
    Cost cost = {0, 0};
    Cost second = {0, 0};
    Cost third = found_at(part.depth + 3, part.spent + 3 * at.least_cost);
    int64_t level_end = 0;
    int64_t level_size = at.most_won;
    int64_t level = 0;
    for (uint32_t k = 0; k <= size; k++) {
        if (k == level_end) {
            level++;
            level_end += level_size;
            if (level_size <= at.size)
                level_size *= at.losing;
            cost = found_at(part.depth + level, part.spent + level * at.least_cost);
            if (level == 2)
                second = cost;
            if (level > 2 && proof.heavy && cost.total < INFINITE)
                cost = second;
        }
        units.cost[k] = cost;
    }
    /* no guess has more parts of a part than of the set of the claim: two guesses find so many times m at most */
    for (uint64_t k = (uint64_t)here.most * at.most_won; !proof.heavy && k <= size; k++)
        if (!reaches(units.cost[k], third))
            units.cost[k] = third;
}

static Cost size_bound(const uint32_t *set, uint32_t size, Place part) {
    Cost sum = {0, 0};
    if (game.identify)
        return code_bound(set, size, at.arity, at.least_cost, part);
    set_units(part, size);
    for (uint32_t k = 0; k < size; k++)
        sum = plus(sum, times(units.cost[k], proof.weight[set[k]]));
    return sum;
}

/* How many parts a guess has of a set, by the bits of its feedbacks. */
static uint32_t count_bits(const uint32_t *set, uint32_t size, uint32_t guess) {
    const size_t width = at.words * at.width;
    uint32_t parts = 0;
    for (size_t word = 0; word < at.words; word++) {
        const uint16_t *column = at.bits + word * at.width + guess;
        uint32_t bits = 0;
        for (uint32_t i = 0; i < size; i++)
            bits |= column[set[i] * width];
        for (; bits; bits &= bits - 1) /* the lowest bit goes */
            parts++;
    }
    return parts;
}

/* How many parts a guess has of a set, and whether it wins against one of it; 0 as soon as not above *unless*. */
static uint32_t count_parts(const uint32_t *set, uint32_t size, uint32_t guess, uint32_t unless, bool *wins) {
    static uint32_t *seen; /* of each feedback: when it was seen last */
    static uint32_t now;
    if (at.bits) /* then nobody asks for *wins* */
        return count_bits(set, size, guess);
    if (seen)
        now++;
    if (!seen || now == NONE) {
        seen = TAKE((size_t)1 << 16, uint32_t);
        now = 1;
    }
    uint32_t parts = 0;
    uint32_t i = 0;
    const uint32_t spare = unless < size ? size - unless : 0; /* so many may be like others */
    while (i < size && i - parts < spare) {
        const uint32_t end = i + 8 < size ? i + 8 : size; /* eight at once: to ask each time takes longer */
        for (; i < end; i++) {
            uint32_t f = answer(set[i], guess);
            parts += seen[f] != now;
            seen[f] = now;
        }
    }
    *wins = game.win != NONE && seen[game.win] == now;
    return i < size ? 0 : parts;
}

/* The numbers of parts that 32 guesses from *guess* on have of a set, by their bits. Whole words are treated at once:
   here most of the time goes. */
static void count_lanes(const uint32_t *set, uint32_t size, uint32_t guess, int16_t parts[LANES]) {
    const uint64_t ones = 0x0001000100010001u; /* in each 16 bits */
    uint64_t sum[LANES / 4] = {0};
    uint64_t w[LANES / 4];
    for (size_t word = 0; word < at.words; word++) {
        uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0; /* in registers, unlike an array */
        for (uint32_t i = 0; i < size; i++) {
            memcpy(w, at.bits + (set[i] * at.words + word) * at.width + guess, sizeof w);
            a |= w[0];
            b |= w[1];
            c |= w[2];
            d |= w[3];
            e |= w[4];
            f |= w[5];
            g |= w[6];
            h |= w[7];
        }
        const uint64_t seen[LANES / 4] = {a, b, c, d, e, f, g, h};
        for (int k = 0; k < LANES / 4; k++) {
            uint64_t x = seen[k] - (seen[k] >> 1 & 0x5555 * ones);
            x = (x & 0x3333 * ones) + (x >> 2 & 0x3333 * ones);
            x = (x + (x >> 4)) & 0x0F0F * ones;
            sum[k] += (x + (x >> 8)) & 31 * ones;
        }
    }
    memcpy(parts, sum, sizeof sum);
}

/* What the guesses that are allowed in a part can do at most: the parts of one that wins (p), the parts of any (q; to
   count those that win, too, changes no bound, since theirs is the lesser), and the least that they cost (e). */
typedef struct {
    uint32_t winning, any;
    int64_t cost;
} Best;

/* *first* candidates of a set at c(1), *second* at c(2), the others at c(3), the heaviest first. */
static Cost three_levels(const uint32_t *set, uint32_t size, uint64_t first, uint64_t second, int64_t e,
                         Place part) {
    Cost sum = {0, 0};
    Cost c[3];
    for (int j = 0; j < 3; j++)
        c[j] = found_at(part.depth + j + 1, part.spent + (j + 1) * e);
    for (uint32_t k = 0; k < size; k++) {
        int level = k < first ? 0 : 1;
        if (k >= first + second)
            level = 2;
        sum = plus(sum, times(c[level], proof.weight[set[k]]));
    }
    return sum;
}

static Cost parts_bound(Best best, const uint32_t *set, uint32_t size, Place part) {
    if (game.identify)
        return code_bound(set, size, best.any, best.cost, part);
    uint64_t m = at.most_won;
    Cost win = three_levels(set, size, m, (best.winning - 1) * m, best.cost, part);
    if (best.any < 2)
        return win;
    Cost other = three_levels(set, size, 0, best.any * m, best.cost, part);
    return reaches(win, other) ? other : win;
}

/* What can be said before all guesses are looked at: those that win are known. */
static Best quick_best(const uint32_t *set, uint32_t size) {
    uint32_t most = size < at.losing + 1 ? size : at.losing + 1;
    uint32_t others = size < at.losing ? size : at.losing;
    if (here.most < others)
        others = here.most;
    Best best = {0, at.consistent ? 0 : others, at.least_cost};
    for (uint32_t i = 0; i < size && best.winning < most; i++)
        for (uint32_t w = at.winners[set[i]]; w < at.winners[set[i] + 1]; w++) {
            uint32_t parts = count_parts(set, size, at.winner[w], best.winning, &(bool){0});
            if (parts > best.winning)
                best.winning = parts;
        }
    return best;
}

/* ---- Claims ---- */

typedef struct Claim {
    const uint32_t *set, *allowed;
    uint32_t size, allowed_count, depth, guess;
    int64_t spent, weight;
    Place place;
    Cost bound;
    uint64_t hash;
    struct Claim *parent, *next; /* next: of the same slot */
} Claim;

typedef struct {
    uint32_t *set, feedback, size;
    bool ends;
    Cost cost;
    Best best;
} Part;

static struct {
    Claim *all, **slots;
    size_t mask, proven;
    bool *has_size; /* whether any claim is about a set of this size */
} claims;

/* A set by its feedbacks to a guess. */
static struct {
    uint32_t *order, *slot, *allowed, count;
    Part *part;
} split;

static uint64_t hash_of(const uint32_t *set, uint32_t size, Place place) {
    uint64_t hash = mixed((uint64_t)place.depth ^ (uint64_t)place.spent << 20);
    for (uint32_t i = 0; i < size; i++)
        hash += at.mix[set[i]];
    return mixed(hash);
}

/* Orders a set by the feedbacks to a guess; within a part the order stays. */
static void split_set(const uint32_t *set, uint32_t size, uint32_t guess) {
    uint32_t *start = split.order;
    split.count = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t f = answer(set[i], guess);
        if (!split.slot[f]) {
            split.part[split.count] = (Part){.feedback = f};
            split.slot[f] = ++split.count;
        }
        split.part[split.slot[f] - 1].size++;
    }
    for (uint32_t p = 0; p < split.count; p++) {
        split.part[p].set = start;
        start += split.part[p].size;
    }
    for (uint32_t i = 0; i < size; i++) {
        Part *part = &split.part[split.slot[answer(set[i], guess)] - 1];
        *part->set = set[i];
        part->set++;
    }
    for (uint32_t p = 0; p < split.count; p++) {
        Part *part = &split.part[p];
        split.slot[part->feedback] = 0;
        part->set -= part->size; /* back to its first one */
        part->ends = part->feedback == game.win || is_over(part->set, part->size);
    }
}

/* The guesses that are allowed after the rows to a claim and one row more: the first of *split.allowed*; how many. */
static uint32_t filter_allowed(const Claim *claim, uint32_t guess, uint32_t feedback) {
    uint32_t count = 0;
    if (game.rule == FREE)
        return game.guess.count;
    for (uint32_t i = 0; i < claim->allowed_count; i++)
        if (allows(guess, feedback, claim->allowed[i]))
            split.allowed[count++] = claim->allowed[i];
    return count;
}

/* The greatest of what is claimed of a part and what is known of it. With a rule, a claim counts if no guesses but
   those of the claim are allowed in the part. */
static Cost claimed(const Claim *above, const Part *part, uint32_t guess, Place place) {
    Cost best = part->cost;
    if (!claims.has_size[part->size])
        return best;
    uint64_t hash = hash_of(part->set, part->size, place);
    uint32_t count = game.rule == FREE ? 0 : NONE; /* NONE: not found out yet */
    for (const Claim *claim = claims.slots[hash & claims.mask]; claim; claim = claim->next) {
        if (claim->hash != hash || claim->size != part->size || !same_place(claim->place, place) ||
            reaches(best, claim->bound) || memcmp(claim->set, part->set, part->size * sizeof *part->set))
            continue;
        if (count == NONE)
            count = filter_allowed(above, guess, part->feedback);
        uint32_t i = 0;
        for (uint32_t j = 0; i < count && j < claim->allowed_count; j++)
            i += split.allowed[i] == claim->allowed[j];
        if (i == count)
            best = claim->bound;
    }
    return best;
}

static void count_here(const Claim *claim) {
    here.counted = true;
    here.most = at.bits ? 0 : NONE;
    if (at.bits)
        for (uint32_t g = 0; g < game.guess.count; g += LANES)
            count_lanes(claim->set, claim->size, g, here.parts + g);
    for (uint32_t i = 0; i < claim->allowed_count; i++) {
        uint32_t g = claim->allowed[i];
        if (!at.bits)
            here.parts[g] = (int16_t)count_parts(claim->set, claim->size, g, 0, &(bool){0});
        else if ((uint32_t)here.parts[g] > here.most)
            here.most = (uint32_t)here.parts[g];
    }
}

/* What all guesses that are allowed in a part can do, after what is known of those that win. No guess has more parts
   of the part than of the set above it. */
static Best full_best(const Claim *above, const Part *part, uint32_t guess) {
    Best best = {part->best.winning, part->best.winning, game.cost ? NUMBERS_END : 1};
    uint32_t most = game.identify ? NONE : part->best.any;
    uint32_t count = filter_allowed(above, guess, part->feedback);
    if (at.bits) {
        for (uint32_t g = 0; g < game.guess.count && best.any < most; g += LANES) {
            int16_t parts[LANES];
            int16_t found = (int16_t)best.any;
            count_lanes(part->set, part->size, g, parts);
            for (int k = 0; k < LANES; k++)
                found = parts[k] > found ? parts[k] : found;
            best.any = (uint32_t)found;
        }
        return best;
    }
    if (!here.counted)
        count_here(above);
    for (uint32_t i = 0; i < count && (game.cost || best.any < most); i++) {
        uint32_t g = split.allowed[i];
        bool wins;
        if (!game.cost && (uint16_t)here.parts[g] <= best.any)
            continue;
        uint32_t parts = count_parts(part->set, part->size, g, game.cost ? 0 : best.any, &wins);
        if (!parts || ((parts < 2 || at.consistent) && !wins))
            continue;
        if (parts > best.any)
            best.any = parts;
        if (cost_of(g) < best.cost)
            best.cost = cost_of(g);
    }
    return best;
}

/* Whether the bounds by size alone show that the guess costs enough (goal hit, no pairs). Where the numbers of parts
   are there, they come first: all candidates but the first of each part cost at least as much as a second one. */
static bool enough_by_size(const Claim *claim, uint32_t guess, Place place, int64_t sum) {
    static uint32_t *count;
    if (!count)
        count = TAKE(game.feedback.count, uint32_t);
    set_units(place, claim->size);
    const int64_t end = end_cost(place).total;
    const int64_t bound = claim->bound.total;
    const int64_t *weight = proof.weight;
    if (at.bits && !proof.heavy && units.cost[1].total < INFINITE) {
        int64_t wins = here.wins[guess];
        int64_t won = wins ? at.most_won : 0;
        int64_t losing = here.parts[guess] - wins;
        int64_t others = claim->size - won - losing;
        if (others >= 0 &&
            sum + won * end + losing * units.cost[0].total + others * units.cost[1].total >= bound)
            return true;
    }
    /* all that the loop needs in variables of its own: it is a hot one */
    const uint16_t *answers = at.table + guess;
    const uint32_t *set = claim->set;
    const uint32_t size = claim->size;
    const uint32_t win = game.win;
    const size_t row = game.guess.count;
    const Cost *unit = units.cost;
    uint32_t i = 0;
    if (proof.heavy && (end >= INFINITE || unit[size].total >= INFINITE))
        return false; /* not to be multiplied */
    if (proof.heavy)
        for (; i < size && sum < bound; i++) {
            uint32_t f = answers[set[i] * row];
            sum += (f == win ? end : unit[count[f]++].total) * weight[set[i]];
        }
    else
        for (; i < size && sum < bound; i++) {
            uint32_t f = answers[set[i] * row];
            sum += f == win ? end : unit[count[f]++].total;
        }
    if (game.feedback.count <= 256)
        memset(count, 0, game.feedback.count * sizeof *count);
    else
        for (uint32_t k = 0; k < i; k++)
            count[answers[set[k] * row]] = 0;
    return sum >= bound;
}

/* Whether a guess costs at least what is claimed; so does one that neither splits the set nor wins. */
static bool costs_enough(const Claim *claim, uint32_t guess) {
    Place place = place_of(claim->depth + 1, claim->spent + cost_of(guess));
    Cost sum = {0, proof.kind == TOTAL ? cost_of(guess) * claim->weight : 0};
    if (!game.identify && proof.kind != LOST && enough_by_size(claim, guess, place, sum.total))
        return true;
    split_set(claim->set, claim->size, guess);
    if (split.count == 1 && split.part->feedback != game.win)
        return true;
    Part *end = split.part + split.count;
    for (Part *part = split.part; part < end; part++) {
        if (part->ends)
            part->cost = times(end_cost(place), sum_over(proof.weight, part->set, part->size));
        else
            part->cost = size_bound(part->set, part->size, place);
        /* a part that is the whole set has no claim but this one, which must not prove itself */
        if (!part->ends && part->size < claim->size)
            part->cost = claimed(claim, part, guess, place);
        sum = plus(sum, part->cost);
    }
    /* in the first pass the bounds by parts that take little work */
    for (int pass = game.identify; pass < 2; pass++)
        for (Part *part = split.part; part < end && !reaches(sum, claim->bound); part++) {
            if (part->ends)
                continue;
            /* no bound is better than this one, so it may settle the second pass */
            Best win_only = {part->best.winning, 0, 1};
            if (pass && !game.cost && !game.identify &&
                reaches(part->cost, parts_bound(win_only, part->set, part->size, place)))
                continue;
            part->best = pass ? full_best(claim, part, guess) : quick_best(part->set, part->size);
            Cost bound = parts_bound(part->best, part->set, part->size, place);
            if (reaches(part->cost, bound))
                continue;
            if (bound.total >= INFINITE) {
                sum = bound;
            } else {
                sum.lost += bound.lost - part->cost.lost;
                sum.total += bound.total - part->cost.total;
            }
            part->cost = bound;
        }
    return reaches(sum, claim->bound);
}

/* ---- Images of sets ---- */

/* A symmetry of pegs: what stands at place p goes to place[p], and there symbol s becomes symbol[p][s]. */
typedef struct {
    uint8_t place[MOST_PLACES], symbol[MOST_PLACES][16];
} Renaming;

/* The exchanges of two places or two symbols, and what they make of each guess. */
static struct {
    uint32_t count, *image;
    bool *marked, *dropped;
} exchanges;

static bool has_images(void) {
    return game.family == PEGS && game.rule == FREE;
}

/* Whether each place has symbols of its own. */
static bool separate(void) {
    return game.only_exact && !game.distinct;
}

static uint32_t own_guess(uint32_t candidate) {
    return game.guess_of[at.secret[candidate]];
}

/* The guess that is the image of a guess; guesses are in order. */
static uint32_t image_of(uint32_t guess, const Renaming *by) {
    uint16_t image[MOST_PLACES];
    uint32_t low = 0;
    uint32_t high = game.guess.count;
    for (uint32_t p = 0; p < game.places; p++)
        image[by->place[p]] = by->symbol[p][code_of(guess)[p]];
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        uint32_t p = 0;
        while (p < game.places - 1 && code_of(middle)[p] == image[p])
            p++;
        if (code_of(middle)[p] <= image[p])
            low = middle;
        else
            high = middle;
    }
    return low;
}

static Renaming no_renaming(void) {
    Renaming none;
    for (uint8_t p = 0; p < MOST_PLACES; p++) {
        none.place[p] = p;
        for (uint8_t symbol = 0; symbol < 16; symbol++)
            none.symbol[p][symbol] = symbol;
    }
    return none;
}

static void add_exchange(const Renaming *by) {
    size_t start = (size_t)exchanges.count++ * game.guess.count;
    for (uint32_t g = 0; g < game.guess.count; g++) {
        exchanges.image = grow(exchanges.image, start + g, sizeof *exchanges.image);
        exchanges.image[start + g] = image_of(g, by);
    }
}

static void find_exchanges(void) {
    exchanges.marked = TAKE(game.guess.count, bool);
    exchanges.dropped = TAKE(game.guess.count, bool);
    for (uint8_t q = 1; q < game.places; q++)
        for (uint8_t p = 0; p < q; p++) {
            Renaming by = no_renaming();
            by.place[p] = q;
            by.place[q] = p;
            add_exchange(&by);
        }
    const uint32_t homes = separate() ? game.places : 1;
    for (uint8_t b = 1; b < game.symbols; b++)
        for (uint8_t a = 0; a < b; a++)
            for (uint32_t home = 0; home < homes; home++) {
                Renaming by = no_renaming();
                for (uint32_t p = 0; p < game.places; p++)
                    if (p == home || !separate()) {
                        by.symbol[p][a] = b;
                        by.symbol[p][b] = a;
                    }
                add_exchange(&by);
            }
}

static void mark(const Claim *claim, bool whether) {
    for (uint32_t i = 0; i < claim->size; i++)
        exchanges.marked[own_guess(claim->set[i])] = whether;
}

/* Drops the guesses that an exchange takes to lower ones, if it takes the set of the claim to itself: they cost as
   much. */
static void drop_lowered(const Claim *claim) {
    memset(exchanges.dropped, 0, game.guess.count);
    mark(claim, true);
    for (uint32_t e = 0; e < exchanges.count; e++) {
        const uint32_t *image = exchanges.image + (size_t)e * game.guess.count;
        uint32_t i = 0;
        while (i < claim->size && exchanges.marked[image[own_guess(claim->set[i])]])
            i++;
        for (uint32_t g = 0; g < game.guess.count && i == claim->size; g++)
            exchanges.dropped[g] = exchanges.dropped[g] || image[g] < g;
    }
    mark(claim, false);
}

static void read_permutation(const Value *value, uint32_t count, uint8_t *to) {
    uint32_t seen = 0;
    if (typed(value, ARRAY, "reason")->count != count)
        fail("a permutation in 'reason' has a wrong length");
    for (uint32_t i = 0; i < count; i++) {
        int64_t number = typed(&value->items[i], NUMBER, "reason")->number;
        if (number >= count || seen >> number & 1)
            fail("'reason' has something that is no permutation");
        seen |= 1u << number;
        to[i] = (uint8_t)number;
    }
}

/* Checks that a symmetry takes the set of a claim to that of an earlier one, which says as much. */
static void check_image(const Claim *claim, const Value *reason, size_t number) {
    Renaming by = no_renaming();
    if (!has_images())
        fail("claim %zu is about an image, and no images are known in this game", number);
    if (typed(reason, ARRAY, "reason")->count != 3 ||
        !is(typed(reason->items, STRING, "reason")->text, "image"))
        fail("claim %zu has an unknown reason", number);
    int64_t earlier = typed(&reason->items[1], NUMBER, "reason")->number;
    const Value *named = typed(&reason->items[2], OBJECT, "reason");
    const Value *symbols = get(named, "symbols", ARRAY);
    check_known(named, " places symbols ", "an image");
    read_permutation(get(named, "places", ARRAY), game.places, by.place);
    if (separate() && symbols->count != game.places)
        fail("the symbols of an image are not those of each place");
    for (uint32_t p = 0; p < game.places; p++)
        read_permutation(separate() ? &symbols->items[p] : symbols, game.symbols, by.symbol[p]);
    if (earlier >= (int64_t)number)
        fail("claim %zu is about an image of no earlier claim of as much", number);
    const Claim *other = &claims.all[earlier];
    if (other->size != claim->size || !same_place(other->place, claim->place) ||
        !reaches(other->bound, claim->bound))
        fail("claim %zu is about an image of no earlier claim of as much", number);
    mark(other, true);
    for (uint32_t i = 0; i < claim->size; i++)
        if (!exchanges.marked[image_of(own_guess(claim->set[i]), &by)])
            fail("claim %zu is not about an image of the set of claim %" PRId64, number, earlier);
    mark(other, false);
}

/* Checks that a claim holds: every allowed guess that splits its set, or wins against one of it, costs its bound. */
static void check_claim(const Claim *claim, size_t number) {
    uint32_t path[2] = {0, 0};
    if (claim->depth == 2)
        path[0] = claim->parent->guess;
    if (claim->depth == 1 || claim->depth == 2)
        path[claim->depth - 1] = claim->guess;
    const uint8_t *lowest = lowest_of_orbits(path, claim->depth);
    bool only_first = claim->depth == 0 && at.first_guess != NONE;
    if (only_first)
        split_set(claim->set, claim->size, at.first_guess);
    if (only_first && split.count == 1 && split.part->feedback != game.win)
        fail("'first_guess' tells nothing");
    memset(here.wins, 0, game.guess.count);
    here.counted = false;
    here.most = NONE;
    for (uint32_t i = 0; i < claim->size; i++)
        for (uint32_t w = at.winners[claim->set[i]]; w < at.winners[claim->set[i] + 1]; w++)
            here.wins[at.winner[w]] = true;
    if (at.bits)
        count_here(claim);
    if (has_images())
        drop_lowered(claim);
    for (uint32_t i = 0; i < claim->allowed_count; i++) {
        uint32_t guess = claim->allowed[i];
        bool skip = (lowest && !lowest[guess]) || (at.consistent && !here.wins[guess]) ||
                    (has_images() && exchanges.dropped[guess]);
        if (only_first)
            skip = guess != at.first_guess;
        if (!skip && !costs_enough(claim, guess))
            fail("claim %zu does not hold: the guess '%s' may cost less", number,
                 show(game.guess.text[guess]));
    }
}

static Cost bound_in(const Value *value) {
    if (proof.kind == NOTHING) {
        typed(value, NOT_GIVEN, "bound");
        return (Cost){0, INFINITE};
    }
    if (proof.kind != LOST)
        return (Cost){0, typed(value, NUMBER, "bound")->number};
    if (typed(value, ARRAY, "bound")->count != 2)
        fail("a bound is no pair");
    return (Cost){typed(&value->items[0], NUMBER, "bound")->number,
                  typed(&value->items[1], NUMBER, "bound")->number};
}

/* Keeps the set of a claim and the first guesses of *split.allowed*. */
static void finish_claim(Claim *claim, const uint32_t *set, uint32_t size, uint32_t allowed) {
    claim->set = memcpy(TAKE(size, uint32_t), set, size * sizeof *set);
    claim->size = size;
    claim->allowed = split.allowed;
    claim->allowed_count = allowed;
    claim->weight = sum_over(at.weight, set, size);
    if (game.rule != FREE)
        claim->allowed = memcpy(TAKE(allowed, uint32_t), split.allowed, allowed * sizeof *set);
    claim->place = place_of(claim->depth, claim->spent);
    claims.has_size[size] = true;
    claim->hash = hash_of(set, size, claim->place);
    Claim **slot = &claims.slots[claim->hash & claims.mask];
    claim->next = *slot;
    *slot = claim;
}

/* The claim about the part of the set of *parent* that answers a guess with a feedback. */
static void next_claim(Claim *claim, Claim *parent, uint32_t guess, uint32_t feedback, size_t number) {
    bool wins = false;
    bool allowed = game.rule == FREE;
    const Part *part = NULL;
    claim->parent = parent;
    claim->guess = guess;
    claim->depth = parent->depth + 1;
    claim->spent = parent->spent + cost_of(guess);
    for (uint32_t i = 0; i < parent->allowed_count && !allowed; i++)
        allowed = parent->allowed[i] == guess;
    split_set(parent->set, parent->size, guess);
    for (uint32_t p = 0; p < split.count; p++) {
        if (split.part[p].feedback == feedback)
            part = &split.part[p];
        wins = wins || split.part[p].feedback == game.win;
    }
    if (!allowed || (at.consistent && !wins))
        fail("the guess of claim %zu is not allowed", number);
    if (!part || split.count == 1)
        fail("the set of claim %zu is empty or that of its parent", number);
    finish_claim(claim, part->set, part->size, filter_allowed(parent, guess, feedback));
}

/* The claim about all candidates. */
static void first_claim(Claim *claim) {
    uint32_t allowed = 0;
    for (uint32_t c = 0; c < at.size; c++)
        split.order[c] = c;
    for (uint32_t g = 0; g < game.guess.count; g++) {
        uint32_t parts = 0;
        if (game.identify)
            parts = count_parts(split.order, at.size, g, at.arity, &(bool){0});
        if (parts > at.arity)
            at.arity = parts;
        if (is_allowed(g, at.rows))
            split.allowed[allowed++] = g;
    }
    finish_claim(claim, split.order, at.size, allowed);
}

/* Checks all claims of a proof whose kind and limits are set; the first must have this bound. */
static void check_proof(const Value *given, Cost needed) {
    size_t count = get(given, "bound", ARRAY)->count;
    size_t guesses = game.guess.count;
    size_t feedbacks = game.feedback.count;
    const Value *parent = column_of(given, "parent", count, ARRAY);
    const Value *guess = column_of(given, "guess", count, ARRAY);
    const Value *feedback = column_of(given, "feedback", count, ARRAY);
    const Value *bound = column_of(given, "bound", count, ARRAY);
    const Value *reason = member(given, "reason") ? column_of(given, "reason", count, ARRAY) : NULL;
    fill_bits();
    proof.heavy = at.heavy && proof.kind != NOTHING && proof.kind != FEWEST;
    proof.weight = proof.heavy ? at.weight : at.one;
    units.size = 0;
    claims.mask = 1023;
    while (claims.mask < count)
        claims.mask = 2 * claims.mask + 1;
    claims.all = TAKE(count, Claim);
    claims.slots = TAKE(claims.mask + 1, Claim *);
    claims.has_size = TAKE(at.size + (size_t)1, bool);
    claims.proven += count;
    split.order = TAKE(at.size, uint32_t);
    split.slot = TAKE(feedbacks, uint32_t);
    split.allowed = TAKE(guesses, uint32_t);
    split.part = TAKE(feedbacks, Part);
    here.parts = TAKE(guesses + LANES, int16_t);
    here.wins = TAKE(guesses, bool);
    typed(&parent[0], NOT_GIVEN, "parent");
    typed(&guess[0], NOT_GIVEN, "guess");
    typed(&feedback[0], NOT_GIVEN, "feedback");
    for (size_t i = 0; i < count; i++) {
        Claim *claim = &claims.all[i];
        claim->bound = bound_in(&bound[i]);
        if (!i) {
            first_claim(claim);
            continue;
        }
        size_t above = (size_t)typed(&parent[i], NUMBER, "parent")->number;
        if (above >= i)
            fail("the parent of claim %zu is no earlier one", i);
        uint32_t f = feedback_in(&feedback[i], "feedback");
        next_claim(claim, &claims.all[above], guess_in(&guess[i], "guess"), f, i);
    }
    if (claims.all[0].bound.lost != needed.lost || claims.all[0].bound.total != needed.total)
        fail("a proof begins with another bound than the statement needs");
    if (has_images() && !exchanges.marked)
        find_exchanges();
    for (size_t i = 0; i < count; i++)
        if (reason && reason[i].type != NOT_GIVEN)
            check_image(&claims.all[i], &reason[i], i);
        else
            check_claim(&claims.all[i], i);
}

/* ---- Statements ---- */

static const Value *proofs;
static size_t proofs_used;
static char said[600];

static void say(const char *format, ...) {
    va_list values;
    size_t used = strlen(said);
    va_start(values, format);
    vsnprintf(said + used, sizeof said - used, format, values);
    va_end(values);
}

static const Value *next_proof(void) {
    if (proofs_used == proofs->count)
        fail("a proof is missing");
    return typed(&proofs->items[proofs_used], OBJECT, "proofs");
}

#define PROOF_MEMBERS " limit parent guess feedback bound reason "

/* Checks that the next proof shows that nothing within *limit* and *budget* costs less than *needed*. A proof without
   a limit shows more; but that nothing is within limits needs one of them. */
static void prove(Kind kind, int64_t limit, int64_t budget, Cost needed) {
    const Value *given = next_proof();
    check_known(given, game.cost ? PROOF_MEMBERS "cost_limit " : PROOF_MEMBERS, "a proof");
    proofs_used++;
    proof.kind = kind;
    proof.limit = number_or(given, "limit", ENDLESS);
    proof.budget = game.cost ? number_or(given, "cost_limit", ENDLESS) : ENDLESS;
    if (proof.limit < 1)
        fail("the limit of a proof is 0");
    bool endless = proof.limit == ENDLESS && proof.budget == ENDLESS;
    bool exact = kind == FEWEST || kind == LOST || (kind == NOTHING && endless);
    if (proof.limit != limit && (exact || proof.limit != ENDLESS))
        fail("a proof has a wrong limit");
    if (proof.budget != budget && (exact || proof.budget != ENDLESS))
        fail("a proof has a wrong cost limit");
    if (kind == WITHIN && endless)
        proof.kind = TOTAL;
    check_proof(given, needed);
}

/* Says a number as the user counts: a decimal if that is exact and short, else a fraction. */
static void say_amount(int64_t number) {
    int64_t common = divisor(number, game.unit);
    int64_t over = number / common;
    int64_t under = game.unit / common;
    int64_t tens = 1;
    int digits = 0;
    while (digits < 6 && tens % under) {
        tens *= 10;
        digits++;
    }
    if (tens % under)
        say("%" PRId64 "/%" PRId64, over, under);
    else if (!digits)
        say("%" PRId64, over);
    else
        say("%" PRId64 ".%0*" PRId64, over / under, digits, over % under * (tens / under));
}

static void say_total(void) {
    double found = (double)(at.weights - figures.lost_weight);
    double total = (double)figures.total / (double)game.unit;
    say_amount(figures.total);
    if (found > 0)
        say(" (mean %.3f)", total / found);
}

/* Proves what the objective says of the tree, and says it. */
static void check_statements(const char *objective) {
    const Cost never = {0, INFINITE};
    const Cost total = {0, figures.total};
    const Cost more = {0, figures.total + 1};
    bool mean = is(objective, "mean");
    bool worst = is(objective, "worst");
    bool both = is(objective, "worst,mean");
    bool then_worst = is(objective, "mean,worst");
    bool at_worst = is(objective, "at-worst");
    bool lost = is(objective, "lost");
    bool least = at_worst && number_or(document, "max_guesses", ENDLESS) == ENDLESS && game.rows == ENDLESS;
    if (!mean && !worst && !both && !then_worst && !at_worst && !lost)
        fail("the objective '%s' is unknown", show(objective));
    if (game.cost && (at_worst || lost))
        fail("there are no certificates of '%s' with costs", show(objective));
    if (!tree.guess && (lost || at.limit == ENDLESS))
        fail("no tree: there must be a limit, and nothing lost");
    if (figures.lost && !lost)
        fail("the tree loses secrets");
    if (lost && at.limit == ENDLESS)
        fail("nothing is lost without a limit of guesses");
    if (!tree.guess) {
        prove(NOTHING, at.limit, ENDLESS, never);
        say("no strategy finds every secret within %" PRId64 " guesses", at.limit);
        return;
    }
    if (least && figures.worst != at.limit)
        fail("'limit' is not the worst of the tree");
    say(at.limit == ENDLESS || at_worst ? "no strategy " : "no strategy within %" PRId64 " guesses ",
        at.limit);
    if ((worst || both || least) && game.cost)
        prove(NOTHING, at.limit, figures.worst - 1, never);
    else if ((worst || both || least) && figures.worst > 1)
        prove(NOTHING, figures.worst - 1, ENDLESS, never);
    if (worst || both) {
        say("has a lower worst than ");
        say_amount(figures.worst);
    }
    if (both)
        prove(WITHIN, game.cost ? at.limit : figures.worst, game.cost ? figures.worst : ENDLESS, total);
    if (mean || then_worst)
        prove(WITHIN, at.limit, ENDLESS, total);
    if (then_worst && game.cost)
        prove(WITHIN, at.limit, figures.worst - 1, more);
    else if (then_worst && figures.worst > 1)
        prove(WITHIN, figures.worst - 1, ENDLESS, more);
    if (at_worst) {
        int64_t last = (int64_t)figures.most == at.limit ? figures.found[at.limit - 1] : 0;
        prove(FEWEST, at.limit, ENDLESS, (Cost){0, last});
        say("leaves fewer than %" PRId64 " secrets to guess %" PRId64, last, at.limit);
    }
    if (lost) {
        const Value *bound = get(next_proof(), "bound", ARRAY);
        bool pairs = bound->count && bound->items[0].type == ARRAY;
        if (!pairs && figures.lost)
            fail("what is lost is proven by pairs");
        /* the lightest candidate is the last; if it weighs nothing, to lose it may help the others */
        if (pairs)
            prove(LOST, at.limit, ENDLESS, (Cost){figures.lost_weight, figures.total});
        else
            prove(WITHIN, at.weight[at.size - 1] ? at.limit : ENDLESS, ENDLESS, total);
        say("loses less weight than %" PRId64, figures.lost_weight);
    }
    if (mean || both || then_worst || lost) {
        if (both)
            say(", and none with it ");
        if (lost)
            say(", and none that loses so little ");
        say("has a lower total than ");
        say_total();
    }
    if (then_worst) {
        say(", and none with that total has a lower worst than ");
        say_amount(figures.worst);
    }
}

/* ---- The file ---- */

/* Compares a list of pairs with the texts or numbers that the game has for its codes. */
static void check_pairs(const char *what, const Value *list, size_t count, char **codes, char **texts,
                        const int64_t *numbers) {
    if (list->count != count)
        fail("'%s' has not %zu items", what, count);
    for (size_t i = 0; i < count; i++) {
        const Value *pair = pair_in(list, i, texts ? STRING : NUMBER, what);
        if (!is(pair[0].text, codes[i]) ||
            !(texts ? is(pair[1].text, texts[i]) : pair[1].number == numbers[i]))
            fail("item %zu of '%s' is wrong", i, what);
    }
}

static void check_members(bool tree_given) {
    const Value *labels = get(document, "labels", ARRAY | OR_NULL);
    const Value *costs = get(document, "costs", OBJECT | OR_NULL);
    const Value *feedbacks = get(document, "feedbacks", ARRAY);
    const Value *names = get(document, "secret_names", ARRAY);
    if (!is(text_of(document, "goal"), game.identify ? "identify" : "hit"))
        fail("'goal' is not that of the game");
    if (!is(text_of(document, "rule"), (const char *[]){"free", "hard", "strict"}[game.rule]))
        fail("'rule' is not that of the game");
    if ((labels->type == ARRAY) != !!game.label || (costs->type == OBJECT) != !!game.cost)
        fail("'labels' or 'costs' is null, or is not");
    if (game.label)
        check_pairs("labels", labels, game.secret.count, game.secret.text, game.label, NULL);
    if (game.cost) {
        char unit[40] = "1";
        check_known(costs, " unit of ", "'costs'");
        if (game.unit > 1)
            sprintf(unit, "1/%" PRId64, game.unit);
        if (!is(text_of(costs, "unit"), unit))
            fail("'costs' has not the unit %s", unit);
        check_pairs("costs", get(costs, "of", ARRAY), game.guess.count, game.guess.text, NULL, game.cost);
    }
    for (size_t i = 0; i < feedbacks->count; i++)
        typed(&feedbacks->items[i], STRING, "feedbacks");
    /* guesses that win against exactly one secret, which has another text; files without a tree may have none */
    char **guesses = TAKE(game.guess.count, char *);
    char **secrets = TAKE(game.guess.count, char *);
    size_t count = 0;
    for (uint32_t g = 0; g < game.guess.count && game.family == TABLE && !game.identify; g++) {
        uint32_t won = 0;
        uint32_t which = 0;
        for (uint32_t s = 0; s < game.secret.count; s++)
            if (score(g, s) == game.win) {
                won++;
                which = s;
            }
        if (won == 1 && !is(game.guess.text[g], game.secret.text[which])) {
            guesses[count] = game.guess.text[g];
            secrets[count++] = game.secret.text[which];
        }
    }
    if (tree_given || names->count)
        check_pairs("secret_names", names, count, guesses, secrets, NULL);
}

#define MEMBERS                                                                                        \
    " format format_version version command game game_files goal labels rule costs history consistent" \
    " strategy objective first_guess max_guesses limit feedbacks secret_names figures nodes checksum "

static void check(void) {
    const char *format = text_of(document, "format");
    const char *text = text_of(document, "game");
    bool certificate = is(format, "bestguess.certificate");
    if (!certificate && !is(format, "bestguess.tree"))
        fail("'format' is unknown");
    if (get(document, "format_version", NUMBER)->number != 2)
        fail("'format_version' is not 2");
    check_known(document, certificate ? MEMBERS "proofs " : MEMBERS, "the file");
    text_of(document, "version");
    get(document, "strategy", STRING | OR_NULL);
    if (member(document, "command"))
        text_of(document, "command");
    const Value *nodes = get(document, "nodes", certificate ? OBJECT | OR_NULL : OBJECT);
    const Value *objective = get(document, "objective", certificate ? STRING : NOT_GIVEN);
    bool tree_given = get(document, "figures", nodes->type)->type == OBJECT;
    make_game(text);
    make_position(tree_given && certificate && is(objective->text, "at-worst"));
    check_members(tree_given);
    if (tree_given)
        check_tree(nodes);
    if (certificate) {
        proofs = get(document, "proofs", ARRAY);
        check_statements(objective->text);
        if (proofs_used != proofs->count)
            fail("there are more proofs than statements");
    } else {
        say("%" PRIu32 " secrets, total ", at.size);
        say_total();
        say(", worst ");
        say_amount(figures.worst);
        say(", at worst %" PRId64 ", lost %" PRId64, figures.at_worst, figures.lost);
    }
    if (at.rows)
        say(", after %" PRIu32 " row%s", at.rows, at.rows == 1 ? "" : "s");
    if (at.first_guess != NONE)
        say(", beginning with %s", show(game.guess.text[at.first_guess]));
    if (at.consistent)
        say(", with consistent guesses only");
    if (certificate)
        say(", proven by %zu claim%s", claims.proven, claims.proven == 1 ? "" : "s");
    printf("%s: holds: %s: %s\n", show(checked_file), show(text), said);
}

int main(int count, char **given) {
    static const char *const NAMES[] = {"--table", "--secrets", "--guesses", "--without"};
    const char **values[] = {&given_table, &given_secrets, &given_guesses, &given_without};
    const char *file = NULL;
    bool wrong = false;
    for (int i = 1; i < count; i++) {
        int n = 0;
        while (n < 4 && !is(given[i], NAMES[n]))
            n++;
        if (n < 4 && i + 1 < count) {
            i++;
            *values[n] = given[i];
        } else if (n < 4 || file || given[i][0] == '-') {
            wrong = true;
        } else {
            file = given[i];
        }
    }
    if (!file || wrong) {
        fputs("use: bgcheck FILE [--table F] [--secrets F] [--guesses F] [--without F]\n", stderr);
        return 2;
    }
    size_t size;
    checked_file = file;
    char *bytes = read_file(file, false, &size);
    if (size < 87)
        fail("does not end with a checksum");
    const char *end = bytes + size - 87; /* the SHA-256 of what is before */
    if (strncmp(end, ",\"checksum\":\"sha256:", 20) != 0 || !is(end + 84, "\"}\n"))
        fail("does not end with a checksum");
    if (strncmp(sha256(bytes, size - 87), end + 20, 64) != 0)
        fail("is damaged: a wrong checksum");
    json = bytes;
    Value value = parse_value(0);
    if (next_char() || json != bytes + size)
        fail("has something after its end");
    document = typed(&value, OBJECT, "file");
    check();
    return 0;
}
