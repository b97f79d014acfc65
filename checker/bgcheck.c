/* bgcheck: checks trees and certificates of bestguess, format 2, as docs/certificates.md defines them.

   Build: cc -O2 -Wall -Wextra -std=c11 -o bgcheck bgcheck.c
   Use:   bgcheck FILE [--table F] [--secrets F] [--guesses F] [--without F] [--memory-limit MB] [--time-limit S]

   One line says what was proven (exit 0) or what is wrong (exit 1; 2: wrong use). It shares no code with bestguess and
   was written from that page alone. Words may hold Latin letters up to U+017F and Cyrillic ones from U+0400 to U+045F,
   already composed; others are refused: lower case and NFC of all of Unicode need tables larger than this file. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NONE UINT32_MAX                 /* no such item */
#define NUMBERS_END ((int64_t)1 << 50)  /* all numbers of a file are below */
#define INFINITE ((int64_t)1 << 60)     /* two of them can be added */
#define ENDLESS INT64_MAX               /* where there is no limit */
#define WEIGHTS_END (((int64_t)1 << 31) + 1)
#define MOST_PLACES 20
#define LANES 0x0001000100010001u       /* 1 in each 16 bits */
#define MEMBERS " format format_version version command game game_files goal labels rule costs history consistent" \
    " strategy objective first_guess max_guesses limit feedbacks secret_names figures nodes checksum"

/* ---- Texts and memory ---- */

typedef struct { const char *at; size_t size; } Text;

static const char *checked_file = "bgcheck";
static size_t memory_used, memory_limit = (size_t)4096 << 20;
static double time_limit = 3600;

static Text literal(const char *text) { return (Text){text, strlen(text)}; }
static bool same(Text a, Text b) { return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0); }
static bool is(Text text, const char *other) { return same(text, literal(other)); }

/* The text, safe to print on one line. Each result lives until five more were asked for. */
static const char *show(Text text) {
    static char buffers[6][400];
    static unsigned turn;
    char *buffer = buffers[turn++ % 6], *out = buffer;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (out - buffer > 320) return strcpy(out, "..."), buffer;
        out += sprintf(out, c >= 32 && c < 127 && c != '\\' ? "%c" : "\\x%02x", c);
    }
    return *out = 0, buffer;
}

_Noreturn static void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s: ", show(literal(checked_file)));
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(1);
}

static void check_time(void) {
    static unsigned calls;
    if (calls++ % 64 == 0 && (double)clock() / CLOCKS_PER_SEC > time_limit)
        fail("stopped after %g s: nothing is proven", time_limit);
}

/* More room for an array, zeroed; every size is checked before anything is allocated. */
static void *grow(void *old, size_t old_count, size_t count, size_t size) {
    if (count > SIZE_MAX / 4 / size || (count - old_count) * size + 16 > memory_limit - memory_used)
        fail("needs more memory than the limit of %zu MB", memory_limit >> 20);
    memory_used += (count - old_count) * size + 16;
    char *block = old ? realloc(old, count * size) : calloc(count + !count, size);
    if (!block) fail("the memory of this machine is used up");
    if (old) memset(block + old_count * size, 0, (count - old_count) * size);
    return block;
}

static void *take(size_t count, size_t size) { return grow(NULL, 0, count, size); }

/* Makes room for item number *index* in an array with room for *room* items. */
static void *with_room(void *array, size_t *room, size_t index, size_t size) {
    for (; index >= *room; *room = *room * 2 + 32) array = grow(array, *room, *room * 2 + 32, size);
    return array;
}

static Text keep(const char *text, size_t size) { return (Text){memcpy(take(size + 1, 1), text, size), size}; }

static uint64_t mixed(uint64_t x) { /* splitmix64 */
    x += 0x9e3779b97f4a7c15u, x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u, x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Where each of some texts stands among them. Slots hold places from 1; 0 is free. */
typedef struct { const Text *keys; uint32_t *slots; size_t mask; } Map;

static Map new_map(const Text *keys, size_t count) {
    size_t room = 16;
    while (room < 2 * count) room *= 2;
    return (Map){keys, take(room, sizeof(uint32_t)), room - 1};
}

static uint32_t *slot_of(const Map *map, Text key) {
    uint64_t hash = key.size;
    for (size_t i = 0; i < key.size; i++) hash = (hash ^ (unsigned char)key.at[i]) * 1099511628211u;
    size_t at = mixed(hash) & map->mask;
    while (map->slots[at] && !same(map->keys[map->slots[at] - 1], key)) at = (at + 1) & map->mask;
    return &map->slots[at];
}

static uint32_t find(const Map *map, Text key) { return *slot_of(map, key) - 1; } /* 0 - 1 is NONE */

/* The first place of the text of key number *index*, which is added if it is not there. */
static uint32_t add(const Map *map, uint32_t index) {
    uint32_t *slot = slot_of(map, map->keys[index]);
    if (!*slot) *slot = index + 1;
    return *slot - 1;
}

static Map map_of(const Text *keys, uint32_t count, const char *what) {
    Map map = new_map(keys, count);
    for (uint32_t i = 0; i < count; i++)
        if (add(&map, i) != i) fail("the %s '%s' is there twice", what, show(keys[i]));
    return map;
}

/* The code point at *at*, which moves on; NONE if this is not UTF-8 of the shortest form. */
static uint32_t next_point(const char **at, const char *end) {
    uint32_t c = (unsigned char)*(*at)++;
    uint32_t more = c < 0x80 ? 0 : c < 0xC2 || c >= 0xF5 ? 9 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    uint32_t point = more ? c & (0x3Fu >> more) : c;
    if (more > end - *at) return NONE;
    for (uint32_t i = 0; i < more; i++, (*at)++) {
        if ((**at & 0xC0) != 0x80) return NONE;
        point = point << 6 | (**at & 0x3F);
    }
    bool too_long = (more == 2 && point < 0x800) || (more == 3 && point < 0x10000);
    return too_long || (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF ? NONE : point;
}

static char *put_point(char *out, uint32_t c) {
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *out++ = (char)(more ? (0xF0u << (3 - more) & 0xFF) | c >> 6 * more : c);
    while (more--) *out++ = (char)(0x80 | (c >> 6 * more & 0x3F));
    return out;
}

/* The bytes of a file, which are UTF-8. A zero follows them, so that readers may look ahead. */
static Text read_file(Text name) {
    FILE *file = memchr(name.at, 0, name.size) ? NULL : fopen(keep(name.at, name.size).at, "rb");
    if (!file) fail("cannot open '%s'", show(name));
    size_t room = 0, size = 0, got;
    char *bytes = with_room(NULL, &room, 1 << 16, 1);
    while ((got = fread(bytes + size, 1, room - size - 1, file)) > 0)
        size += got, bytes = with_room(bytes, &room, size + 1, 1);
    if (ferror(file)) fail("cannot read '%s'", show(name));
    fclose(file);
    for (const char *at = bytes; at < bytes + size;)
        if (next_point(&at, bytes + size) == NONE) fail("'%s' is not UTF-8", show(name));
    return (Text){bytes, size};
}

/* ---- SHA-256 (FIPS 180-4) ---- */

static const uint32_t ROUNDS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

static uint32_t turned(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void hash_block(uint32_t state[8], const unsigned char *block) {
    uint32_t w[64], v[8];
    memset(w, 0, sizeof w);
    for (int i = 0; i < 64; i++) w[i / 4] = w[i / 4] << 8 | block[i];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7];
        w[i] += (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25);
        uint32_t s0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22);
        uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + ROUNDS[i] + w[i];
        uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1, v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) state[i] += v[i];
}

/* The SHA-256 of a text, in 64 hexadecimal digits. */
static Text sha256(Text text) {
    static char hex[65];
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                         0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *bytes = (const unsigned char *)text.at;
    unsigned char last[128] = {0};
    size_t blocks = text.size / 64, rest = text.size % 64, ends = rest < 56 ? 64 : 128;
    for (size_t i = 0; i < blocks; i++) hash_block(state, bytes + 64 * i);
    if (rest) memcpy(last, bytes + 64 * blocks, rest);
    last[rest] = 0x80;
    for (int i = 0; i < 8; i++) last[ends - 1 - (size_t)i] = (unsigned char)((uint64_t)text.size * 8 >> 8 * i);
    for (size_t i = 0; i < ends; i += 64) hash_block(state, last + i);
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08" PRIx32, state[i]);
    return (Text){hex, 64};
}

/* ---- JSON ---- */

enum { NOT_GIVEN, TRUTH, NUMBER, STRING, ARRAY, OBJECT, OR_NULL = 8 }; /* NOT_GIVEN is null */

/* The items of an object are its names and values in turn. */
typedef struct Value { int type; size_t count; union { int64_t number; char *text; struct Value *items; }; } Value;

static struct { char *at; Value *stack; size_t depth, room; } json;

static Text text_in(const Value *value) { return (Text){value->text, value->count}; }

static const Value *member(const Value *object, Text name) {
    for (size_t i = 0; i < object->count; i += 2)
        if (same(text_in(&object->items[i]), name)) return &object->items[i + 1];
    return NULL;
}

/* A number without leading zeros. */
static int64_t number_in(Text text, int64_t least, int64_t most) {
    int64_t number = 0;
    bool good = text.size > 0 && text.size < 17 && (text.at[0] != '0' || text.size == 1);
    for (size_t i = 0; i < text.size && good; i++) {
        good = text.at[i] >= '0' && text.at[i] <= '9';
        number = number * 10 + (text.at[i] - '0');
    }
    if (!good || number < least || number > most)
        fail("expected a number from %" PRId64 " to %" PRId64 ", got '%s'", least, most, show(text));
    return number;
}

static void expect(char c) {
    json.at += strspn(json.at, " \n\r\t");
    if (*json.at != c) fail("is not JSON: expected '%c', got '%s'", c, show((Text){json.at, *json.at != 0}));
    json.at++;
}

static uint32_t hex_digits(void) {
    char digits[5] = {0};
    for (int i = 0; i < 4; i++)
        if (!isxdigit((unsigned char)(digits[i] = *json.at++))) fail("is not JSON: a bad escape in a text");
    return (uint32_t)strtoul(digits, NULL, 16);
}

static char *put_escaped(char *out) {
    static const char *const NAMES = "\"\\/bfnrt", *const MEANT = "\"\\/\b\f\n\r\t";
    char c = *json.at++;
    if (c && strchr(NAMES, c)) return *out = MEANT[strchr(NAMES, c) - NAMES], out + 1;
    uint32_t point = c == 'u' ? hex_digits() : NONE, low = NONE;
    if (point >= 0xD800 && point < 0xDC00 && json.at[0] == '\\' && json.at[1] == 'u') json.at += 2, low = hex_digits();
    if (low >= 0xDC00 && low < 0xE000) point = 0x10000 + ((point - 0xD800) << 10 | (low - 0xDC00));
    if (point == NONE || (point >= 0xD800 && point < 0xE000)) fail("is not JSON: a bad escape in a text");
    return put_point(out, point);
}

/* A text is written over its own escapes, which are never shorter. */
static Value parse_string(void) {
    expect('"');
    char *start = json.at, *out = start;
    while (*json.at != '"') {
        if ((unsigned char)*json.at < 32) fail("is not JSON: a text has a control character or no end");
        if (*json.at != '\\') *out++ = *json.at++;
        else json.at++, out = put_escaped(out);
    }
    json.at++;
    return (Value){.type = STRING, .count = (size_t)(out - start), .text = start};
}

static void push(Value value) {
    json.stack = with_room(json.stack, &json.room, json.depth, sizeof(Value));
    json.stack[json.depth++] = value;
}

static Value parse_value(int depth);

static Value parse_list(char close, int depth) {
    size_t base = json.depth;
    Value list = {.type = close == '}' ? OBJECT : ARRAY};
    if (depth > 8) fail("lists are nested too deep");
    json.at++;
    json.at += strspn(json.at, " \n\r\t");
    for (bool more = *json.at != close; more; json.at += more) {
        if (close == '}') push(parse_string()), expect(':');
        push(parse_value(depth + 1));
        json.at += strspn(json.at, " \n\r\t");
        more = *json.at == ',';
    }
    expect(close);
    list.count = json.depth - base;
    list.items = take(list.count, sizeof(Value));
    if (list.count) memcpy(list.items, json.stack + base, list.count * sizeof(Value));
    json.depth = base;
    if (list.type == OBJECT && list.count > 64) fail("an object has too many members"); /* more than any needs */
    for (size_t i = 0; i < list.count && list.type == OBJECT; i += 2)
        if (member(&list, text_in(&list.items[i])) != &list.items[i + 1])
            fail("the member '%s' is given twice", show(text_in(&list.items[i])));
    return list;
}

static Value parse_value(int depth) {
    static const struct { const char *word; Value value; } WORDS[] = {
        {"null", {.type = NOT_GIVEN}}, {"true", {.type = TRUTH, .number = 1}}, {"false", {.type = TRUTH}}};
    json.at += strspn(json.at, " \n\r\t");
    if (*json.at == '{') return parse_list('}', depth);
    if (*json.at == '[') return parse_list(']', depth);
    if (*json.at == '"') return parse_string();
    for (int i = 0; i < 3; i++)
        if (strncmp(json.at, WORDS[i].word, strlen(WORDS[i].word)) == 0)
            return json.at += strlen(WORDS[i].word), WORDS[i].value;
    Text digits = {json.at, strspn(json.at, "0123456789")};
    json.at += digits.size;
    return (Value){.type = NUMBER, .number = number_in(digits, 0, NUMBERS_END - 1)};
}

static const Value *typed(const Value *value, int type, const char *what) {
    static const char *const NAMES[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    if (!value) fail("has no '%s'", what);
    if (value->type != (type & 7) && !(type & OR_NULL && value->type == NOT_GIVEN))
        fail("'%s' is not %s%s", what, NAMES[type & 7], type & OR_NULL ? " or null" : "");
    return value;
}

static const Value *get(const Value *object, const char *name, int type) {
    return typed(member(object, literal(name)), type, name);
}

static int64_t number_or(const Value *object, const char *name, int64_t other) {
    const Value *value = get(object, name, NUMBER | OR_NULL);
    return value->type == NUMBER ? value->number : other;
}

/* Refuses members that are not among *names*, which stand between spaces. */
static void check_known(const Value *object, const char *names, const char *where) {
    for (size_t i = 0; i < object->count; i += 2) {
        Text name = text_in(&object->items[i]);
        const char *at = names;
        while ((at = strchr(at, ' ')) && !same((Text){at + 1, strcspn(at + 1, " ")}, name)) at++;
        if (!at || !name.size) fail("%s has an unknown member '%s'", where, show(name));
    }
}

/* The two items of a pair of a text and something of this type. */
static const Value *pair_in(const Value *list, size_t i, int type, const char *what) {
    const Value *pair = typed(&list->items[i], ARRAY, what);
    if (pair->count != 2) fail("'%s' has an item that is no pair", what);
    typed(&pair->items[0], STRING, what), typed(&pair->items[1], type, what);
    return pair->items;
}

/* ---- The game ---- */

typedef enum { PEGS, WORDS, TWOD, NUMBERS, BALANCE, TABLE } Family;
typedef enum { FREE, HARD, STRICT } Rule;
typedef struct { uint16_t *code; size_t count, room; } Codes; /* codes of *places* symbols each */
typedef struct { int64_t over, under; } Fraction;

static const Value *document;
static const char *given_table, *given_secrets, *given_guesses, *given_without;

static struct {
    Family family;
    Rule rule;
    bool only_exact, distinct, identify; /* of pegs: what the feedback counts, whether secrets repeat no symbol */
    int64_t rows;                        /* ENDLESS if any number is allowed */
    uint32_t places, symbols, symbol[16];
    Codes codes, secret_codes;           /* of pegs: places in *symbol*; of words: code points */
    uint32_t (*sides)[2];                /* of balance: the coins on the left and on the right of each guess */
    uint16_t *cells;                     /* of tables: the feedbacks, a row for each guess */
    Text *guess, *secret, *feedback, *label;
    uint32_t guesses, secrets, feedbacks, win;
    Map guess_map, feedback_map;
    int64_t *weight, *cost, unit;        /* NULL: all 1. A cost counts in units of 1/unit */
    size_t files;
} game = {.rows = ENDLESS, .win = NONE};

static struct { Text item[17]; int count, next; } arguments; /* the last item stays empty */

/* Splits at commas outside quotes. A value may stand between quotes, quotes inside doubled. */
static void split_arguments(Text text) {
    const char *at = text.at, *end = text.at + text.size;
    for (bool more = true, quoted = false; more; more = at++ < end) {
        char *start = take(text.size + 1, 1), *out = start;
        for (; at < end && (quoted || *at != ','); at++) {
            if (*at != '"') *out++ = *at;
            else if (!quoted && (out == start || out[-1] == '=')) quoted = true;
            else if (quoted && at + 1 < end && at[1] == '"') *out++ = *at++;
            else if (quoted && (at + 1 == end || at[1] == ',')) quoted = false;
            else fail("a quote stands in a wrong place in the text of the game");
        }
        if (quoted || arguments.count == 16) fail("the text of the game has no end or too many arguments");
        arguments.item[arguments.count++] = (Text){start, (size_t)(out - start)};
    }
}

/* Whether the next argument begins with *name*; then *value* is the rest of it, which is not empty. */
static bool option(const char *name, Text *value) {
    size_t size = strlen(name);
    Text item = arguments.item[arguments.next];
    if (item.size <= size || memcmp(item.at, name, size) != 0) return false;
    *value = (Text){item.at + size, item.size - size};
    return arguments.next++, true;
}

static bool option_is(const char *whole) {
    return is(arguments.item[arguments.next], whole) && (arguments.next++, true);
}

static Text next_argument(void) {
    Text value;
    if (!option("", &value)) fail("the text of the game has too few arguments");
    return value;
}

/* The bytes of the file that comes next in the text of the game, which must be those that the document names. */
static Text game_file(Text name, const char *given) {
    const Value *files = get(document, "game_files", ARRAY);
    if (game.files == files->count) fail("'game_files' lacks '%s'", show(name));
    const Value *file = typed(&files->items[game.files++], OBJECT, "game_files");
    check_known(file, " name sha256 ", "'game_files'");
    if (!same(text_in(get(file, "name", STRING)), name)) fail("'game_files' has not '%s' in its place", show(name));
    Text bytes = read_file(given ? literal(given) : name);
    if (!same(text_in(get(file, "sha256", STRING)), sha256(bytes)))
        fail("the file '%s' has another SHA-256 than 'game_files' says", show(name));
    size_t mark = bytes.size >= 3 && memcmp(bytes.at, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return (Text){bytes.at + mark, bytes.size - mark};
}

static int64_t divisor(int64_t a, int64_t b) { return b ? divisor(b, a % b) : a; }

/* '2', '0.5' or '1/3', of at most nine digits before and after the point or slash. */
static Fraction fraction_in(Text text) {
    int64_t part[2] = {0, 0}, tens[2] = {1, 1}; /* the digits before and after, and 10 for each digit */
    int side = 0;
    bool good = true, slash = false;
    for (size_t i = 0; i < text.size && good; i++) {
        char c = text.at[i];
        if ((c == '.' || c == '/') && !side) side = 1, slash = c == '/';
        else if ((good = c >= '0' && c <= '9' && tens[side] < 1000000000))
            part[side] = part[side] * 10 + (c - '0'), tens[side] *= 10;
    }
    if (!good || tens[0] == 1 || (side && tens[1] == 1) || (slash && !part[1]))
        fail("expected a number such as 2, 0.5 or 1/3, got '%s'", show(text));
    Fraction f = slash ? (Fraction){part[0], part[1]} : (Fraction){part[0] * tens[1] + part[1], tens[1]};
    int64_t common = divisor(f.over, f.under);
    return (Fraction){f.over / common, f.under / common};
}

/* Multiplies fractions by their least common denominator, which it returns. They add up to less than *end*. */
static int64_t scale(const Fraction *given, size_t count, int64_t *out, int64_t end, const char *what) {
    int64_t common = 1, sum = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t factor = given[i].under / divisor(common, given[i].under);
        if (common > ENDLESS / factor) fail("the %s have too many denominators", what);
        common *= factor;
    }
    for (size_t i = 0; i < count; sum += out[i++]) {
        int64_t factor = common / given[i].under;
        if (given[i].over && factor > (end - 1 - sum) / given[i].over) fail("the %s are too large", what);
        out[i] = given[i].over * factor;
    }
    return common;
}

static const uint16_t *code_of(const Codes *codes, size_t i) { return codes->code + i * game.places; }

static void add_code(Codes *codes, const uint16_t *code) {
    if (codes->count >= 1u << 22) fail("the game has too many codes for this checker");
    codes->code = with_room(codes->code, &codes->room, (codes->count + 1) * game.places, sizeof *code);
    memcpy(codes->code + codes->count++ * game.places, code, game.places * sizeof *code);
}

static Text *texts_of(const Codes *codes, uint32_t *count) {
    Text *texts = take(codes->count, sizeof(Text));
    for (size_t i = 0; i < codes->count; i++) {
        char text[MOST_PLACES * 4], *out = text;
        for (uint32_t p = 0; p < game.places; p++) {
            uint16_t symbol = code_of(codes, i)[p];
            out = put_point(out, game.family == PEGS ? game.symbol[symbol] : symbol);
        }
        texts[i] = keep(text, (size_t)(out - text));
    }
    return *count = (uint32_t)codes->count, texts;
}

/* All words of the symbols, in order. */
static void spell(uint16_t *code, uint32_t place, bool distinct, Codes *out) {
    if (place == game.places) { add_code(out, code); return; }
    for (uint16_t s = 0; s < game.symbols; s++) {
        bool repeated = false;
        for (uint32_t p = 0; p < place && distinct; p++) repeated = repeated || code[p] == s;
        code[place] = s;
        if (!repeated) spell(code, place + 1, distinct, out);
    }
}

static void make_pegs(bool bulls) {
    uint16_t code[MOST_PLACES];
    Text letters = literal(bulls ? "0123456789ABCDEF" : "123456789ABCDEFG");
    game.family = PEGS;
    game.places = (uint32_t)number_in(next_argument(), 1, MOST_PLACES);
    game.symbols = (uint32_t)number_in(next_argument(), 1, 16);
    game.distinct = bulls || option_is("secrets=distinct"), game.only_exact = !bulls && option_is("feedback=exact");
    bool given = option("symbols=", &letters), twice = false;
    uint32_t count = 0, marks = game.places + 1;
    for (const char *at = letters.at, *end = at + letters.size; at < end; count++)
        game.symbol[count % 16] = next_point(&at, end);
    for (uint32_t s = 0; s < game.symbols; s++)
        for (uint32_t t = 0; t < s; t++) twice = twice || game.symbol[s] == game.symbol[t];
    if (given && (twice || count != game.symbols)) fail("'symbols=' has not one letter for each symbol");
    if (game.distinct && game.places > game.symbols) fail("the game has no secrets");
    spell(code, 0, bulls, &game.codes);
    spell(code, 0, game.distinct, &game.secret_codes);
    game.feedbacks = game.only_exact ? marks : marks * marks;
    game.win = game.only_exact ? game.places : game.places * marks;
    game.feedback = take(game.feedbacks, sizeof(Text));
    for (uint32_t f = 0; f < game.feedbacks; f++) {
        char text[24], *out = text;
        if (!game.only_exact) out += sprintf(text, "%" PRIu32 ".", f / marks);
        out += sprintf(out, "%" PRIu32, f % marks);
        game.feedback[f] = keep(text, (size_t)(out - text));
    }
}

static void name_feedbacks(uint32_t count, const char *const *names) {
    game.feedback = take(count, sizeof(Text)), game.feedbacks = count;
    for (uint32_t f = 0; f < count; f++) game.feedback[f] = literal(names[f]);
}

/* twod and numbers. */
static void make_ordered(bool pairs) {
    static const char *const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    uint32_t n = (uint32_t)number_in(next_argument(), 1, pairs ? 36 : 10000);
    game.family = pairs ? TWOD : NUMBERS, game.symbols = n, game.win = 0;
    game.guesses = game.secrets = pairs ? n * n : n;
    game.guess = game.secret = take(game.guesses, sizeof(Text));
    for (uint32_t i = 0; i < game.guesses; i++) {
        char text[16] = {DIGITS[i / n % 36], DIGITS[i % n % 36]};
        if (!pairs) sprintf(text, "%" PRIu32, i + 1);
        game.guess[i] = keep(text, strlen(text));
    }
    name_feedbacks(pairs ? 4 : 3, (const char *const[]){"equal", "low", "high", "mixed"});
}

/* Adds weighings in the order of their texts. *text* is what stands so far, and the next coin is *coin* or a later one;
   *more* coins have still to be put on the right, or (more < 0) the left side is not done yet. */
static void weigh(char *text, uint32_t size, uint32_t left, uint32_t right, int more, uint32_t coin) {
    if (more == 0) {
        game.guess = with_room(game.guess, &game.codes.room, game.guesses, sizeof(Text));
        game.sides = with_room(game.sides, &game.secret_codes.room, game.guesses, sizeof *game.sides);
        game.sides[game.guesses][0] = left, game.sides[game.guesses][1] = right;
        game.guess[game.guesses++] = keep(text, size);
        if (game.guesses > 1u << 22) fail("the game has too many guesses for this checker");
        return;
    }
    text[size] = '-';
    if (more < 0 && size) weigh(text, size + 1, left, 0, (int)size, (uint32_t)(text[0] - 'A') + 1);
    for (uint32_t c = coin; c < game.symbols; c++) {
        if (left >> c & 1) continue;
        text[size] = (char)('A' + c);
        if (more < 0) weigh(text, size + 1, left | 1u << c, 0, more, c + 1);
        else weigh(text, size + 1, left, right | 1u << c, more - 1, c + 1);
    }
}

static void make_balance(void) {
    char text[64];
    game.family = BALANCE, game.identify = true;
    game.symbols = (uint32_t)number_in(next_argument(), 3, 26), game.secrets = 2 * game.symbols;
    game.secret = take(game.secrets, sizeof(Text));
    if (option_is("find=coin")) game.label = take(game.secrets, sizeof(Text));
    for (uint32_t s = 0; s < game.secrets; s++) {
        game.secret[s] = keep((char[]){(char)('A' + s / 2), s % 2 ? '-' : '+'}, 2);
        if (game.label) game.label[s] = (Text){game.secret[s].at, 1};
    }
    weigh(text, 0, 0, 0, -1, 0);
    name_feedbacks(3, (const char *const[]){"level", "left", "right"});
}

typedef struct { uint16_t letter[10]; Fraction weight; } Word; /* *under* is 0 where no weight is given */
typedef struct { Word *word; size_t count, room; } Words;

/* The letter in lower case; 0 for what is no letter, or cannot be treated here. */
static uint32_t lower(uint32_t c) {
    if ((c >= 'a' && c <= 'z') || (c >= 0xDF && c <= 0xFF && c != 0xF7) || (c >= 0x430 && c <= 0x45F)) return c;
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x410 && c < 0x430)) return c + 32;
    if (c >= 0x400 && c < 0x410) return c + 80;
    if (c < 0x100 || c > 0x17F || c == 0x130) return 0; /* U+0130 becomes two characters */
    if (c == 0x138 || c == 0x149 || c == 0x17F || c == 0x178) return c == 0x178 ? 0xFF : c;
    bool odd_is_large = (c > 0x138 && c < 0x149) || c > 0x178;
    return (c % 2 == 1) == odd_is_large ? c + 1 : c;
}

static int by_letters(const void *a, const void *b) {
    int p = 0;
    while (p < 9 && ((const Word *)a)->letter[p] == ((const Word *)b)->letter[p]) p++;
    return ((const Word *)a)->letter[p] - ((const Word *)b)->letter[p];
}

static Text stripped(Text text) {
    while (text.size && isspace((unsigned char)text.at[0])) text.at++, text.size--;
    while (text.size && isspace((unsigned char)text.at[text.size - 1])) text.size--;
    return text;
}

static void add_word(Words *list, Word word) {
    list->word = with_room(list->word, &list->room, list->count, sizeof(Word));
    list->word[list->count++] = word;
}

static void sort_words(Words *list) { if (list->count) qsort(list->word, list->count, sizeof(Word), by_letters); }

static Word word_in(Text line) {
    const char *at = line.at, *end = at + line.size;
    Word word = {0};
    uint32_t length = 0, letter = 1;
    while (at < end && *at != ' ' && *at != '\t' && letter && length < 10)
        letter = lower(next_point(&at, end)), word.letter[length++] = (uint16_t)letter;
    if (!game.places) game.places = length;
    if (!letter || length < 2 || length != game.places || (at < end && *at != ' ' && *at != '\t'))
        fail("expected words of 2 to 10 letters that this checker knows, all of one length, got '%s'", show(line));
    Text weight = stripped((Text){at, (size_t)(end - at)});
    if (weight.size) word.weight = fraction_in(weight);
    return word;
}

/* The words of a file, in order, each once. */
static Words read_words(Text bytes) {
    Words list = {0};
    for (size_t start = 0, i = 0; i <= bytes.size; i++) {
        if (i < bytes.size && bytes.at[i] != '\n') continue;
        Text line = stripped((Text){bytes.at + start, i - start});
        if (line.size) add_word(&list, word_in(line));
        start = i + 1;
    }
    sort_words(&list);
    for (size_t i = 1; i < list.count; i++)
        if (by_letters(&list.word[i - 1], &list.word[i]) == 0) fail("a file of words has a word twice");
    return list;
}

/* Adds words to the guesses, each once. */
static void add_guesses(Words *guesses, Words more) {
    size_t count = 0;
    for (size_t i = 0; i < more.count; i++) add_word(guesses, more.word[i]);
    sort_words(guesses);
    for (size_t i = 0; i < guesses->count; i++)
        if (!i || by_letters(&guesses->word[i], &guesses->word[count - 1])) guesses->word[count++] = guesses->word[i];
    guesses->count = count;
}

static void use_words(Words secrets, Words guesses, Words without) {
    Fraction *weights = take(secrets.count, sizeof(Fraction));
    bool weighted = false;
    for (size_t i = 0; i < guesses.count; i++) add_code(&game.codes, guesses.word[i].letter);
    for (size_t i = 0; i < secrets.count; i++) {
        const Word *word = &secrets.word[i];
        if (without.count && bsearch(word, without.word, without.count, sizeof(Word), by_letters)) continue;
        weighted = weighted || word->weight.under;
        weights[game.secret_codes.count] = word->weight.under ? word->weight : (Fraction){1, 1};
        add_code(&game.secret_codes, word->letter);
    }
    if (weighted) game.weight = take(game.secret_codes.count, sizeof(int64_t));
    if (weighted) scale(weights, game.secret_codes.count, game.weight, WEIGHTS_END, "weights");
}

static void make_words(void) {
    Words secrets, guesses = {0}, without = {0};
    Text name = next_argument(), next = arguments.item[arguments.next], file;
    bool listed = next.size && isdigit((unsigned char)next.at[0]);
    char *path = take(name.size + 32, 1), *end = (char *)memcpy(path, name.at, name.size) + name.size;
    game.family = WORDS;
    int length = listed ? (int)number_in(next_argument(), 2, 10) : 0;
    if (listed) sprintf(end, "-%d.txt", length);
    add_guesses(&guesses, secrets = read_words(game_file(listed ? literal(path) : name, given_secrets)));
    if (listed) sprintf(end, "-%d-guesses.txt", length);
    if (listed) add_guesses(&guesses, read_words(game_file(literal(path), given_guesses)));
    if (option("guesses=", &file)) add_guesses(&guesses, read_words(game_file(file, listed ? NULL : given_guesses)));
    if (option("without=", &file)) without = read_words(game_file(file, given_without));
    use_words(secrets, guesses, without);
    game.feedbacks = 1;
    for (uint32_t p = 0; p < game.places; p++) game.feedbacks *= 3;
    game.win = game.feedbacks - 1, game.feedback = take(game.feedbacks, sizeof(Text));
    for (uint32_t f = 0; f < game.feedbacks; f++) {
        char marks[10];
        for (uint32_t p = game.places, rest = f; p-- > 0; rest /= 3) marks[p] = "BYG"[rest % 3];
        game.feedback[f] = keep(marks, game.places);
    }
}

/* The cells of a CSV file, row after row, quotes undone in place. Lines without anything in them are skipped. */
static Text *read_cells(Text bytes, size_t *count, size_t *columns) {
    Text *cells = NULL;
    size_t room = 0, row = 0;
    char *at = (char *)bytes.at, *end = at + bytes.size;
    for (bool more = at < end; more;) {
        bool quoted = *at == '"';
        char *cell = at, *out = at;
        for (at += quoted; at < end && (quoted || (*at != ',' && *at != '\n' && *at != '\r'));) {
            if (quoted && *at == '"' && at[1] != '"') quoted = false, at++;
            else at += quoted && *at == '"', *out++ = *at++;
        }
        if (quoted) fail("a quote in the table has no end");
        bool row_ends = at == end || *at != ',';
        at += at < end ? 1 + (at[0] == '\r' && at[1] == '\n') : 0;
        more = !row_ends || at < end;
        cells = with_room(cells, &room, *count, sizeof(Text));
        cells[(*count)++] = stripped((Text){cell, (size_t)(out - cell)});
        if (!row_ends) continue;
        if (*count == row + 1 && !cells[row].size) *count = row;
        else if (!*columns) *columns = *count;
        if (*count > row && *count - row != *columns) fail("the rows of the table are not of one length");
        row = *count;
    }
    return cells;
}

/* The fractions in a row or column of the table, scaled. */
static int64_t *numbers_in(const Text *cells, size_t count, size_t step, int64_t *unit, int64_t end, const char *what) {
    Fraction *fractions = take(count, sizeof(Fraction));
    int64_t *numbers = take(count, sizeof(int64_t));
    for (size_t i = 0; i < count; i++) fractions[i] = fraction_in(cells[i * step]);
    return *unit = scale(fractions, count, numbers, end, what), numbers;
}

/* With the goal hit each secret is won by a guess; with identify guesses tell labels apart. */
static void check_table(void) {
    for (uint32_t s = 0; s < game.secrets; s++) {
        bool won = game.identify;
        for (uint32_t g = 0; g < game.guesses && !won; g++) won = game.cells[(size_t)g * game.secrets + s] == game.win;
        if (!won) fail("no guess wins against '%s'", show(game.secret[s]));
        for (uint32_t t = 0; t < s && game.identify; t++) {
            const uint16_t *cell = game.cells, *end = cell + (size_t)game.guesses * game.secrets;
            while (cell < end && cell[s] == cell[t]) cell += game.secrets;
            if (cell == end && !(game.label && same(game.label[s], game.label[t])))
                fail("no guess tells '%s' from '%s'", show(game.secret[s]), show(game.secret[t]));
        }
        check_time();
    }
}

static void use_cells(const Text *cells, size_t columns, bool costs) {
    Map map = new_map(game.feedback = take(1u << 16, sizeof(Text)), 1u << 16);
    bool plain = true;
    game.cells = take((size_t)game.guesses * game.secrets, sizeof *game.cells);
    game.guess = take(game.guesses, sizeof(Text));
    if (costs) game.cost = numbers_in(cells + 2 * columns - 1, game.guesses, columns, &game.unit, NUMBERS_END, "costs");
    for (uint32_t g = 0; g < game.guesses; g++) {
        const Text *row = cells + (g + 1) * columns;
        game.guess[g] = row[0];
        for (uint32_t s = 0; s < game.secrets; s++) {
            if (!row[s + 1].size || game.feedbacks == 65535) fail("the table has an empty cell or too many feedbacks");
            game.feedback[game.feedbacks] = row[s + 1];
            uint32_t f = add(&map, game.feedbacks);
            game.cells[(size_t)g * game.secrets + s] = (uint16_t)f;
            game.feedbacks += f == game.feedbacks;
        }
        if (costs && !game.cost[g]) fail("a guess costs nothing");
        plain = plain && costs && game.cost[g] == 1 && game.unit == 1;
    }
    if (plain) game.cost = NULL;
}

static void make_table(void) {
    Text name = next_argument(), win = {0};
    size_t count = 0, columns = 0;
    int64_t ignored;
    if (!option("win=", &win)) game.identify = option_is("goal=identify");
    Text *cells = read_cells(game_file(name, given_table), &count, &columns), corner = count ? cells[0] : win;
    if (columns < 2 || count < 2 * columns || count >= NONE) fail("the table has no guesses or no secrets");
    if (!win.at && corner.size > 4 && memcmp(corner.at, "win=", 4) == 0) win = (Text){corner.at + 4, corner.size - 4};
    if (!win.at != game.identify) fail("the table needs a winning feedback, or the goal identify without one");
    bool costs = columns > 2 && is(cells[columns - 1], "cost");
    game.family = TABLE, game.secrets = (uint32_t)(columns - 1 - costs), game.secret = cells + 1;
    for (;; count -= columns) {
        Text *row = cells + count - columns;
        bool weights = is(*row, "weight") && !game.weight, labels = is(*row, "label") && !game.label && game.identify;
        if (!weights && !labels) break;
        if (count < 3 * columns || (costs && row[columns - 1].size)) fail("the last rows of the table are wrong");
        if (weights) game.weight = numbers_in(row + 1, game.secrets, 1, &ignored, WEIGHTS_END, "weights");
        else game.label = row + 1;
    }
    game.guesses = (uint32_t)(count / columns - 1);
    use_cells(cells, columns, costs);
    for (uint32_t f = 0; f < game.feedbacks; f++) if (win.at && same(game.feedback[f], win)) game.win = f;
    check_table();
}

static void make_game(Text text) {
    const char *open = memchr(text.at, '(', text.size);
    Text name = {text.at, open ? (size_t)(open - text.at) : 0}, rows;
    if (!open || text.at[text.size - 1] != ')') fail("expected a game such as mastermind(4,6), got '%s'", show(text));
    split_arguments((Text){open + 1, text.size - name.size - 2});
    if (is(name, "mastermind") || is(name, "bullscows")) make_pegs(is(name, "bullscows"));
    else if (is(name, "twod") || is(name, "numbers")) make_ordered(is(name, "twod"));
    else if (is(name, "balance")) make_balance();
    else if (is(name, "words")) make_words();
    else if (is(name, "table")) make_table();
    else fail("the game '%s' cannot be checked", show(text));
    if (game.family == WORDS && option_is("rule=hard")) game.rule = HARD;
    else if (game.family <= WORDS && option_is("rule=strict")) game.rule = STRICT;
    if (option("rows=", &rows)) game.rows = number_in(rows, 1, NUMBERS_END - 1);
    if (arguments.next < arguments.count) fail("the game '%s' has an argument in a wrong place", show(text));
    if (game.files != get(document, "game_files", ARRAY)->count) fail("'game_files' has too many files");
    if (game.family <= WORDS) game.guess = texts_of(&game.codes, &game.guesses);
    if (game.family <= WORDS) game.secret = texts_of(&game.secret_codes, &game.secrets);
    if (!game.secrets) fail("the game has no secrets");
    map_of(game.secret, game.secrets, "secret");
    game.guess_map = map_of(game.guess, game.guesses, "guess");
    game.feedback_map = map_of(game.feedback, game.feedbacks, "feedback");
}

/* The feedback of a code to a code, of pegs or words; the codes need not be secrets. */
static uint32_t score_codes(const uint16_t *guess, const uint16_t *secret) {
    uint32_t exact = 0, common = 0, feedback = 0, hits = 0;
    for (uint32_t p = 0; p < game.places; p++)
        if (guess[p] == secret[p]) exact++, hits |= 1u << p;
    if (game.only_exact) return exact;
    for (uint32_t p = 0, used = hits; p < game.places; p++) {
        uint32_t mark = hits >> p & 1 ? 2 : 0;
        for (uint32_t q = 0; q < game.places && !mark; q++)
            if (!(used >> q & 1) && guess[p] == secret[q]) mark = 1, used |= 1u << q;
        common += mark == 1, feedback = feedback * 3 + mark;
    }
    return game.family == WORDS ? feedback : exact * (game.places + 1) + common;
}

static uint32_t score(uint32_t guess, uint32_t secret) {
    uint32_t n = game.symbols, coin = secret / 2, light = secret % 2;
    switch (game.family) {
    case TABLE: return game.cells[(size_t)guess * game.secrets + secret];
    case NUMBERS: return guess == secret ? 0 : guess < secret ? 1 : 2;
    case TWOD:
        if (guess == secret) return 0;
        if (guess / n <= secret / n && guess % n <= secret % n) return 1;
        return guess / n >= secret / n && guess % n >= secret % n ? 2 : 3;
    case BALANCE: /* a light coin is as a heavy one on the other side */
        return game.sides[guess][light] >> coin & 1 ? 1 : game.sides[guess][!light] >> coin & 1 ? 2 : 0;
    default: return score_codes(code_of(&game.codes, guess), code_of(&game.secret_codes, secret));
    }
}

/* Whether the rule allows a guess after a row. */
static bool allows(uint32_t row, uint32_t feedback, uint32_t guess) {
    if (game.rule == FREE) return true;
    const uint16_t *asked = code_of(&game.codes, row), *code = code_of(&game.codes, guess);
    if (game.rule == STRICT) return score_codes(asked, code) == feedback;
    for (uint32_t p = game.places, rest = feedback; p-- > 0; rest /= 3) {
        int missing = 0; /* of the letter at p: how often it was marked, less how often the guess has it */
        for (uint32_t q = game.places, marks = feedback; q-- > 0; marks /= 3)
            missing += (marks % 3 && asked[q] == asked[p]) - (code[q] == asked[p]);
        if ((rest % 3 == 2 && code[p] != asked[p]) || (rest % 3 && missing > 0)) return false;
    }
    return true;
}

/* ---- The position ---- */

typedef struct { uint32_t guess, feedback; } Row;

/* Candidates are numbered from the heaviest down, so that every set is in the order that bounds need. */
static struct {
    Row *history;
    uint32_t rows, size, first_guess;
    bool consistent, heavy, one_winner; /* heavy: not all weights are 1; one_winner: no secret is won by two guesses */
    uint32_t *secret, *label, *winner;
    int64_t *weight, *one, weights, limit, least_cost;
    uint16_t *table;                    /* the feedbacks, a row for each candidate: guesses are looked at in turn */
    uint64_t *bits, win_bits;           /* the same, each one of 16 bits, four guesses a word; NULL if there are more */
    size_t words;                       /* of a row of *bits* */
    uint32_t losing, most_won, arity;   /* b, m, and the most parts of all candidates that a guess has */
} at;

static uint32_t answer(uint32_t candidate, uint32_t guess) {
    return at.table[(size_t)candidate * game.guesses + guess];
}

static int64_t cost_of(uint32_t guess) { return game.cost ? game.cost[guess] : 1; }

static int64_t weight_of(const uint32_t *set, size_t count) {
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += at.weight[set[i]];
    return sum;
}

/* Whether candidates have one label; never with the goal hit. */
static bool is_over(const uint32_t *set, size_t count) {
    for (size_t i = 1; i < count; i++) if (at.label[set[i]] != at.label[set[0]]) return false;
    return game.identify;
}

static uint32_t guess_in(const Value *value, const char *what) {
    uint32_t guess = find(&game.guess_map, text_in(typed(value, STRING, what)));
    if (guess == NONE) fail("'%s' names '%s', which is no guess of the game", what, show(text_in(value)));
    return guess;
}

static void check_allowed(uint32_t guess, const Row *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!allows(rows[i].guess, rows[i].feedback, guess)) fail("the rule forbids '%s'", show(game.guess[guess]));
}

static void read_history(void) {
    const Value *history = get(document, "history", ARRAY);
    at.history = take(history->count, sizeof(Row));
    for (; at.rows < history->count; at.rows++) {
        const Value *pair = pair_in(history, at.rows, STRING, "history");
        Row row = {guess_in(&pair[0], "history"), find(&game.feedback_map, text_in(&pair[1]))};
        if (row.feedback == NONE || row.feedback == game.win) fail("the history has '%s'", show(text_in(&pair[1])));
        check_allowed(row.guess, at.history, at.rows);
        at.history[at.rows] = row;
    }
}

static int heaviest_first(const void *a, const void *b) {
    uint32_t s = *(const uint32_t *)a, t = *(const uint32_t *)b;
    int64_t more = game.weight ? game.weight[t] - game.weight[s] : 0;
    return more ? (more > 0) - (more < 0) : (s > t) - (s < t);
}

static void find_candidates(void) {
    Map labels = new_map(game.label, game.secrets);
    at.secret = take(game.secrets, sizeof(uint32_t));
    for (uint32_t s = 0, r; s < game.secrets; s++) {
        for (r = 0; r < at.rows && score(at.history[r].guess, s) == at.history[r].feedback; r++) continue;
        if (r == at.rows) at.secret[at.size++] = s;
    }
    if (!at.size) fail("no secret answers as the history says");
    qsort(at.secret, at.size, sizeof(uint32_t), heaviest_first);
    at.weight = take(at.size, sizeof(int64_t)), at.one = take(at.size, sizeof(int64_t));
    at.label = take(at.size, sizeof(uint32_t));
    bool over = game.identify;
    for (uint32_t i = 0; i < at.size; i++) {
        at.one[i] = 1, at.weight[i] = game.weight ? game.weight[at.secret[i]] : 1;
        at.weights += at.weight[i], at.heavy = at.heavy || at.weight[i] != 1;
        at.label[i] = game.label ? add(&labels, at.secret[i]) : at.secret[i];
        over = over && at.label[i] == at.label[0];
    }
    if (over) fail("the game is over: all candidates have one label");
}

static void fill_bits(const bool *ever) {
    uint64_t *bit = take(game.feedbacks, sizeof *bit), count = 0;
    for (uint32_t f = 0; f < game.feedbacks; f++)
        if (ever[f] || f == game.win) bit[f] = (uint64_t)1 << count++ % 64;
    if (count > 16 || game.cost) return;
    at.words = ((size_t)game.guesses + 31) / 32 * 8;
    at.bits = take(at.words * at.size, sizeof *at.bits);
    at.win_bits = game.win == NONE ? 0 : bit[game.win] * LANES;
    for (uint32_t c = 0; c < at.size; c++)
        for (uint32_t g = 0; g < game.guesses; g++) at.bits[c * at.words + g / 4] |= bit[answer(c, g)] << g % 4 * 16;
}

/* Scores all guesses against the candidates, and counts what bounds by size need. */
static void fill_table(void) {
    uint32_t *seen = take(game.feedbacks, sizeof *seen);
    bool *ever = take(game.feedbacks, sizeof *ever), *won_once = take(at.size, sizeof *won_once);
    int64_t costs = 0, most = at.weights > at.size ? at.weights : at.size;
    at.table = take((size_t)game.guesses * at.size, sizeof *at.table), at.winner = take(at.size, sizeof *at.winner);
    at.least_cost = NUMBERS_END, at.one_winner = true;
    for (uint32_t g = 0; g < game.guesses; g++, check_time()) {
        uint32_t won = 0, parts = 0;
        for (uint32_t i = 0; i < at.size; i++) {
            uint32_t f = score(g, at.secret[i]);
            at.table[(size_t)i * game.guesses + g] = (uint16_t)f;
            if (seen[f] != g + 1) seen[f] = g + 1, parts++;
            if (f != game.win) at.losing += !ever[f], ever[f] = true;
            else won++, at.winner[i] = g, at.one_winner = at.one_winner && !won_once[i], won_once[i] = true;
        }
        if (parts > at.arity) at.arity = parts;
        if (won > at.most_won) at.most_won = won;
        if (cost_of(g) < at.least_cost) at.least_cost = cost_of(g);
        costs += cost_of(g);
    }
    if (game.cost && costs >= NUMBERS_END / most) fail("the costs are too large"); /* so that no sum overflows */
    fill_bits(ever);
    if (!at.losing) at.losing = 1;
}

/* The limit is asked for or that of the rows; only with a tree of at-worst it may be another, to be checked later. */
static void make_position(bool tree_given, const Value *objective) {
    const Value *first = get(document, "first_guess", STRING | OR_NULL);
    int64_t asked = number_or(document, "max_guesses", ENDLESS);
    read_history();
    find_candidates();
    fill_table();
    at.consistent = get(document, "consistent", TRUTH)->number;
    if (at.consistent && game.identify) fail("'consistent' needs the goal hit");
    at.first_guess = first->type == STRING ? guess_in(first, "first_guess") : NONE;
    if (at.first_guess != NONE) check_allowed(at.first_guess, at.history, at.rows);
    at.limit = number_or(document, "limit", ENDLESS);
    if (asked == ENDLESS && game.rows != ENDLESS) asked = game.rows - at.rows;
    bool least = tree_given && asked == ENDLESS && objective->type == STRING && is(text_in(objective), "at-worst");
    if (asked < 0 || (at.limit != asked && !least)) fail("'limit' is not what the game and 'max_guesses' say");
}

/* ---- The tree ---- */

static struct {
    int64_t total, worst, at_worst, lost, lost_weight, *found; /* found: by each number of guesses, from 1 */
    size_t most, room;
} figures;

/* A node on the way to the present one. Its candidates that no branch has taken yet are held[start] to held[end-1]. */
typedef struct { size_t node, start, end; int64_t spent; bool leaf; } Level;

static struct {
    const Value *guess, *branch, *depth, *label, *wins, *weight, *lost, *lost_weight; /* NULL: the column is null */
    Level *level;  /* by depth, from 1 */
    Row *rows;     /* those of the history, and of the levels */
    uint32_t *held;
    size_t open, level_room, row_room, held_room;
} tree;

static const Value *column_of(const Value *object, const char *name, size_t count, int type) {
    const Value *column = get(object, name, type);
    if (column->type == ARRAY && (column->count != count || !count)) fail("the column '%s' has a wrong length", name);
    return column->type == ARRAY ? column : NULL;
}

static void check_item(const Value *column, size_t i, int64_t expected, const char *what) {
    if (column && typed(&column->items[i], NUMBER, what)->number != expected)
        fail("item %zu of '%s' is not %" PRId64, i, what, expected);
}

static uint32_t feedback_in(const Value *value, const char *what) {
    const Value *list = get(document, "feedbacks", ARRAY);
    int64_t place = typed(value, NUMBER, what)->number;
    if (place >= (int64_t)list->count) fail("'%s' has a place that 'feedbacks' has not", what);
    return find(&game.feedback_map, text_in(typed(&list->items[place], STRING, "feedbacks")));
}

/* Moves the candidates of a level that get this feedback to held[end] and on; how many. */
static size_t move_on(Level *level, uint32_t guess, uint32_t feedback, size_t end) {
    size_t stay = level->start, moved = 0;
    tree.held = with_room(tree.held, &tree.held_room, end + level->end - level->start, sizeof(uint32_t));
    for (size_t i = level->start; i < level->end; i++) {
        uint32_t c = tree.held[i];
        if (answer(c, guess) == feedback) tree.held[end + moved++] = c;
        else tree.held[stay++] = c;
    }
    return level->end = stay, moved;
}

/* Candidates that end at a node, which is number *guesses* on their way. */
static void count_found(size_t node, const uint32_t *set, size_t count, size_t guesses, int64_t spent) {
    int64_t weight = weight_of(set, count);
    check_item(tree.wins, node, (int64_t)count, "wins");
    check_item(tree.weight, node, weight, "weight");
    if (!count) return;
    if (weight && spent > (NUMBERS_END - figures.total) / weight) fail("the total of the tree is too large");
    figures.total += weight * spent;
    if (spent > figures.worst) figures.worst = spent, figures.at_worst = 0;
    if (spent == figures.worst) figures.at_worst += (int64_t)count;
    figures.found = with_room(figures.found, &figures.room, guesses, sizeof(int64_t));
    figures.found[guesses - 1] += (int64_t)count;
    if (guesses > figures.most) figures.most = guesses;
}

/* Leaves a node: what it holds still is lost, which may only be at the limit; one label left is found, not lost. */
static void close_level(void) {
    Level *level = &tree.level[tree.open];
    size_t lost = level->leaf ? 0 : level->end - level->start;
    int64_t weight = weight_of(tree.held + level->start, lost);
    if (lost && (int64_t)tree.open != at.limit) fail("node %zu has no branch for a candidate", level->node);
    check_item(tree.lost, level->node, (int64_t)lost, "lost");
    check_item(tree.lost_weight, level->node, weight, "lost_weight");
    figures.lost += (int64_t)lost, figures.lost_weight += weight;
    while (game.identify && !level->leaf && level->end > level->start) {
        uint32_t guess = tree.rows[at.rows + tree.open - 1].guess;
        size_t end = level->end, count = move_on(level, guess, answer(tree.held[level->start], guess), end);
        if (is_over(tree.held + end, count)) fail("node %zu has no leaf for a candidate that is known", level->node);
    }
    tree.open--;
}

static void visit_leaf(size_t node, Level *level) {
    const uint32_t *set = tree.held + level->start, secret = at.secret[set[0]];
    if (!game.identify || !node || !tree.label) fail("node %zu has no guess", node);
    Text label = text_in(typed(&tree.label->items[node], STRING, "label"));
    if (!is_over(set, level->end - level->start) || !same(label, game.label ? game.label[secret] : game.secret[secret]))
        fail("node %zu has another label than its candidates", node);
    level->leaf = true;
    count_found(node, set, level->end - level->start, tree.open - 1, level[-1].spent);
}

static void visit_guess(size_t node, Level *level) {
    uint32_t guess = guess_in(&tree.guess->items[node], "guess");
    size_t depth = tree.open, end = level->end;
    if ((int64_t)depth > at.limit) fail("node %zu is deeper than the limit", node);
    if (is_over(tree.held + level->start, end - level->start)) fail("node %zu guesses on when all is known", node);
    if (tree.label && tree.label->items[node].type != NOT_GIVEN) fail("node %zu has a guess and a label", node);
    if (!node && at.first_guess != NONE && guess != at.first_guess) fail("the tree does not begin with 'first_guess'");
    check_allowed(guess, tree.rows, at.rows + depth - 1);
    tree.rows = with_room(tree.rows, &tree.row_room, at.rows + depth, sizeof(Row));
    tree.rows[at.rows + depth - 1].guess = guess;
    level->spent = level[-1].spent + cost_of(guess);
    if (level->spent >= NUMBERS_END) fail("the costs of the tree are too large");
    size_t won = game.identify ? 0 : move_on(level, guess, game.win, end);
    if (at.consistent && !won) fail("the guess of node %zu is not consistent", node);
    count_found(node, tree.held + end, won, depth, level->spent);
}

static void visit(size_t node) {
    int64_t depth = typed(&tree.depth->items[node], NUMBER, "depth")->number;
    if (depth < 1 || depth > (int64_t)tree.open + 1 || (depth == 1) != !node) fail("node %zu has a wrong depth", node);
    while ((int64_t)tree.open >= depth) close_level();
    tree.level = with_room(tree.level, &tree.level_room, (size_t)depth, sizeof(Level));
    Level *level = &tree.level[++tree.open], *above = level - 1;
    *level = (Level){.node = node, .start = above->end, .end = above->end}; /* free: what is above only shrinks */
    if (!node) {
        if (typed(&tree.branch->items[0], NUMBER, "branch")->number) fail("the branch of the first node is not 0");
        tree.held = with_room(tree.held, &tree.held_room, at.size, sizeof(uint32_t));
        while (level->end < at.size) tree.held[level->end] = (uint32_t)level->end, level->end++;
    } else if (!above->leaf) {
        Row *row = &tree.rows[at.rows + tree.open - 2];
        row->feedback = feedback_in(&tree.branch->items[node], "branch");
        if (row->feedback != NONE) level->end += move_on(above, row->guess, row->feedback, level->start);
    }
    if (level->end == level->start) fail("no candidate comes to node %zu", node);
    if (tree.guess->items[node].type == NOT_GIVEN) visit_leaf(node, level);
    else visit_guess(node, level);
}

static void check_figures(const Value *given) {
    static const char *const NAMES[] = {"secrets", "total", "worst", "at_worst", "lost", "lost_weight"};
    int64_t values[] = {at.size, figures.total, figures.worst, figures.at_worst, figures.lost, figures.lost_weight};
    check_known(given, " secrets total worst at_worst distribution lost lost_weight ", "'figures'");
    for (int i = 0; i < 6; i++) {
        int64_t expected = i >= 4 && at.limit == ENDLESS ? -1 : values[i];
        if (number_or(given, NAMES[i], -1) != expected) fail("the figure '%s' is not %" PRId64, NAMES[i], expected);
    }
    const Value *distribution = get(given, "distribution", ARRAY);
    if (distribution->count != figures.most) fail("'distribution' has not %zu items", figures.most);
    for (size_t i = 0; i < figures.most; i++) check_item(distribution, i, figures.found[i], "distribution");
}

static void check_tree(const Value *nodes) {
    check_known(nodes, " guess branch depth label wins weight lost lost_weight ", "'nodes'");
    size_t count = get(nodes, "guess", ARRAY)->count;
    tree.guess = column_of(nodes, "guess", count, ARRAY), tree.branch = column_of(nodes, "branch", count, ARRAY);
    tree.depth = column_of(nodes, "depth", count, ARRAY), tree.wins = column_of(nodes, "wins", count, ARRAY);
    tree.weight = column_of(nodes, "weight", count, ARRAY | OR_NULL);
    tree.lost = column_of(nodes, "lost", count, ARRAY | OR_NULL);
    tree.lost_weight = column_of(nodes, "lost_weight", count, ARRAY | OR_NULL);
    if (game.identify || member(nodes, literal("label")))
        tree.label = column_of(nodes, "label", count, ARRAY | OR_NULL);
    tree.rows = with_room(NULL, &tree.row_room, at.rows, sizeof(Row));
    for (uint32_t r = 0; r < at.rows; r++) tree.rows[r] = at.history[r];
    for (size_t node = 0; node < count; node++) visit(node), check_time();
    while (tree.open) close_level();
    if (!tree.weight != !game.weight || !tree.label != !game.identify) fail("'weight' or 'label' is null, or is not");
    bool weight_missing = !tree.lost_weight && figures.lost_weight && game.weight; /* null also where it is 0 */
    if (!tree.lost != !figures.lost || (tree.lost_weight && !(figures.lost && game.weight)) || weight_missing)
        fail("'lost' or 'lost_weight' is null, or is not");
    check_figures(get(document, "figures", OBJECT));
}

/* ---- Symmetries ---- */

/* Which symbols a permutation takes to which, as far as it is known; UNKNOWN elsewhere. */
enum { UNKNOWN = 255 };
typedef struct { uint8_t to[16], from[16]; } Exchange;

static struct {
    const uint16_t *guess, *path[64];
    uint32_t rows;
    uint8_t takes[MOST_PLACES]; /* place j of the image is place takes[j] of the code */
} turn;

/* Whether each place has a permutation of symbols of its own. */
static bool are_separate(void) { return game.only_exact && !game.distinct; }

static Exchange no_exchange(void) {
    Exchange map;
    return memset(&map, UNKNOWN, sizeof map), map;
}

/* Whether place k can be taken to place j, so that all guesses of the path stay as they are. */
static bool fits(Exchange *map, uint32_t j, uint32_t k) {
    for (uint32_t r = 0; r < turn.rows; r++) {
        uint8_t from = (uint8_t)turn.path[r][k], to = (uint8_t)turn.path[r][j];
        if (map->to[from] == UNKNOWN && map->from[to] == UNKNOWN) map->to[from] = to, map->from[to] = from;
        else if (map->to[from] != to) return false;
    }
    return true;
}

/* Whether the lowest image of the guess under the chosen permutation of places is below the guess. */
static bool image_is_lower(Exchange map) {
    for (uint32_t j = 0; j < game.places; j++) {
        if (are_separate()) map = no_exchange(), fits(&map, j, turn.takes[j]);
        uint8_t symbol = (uint8_t)turn.guess[turn.takes[j]], lowest = 0;
        while (lowest < 15 && map.from[lowest] != UNKNOWN) lowest++;
        if (map.to[symbol] == UNKNOWN) map.to[symbol] = lowest, map.from[lowest] = symbol;
        if (map.to[symbol] != turn.guess[j]) return map.to[symbol] < turn.guess[j];
    }
    return false;
}

static bool same_column(uint32_t j, uint32_t k) {
    bool equal = turn.guess[j] == turn.guess[k];
    for (uint32_t r = 0; r < turn.rows && equal; r++) equal = turn.path[r][j] == turn.path[r][k];
    return equal;
}

/* Whether a symmetry takes the guess to a lower one; the places before *place* have been chosen. */
static bool has_lower_image(uint32_t place, uint32_t used, Exchange map) {
    if (place == game.places) return image_is_lower(map);
    for (uint32_t k = 0; k < game.places; k++) {
        bool skip = used >> k & 1;
        for (uint32_t i = 0; i < k && !skip; i++) skip = !(used >> i & 1) && same_column(i, k); /* the same again */
        Exchange next = are_separate() ? no_exchange() : map;
        turn.takes[place] = (uint8_t)k;
        if (!skip && fits(&next, place, k) && has_lower_image(place + 1, used | 1u << k, next)) return true;
    }
    return false;
}

/* How many coins of each group a guess puts on the left and on the right, the lesser way round. */
static void count_groups(uint32_t guess, const uint32_t *group, uint32_t groups, char *counts) {
    char other[2 * 26];
    for (uint32_t i = 0; i < 2 * groups; i++) {
        counts[i] = 0;
        for (uint32_t c = game.sides[guess][i % 2] & group[i / 2]; c; c &= c - 1) counts[i]++;
        other[i ^ 1] = counts[i];
    }
    if (memcmp(other, counts, 2 * groups) < 0) memcpy(counts, other, 2 * groups);
}

/* Marks the first weighing of each orbit. A group are the coins that stand alike in all guesses of the path. */
static void mark_weighings(const uint32_t *path, uint32_t rows, uint8_t *lowest) {
    uint32_t group[26] = {(1u << game.symbols) - 1}, groups = 1;
    for (uint32_t r = 0; r < 2 * rows; r++)
        for (uint32_t i = 0, before = groups; i < before; i++) {
            uint32_t part = group[i] & game.sides[path[r / 2]][r % 2];
            if (part && part != group[i]) group[groups++] = part, group[i] &= ~part;
        }
    char *counts = take(game.guesses, 2 * groups);
    Text *keys = take(game.guesses, sizeof(Text));
    Map map = new_map(keys, game.guesses);
    for (uint32_t g = 0; g < game.guesses; g++) {
        keys[g] = (Text){counts + (size_t)g * 2 * groups, 2 * groups};
        count_groups(g, group, groups, counts + (size_t)g * 2 * groups);
        lowest[g] = add(&map, g) == g;
    }
}

typedef struct Orbits { uint32_t path[2], depth; uint8_t *lowest; struct Orbits *next; } Orbits;

/* Which guesses are the lowest of their orbit after the history and the guesses of *path*; NULL: look at all. */
static const uint8_t *lowest_of_orbits(const uint32_t *path, uint32_t depth) {
    static Orbits *known;
    uint32_t guesses[66];
    if ((game.family != PEGS && game.family != BALANCE) || depth > 2 || at.rows > 60) return NULL;
    for (Orbits *o = known; o; o = o->next)
        if (o->depth == depth && memcmp(o->path, path, sizeof o->path) == 0) return o->lowest;
    Orbits *orbits = take(1, sizeof(Orbits));
    *orbits = (Orbits){{path[0], path[1]}, depth, take(game.guesses, 1), known};
    known = orbits, turn.rows = at.rows + depth;
    for (uint32_t r = 0; r < turn.rows; r++) {
        guesses[r] = r < at.rows ? at.history[r].guess : path[r - at.rows];
        if (game.family == PEGS) turn.path[r] = code_of(&game.codes, guesses[r]);
    }
    if (game.family == BALANCE) mark_weighings(guesses, turn.rows, orbits->lowest);
    for (uint32_t g = 0; g < game.guesses && game.family == PEGS; g++, check_time()) {
        turn.guess = code_of(&game.codes, g);
        orbits->lowest[g] = !has_lower_image(0, 0, no_exchange());
    }
    return orbits->lowest;
}

/* ---- Bounds ---- */

typedef enum { TOTAL, WITHIN, NOTHING, FEWEST, LOST } Kind;
typedef struct { int64_t lost, total; } Cost;   /* lost is 0 but for LOST; infinite: total is INFINITE */
typedef struct { int64_t depth, spent; } Place; /* where a set stands, as far as its cost depends on it; else 0 */

static struct {
    Kind kind;
    int64_t limit, budget;
    const int64_t *weight; /* of candidates, where weights count; else ones */
    bool heavy;            /* weights count, and not all are 1 */
} proof;

static bool reaches(Cost cost, Cost bound) {
    return cost.lost > bound.lost || (cost.lost == bound.lost && cost.total >= bound.total);
}

static Cost no_bound(void) { return (Cost){proof.kind == LOST ? INFINITE : 0, INFINITE}; } /* above all others */
static Cost greater(Cost a, Cost b) { return reaches(a, b) ? a : b; }
static Cost times(Cost a, int64_t w) { return a.total >= INFINITE ? a : (Cost){a.lost * w, a.total * w}; }
static Cost plus(Cost a, Cost b) {
    if (a.total >= INFINITE || b.total >= INFINITE) return (Cost){0, INFINITE};
    return (Cost){a.lost + b.lost, a.total + b.total};
}

/* A total within limits counts what was spent before, so that sets then differ by it. */
static Place place_of(int64_t depth, int64_t spent) {
    bool counts = proof.kind == WITHIN || proof.kind == LOST || proof.budget != ENDLESS;
    return (Place){proof.limit == ENDLESS ? 0 : depth, counts ? spent : 0};
}

/* What a candidate costs that is found by guess number *depth* after *spent* in all. */
static Cost found_at(int64_t depth, int64_t spent) {
    if (proof.kind == LOST) return depth > proof.limit ? (Cost){1, 0} : (Cost){0, depth};
    if (depth > proof.limit || spent > proof.budget) return (Cost){0, INFINITE};
    return (Cost){0, proof.kind == NOTHING ? 0 : proof.kind == FEWEST ? depth == proof.limit : spent};
}

/* What a candidate of a part that ends costs. In a total without limits the guess is counted for the whole set. */
static Cost end_cost(Place part) { return proof.kind == TOTAL ? (Cost){0, 0} : found_at(part.depth, part.spent); }

static int64_t sum_of(const int64_t *numbers, uint32_t count) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += numbers[i];
    return sum;
}

static int64_t power(int64_t base, int64_t exponent) { /* or 2^58, if that is less */
    int64_t result = 1, most = (int64_t)1 << 58;
    while (exponent-- > 0 && result < most) result = result > most / base ? most : result * base;
    return result;
}

/* H: the least total of a code of this arity for labels of these weights, the heaviest first. */
static int64_t least_code(const int64_t *weights, uint32_t count, uint32_t arity) {
    static int64_t *sums, *of_ones; /* of_ones: what was found for ones, plus 1 */
    if (!sums) sums = take(at.size, sizeof *sums), of_ones = take(at.size + (size_t)1, sizeof *of_ones);
    bool ones = weights == at.one && arity == at.arity;
    if (ones && of_ones[count]) return of_ones[count] - 1;
    uint32_t left = count, next = 0, done = 0, zeros = 0;
    int64_t total = 0;
    while (count > 1 && (count + zeros - 1) % (arity - 1)) zeros++;
    for (uint32_t items = count + zeros; items > 1; items -= arity - 1) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < arity; i++) {
            if (zeros) zeros--;
            else if (left && (next == done || weights[left - 1] <= sums[next])) sum += weights[--left];
            else sum += sums[next++];
        }
        total += sums[done++] = sum;
    }
    if (ones) of_ones[count] = total + 1;
    return total;
}

static Cost least_lost(const int64_t *weights, uint32_t labels, uint32_t arity, Place part) {
    int64_t left = proof.limit - part.depth, reach = power(arity, left), all = sum_of(weights, labels);
    if (left <= 0) return (Cost){all, 0};
    while (labels && !weights[labels - 1]) labels--;
    int64_t most = labels > reach ? sum_of(weights, (uint32_t)reach) : least_code(weights, labels, arity);
    if (labels > reach) return (Cost){all - most, most * (part.spent + 1)};
    return (Cost){0, all * part.spent + (most > all ? most : all)};
}

/* The bound of the goal identify for a part with labels of these weights, the heaviest first. */
static Cost code_bound(const int64_t *weights, uint32_t labels, uint32_t arity, int64_t cost, Place part) {
    int64_t levels = 0, left = proof.limit == ENDLESS ? ENDLESS : proof.limit - part.depth;
    if (proof.kind == LOST) return least_lost(weights, labels, arity, part);
    for (int64_t reach = 1; reach < labels; reach *= arity) levels++;
    if (levels > left || part.spent + cost * levels > proof.budget) return (Cost){0, INFINITE};
    if (proof.kind == NOTHING) return (Cost){0, 0};
    if (proof.kind != FEWEST)
        return (Cost){0, sum_of(weights, labels) * part.spent + cost * least_code(weights, labels, arity)};
    int64_t early = (power(arity, left) - labels) / (arity - 1);
    return (Cost){0, early >= labels ? 0 : sum_of(weights + early, labels - (uint32_t)early)};
}

static int heavier(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* The weights of the labels of a set, the heaviest first; *labels* is their number. */
static const int64_t *label_weights(const uint32_t *set, uint32_t size, uint32_t *labels) {
    static int64_t *sums;
    static uint32_t *place; /* of a label among the sums, from 1 */
    if (!sums) sums = take(at.size, sizeof *sums), place = take(game.secrets, sizeof *place);
    if (!game.label && !proof.heavy) return *labels = size, at.one;
    *labels = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t *p = &place[at.label[set[i]]];
        if (!*p) sums[*labels] = 0, *p = ++*labels;
        sums[*p - 1] += proof.weight[set[i]];
    }
    for (uint32_t i = 0; i < size; i++) place[at.label[set[i]]] = 0;
    qsort(sums, *labels, sizeof *sums, heavier);
    return sums;
}

/* What the first, the second, ... candidate of a part costs more, the heaviest first, by size; and the sums of it. They
   are there unless labels differ from secrets, or in weight. */
static struct { Place place; uint32_t size; Cost *unit, *sum; } units;

static bool has_units(void) { return !game.identify || (!game.label && !proof.heavy); }

static Cost unit_of_code(uint32_t k, Place part, Cost before) {
    Cost cost = k ? code_bound(at.one, k + 1, at.arity, at.least_cost, part) : end_cost(part);
    return cost.total >= INFINITE ? cost : (Cost){cost.lost - before.lost, cost.total - before.total};
}

static void fill_units(Place part, uint32_t size) {
    if (!units.unit) units.unit = take(at.size, sizeof(Cost)), units.sum = take(at.size + (size_t)1, sizeof(Cost));
    units.place = part, units.size = size;
    Cost cost = {0, 0}, second = {0, 0};
    uint64_t level_end = 0, level_size = at.most_won;
    for (int64_t k = 0, level = 0; k < size; k++) {
        if (game.identify) cost = unit_of_code((uint32_t)k, part, units.sum[k]);
        else if (k == (int64_t)level_end) {
            level++, level_end += level_size, level_size *= level_size > at.size ? 1 : at.losing;
            cost = found_at(part.depth + level, part.spent + level * at.least_cost);
            if (level == 2) second = cost;
            if (level > 2 && proof.heavy && cost.total < INFINITE) cost = second;
        }
        units.unit[k] = cost, units.sum[k + 1] = plus(units.sum[k], cost);
    }
}

/* Sets *units* for parts of at most *size* candidates that stand at *part*. */
static void set_units(Place part, uint32_t size) {
    if (units.size < size || units.place.depth != part.depth || units.place.spent != part.spent) fill_units(part, size);
}

static Cost size_bound(const uint32_t *set, uint32_t size, Place part) {
    Cost sum = {0, 0};
    uint32_t labels;
    if (!has_units()) {
        const int64_t *weights = label_weights(set, size, &labels);
        return code_bound(weights, labels, at.arity, at.least_cost, part);
    }
    set_units(part, size);
    if (!proof.heavy) return units.sum[size];
    for (uint32_t k = 0; k < size; k++) sum = plus(sum, times(units.unit[k], proof.weight[set[k]]));
    return sum;
}

/* How many parts a guess has of a set, and whether it wins against one of it. If they are not above *unless*, this may
   be found out early, with any answer that is not above it. */
static uint32_t count_parts(const uint32_t *set, uint32_t size, uint32_t guess, uint32_t unless, bool *wins) {
    static uint32_t *seen, now;
    uint32_t parts = 0, i = 0, spare = unless < size ? size - unless : 0; /* so many may be alike to others */
    uint64_t mask = 0;
    if (game.feedbacks <= 64) {
        while (i < size) mask |= (uint64_t)1 << answer(set[i++], guess);
        *wins = game.win != NONE && mask >> game.win & 1;
        for (; mask; mask &= mask - 1) parts++;
        return parts;
    }
    if (!seen || ++now == NONE) seen = take(game.feedbacks, sizeof *seen), now = 1;
    while (i < size && i - parts < spare)
        for (uint32_t end = i + 8 < size ? i + 8 : size; i < end; i++) {
            uint32_t f = answer(set[i], guess);
            parts += seen[f] != now, seen[f] = now;
        }
    *wins = game.win != NONE && seen[game.win] == now;
    return i < size ? 0 : parts;
}

/* *first* candidates of a set at c(1), *second* at c(2), the others at c(3), the heaviest first. */
static Cost three_levels(const uint32_t *set, uint32_t size, uint64_t first, uint64_t second, int64_t e, Place part) {
    Cost sum = {0, 0}, c[3];
    for (int j = 0; j < 3; j++) c[j] = found_at(part.depth + j + 1, part.spent + (j + 1) * e);
    for (uint32_t k = 0; k < size; k++)
        sum = plus(sum, times(c[k < first ? 0 : k < first + second ? 1 : 2], proof.weight[set[k]]));
    return sum;
}

/* What the guesses that are allowed in a part can do at most: the parts of one that wins, the parts of another (0 if
   none splits), and the least that they cost. */
typedef struct { uint32_t winning, other; int64_t cost; } Best;

static void count_guess(Best *best, uint32_t parts, bool wins, int64_t cost) {
    uint32_t *most = wins ? &best->winning : &best->other;
    if ((parts < 2 || at.consistent) && !wins) return;
    if (parts > *most) *most = parts;
    if (cost < best->cost) best->cost = cost;
}

/* The bound by parts of a part, whose guesses can do no more than this. */
static Cost bound_by(Best best, const uint32_t *set, uint32_t size, Place part) {
    uint32_t labels;
    Cost win = no_bound(), other = win;
    if (game.identify) {
        const int64_t *weights = label_weights(set, size, &labels);
        return code_bound(weights, labels, best.other, best.cost, part);
    }
    uint64_t m = at.most_won;
    if (best.winning) win = three_levels(set, size, m, (best.winning - 1) * m, best.cost, part);
    if (best.other) other = three_levels(set, size, 0, best.other * m, best.cost, part);
    return reaches(win, other) ? other : win;
}

/* Whether the guesses that win against one of a set are known: few, one for each. */
static bool winners_known(uint32_t size) { return !game.identify && at.one_winner && size <= 256; }

/* What can be said at once, before all guesses are looked at. */
static Best quick_best(const uint32_t *set, uint32_t size) {
    uint32_t most = size < at.losing ? size : at.losing;
    Best best = {size < at.losing + 1 ? size : at.losing + 1, most < 2 || at.consistent ? 0 : most, at.least_cost};
    bool wins;
    if (game.identify) best.other = at.arity;
    if (!winners_known(size) || size <= 2) return best; /* of two, a guess that wins tells one from the other */
    uint32_t all = best.winning;
    best.winning = 0;
    for (uint32_t i = 0; i < size && best.winning < all; i++) {
        uint32_t parts = count_parts(set, size, at.winner[set[i]], best.winning, &wins);
        if (parts > best.winning) best.winning = parts;
    }
    return best;
}

/* The feedbacks that 32 guesses get from a set, as bits, and how many they are. Whole words are treated at once: here
   most of the time goes. */
static void collect(const uint32_t *set, uint32_t size, size_t word, uint64_t *seen, uint64_t *parts) {
    uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0; /* not an array: these stay in registers */
    for (uint32_t i = 0; i < size; i++) {
        const uint64_t *bits = at.bits + set[i] * at.words + word;
        a |= bits[0], b |= bits[1], c |= bits[2], d |= bits[3], e |= bits[4], f |= bits[5], g |= bits[6], h |= bits[7];
    }
    seen[0] = a, seen[1] = b, seen[2] = c, seen[3] = d, seen[4] = e, seen[5] = f, seen[6] = g, seen[7] = h;
    for (int k = 0; k < 8; k++) {
        uint64_t x = seen[k];
        x = x - (x >> 1 & 0x5555 * LANES), x = (x & 0x3333 * LANES) + (x >> 2 & 0x3333 * LANES);
        x = (x + (x >> 4)) & 0x0F0F * LANES, parts[k] = (x + (x >> 8)) & 31 * LANES;
    }
}

/* The number of parts of a guess that was collected, and whether it wins. */
static uint32_t collected(const uint64_t *seen, const uint64_t *parts, uint32_t guess, bool *wins) {
    uint32_t word = guess / 4 % 8, lane = guess % 4 * 16;
    return *wins = (seen[word] & at.win_bits) >> lane & 0xFFFF, parts[word] >> lane & 31;
}

/* What all guesses can do, by their bits: only those with more parts than the best so far matter, or that win. */
static Best best_by_bits(const uint32_t *set, uint32_t size) {
    uint64_t seen[8], parts[8], win_bits = winners_known(size) ? 0 : at.win_bits;
    Best most = quick_best(set, size), best = {win_bits ? 0 : most.winning, 0, 1};
    bool wins;
    for (uint32_t g = 0; g < game.guesses && (win_bits || best.other < most.other); g += 32) {
        uint64_t more = 0, enough = (0x7FFF - best.other) * LANES; /* a sum of 0x8000 or above: more parts */
        collect(set, size, g / 4, seen, parts);
        for (int k = 0; k < 8; k++) more |= ((parts[k] + enough) & 0x8000 * LANES) | (seen[k] & win_bits);
        for (uint32_t i = g; more && i < g + 32; i++) {
            uint32_t count = collected(seen, parts, i, &wins);
            count_guess(&best, count, wins, 1);
        }
    }
    return best;
}

/* All guesses, those first that have the most parts of a certain set, and how many these are. */
static struct { uint32_t *guess, *parts; } ordered;

static void order_guesses(const uint32_t *set, uint32_t size) {
    static uint32_t *starts;
    bool wins;
    if (!starts) starts = take(game.feedbacks + (size_t)2, sizeof *starts);
    if (!ordered.guess) ordered.guess = take(game.guesses, sizeof *starts);
    if (!ordered.parts) ordered.parts = take(game.guesses, sizeof *starts);
    memset(starts, 0, (game.feedbacks + (size_t)2) * sizeof *starts);
    for (uint32_t g = 0; g < game.guesses; g++) {
        ordered.parts[g] = count_parts(set, size, g, 0, &wins);
        starts[game.feedbacks - ordered.parts[g] + 1]++;
    }
    for (uint32_t n = 1; n <= game.feedbacks; n++) starts[n] += starts[n - 1];
    for (uint32_t g = 0; g < game.guesses; g++) ordered.guess[starts[game.feedbacks - ordered.parts[g]]++] = g;
}

/* What all guesses can do, or all that are allowed. Without a rule, the order is that of a larger set: where a guess
   has no more parts of that than the best has here, no later one is better. */
static Best best_of(const uint32_t *set, uint32_t size, const uint32_t *allowed, uint32_t count) {
    Best best = {0, 0, NUMBERS_END}, most = quick_best(set, size);
    bool wins, known = winners_known(size) && !game.cost, done = false;
    if (known) best.winning = most.winning, best.cost = 1;
    for (uint32_t i = 0; i < count && !done; i++) {
        uint32_t guess = allowed ? allowed[i] : ordered.guess[i];
        uint32_t parts = count_parts(set, size, guess, known ? best.other : 0, &wins);
        if (parts) count_guess(&best, parts, wins, cost_of(guess));
        done = known && (best.other == most.other || (!allowed && ordered.parts[guess] <= best.other));
    }
    return best;
}

/* ---- Claims ---- */

/* A claim, or a set of which it is kept what guesses can do in it. */
typedef struct Claim {
    const uint32_t *set, *allowed; /* allowed guesses, with a rule */
    uint32_t size, allowed_count, depth, guess;
    int64_t spent, weight;
    Place place;
    Cost bound;
    Best best;
    uint64_t hash;
    struct Claim *parent, *next;   /* next: of the same slot */
} Claim;

typedef struct { Claim **slots; size_t mask, count; } Claims;
typedef struct { uint32_t feedback, start, size; bool ends; Cost cost; Best best; } Part;

static Claims claims, kept;
static const Claim *ordered_for; /* the claim whose set orders the guesses */
static bool *claimed_size; /* whether there is a claim of a set of this size */
static struct { uint32_t *order, *count, *allowed, parts; Part *part; } split; /* a set by its feedbacks to a guess */

static uint64_t hash_of(const uint32_t *set, uint32_t size, Place place) {
    uint64_t hash = mixed((uint64_t)place.depth ^ (uint64_t)place.spent << 20);
    for (uint32_t i = 0; i < size; i++) hash += mixed(set[i]);
    return hash;
}

static Claims new_claims(size_t count) {
    size_t room = 1024;
    while (room < count) room *= 2;
    return (Claims){take(room, sizeof(Claim *)), room - 1, 0};
}

static void insert(Claims *into, Claim *claim) {
    claim->hash = hash_of(claim->set, claim->size, claim->place);
    Claim **slot = &into->slots[mixed(claim->hash) & into->mask];
    claim->next = *slot, *slot = claim, into->count++;
}

/* The first claim from *claim* on that is about exactly this set at this place. */
static const Claim *about(const Claim *claim, const uint32_t *set, uint32_t size, Place place, uint64_t hash) {
    while (claim && !(claim->hash == hash && claim->size == size && claim->place.depth == place.depth &&
                      claim->place.spent == place.spent && memcmp(claim->set, set, size * sizeof *set) == 0))
        claim = claim->next;
    return claim;
}

/* The guesses that are allowed after the rows to a claim and one row more, as *split.allowed*; how many. */
static uint32_t filter_allowed(const Claim *claim, uint32_t guess, uint32_t feedback) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < claim->allowed_count; i++)
        if (allows(guess, feedback, claim->allowed[i])) split.allowed[count++] = claim->allowed[i];
    return count;
}

/* Orders a set by the feedbacks to a guess; within a part the order stays. */
static void split_set(const uint32_t *set, uint32_t size, uint32_t guess) {
    split.parts = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t f = answer(set[i], guess);
        if (!split.count[f]) split.part[split.parts] = (Part){.feedback = f}, split.count[f] = ++split.parts;
        split.part[split.count[f] - 1].size++;
    }
    for (uint32_t p = 0, start = 0; p < split.parts; start += split.part[p++].size) split.part[p].start = start;
    for (uint32_t i = 0; i < size; i++)
        split.order[split.part[split.count[answer(set[i], guess)] - 1].start++] = set[i];
    for (Part *part = split.part; part < split.part + split.parts; part++) {
        split.count[part->feedback] = 0, part->start -= part->size;
        part->ends = part->feedback == game.win || is_over(split.order + part->start, part->size);
    }
}

/* What a guess costs in a total without limits, before its parts are counted. */
static Cost base_cost(const Claim *claim, int64_t cost) {
    return (Cost){0, proof.kind == TOTAL ? cost * claim->weight : 0};
}

/* Whether the number of parts alone shows that bounds by size are enough: all others could be the second of a part. */
static bool enough_by_count(const Claim *claim, uint32_t parts, bool wins) {
    Place part = place_of(claim->depth + 1, claim->spent + 1);
    set_units(part, claim->size);
    int64_t won = wins ? at.most_won : 0, losing = parts - wins, others = claim->size - won - losing;
    int64_t next = units.unit[claim->size > 1].total, end = end_cost(part).total;
    if (others < 0 || end >= INFINITE || next >= INFINITE) return false;
    return base_cost(claim, 1).total + won * end + losing * units.unit[0].total + others * next >= claim->bound.total;
}

/* Whether the bounds by size alone show that the guess costs enough. Where it does, this is found early. */
static bool enough_by_size(const Claim *claim, uint32_t guess) {
    static uint32_t *count;
    Place part = place_of(claim->depth + 1, claim->spent + cost_of(guess));
    if (!count) count = take(game.feedbacks, sizeof *count);
    set_units(part, claim->size);
    Cost end = end_cost(part), sum = base_cost(claim, cost_of(guess));
    bool enough = reaches(sum, claim->bound), plain = proof.kind != LOST && !proof.heavy;
    uint32_t i = 0;
    const uint16_t *answers = at.table + guess; /* all that the loop needs in variables of its own: it is a hot one */
    const uint32_t *set = claim->set, size = claim->size, win = game.win;
    const size_t row = game.guesses;
    const Cost *unit = units.unit;
    const int64_t bound = claim->bound.total;
    for (int64_t total = sum.total; plain && i < size && !enough; i++) {
        uint32_t f = answers[set[i] * row];
        total += f == win ? end.total : unit[count[f]++].total;
        enough = total >= bound;
    }
    for (; !plain && i < size && !enough; i++) {
        uint32_t f = answer(set[i], guess);
        sum = plus(sum, times(f == win ? end : unit[count[f]++], proof.weight[set[i]]));
        enough = reaches(sum, claim->bound);
    }
    if (game.feedbacks <= 256) memset(count, 0, game.feedbacks * sizeof *count);
    else while (i-- > 0) count[answer(claim->set[i], guess)] = 0;
    return enough;
}

/* The greatest of what is claimed of a part, or nothing. With a rule, a claim counts if no guesses but those of the
   claim are allowed in the part. */
static Cost claimed(const Claim *above, const Part *part, uint32_t guess, Place place) {
    const uint32_t *set = split.order + part->start;
    Cost best = {0, 0};
    if (!claimed_size[part->size]) return best;
    uint64_t hash = hash_of(set, part->size, place);
    const Claim *claim = claims.slots[mixed(hash) & claims.mask];
    uint32_t count = 0, i;
    for (bool first = true; (claim = about(claim, set, part->size, place, hash)); claim = claim->next, first = false) {
        if (game.rule != FREE && first) count = filter_allowed(above, guess, part->feedback);
        i = 0;
        for (uint32_t j = 0; i < count && j < claim->allowed_count; j++) i += split.allowed[i] == claim->allowed[j];
        if (i == count) best = greater(best, claim->bound);
    }
    return best;
}

/* What all guesses can do in a part. Without a rule this depends on the set alone, and is kept. */
static Best full_best(const Claim *above, const Part *part, uint32_t guess) {
    const uint32_t *set = split.order + part->start;
    const Place anywhere = {0, 0};
    if (game.rule != FREE) {
        uint32_t count = filter_allowed(above, guess, part->feedback);
        return best_of(set, part->size, split.allowed, count);
    }
    uint64_t hash = hash_of(set, part->size, anywhere);
    const Claim *known = about(kept.slots[mixed(hash) & kept.mask], set, part->size, anywhere, hash);
    if (known) return known->best;
    if (!at.bits && ordered_for != above) order_guesses(above->set, above->size), ordered_for = above;
    Best best = at.bits ? best_by_bits(set, part->size) : best_of(set, part->size, NULL, game.guesses);
    size_t bytes = part->size * sizeof *set;
    if (kept.count < 4 * kept.mask && memory_used + bytes + sizeof(Claim) < memory_limit / 4 * 3) {
        Claim *entry = take(1, sizeof(Claim));
        *entry = (Claim){.set = memcpy(take(bytes, 1), set, bytes), .size = part->size, .best = best};
        insert(&kept, entry);
    }
    return best;
}

/* Raises what a part costs, and the sum. */
static void improve(Part *part, Best best, Place place, Cost *sum) {
    Cost bound = bound_by(best, split.order + part->start, part->size, place);
    if (reaches(part->cost, bound)) return;
    if (bound.total >= INFINITE) *sum = bound;
    else sum->lost += bound.lost - part->cost.lost, sum->total += bound.total - part->cost.total;
    part->cost = bound;
}

/* Whether the bound by parts may be above what is known of a part: a guess that wins may settle it. */
static bool is_promising(const Part *part, Place place) {
    Best best = part->best;
    best.other = 0;
    return !winners_known(part->size) ||
           !reaches(part->cost, bound_by(best, split.order + part->start, part->size, place));
}

/* Whether bounds by parts raise the sum to what is claimed: at first those that take little work. */
static bool enough_by_parts(const Claim *claim, uint32_t guess, Place place, Cost sum) {
    Part *end = split.part + split.parts;
    for (Part *part = split.part; part < end && !reaches(sum, claim->bound); part++) {
        if (part->ends) continue;
        part->best = quick_best(split.order + part->start, part->size);
        improve(part, part->best, place, &sum);
    }
    for (Part *part = split.part; part < end && !reaches(sum, claim->bound); part++)
        if (!part->ends && is_promising(part, place)) improve(part, full_best(claim, part, guess), place, &sum);
    return reaches(sum, claim->bound);
}

/* Whether a guess costs at least what is claimed; so does one that neither splits the set nor wins, unless it is the
   first guess that was asked for. */
static bool costs_enough(const Claim *claim, uint32_t guess) {
    if (has_units() && enough_by_size(claim, guess)) return true;
    split_set(claim->set, claim->size, guess);
    if (split.parts == 1 && split.part[0].feedback != game.win && (claim->depth || at.first_guess == NONE)) return true;
    Place place = place_of(claim->depth + 1, claim->spent + cost_of(guess));
    Cost sum = base_cost(claim, cost_of(guess)), end = end_cost(place);
    for (Part *part = split.part; part < split.part + split.parts; part++) {
        const uint32_t *set = split.order + part->start;
        if (!part->ends) part->cost = size_bound(set, part->size, place);
        for (uint32_t i = 0; i < part->size && part->ends; i++)
            part->cost = plus(part->cost, times(end, proof.weight[set[i]]));
        /* a part that is the whole set has no claim but this one, which must not prove itself */
        if (!part->ends && part->size < claim->size)
            part->cost = greater(part->cost, claimed(claim, part, guess, place));
        sum = plus(sum, part->cost);
    }
    return enough_by_parts(claim, guess, place, sum);
}

/* Checks that a claim holds: every allowed guess that splits its set, or wins against one of it, costs its bound. */
static void check_claim(const Claim *claim, size_t number) {
    uint32_t path[2] = {0, 0}, count = game.rule == FREE ? game.guesses : claim->allowed_count, line = NONE;
    if (claim->depth == 2) path[0] = claim->parent->guess;
    if (claim->depth == 1 || claim->depth == 2) path[claim->depth - 1] = claim->guess;
    const uint8_t *lowest = lowest_of_orbits(path, claim->depth);
    bool only_first = claim->depth == 0 && at.first_guess != NONE, wins;
    bool by_count = at.bits && !game.identify && !proof.heavy && proof.kind <= WITHIN;
    uint64_t seen[8], parts[8];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t guess = game.rule == FREE ? i : claim->allowed[i];
        if (only_first ? guess != at.first_guess : lowest && !lowest[guess]) continue;
        if (at.consistent) count_parts(claim->set, claim->size, guess, 0, &wins);
        if (at.consistent && !wins && !only_first) continue;
        if (by_count && guess / 32 != line) collect(claim->set, claim->size, (line = guess / 32) * 8, seen, parts);
        if (by_count) {
            uint32_t parts_of_guess = collected(seen, parts, guess, &wins);
            if (enough_by_count(claim, parts_of_guess, wins)) continue;
        }
        if (!costs_enough(claim, guess))
            fail("claim %zu does not hold: the guess '%s' may cost less", number, show(game.guess[guess]));
        check_time();
    }
}

static Cost bound_in(const Value *value) {
    int type = proof.kind == NOTHING ? NOT_GIVEN : proof.kind == LOST ? ARRAY : NUMBER;
    typed(value, type, "bound");
    if (type != ARRAY) return (Cost){0, type == NUMBER ? value->number : INFINITE};
    if (value->count != 2) fail("a bound is no pair");
    return (Cost){typed(&value->items[0], NUMBER, "bound")->number, typed(&value->items[1], NUMBER, "bound")->number};
}

/* Keeps the set of a claim and, with a rule, the first guesses of *split.allowed*. */
static void finish_claim(Claim *claim, const uint32_t *set, uint32_t size, uint32_t allowed) {
    claim->set = memcpy(take(size, sizeof *set), set, size * sizeof *set), claim->size = size;
    claim->allowed = memcpy(take(allowed, sizeof(uint32_t)), split.allowed, allowed * sizeof(uint32_t));
    claim->allowed_count = allowed, claim->weight = weight_of(set, size);
    claim->place = place_of(claim->depth, claim->spent);
    claimed_size[size] = true;
    insert(&claims, claim);
    check_time();
}

static void first_claim(Claim *claim) {
    uint32_t count = 0, r;
    for (uint32_t c = 0; c < at.size; c++) split.order[c] = c;
    for (uint32_t g = 0; g < game.guesses && game.rule != FREE; g++) {
        for (r = 0; r < at.rows && allows(at.history[r].guess, at.history[r].feedback, g); r++) continue;
        if (r == at.rows) split.allowed[count++] = g;
    }
    finish_claim(claim, split.order, at.size, count);
}

/* The claim about the part of the set of *parent* that answers a guess with a feedback. */
static void next_claim(Claim *claim, Claim *parent, uint32_t guess, uint32_t feedback, size_t number) {
    *claim = (Claim){.parent = parent, .guess = guess, .depth = parent->depth + 1, .bound = claim->bound,
                     .spent = parent->spent + cost_of(guess)};
    bool wins, allowed = game.rule == FREE;
    for (uint32_t i = 0; i < parent->allowed_count && !allowed; i++) allowed = parent->allowed[i] == guess;
    count_parts(parent->set, parent->size, guess, 0, &wins);
    if (!allowed || (at.consistent && !wins)) fail("the guess of claim %zu is not allowed", number);
    uint32_t p = 0;
    split_set(parent->set, parent->size, guess);
    while (p < split.parts && split.part[p].feedback != feedback) p++;
    if (p == split.parts || split.parts == 1) fail("the set of claim %zu is empty or that of its parent", number);
    uint32_t count = filter_allowed(parent, guess, feedback);
    finish_claim(claim, split.order + split.part[p].start, split.part[p].size, count);
}

/* Checks all claims of a proof whose kind and limits are set; the first must have this bound. Returns their number. */
static size_t check_proof(const Value *given, Cost needed) {
    size_t count = get(given, "bound", ARRAY)->count;
    const Value *parent = column_of(given, "parent", count, ARRAY), *guess = column_of(given, "guess", count, ARRAY);
    const Value *feedback = column_of(given, "feedback", count, ARRAY);
    const Value *bound = column_of(given, "bound", count, ARRAY);
    proof.heavy = at.heavy && proof.kind != NOTHING && proof.kind != FEWEST;
    proof.weight = proof.heavy ? at.weight : at.one, units.size = 0;
    split.order = take(at.size, sizeof(uint32_t)), split.count = take(game.feedbacks, sizeof(uint32_t));
    split.allowed = take(game.guesses, sizeof(uint32_t)), split.part = take(game.feedbacks, sizeof(Part));
    claims = new_claims(count), claimed_size = take(at.size + (size_t)1, sizeof(bool));
    if (!kept.slots) kept = new_claims(1u << 21);
    Claim *all = take(count, sizeof(Claim));
    typed(&parent->items[0], NOT_GIVEN, "parent"), typed(&guess->items[0], NOT_GIVEN, "guess");
    typed(&feedback->items[0], NOT_GIVEN, "feedback");
    for (size_t i = 0; i < count; i++) {
        all[i].bound = bound_in(&bound->items[i]);
        int64_t above = i ? typed(&parent->items[i], NUMBER, "parent")->number : -1;
        if (above >= (int64_t)i) fail("the parent of claim %zu is no earlier claim", i);
        if (i) next_claim(&all[i], &all[above], guess_in(&guess->items[i], "guess"),
                          feedback_in(&feedback->items[i], "feedback"), i);
        else first_claim(all);
    }
    if (all[0].bound.lost != needed.lost || all[0].bound.total != needed.total)
        fail("a proof begins with another bound than the statement needs");
    for (size_t i = 0; i < count; i++) check_claim(&all[i], i);
    return count;
}

/* ---- Statements ---- */

static struct { const Value *list; size_t next, claims; } proofs;

static const Value *next_proof(void) {
    if (proofs.next == proofs.list->count) fail("a proof is missing");
    return typed(&proofs.list->items[proofs.next], OBJECT, "proofs");
}

/* Checks that the next proof shows that nothing within *limit* and *budget* costs less than *needed*. A proof without a
   limit shows more; but that nothing is within limits needs one of them. */
static void prove(Kind kind, int64_t limit, int64_t budget, Cost needed) {
    const Value *given = next_proof();
    if (!game.cost && member(given, literal("cost_limit"))) fail("a proof has a cost limit, and the game no costs");
    check_known(given, " limit cost_limit parent guess feedback bound ", "a proof");
    proofs.next++, proof.kind = kind, proof.limit = number_or(given, "limit", ENDLESS);
    proof.budget = game.cost ? number_or(given, "cost_limit", ENDLESS) : ENDLESS;
    bool endless = proof.limit == ENDLESS && proof.budget == ENDLESS;
    bool exact = kind == FEWEST || kind == LOST || (kind == NOTHING && endless);
    if (proof.limit != limit && (exact || proof.limit != ENDLESS)) fail("a proof has a wrong limit");
    if (proof.budget != budget && (exact || proof.budget != ENDLESS)) fail("a proof has a wrong cost limit");
    if (kind == WITHIN && endless) proof.kind = TOTAL;
    proofs.claims += check_proof(given, needed);
}

static void prove_lost(void) {
    const Value *bound = get(next_proof(), "bound", ARRAY);
    bool weightless = at.weight[at.size - 1] == 0; /* the lightest is the last: to lose it may help the others */
    if (bound->count && bound->items[0].type == ARRAY) {
        if (at.limit == ENDLESS) fail("to lose less needs a limit");
        prove(LOST, at.limit, ENDLESS, (Cost){figures.lost_weight, figures.total});
    } else {
        if (figures.lost) fail("a tree that loses something is proven as a total");
        prove(WITHIN, weightless ? ENDLESS : at.limit, ENDLESS, (Cost){0, figures.total});
    }
}

/* Proves what the objective says of the tree, and writes it. */
static void check_statements(Text objective, char *said, size_t room) {
    const Cost total = {0, figures.total}, never = {0, INFINITE};
    bool mean = is(objective, "mean"), worst = is(objective, "worst"), both = is(objective, "worst,mean");
    bool at_worst = is(objective, "at-worst"), lost = is(objective, "lost");
    bool least = at_worst && number_or(document, "max_guesses", ENDLESS) == ENDLESS && game.rows == ENDLESS;
    if (!mean && !worst && !both && !at_worst && !lost) fail("the objective '%s' is unknown", show(objective));
    if (game.cost && (at_worst || lost)) fail("there are no certificates of '%s' with costs", show(objective));
    if (!tree.guess && (lost || at.limit == ENDLESS)) fail("no tree: there must be a limit, and nothing lost");
    if (figures.lost && !lost) fail("the tree loses secrets");
    if (least && figures.worst != at.limit) fail("'limit' is not the worst of the tree");
    if (!tree.guess) {
        prove(NOTHING, at.limit, ENDLESS, never);
        snprintf(said, room, "no strategy finds every secret within %" PRId64 " guesses", at.limit);
        return;
    }
    if ((worst || both || least) && game.cost) prove(NOTHING, at.limit, figures.worst - 1, never);
    else if ((worst || both || least) && figures.worst > 1) prove(NOTHING, figures.worst - 1, ENDLESS, never);
    if (mean) prove(WITHIN, at.limit, ENDLESS, total);
    if (both) prove(WITHIN, game.cost ? at.limit : figures.worst, game.cost ? figures.worst : ENDLESS, total);
    if (lost) prove_lost();
    int64_t last = at_worst && (int64_t)figures.most == at.limit ? figures.found[at.limit - 1] : 0;
    if (at_worst) prove(FEWEST, at.limit, ENDLESS, (Cost){0, last});
    const char *within = at.limit == ENDLESS ? "" : " within the limit";
    int used = snprintf(said, room, "no strategy%s ", within);
    said += used, room -= (size_t)used;
    if (mean) snprintf(said, room, "has a lower total than %" PRId64, total.total);
    if (worst) snprintf(said, room, "has a lower worst than %" PRId64, figures.worst);
    if (both) snprintf(said, room, "has a lower worst than %" PRId64 ", and none with it a lower total than %" PRId64,
                       figures.worst, total.total);
    if (at_worst) snprintf(said, room, "leaves fewer than %" PRId64 " secrets to guess %" PRId64, last, at.limit);
    if (lost) snprintf(said, room, "loses less weight than %" PRId64 ", and none that loses so little has a lower "
                       "total than %" PRId64, figures.lost_weight, total.total);
}

/* ---- The file ---- */

/* The last 87 bytes hold the SHA-256 of all bytes before them. */
static Value read_document(Text name) {
    Text bytes = read_file(name);
    if (bytes.size < 87) fail("is too short");
    const char *end = bytes.at + bytes.size - 87;
    if (memcmp(end, ",\"checksum\":\"sha256:", 20) != 0 || memcmp(end + 84, "\"}\n", 3) != 0)
        fail("does not end with a checksum");
    if (!same(sha256((Text){bytes.at, bytes.size - 87}), (Text){end + 20, 64})) fail("is damaged: a wrong checksum");
    json.at = (char *)bytes.at;
    Value value = parse_value(0);
    json.at += strspn(json.at, " \n\r\t");
    if (json.at != bytes.at + bytes.size) fail("has something after its end");
    return value;
}

/* Compares a list of pairs with the texts or numbers that the game has for its codes. */
static void check_pairs(const Value *list, const Text *codes, uint32_t count, const Text *texts, const int64_t *numbers,
                        const char *what) {
    if (list->count != count) fail("'%s' has not %" PRIu32 " items", what, count);
    for (uint32_t i = 0; i < count; i++) {
        const Value *pair = pair_in(list, i, texts ? STRING : NUMBER, what);
        bool right = texts ? same(text_in(&pair[1]), texts[i]) : pair[1].number == numbers[i];
        if (!same(text_in(&pair[0]), codes[i]) || !right) fail("item %" PRIu32 " of '%s' is wrong", i, what);
    }
}

/* Pairs for guesses that win against exactly one secret, which has another text; files without a tree may have none. */
static void check_secret_names(bool tree_given) {
    const Value *given = get(document, "secret_names", ARRAY);
    Text *guesses = take(game.guesses, sizeof(Text)), *secrets = take(game.guesses, sizeof(Text));
    uint32_t count = 0;
    for (uint32_t g = 0; g < game.guesses && game.family == TABLE && !game.identify; g++) {
        uint32_t won = 0, which = 0;
        for (uint32_t s = 0; s < game.secrets; s++) if (score(g, s) == game.win) won++, which = s;
        if (won == 1 && !same(game.guess[g], game.secret[which]))
            guesses[count] = game.guess[g], secrets[count++] = game.secret[which];
    }
    if (tree_given || given->count) check_pairs(given, guesses, count, secrets, NULL, "secret_names");
}

static void check_members(bool tree_given) {
    static const char *const RULES[] = {"free", "hard", "strict"};
    char unit[40] = "1";
    if (!is(text_in(get(document, "goal", STRING)), game.identify ? "identify" : "hit")) fail("'goal' is wrong");
    if (!is(text_in(get(document, "rule", STRING)), RULES[game.rule])) fail("'rule' is not that of the game");
    const Value *labels = get(document, "labels", ARRAY | OR_NULL), *costs = get(document, "costs", OBJECT | OR_NULL);
    if ((labels->type == ARRAY) != !!game.label || (costs->type == OBJECT) != !!game.cost)
        fail("'labels' or 'costs' is null, or is not");
    if (game.label) check_pairs(labels, game.secret, game.secrets, game.label, NULL, "labels");
    if (game.cost) {
        check_known(costs, " unit of ", "'costs'");
        if (game.unit > 1) sprintf(unit, "1/%" PRId64, game.unit);
        if (!is(text_in(get(costs, "unit", STRING)), unit)) fail("'costs' has not the unit %s", unit);
        check_pairs(get(costs, "of", ARRAY), game.guess, game.guesses, NULL, game.cost, "costs");
    }
    check_secret_names(tree_given);
    const Value *feedbacks = get(document, "feedbacks", ARRAY);
    for (size_t i = 0; i < feedbacks->count; i++) typed(&feedbacks->items[i], STRING, "feedbacks");
}

static void check(void) {
    char said[400];
    Text format = text_in(get(document, "format", STRING)), text = text_in(get(document, "game", STRING));
    bool certificate = is(format, "bestguess.certificate");
    if (!certificate && !is(format, "bestguess.tree")) fail("'format' is unknown");
    if (get(document, "format_version", NUMBER)->number != 2) fail("'format_version' is not 2");
    check_known(document, certificate ? MEMBERS " proofs " : MEMBERS " ", "the file");
    get(document, "version", STRING), get(document, "strategy", STRING | OR_NULL);
    if (member(document, literal("command"))) get(document, "command", STRING);
    const Value *nodes = get(document, "nodes", certificate ? OBJECT | OR_NULL : OBJECT);
    const Value *objective = get(document, "objective", certificate ? STRING : NOT_GIVEN);
    bool tree_given = nodes->type == OBJECT;
    get(document, "figures", tree_given ? OBJECT : NOT_GIVEN);
    make_game(text);
    make_position(tree_given, objective);
    check_members(tree_given);
    if (tree_given) check_tree(nodes);
    snprintf(said, sizeof said, "%" PRIu32 " secrets, total %" PRId64 ", worst %" PRId64 ", at worst %" PRId64
             ", lost %" PRId64, at.size, figures.total, figures.worst, figures.at_worst, figures.lost);
    if (certificate) {
        proofs.list = get(document, "proofs", ARRAY);
        check_statements(text_in(objective), said, sizeof said);
        if (proofs.next != proofs.list->count) fail("there are more proofs than statements");
    }
    printf("%s: holds: %s: %s", show(literal(checked_file)), show(text), said);
    if (at.rows) printf(", after %" PRIu32 " row%s", at.rows, at.rows == 1 ? "" : "s");
    if (at.first_guess != NONE) printf(", beginning with %s", show(game.guess[at.first_guess]));
    if (at.consistent) printf(", with consistent guesses only");
    if (certificate) printf(", proven by %zu claim%s", proofs.claims, proofs.claims == 1 ? "" : "s");
    putchar('\n');
}

static int wrong_use(const char *what) {
    fprintf(stderr, "bgcheck: %s\nuse: bgcheck FILE [--table F] [--secrets F] [--guesses F] [--without F] "
                    "[--memory-limit MB] [--time-limit S]\n", what);
    return 2;
}

int main(int count, char **words) {
    static const char *const NAMES[] = {"--table",   "--secrets",      "--guesses",
                                        "--without", "--memory-limit", "--time-limit"};
    const char *memory = "4096", *seconds = "3600", *file = NULL;
    const char **values[] = {&given_table, &given_secrets, &given_guesses, &given_without, &memory, &seconds};
    for (int i = 1, n; i < count; i++) {
        for (n = 0; n < 6 && strcmp(words[i], NAMES[n]) != 0; n++) continue;
        if (n < 6 && ++i < count) *values[n] = words[i];
        else if (n < 6 || file || words[i][0] == '-') return wrong_use("expected one file, and options with values");
        else file = words[i];
    }
    char *end, *seconds_end;
    unsigned long long megabytes = strtoull(memory, &end, 10);
    time_limit = strtod(seconds, &seconds_end);
    if (!file) return wrong_use("expected a file");
    if (*end || !isdigit((unsigned char)*memory) || !megabytes || megabytes > SIZE_MAX >> 21)
        return wrong_use("expected a memory limit in MB");
    if (*seconds_end || seconds_end == seconds || !(time_limit >= 0)) return wrong_use("expected a time limit");
    memory_limit = (size_t)megabytes << 20, checked_file = file;
    Value value = read_document(literal(file));
    document = typed(&value, OBJECT, "file");
    check();
    return 0;
}
