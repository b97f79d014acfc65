/* bgcheck checks trees and certificates of bestguess: files of format 2, which docs/certificates.md defines.

   Build: cc -O2 -std=c11 -Wall -Wextra -o bgcheck bgcheck.c
   Use:   bgcheck FILE [--table F] [--secrets F] [--guesses F] [--without F]

   It prints one line: what was proven (exit status 0), or what is wrong (exit status 2).

   This program shares no code with bestguess. It was written from docs/certificates.md alone; read both side by
   side. Comments use the letters of that page: c(j), e, m, b, p, q, H, F, L, h, j, x.
   The sections, and the headings of that page that they follow:

     1. Texts and memory                     -
     2. Files and characters                 The file; White space in files of games
     3. SHA-256                              The file
     4. JSON                                 The file
     5. Members                              Members
     6. The text of a game                   The games
     7. Numbers in files of games            The games
     8. Pegs, pairs, numbers and balances    The games
     9. Lists of words                       Lists of words; White space in files of games
    10. Tables                               Tables; White space in files of games
    11. From the text to the game            The games
    12. Feedback                             The games
    13. Rules                                The rules
    14. The position                         Members: history, first_guess, limit
    15. The tree                             The tree
    16. Costs of candidates                  What candidates cost
    17. Claims and parts                     Proofs
    18. Bounds by size                       Bounds: size, goals hit and identify
    19. Bounds by parts                      Bounds: parts, goals hit and identify
    20. The cost of a guess                  When a claim holds
    21. Orbits of guesses                    Symmetries: orbits
    22. Exchanges and images                 Symmetries: exchanges; Images
    23. Proofs                               Proofs
    24. Statements                           What a certificate says
    25. The whole file                       Members; The file

   For an overview, begin with main() and check_document() at the end.

   The program makes one check and exits. So the game, the position and the proof are global variables, and
   memory is never freed. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX                      /* no guess, no feedback, no text, no character */
#define NUMBERS_END ((int64_t)1 << 50)       /* all numbers of a file are below this */
#define MAX_WEIGHT ((int64_t)1 << 31)        /* the weights of a game add up to this at most */
#define MAX_TABLE_BYTES ((size_t)4096 << 20) /* for the tables of feedbacks: 4096 MB */
#define INFINITE ((int64_t)1 << 60)          /* an infinite cost; two of them can be added without overflow */
#define NO_LIMIT INT64_MAX
#define DIGITS "0123456789"

/* Limits of this checker; see the section "A checker in C" of the page. */
enum {
    MAX_PEGS = 8,
    MAX_SYMBOLS = 16,
    MAX_PLACES = 10, /* pegs, or letters of a word */
    MAX_COINS = 26,
    MAX_CODES = 1 << 22,
    MAX_ROWS = 10000, /* of a history; also the depth of a tree */
    MAX_ARGUMENTS = 16,
    MAX_FILE_BYTES = 1 << 30,
    MAX_CELL_CHARACTERS = 1 << 17
};

/* ==== 1. Texts and memory ====

   Helpers for messages, memory and lists of texts. The page has no such section. */

static const char *checked_file = "bgcheck";

/* Return the text with everything escaped that is not printable ASCII, so that no file can forge a line of
   output. A result stays valid for five more calls, which is enough for one message. */
static const char *printable(const char *text) {
    enum { BUFFERS = 6, MAX_LENGTH = 320 };

    static char buffers[BUFFERS][MAX_LENGTH + 80];
    static int turn;
    char *buffer = buffers[turn];
    turn = (turn + 1) % BUFFERS;
    char *out = buffer;
    for (; *text && out - buffer < MAX_LENGTH; text++) {
        bool plain = *text >= 32 && *text < 127 && *text != '\\';
        out += sprintf(out, plain ? "%c" : "\\x%02x", (unsigned char)*text);
    }
    strcpy(out, *text ? "..." : "");
    return buffer;
}

/* Print why the file is refused, and exit. */
_Noreturn static void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s: ", printable(checked_file));
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(2);
}

static bool equal(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static void *check_memory(void *block) {
    if (!block)
        fail("there is not enough memory");
    return block;
}

/* Return memory for *count* items, filled with zeros. */
static void *allocate(size_t count, size_t size) {
    if (count == 0)
        count = 1; /* calloc may return NULL for 0 items, which is not an error */
    return check_memory(calloc(count, size));
}

#define ALLOCATE(count, type) ((type *)allocate(count, sizeof(type)))

static char *copy_text(const char *text) {
    char *copy = ALLOCATE(strlen(text) + 1, char);
    return strcpy(copy, text);
}

/* Return *array* with room for one more item than *count*. An array that only this function has enlarged has
   room for a power of two of items, so it is full when *count* is 0 or a power of two. */
static void *grow(void *array, size_t count, size_t size) {
    bool full = (count & (count - 1)) == 0;
    if (!full)
        return array;
    size_t room = count ? 2 * count : 1;
    if (room > SIZE_MAX / 2 / size)
        return check_memory(NULL);
    return check_memory(realloc(array, room * size));
}

/* Return a number that looks random: splitmix64. */
static uint64_t mix_bits(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A list of different texts, with a hash table to find the place of a text. */
typedef struct {
    char **text;
    uint32_t count;
    uint32_t *slots;   /* place + 1 of a text; 0: this slot is free */
    size_t slot_count; /* a power of two */
} TextList;

/* Return the slot that has the text, or the free slot where it belongs. */
static uint32_t *slot_of(const TextList *list, const char *text) {
    uint64_t hash = 0;
    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211u;
    size_t slot = mix_bits(hash) & (list->slot_count - 1);
    while (list->slots[slot] && !equal(list->text[list->slots[slot] - 1], text))
        slot = (slot + 1) & (list->slot_count - 1);
    return &list->slots[slot];
}

/* Return the place of a text, or NONE. */
static uint32_t find_text(const TextList *list, const char *text) {
    if (list->slot_count == 0)
        return NONE;
    return *slot_of(list, text) - 1; /* a free slot has 0, and 0 - 1 is NONE */
}

static void double_slots(TextList *list) {
    list->slot_count = list->slot_count ? 2 * list->slot_count : 16;
    list->slots = ALLOCATE(list->slot_count, uint32_t);
    for (uint32_t place = 0; place < list->count; place++)
        *slot_of(list, list->text[place]) = place + 1;
}

/* Return the place of a text; append it if it is not there. The list keeps the pointer, not a copy. */
static uint32_t add_text(TextList *list, char *text) {
    if (2 * (size_t)list->count >= list->slot_count)
        double_slots(list); /* at least half of the slots stay free */
    uint32_t *slot = slot_of(list, text);
    if (*slot)
        return *slot - 1;
    list->text = grow(list->text, list->count, sizeof *list->text);
    list->text[list->count] = text;
    list->count++;
    *slot = list->count;
    return list->count - 1;
}

/* Append a guess or a secret; refuse one that is there already, or one too many. */
static void add_code_text(TextList *list, char *text) {
    uint32_t count = list->count;
    if (add_text(list, text) != count)
        fail("the guess or secret '%s' is there twice", printable(text));
    if (count >= MAX_CODES)
        fail("the game has more than %d guesses, too many for this checker", MAX_CODES);
}

/* ==== 2. Files and characters ====

   Follows "The file" and "White space in files of games": every file is UTF-8 without U+0000. */

/* Return the character (code point) at *at*, and move *at* past it. Return NONE if this is not UTF-8 in its
   shortest form. A zero byte follows the text, so a character that is cut off is not read beyond it. */
static uint32_t read_character(const char **at) {
    uint32_t first = (unsigned char)**at;
    (*at)++;
    if (first < 0x80)
        return first;
    if (first < 0xC2 || first >= 0xF5)
        return NONE;
    uint32_t more = 1; /* how many bytes follow the first */
    if (first >= 0xE0)
        more = 2;
    if (first >= 0xF0)
        more = 3;
    uint32_t character = first & (0x3Fu >> more);
    for (uint32_t i = 0; i < more; i++) {
        if ((**at & 0xC0) != 0x80)
            return NONE;
        character = character << 6 | (**at & 0x3F);
        (*at)++;
    }
    bool too_long = (more == 2 && character < 0x800) || (more == 3 && character < 0x10000);
    bool surrogate = character >= 0xD800 && character < 0xE000;
    if (too_long || surrogate || character > 0x10FFFF)
        return NONE;
    return character;
}

/* Write a character as UTF-8, and return the address after it. */
static char *write_character(char *out, uint32_t character) {
    if (character < 0x80) {
        *out = (char)character;
        return out + 1;
    }
    int more = 1; /* how many bytes follow the first */
    if (character >= 0x800)
        more = 2;
    if (character >= 0x10000)
        more = 3;
    uint32_t marker = 0xF0u << (3 - more) & 0xFF; /* 110xxxxx, 1110xxxx or 11110xxx */
    *out = (char)(marker | character >> 6 * more);
    out++;
    while (more > 0) {
        more--;
        *out = (char)(0x80 | (character >> 6 * more & 0x3F));
        out++;
    }
    return out;
}

/* Whether this byte continues a character of UTF-8. */
static bool is_continuation(char byte) {
    return (byte & 0xC0) == 0x80;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
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

/* Remove the spaces and tabs around a text. Refuse other white space there: readers in other languages might
   strip it, and would then read another game. */
static char *strip(char *text) {
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
    while (is_continuation(*last))
        last--;
    uint32_t ends[2] = {read_character(&first), read_character(&last)};
    for (int i = 0; i < 2; i++)
        if (ends[i] == '\n' || ends[i] == '\r' || is_odd_space(ends[i]))
            fail("expected only spaces and tabs around a text, got '%s'", printable(text));
    return text;
}

/* Open a file under its name or, if *may_be_beside*, in the folder of the file that is checked. */
static FILE *open_file(const char *name, bool may_be_beside) {
    FILE *file = fopen(name, "rb");
    if (file || !may_be_beside) {
        if (!file)
            fail("cannot open '%s'", printable(name));
        return file;
    }
    const char *folder_end = strrchr(checked_file, '/');
    int folder_length = folder_end ? (int)(folder_end + 1 - checked_file) : 0;
    const char *last_slash = strrchr(name, '/');
    const char *bare_name = last_slash ? last_slash + 1 : name;
    char *path = ALLOCATE(strlen(checked_file) + strlen(name) + 1, char);
    sprintf(path, "%.*s%s", folder_length, checked_file, bare_name);
    file = fopen(path, "rb");
    if (!file)
        fail("cannot open '%s'; give its path with --table, --secrets, --guesses or --without",
             printable(name));
    return file;
}

/* Return the bytes of a file, which must be UTF-8 without U+0000. A zero byte follows them. U+0000 is refused
   while reading, so that a device such as /dev/zero is not read forever. */
static char *read_file(const char *name, bool may_be_beside, size_t *size) {
    FILE *file = open_file(name, may_be_beside);
    char *bytes = NULL;
    *size = 0;
    for (int byte = getc(file); byte != EOF; byte = getc(file)) {
        if (byte == 0)
            fail("'%s' is not UTF-8, or has a U+0000", printable(name));
        if (*size == MAX_FILE_BYTES)
            fail("'%s' has more than %d bytes, too many for this checker", printable(name), MAX_FILE_BYTES);
        bytes = grow(bytes, *size, 1);
        bytes[*size] = (char)byte;
        (*size)++;
    }
    if (ferror(file))
        fail("cannot read '%s'", printable(name));
    fclose(file);
    bytes = grow(bytes, *size, 1);
    bytes[*size] = 0;
    const char *at = bytes;
    while (at < bytes + *size)
        if (read_character(&at) == NONE)
            fail("'%s' is not UTF-8, or has a U+0000", printable(name));
    return bytes;
}

/* ==== 3. SHA-256 ====

   The checksum of "The file", as FIPS 180-4 defines it. Variables have the letters of that standard. */

static const uint32_t ROUND_CONSTANTS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate_right(uint32_t x, int bits) {
    return x >> bits | x << (32 - bits);
}

/* Fill *w* with the 16 words of a block, and 48 more that follow from them. */
static void schedule_words(const unsigned char block[64], uint32_t w[64]) {
    memset(w, 0, 64 * sizeof *w);
    for (int i = 0; i < 64; i++)
        w[i / 4] = w[i / 4] << 8 | block[i];
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotate_right(w[i - 15], 7) ^ rotate_right(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotate_right(w[i - 2], 17) ^ rotate_right(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

/* Mix one block into the state. The eight numbers of *v* are a, b, c, d, e, f, g, h. */
static void hash_block(uint32_t state[8], const unsigned char block[64]) {
    uint32_t w[64];
    uint32_t v[8];
    schedule_words(block, w);
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t s0 = rotate_right(v[0], 2) ^ rotate_right(v[0], 13) ^ rotate_right(v[0], 22);
        uint32_t s1 = rotate_right(v[4], 6) ^ rotate_right(v[4], 11) ^ rotate_right(v[4], 25);
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t t1 = v[7] + s1 + choice + ROUND_CONSTANTS[i] + w[i];
        uint32_t t2 = s0 + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

/* Return the SHA-256 of some bytes, in 64 hexadecimal digits. The next call overwrites them. */
static const char *sha256(const char *bytes, size_t size) {
    static char digits[65];
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    size_t rest = size % 64;
    size_t whole = size - rest;
    for (size_t start = 0; start < whole; start += 64)
        hash_block(state, (const unsigned char *)bytes + start);
    /* The last one or two blocks: the rest of the bytes, 0x80, zeros, and the size in bits in eight bytes. */
    unsigned char last[128] = {0};
    size_t last_size = rest < 56 ? 64 : 128;
    memcpy(last, bytes + whole, rest);
    last[rest] = 0x80;
    for (size_t i = 0; i < 8; i++)
        last[last_size - 1 - i] = (unsigned char)((uint64_t)size * 8 >> 8 * i);
    for (size_t start = 0; start < last_size; start += 64)
        hash_block(state, last + start);
    for (int i = 0; i < 8; i++)
        sprintf(digits + 8 * i, "%08" PRIx32, state[i]);
    return digits;
}

/* ==== 4. JSON ====

   Reads one JSON value, as strictly as "The file" requires: no duplicate members, and only integers below
   2^50. */

/* Types of values. OR_NULL is added to one of them where null is also allowed. */
enum { NULL_VALUE, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT, OR_NULL = 8 };

typedef struct Value {
    int type;
    size_t count; /* of items */

    union {
        int64_t number; /* of a boolean: 0 or 1 */
        char *text;
        struct Value *items; /* of an object: name, value, name, value, ... */
    };
} Value;

static char *json; /* the part of the file that is not read yet */

/* Parse a decimal number without leading zeros; refuse anything else. */
static int64_t parse_number(const char *text, int64_t least, int64_t most) {
    size_t size = strspn(text, DIGITS);
    bool valid = size >= 1 && size <= 16 && !text[size] && (text[0] != '0' || size == 1);
    int64_t number = valid ? atoll(text) : -1;
    if (number < least || number > most)
        fail("expected a number from %" PRId64 " to %" PRId64 ", got '%s'", least, most, printable(text));
    return number;
}

/* Skip white space, and return the next character, which stays unread. */
static char next_character(void) {
    json += strspn(json, " \n\r\t");
    return *json;
}

static void expect_character(char expected) {
    if (next_character() != expected)
        fail("is not JSON: expected '%c'", expected);
    json++;
}

static uint32_t parse_four_hex_digits(void) {
    char digits[5] = {0};
    for (int i = 0; i < 4; i++) {
        digits[i] = *json;
        if (!isxdigit((unsigned char)digits[i]))
            fail("is not JSON: a bad escape in a string");
        json++;
    }
    return (uint32_t)strtoul(digits, NULL, 16);
}

/* Return the character of an escape whose backslash has been read. Two escapes may be one character
   (surrogates). */
static uint32_t parse_escape(void) {
    static const char *const NAMES = "\"\\/bfnrt";
    static const char *const MEANINGS = "\"\\/\b\f\n\r\t";
    char name = *json;
    const char *known = name ? strchr(NAMES, name) : NULL;
    json++;
    if (known)
        return (unsigned char)MEANINGS[known - NAMES];
    uint32_t character = name == 'u' ? parse_four_hex_digits() : 0;
    uint32_t low = 0;
    if (character >= 0xD800 && character < 0xDC00 && starts_with(json, "\\u")) {
        json += 2;
        low = parse_four_hex_digits();
    }
    if (low >= 0xDC00 && low < 0xE000)
        character = 0x10000 + ((character - 0xD800) << 10 | (low - 0xDC00));
    bool surrogate = character >= 0xD800 && character < 0xE000;
    if (character == 0 || surrogate)
        fail("is not JSON: a bad escape in a string, or a U+0000");
    return character;
}

/* Read a string. It overwrites the bytes of the file: an escape is never shorter than its character. */
static Value parse_string(void) {
    expect_character('"');
    char *start = json;
    char *out = start;
    while (*json != '"') {
        char c = *json;
        if ((unsigned char)c < 32)
            fail("is not JSON: a string has a control character or no end");
        json++;
        if (c == '\\') {
            out = write_character(out, parse_escape());
        } else {
            *out = c;
            out++;
        }
    }
    json++;
    *out = 0;
    return (Value){.type = STRING, .text = start};
}

static Value parse_digits(void) {
    char digits[20] = "";
    for (size_t i = 0; i < 19 && isdigit((unsigned char)*json); i++) {
        digits[i] = *json;
        json++;
    }
    return (Value){.type = NUMBER, .number = parse_number(digits, 0, NUMBERS_END - 1)};
}

static void append_item(Value *list, Value item) {
    list->items = grow(list->items, list->count, sizeof item);
    list->items[list->count] = item;
    list->count++;
}

/* Return the member of an object, or NULL. */
static const Value *find_member(const Value *object, const char *name) {
    for (size_t i = 0; i + 1 < object->count; i += 2)
        if (equal(object->items[i].text, name))
            return &object->items[i + 1];
    return NULL;
}

static void parse_member_name(Value *object) {
    Value name = parse_string();
    if (find_member(object, name.text))
        fail("the member '%s' is given twice", printable(name.text));
    append_item(object, name);
    expect_character(':');
}

static Value parse_value(int depth);

/* Read an array or an object. The limits of depth and members exceed those of the format. They keep a hostile
   file from causing deep recursion, or slow searches for members. */
static Value parse_items(int depth) {
    enum { MAX_DEPTH = 8, MAX_MEMBER_ITEMS = 64 };

    bool is_object = *json == '{';
    char close = is_object ? '}' : ']';
    Value list = {.type = is_object ? OBJECT : ARRAY};
    json++;
    bool more = next_character() != close;
    while (more) {
        if (is_object)
            parse_member_name(&list);
        if (depth > MAX_DEPTH || (is_object && list.count > MAX_MEMBER_ITEMS))
            fail("has too many members, or is nested too deeply");
        append_item(&list, parse_value(depth + 1));
        more = next_character() == ',';
        if (more)
            json++;
    }
    expect_character(close);
    return list;
}

static Value parse_value(int depth) {
    static const struct {
        const char *word;
        Value value;
    } WORDS[] = {{"null", {.type = NULL_VALUE}},
                 {"true", {.type = BOOLEAN, .number = 1}},
                 {"false", {.type = BOOLEAN}}};

    char first = next_character();
    if (first == '"')
        return parse_string();
    if (first == '{' || first == '[')
        return parse_items(depth);
    for (int i = 0; i < 3; i++)
        if (starts_with(json, WORDS[i].word)) {
            json += strlen(WORDS[i].word);
            return WORDS[i].value;
        }
    return parse_digits();
}

/* ==== 5. Members ====

   Access to the members of the file. Refuses members that are missing, unknown or of the wrong type. */

static const Value *document; /* the top-level object of the file */

/* Return the value if it is of this type; *name* is the member that it belongs to. NULL: the member is
   missing. */
static const Value *expect_type(const Value *value, int type, const char *name) {
    static const char *const TYPES[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    const int plain_type = type & ~OR_NULL;
    const bool null_allowed = type & OR_NULL;
    if (!value)
        fail("the member '%s' is missing", name);
    if (value->type == NULL_VALUE && null_allowed)
        return value;
    if (value->type != plain_type)
        fail("expected %s%s in '%s'", TYPES[plain_type], null_allowed ? " or null" : "", name);
    return value;
}

static const Value *get_member(const Value *object, const char *name, int type) {
    return expect_type(find_member(object, name), type, name);
}

static const char *get_text(const Value *object, const char *name) {
    return get_member(object, name, STRING)->text;
}

/* Return a number, or *if_null* where the member is null. */
static int64_t get_number(const Value *object, const char *name, int64_t if_null) {
    const Value *value = get_member(object, name, NUMBER | OR_NULL);
    return value->type == NUMBER ? value->number : if_null;
}

/* Whether a name is one of *names*, each of which has a space before and after it. */
static bool is_one_of(const char *name, const char *names) {
    if (strchr(name, ' '))
        return false;
    size_t size = strlen(name);
    for (const char *space = strchr(names, ' '); space; space = strchr(space + 1, ' '))
        if (strncmp(space + 1, name, size) == 0 && space[1 + size] == ' ')
            return true;
    return false;
}

/* Refuse members that are not among *names*. */
static void refuse_unknown_members(const Value *object, const char *names, const char *where) {
    for (size_t i = 0; i < object->count; i += 2)
        if (!is_one_of(object->items[i].text, names))
            fail("%s has an unknown member '%s'", where, printable(object->items[i].text));
}

/* Return the two items of pair number *i* of a list: a text, and a value of this type. */
static const Value *get_pair(const Value *list, size_t i, int second_type, const char *name) {
    const Value *pair = expect_type(&list->items[i], ARRAY, name);
    if (pair->count != 2)
        fail("expected pairs in '%s'", name);
    expect_type(&pair->items[0], STRING, name);
    expect_type(&pair->items[1], second_type, name);
    return pair->items;
}

/* ==== 6. The text of a game ====

   Follows "The games": splits the text of a game into its arguments, and reads the files that it names. */

typedef enum { PEGS, WORDS, TWOD, NUMBERS, BALANCE, TABLE } Family;

typedef enum { FREE, HARD, STRICT } Rule;

/* The game: what its text and its files say. Guesses, secrets and feedbacks are numbered from 0. */
static struct {
    Family family;
    Rule rule;
    bool identify;    /* the goal is identify, not hit */
    bool only_exact;  /* of pegs: the feedback counts exact pegs only */
    bool distinct;    /* of pegs: no secret repeats a symbol */
    int64_t rows;     /* the number of guesses that the board allows, or NO_LIMIT */
    uint32_t places;  /* of pegs and words: the length of a code */
    uint32_t symbols; /* of pegs: C or D; of twod and numbers: N; of balance: the number of coins */
    uint32_t symbol[MAX_SYMBOLS]; /* of pegs: the characters of the symbols */
    TextList guess;
    TextList secret;
    TextList feedback;
    uint32_t win;   /* the winning feedback; NONE with the goal identify */
    uint16_t *code; /* of pegs: the symbols of each guess, by number; of words: the letters, as characters */
    uint32_t *guess_of;   /* of pegs and words: for each secret the guess with the same text */
    uint32_t (*sides)[2]; /* of balance: the coins on the left and on the right of each guess, as bits */
    uint16_t *cells;      /* of tables: the feedbacks, a row for each guess */
    char **label;         /* of each secret; NULL: the game has no labels */
    int64_t *weight;      /* of each secret; NULL: the game has no weights */
    int64_t *cost;        /* of each guess, in units of 1/unit; NULL: the game has no costs */
    int64_t unit;         /* D: the least common denominator of the costs */
    size_t file_count;    /* how many files of the game have been read */
} game = {.rows = NO_LIMIT, .win = NONE, .unit = 1};

/* Paths from the command line; NULL: not given. */
static const char *table_path;
static const char *secrets_path;
static const char *guesses_path;
static const char *without_path;

/* The arguments of the text of the game. An empty one follows the last one, so there is always a next one. */
static struct {
    char *text[MAX_ARGUMENTS + 1];
    int count;
    int next;            /* the first argument that is not read yet */
    bool name_is_quoted; /* whether the first argument is quoted */
} arguments;

/* Whether quotes may open here, after the *size* characters of *prefix*: at the beginning of a file name (the
   first argument), or after the name of an option whose value is a text. */
static bool may_open_quotes(const char *prefix, size_t size) {
    static const char *const OPTIONS[] = {"win=", "guesses=", "without="};
    bool has_file = game.family == WORDS || game.family == TABLE;
    if (size == 0 && arguments.count == 0 && has_file) {
        arguments.name_is_quoted = true;
        return true;
    }
    for (int i = 0; i < 3; i++)
        if (size == strlen(OPTIONS[i]) && strncmp(prefix, OPTIONS[i], size) == 0)
            return true;
    return false;
}

/* Return the argument at *at*, and move *at* to the comma after it, or to *end*. Within quotes a comma is
   text, and a quote is doubled. */
static char *read_argument(const char **at, const char *end) {
    char *start = ALLOCATE((size_t)(end - *at) + 1, char);
    char *out = start;
    bool quoted = false;
    for (; *at < end && (quoted || **at != ','); (*at)++) {
        char c = **at;
        char next = *at + 1 < end ? (*at)[1] : ','; /* the end counts as a comma */
        if (!quoted && strchr("()[]{}", c))
            fail("the text of the game has a bracket outside quotes");
        if (c != '"') {
            *out = c;
            out++;
        } else if (!quoted && may_open_quotes(start, (size_t)(out - start))) {
            quoted = true;
        } else if (quoted && next == '"') {
            *out = '"';
            out++;
            (*at)++;
        } else if (quoted && next == ',') {
            quoted = false;
        } else {
            fail("the text of the game has a misplaced quote");
        }
    }
    if (quoted)
        fail("quotes in the text of the game are not closed");
    return start;
}

/* Split the text between the brackets of a game at commas outside quotes. */
static void split_arguments(const char *at, const char *end) {
    bool more = true;
    while (more) {
        char *text = read_argument(&at, end);
        if (arguments.count == MAX_ARGUMENTS)
            fail("the text of the game has more than %d arguments", MAX_ARGUMENTS);
        arguments.text[arguments.count] = text;
        arguments.count++;
        more = at < end;
        at++; /* the comma */
    }
    arguments.text[arguments.count] = "";
}

static const char *next_argument(void) {
    return arguments.text[arguments.next];
}

/* If the next argument is *name* and a non-empty value, consume it and return the value. Otherwise return
   NULL. */
static char *read_option(const char *name) {
    char *text = arguments.text[arguments.next];
    char *value = text + strlen(name);
    if (!starts_with(text, name) || !*value)
        return NULL;
    arguments.next++;
    return value;
}

/* Whether the next argument is *text*. If so, consume it. */
static bool read_flag(const char *text) {
    if (!equal(next_argument(), text))
        return false;
    arguments.next++;
    return true;
}

static char *read_needed_argument(void) {
    char *value = read_option("");
    if (!value)
        fail("the text of the game has too few arguments");
    return value;
}

/* Return the bytes of the next file of the game, without a byte-order mark. Its SHA-256 must be the one
   in 'game_files'. *path* is its path from the command line, or NULL. */
static char *read_game_file(const char *name, const char *path) {
    const Value *files = get_member(document, "game_files", ARRAY);
    if (game.file_count == files->count)
        fail("'game_files' lacks '%s'", printable(name));
    const Value *file = expect_type(&files->items[game.file_count], OBJECT, "game_files");
    game.file_count++;
    refuse_unknown_members(file, " name sha256 ", "'game_files'");
    if (!equal(get_text(file, "name"), name))
        fail("expected '%s' in 'game_files', got '%s'", printable(name), printable(get_text(file, "name")));
    size_t size;
    char *bytes = read_file(path ? path : name, !path, &size);
    if (!equal(get_text(file, "sha256"), sha256(bytes, size)))
        fail("the SHA-256 of the file '%s' differs from that in 'game_files'", printable(name));
    return starts_with(bytes, "\xEF\xBB\xBF") ? bytes + 3 : bytes;
}

/* ==== 7. Numbers in files of games ====

   Follows "The games": weights and costs are fractions, which are scaled to integers. */

/* In lowest terms. A denominator of 0: not given. */
typedef struct {
    int64_t numerator;
    int64_t denominator;
} Fraction;

static int64_t greatest_common_divisor(int64_t a, int64_t b) {
    return b ? greatest_common_divisor(b, a % b) : a;
}

/* Parse a fraction: '2', '0.5' or '1/3', with one to nine digits before and after the separator. */
static Fraction parse_fraction(const char *text) {
    size_t digits = strspn(text, DIGITS);
    char separator = text[digits]; /* 0 if nothing follows */
    const char *second_text = separator ? text + digits + 1 : "";
    size_t second_digits = strspn(second_text, DIGITS);
    bool valid = digits >= 1 && digits <= 9;
    if (separator)
        valid = valid && (separator == '.' || separator == '/') && second_digits >= 1 && second_digits <= 9 &&
                !second_text[second_digits];
    int64_t first = valid ? atoll(text) : 0;
    int64_t second = valid && separator ? atoll(second_text) : 0;
    if (!valid || (separator == '/' && second == 0))
        fail("expected a number such as 2, 0.5 or 1/3, got '%s'", printable(text));
    int64_t numerator = first;
    int64_t denominator = 1;
    if (separator == '/')
        denominator = second;
    if (separator == '.') {
        for (size_t i = 0; i < second_digits; i++)
            denominator *= 10;
        numerator = first * denominator + second;
    }
    int64_t common = greatest_common_divisor(numerator, denominator);
    return (Fraction){numerator / common, denominator / common};
}

/* Return the fractions multiplied by their least common denominator, which becomes *unit*. Refuse numbers
   whose sum is above *max_sum*. */
static int64_t *scale_fractions(const Fraction *fractions, size_t count, int64_t *unit, int64_t max_sum) {
    int64_t *numbers = ALLOCATE(count, int64_t);
    *unit = 1;
    for (size_t i = 0; i < count; i++) {
        int64_t denominator = fractions[i].denominator;
        int64_t factor = denominator / greatest_common_divisor(*unit, denominator);
        if (*unit > INT64_MAX / factor)
            fail("the weights or costs have too large a common denominator");
        *unit *= factor;
    }
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t numerator = fractions[i].numerator;
        int64_t factor = *unit / fractions[i].denominator;
        if (numerator && factor > (max_sum - sum) / numerator)
            fail("the weights or costs are too large");
        numbers[i] = numerator * factor;
        sum += numbers[i];
    }
    return numbers;
}

/* ==== 8. Pegs, pairs, numbers and balances ====

   Follows "The games": the games that their text alone defines. */

/* Return the symbols or letters of a guess of pegs or words. */
static const uint16_t *code_of(size_t guess) {
    return game.code + guess * game.places;
}

/* Append a guess of pegs or words, which may also be a secret. */
static void add_code(const uint16_t *code, bool is_secret) {
    char text[MAX_PLACES * 4 + 1];
    char *out = text;
    uint32_t guess = game.guess.count;
    uint32_t secret = game.secret.count;
    for (uint32_t place = 0; place < game.places; place++) {
        size_t count = (size_t)guess * game.places + place;
        game.code = grow(game.code, count, sizeof *code);
        game.code[count] = code[place];
        out = write_character(out, game.family == PEGS ? game.symbol[code[place]] : code[place]);
    }
    *out = 0;
    add_code_text(&game.guess, copy_text(text));
    if (!is_secret)
        return;
    game.guess_of = grow(game.guess_of, secret, sizeof guess);
    game.guess_of[secret] = guess;
    add_text(&game.secret, game.guess.text[guess]);
}

/* Append all codes that begin with the first *length* symbols of *code*, in order. *repeats*: whether one of
   these symbols occurs twice. */
static void add_all_codes(uint16_t *code, uint32_t length, bool repeats, bool is_bullscows) {
    if (length == game.places) {
        bool is_secret = !repeats || !game.distinct;
        add_code(code, is_secret);
        return;
    }
    for (uint16_t symbol = 0; symbol < game.symbols; symbol++) {
        bool repeats_now = repeats;
        for (uint32_t place = 0; place < length; place++)
            repeats_now = repeats_now || code[place] == symbol;
        code[length] = symbol;
        if (!repeats_now || !is_bullscows)
            add_all_codes(code, length + 1, repeats_now, is_bullscows);
    }
}

/* Read the characters of the symbols. If they come from an option (*from_option*), there must not be more. */
static void read_symbols(const char *letters, bool from_option) {
    const char *at = letters;
    for (uint32_t s = 0; s < game.symbols; s++) {
        bool valid = *at && !strchr(" \t\r\n,:=\"()[]{}", *at);
        if (valid) {
            game.symbol[s] = read_character(&at);
            valid = game.symbol[s] != NONE && !is_odd_space(game.symbol[s]);
        }
        for (uint32_t other = 0; other < s; other++)
            valid = valid && game.symbol[s] != game.symbol[other];
        if (!valid)
            fail("expected %" PRIu32 " different letters in 'symbols='", game.symbols);
    }
    if (from_option && *at)
        fail("expected %" PRIu32 " different letters in 'symbols='", game.symbols);
}

/* Refuse a game of too many codes before they are listed. */
static void check_peg_count(bool is_bullscows) {
    uint64_t codes = 1;
    for (uint32_t place = 0; place < game.places; place++)
        codes *= is_bullscows ? game.symbols - place : game.symbols;
    if (codes > MAX_CODES)
        fail("the game has more than %d guesses, too many for this checker", MAX_CODES);
}

/* Feedback number 'exact * (P + 1) + misplaced' is the text 'exact.misplaced'; see score_pegs(). */
static void add_peg_feedbacks(void) {
    char text[24];
    for (uint32_t exact = 0; exact <= game.places; exact++) {
        if (game.only_exact) {
            sprintf(text, "%" PRIu32, exact);
            add_text(&game.feedback, copy_text(text));
            continue;
        }
        for (uint32_t misplaced = 0; misplaced <= game.places; misplaced++) {
            sprintf(text, "%" PRIu32 ".%" PRIu32, exact, misplaced);
            add_text(&game.feedback, copy_text(text));
        }
    }
    game.win = game.only_exact ? game.places : game.places * (game.places + 1);
}

/* mastermind and bullscows */
static void make_pegs(bool is_bullscows) {
    uint16_t code[MAX_PLACES];
    game.places = (uint32_t)parse_number(read_needed_argument(), 1, MAX_PEGS);
    game.symbols = (uint32_t)parse_number(read_needed_argument(), 1, MAX_SYMBOLS);
    game.distinct = is_bullscows || read_flag("secrets=distinct");
    game.only_exact = !is_bullscows && read_flag("feedback=exact");
    const char *letters = read_option("symbols=");
    if (letters)
        read_symbols(letters, true);
    else
        read_symbols(is_bullscows ? DIGITS "ABCDEF" : "123456789ABCDEFG", false);
    if (game.distinct && game.places > game.symbols)
        fail("the game has no secrets");
    check_peg_count(is_bullscows);
    add_all_codes(code, 0, false, is_bullscows);
    add_peg_feedbacks();
}

/* twod (*pairs*) and numbers. Guess i of twod is the pair of the symbols i / N and i % N. */
static void make_ordered(bool pairs) {
    static const char *const SYMBOLS = DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static char *const FEEDBACKS[] = {"equal", "low", "high", "mixed"}; /* see score_ordered() */
    uint32_t size = (uint32_t)parse_number(read_needed_argument(), 1, pairs ? 36 : 10000);
    uint32_t codes = pairs ? size * size : size;
    game.symbols = size;
    for (uint32_t i = 0; i < codes; i++) {
        char text[16] = "";
        if (pairs) {
            text[0] = SYMBOLS[i / size];
            text[1] = SYMBOLS[i % size];
        } else {
            sprintf(text, "%" PRIu32, i + 1);
        }
        add_text(&game.guess, copy_text(text));
    }
    int feedbacks = pairs ? 4 : 3; /* two numbers are never 'mixed' */
    for (int i = 0; i < feedbacks; i++)
        add_text(&game.feedback, FEEDBACKS[i]);
    game.secret = game.guess;
    game.win = 0;
}

/* Append all weighings of *size* coins a side that begin with the first *length* characters of *text*, in the
   order of their texts. These have put the coins *left* and *right* (bits) on the balance; the next coin is
   *lowest* or later. */
static void add_weighings(char *text, uint32_t length, uint32_t size, uint32_t left, uint32_t right,
                          uint32_t lowest) {
    if (length == 2 * size + 1) {
        game.sides = grow(game.sides, game.guess.count, sizeof *game.sides);
        game.sides[game.guess.count][0] = left;
        game.sides[game.guess.count][1] = right;
        add_code_text(&game.guess, copy_text(text));
        return;
    }
    bool on_left = length < size;
    if (length == size) {
        text[length] = '-';
        length++;
        lowest = (uint32_t)(text[0] - 'A') + 1; /* the lowest coin of all is on the left */
    }
    for (uint32_t coin = lowest; coin < game.symbols; coin++) {
        uint32_t bit = 1u << coin;
        if (left & bit)
            continue;
        text[length] = (char)('A' + coin);
        if (on_left)
            add_weighings(text, length + 1, size, left | bit, right, coin + 1);
        else
            add_weighings(text, length + 1, size, left, right | bit, coin + 1);
    }
}

/* Secret 2 i is 'coin i is too heavy', secret 2 i + 1 'coin i is too light'; see score_weighing(). */
static void make_balance(void) {
    char weighing[64] = "";
    game.identify = true;
    game.symbols = (uint32_t)parse_number(read_needed_argument(), 3, MAX_COINS);
    if (read_flag("find=coin"))
        game.label = ALLOCATE(2 * game.symbols, char *);
    for (uint32_t secret = 0; secret < 2 * game.symbols; secret++) {
        char text[3] = {(char)('A' + secret / 2), secret % 2 ? '-' : '+', 0};
        add_text(&game.secret, copy_text(text));
        text[1] = 0;
        if (game.label)
            game.label[secret] = copy_text(text);
    }
    for (uint32_t size = 1; size <= game.symbols / 2; size++)
        add_weighings(weighing, 0, size, 0, 0, 0);
    add_text(&game.feedback, "level");
    add_text(&game.feedback, "left");
    add_text(&game.feedback, "right");
}

/* ==== 9. Lists of words ====

   Follows "Lists of words" and "White space in files of games". */

/* The file of a word. The order matters: make_words() sorts equal words of several files by it. */
enum { SECRETS_FILE, PACKAGE_GUESSES_FILE, GUESSES_FILE, WITHOUT_FILE };

typedef struct {
    char text[2 * MAX_PLACES + 4]; /* in lower case; the letters known here take one or two bytes */
    uint16_t letter[MAX_PLACES];
    int file;
    Fraction weight;
} Word;

/* All words of all files. */
static struct {
    Word *word;
    size_t count;
} words;

/* Return a letter in lower case, or 0 if it is not a letter that this checker knows: a to z, U+00C0 to U+017F
   and U+0400 to U+045F. Lower case and NFC for all of Unicode need tables that are larger than this program. */
static uint32_t lower_case(uint32_t c) {
    if ((c >= 'a' && c <= 'z') || (c >= 0xDF && c <= 0xFF && c != 0xF7) || (c >= 0x430 && c <= 0x45F))
        return c;
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x410 && c < 0x430))
        return c + 32;
    if (c >= 0x400 && c < 0x410)
        return c + 80;
    if (c < 0x100 || c > 0x17F || c == 0x130) /* U+0130 in lower case is two characters */
        return 0;
    if (c == 0x138 || c == 0x149 || c == 0x17F) /* lower case, without an upper case next to it */
        return c;
    if (c == 0x178) /* the only one here whose lower case is far away */
        return 0xFF;
    /* Upper and lower case take turns; within these two ranges the odd one is upper case, elsewhere the even
       one. */
    bool odd_is_upper = (c > 0x138 && c < 0x149) || c > 0x178;
    bool is_upper = (c % 2 == 1) == odd_is_upper;
    return is_upper ? c + 1 : c;
}

/* Return the word of a line that is stripped and not empty, with its weight if there is one. */
static Word parse_word(const char *line, int file) {
    Word word = {.file = file};
    const char *at = line;
    char *out = word.text;
    uint32_t length = 0;
    bool known = true;
    while (*at && !is_blank(*at) && known && length < MAX_PLACES) {
        uint32_t letter = lower_case(read_character(&at));
        known = letter != 0;
        word.letter[length] = (uint16_t)letter;
        out = write_character(out, letter);
        length++;
    }
    if (game.places == 0)
        game.places = length; /* the first word decides */
    bool ends = !*at || is_blank(*at);
    if (!known || length < 2 || length != game.places || !ends)
        fail("expected words of 2 to 10 letters that this checker knows, all of one length, got '%s'",
             printable(line));
    if (*at && file != SECRETS_FILE)
        fail("only secrets have weights, got '%s'", printable(line));
    if (*at)
        word.weight = parse_fraction(strip((char *)at));
    return word;
}

static void read_words(char *bytes, int file) {
    size_t count_before = words.count;
    const char *at = bytes;
    while (*at)
        if (is_odd_space(read_character(&at)))
            fail("a list of words has other white space than spaces, tabs and line ends");
    char *next_line = bytes;
    while (next_line) {
        char *line = next_line;
        next_line = strpbrk(line, "\r\n");
        if (next_line) {
            *next_line = 0;
            next_line++;
        }
        line = strip(line);
        if (!*line)
            continue; /* also between CR and LF */
        words.word = grow(words.word, words.count, sizeof *words.word);
        words.word[words.count] = parse_word(line, file);
        words.count++;
    }
    if (words.count == count_before)
        fail("a list of words has no words");
}

/* Read all files of the game, in the order of its text. */
static void read_word_files(void) {
    char *name = read_needed_argument();
    char *path = ALLOCATE(strlen(name) + 40, char);
    bool of_package = isdigit((unsigned char)*next_argument()); /* words(NAME,LENGTH), not words(FILE) */
    if (!of_package) {
        read_words(read_game_file(name, secrets_path), SECRETS_FILE);
    } else {
        int length = (int)parse_number(read_needed_argument(), 2, MAX_PLACES);
        if (arguments.name_is_quoted || strspn(name, "abcdefghijklmnopqrstuvwxyz") != strlen(name))
            fail("expected a name of letters a to z, got '%s'", printable(name));
        /* If the text also has guesses=, --guesses is that file. */
        bool has_more_guesses = starts_with(next_argument(), "guesses=");
        game.places = (uint32_t)length;
        sprintf(path, "%s-%d.txt", name, length);
        read_words(read_game_file(path, secrets_path), SECRETS_FILE);
        sprintf(path, "%s-%d-guesses.txt", name, length);
        read_words(read_game_file(path, has_more_guesses ? NULL : guesses_path), PACKAGE_GUESSES_FILE);
    }
    char *guesses = read_option("guesses=");
    if (guesses)
        read_words(read_game_file(guesses, guesses_path), GUESSES_FILE);
    char *without = read_option("without=");
    if (without)
        read_words(read_game_file(without, without_path), WITHOUT_FILE);
}

/* Order words by their letters; UTF-8 has the order of code points. */
static int compare_words(const void *a, const void *b) {
    const Word *first = a;
    const Word *second = b;
    int order = strcmp(first->text, second->text);
    return order ? order : first->file - second->file;
}

/* Return the weights of all words of the file of secrets, in order, scaled together, including
   excluded words. Return NULL if that file has no weights. */
static int64_t *scale_word_weights(void) {
    Fraction *fractions = ALLOCATE(words.count, Fraction);
    size_t count = 0;
    bool has_weights = false;
    for (size_t i = 0; i < words.count; i++) {
        const Word *word = &words.word[i];
        if (word->file != SECRETS_FILE)
            continue;
        bool has_weight = word->weight.denominator != 0;
        has_weights = has_weights || has_weight;
        fractions[count] = has_weight ? word->weight : (Fraction){1, 1};
        count++;
    }
    int64_t unit;
    return has_weights ? scale_fractions(fractions, count, &unit, MAX_WEIGHT) : NULL;
}

/* Append the guesses and the secrets. The words are sorted, so equal words of several files are
   adjacent. */
static void add_words(void) {
    int64_t *weights = scale_word_weights();
    size_t next_weight = 0;
    size_t next = 0; /* the place of the next other word */
    if (weights)
        game.weight = ALLOCATE(words.count, int64_t);
    for (size_t i = 0; i < words.count; i = next) {
        const Word *word = &words.word[i]; /* with the first of its files */
        next = i + 1;
        while (next < words.count && equal(words.word[next].text, word->text)) {
            if (words.word[next].file == words.word[next - 1].file)
                fail("a file has '%s' twice", printable(word->text));
            next++;
        }
        int last_file = words.word[next - 1].file;
        bool is_secret = word->file == SECRETS_FILE && last_file != WITHOUT_FILE;
        if (weights && is_secret)
            game.weight[game.secret.count] = weights[next_weight];
        if (word->file == SECRETS_FILE)
            next_weight++;
        if (word->file != WITHOUT_FILE)
            add_code(word->letter, is_secret);
    }
}

/* Append all feedbacks: number f has the digits of f in base 3 as marks, 0 for B, 1 for Y, 2 for G. */
static void add_word_feedbacks(void) {
    char marks[MAX_PLACES + 1] = "";
    uint32_t feedbacks = 1;
    for (uint32_t place = 0; place < game.places; place++)
        feedbacks *= 3;
    for (uint32_t feedback = 0; feedback < feedbacks; feedback++) {
        uint32_t rest = feedback;
        for (uint32_t place = game.places; place > 0; place--) {
            marks[place - 1] = "BYG"[rest % 3];
            rest /= 3;
        }
        add_text(&game.feedback, copy_text(marks));
    }
    game.win = feedbacks - 1;
}

static void make_words(void) {
    read_word_files();
    qsort(words.word, words.count, sizeof(Word), compare_words);
    add_words();
    add_word_feedbacks();
}

/* ==== 10. Tables ====

   Follows "Tables" and "White space in files of games". */

/* The cells of a CSV file, row after row. */
typedef struct {
    char **text;
    size_t count;
    size_t columns;
    char separator;
} Cells;

/* Return the separator: a semicolon if the first line that is not blank has one and no comma, both outside
   quotes; else a comma. Every quote opens or closes here. */
static char find_separator(const char *text) {
    bool quoted = false;
    bool has_semicolon = false;
    text += strspn(text, " \t\r\n");
    for (; *text && (quoted || !strchr("\r\n", *text)); text++) {
        if (*text == '"')
            quoted = !quoted;
        if (*text == ',' && !quoted)
            return ',';
        if (*text == ';' && !quoted)
            has_semicolon = true;
    }
    return has_semicolon ? ';' : ',';
}

static void check_cell_length(const char *cell) {
    size_t characters = 0;
    for (; *cell; cell++)
        if (!is_continuation(*cell))
            characters++;
    if (characters > MAX_CELL_CHARACTERS)
        fail("a cell of the table has more than %d characters", MAX_CELL_CHARACTERS);
}

/* Read the quoted cell at *at*, and return the end of its text, which overwrites it, without quotes. Move
   *at* past the closing quote. */
static char *read_quoted_cell(char **at, char separator) {
    const char after_cell[] = {separator, '\n', '\r', 0};
    char *out = *at;
    char *in = *at + 1;
    while (*in && (*in != '"' || in[1] == '"')) {
        if (*in == '"')
            in++; /* the first of two quotes */
        *out = *in;
        out++;
        in++;
    }
    if (!*in)
        fail("a quote in the table is not closed");
    in++;
    if (*in && !strchr(after_cell, *in))
        fail("a cell of the table has text after its closing quote");
    *at = in;
    return out;
}

/* Return the cell at *at*, and move *at* to the next one. *is_last*: it is the last one of its row. */
static char *read_cell(char **at, char separator, bool *is_last) {
    const char ends[] = {separator, '\n', '\r', 0};
    char *cell = *at;
    char *cell_end;
    if (*cell == '"') {
        cell_end = read_quoted_cell(at, separator);
    } else {
        *at += strcspn(*at, ends);
        cell_end = *at;
    }
    *is_last = **at != separator;
    if (starts_with(*at, "\r\n"))
        *at += 2;
    else if (**at)
        *at += 1;
    *cell_end = 0; /* only now: this may overwrite the separator that was examined */
    check_cell_length(cell);
    return strip(cell);
}

/* Read all rows, which must be of one length. A row of one empty cell is skipped. */
static Cells read_cells(char *at) {
    Cells cells = {.separator = find_separator(at)};
    while (*at) {
        size_t row_start = cells.count;
        bool is_last = false;
        while (!is_last) {
            char *cell = read_cell(&at, cells.separator, &is_last);
            cells.text = grow(cells.text, cells.count, sizeof *cells.text);
            cells.text[cells.count] = cell;
            cells.count++;
        }
        size_t row_length = cells.count - row_start;
        if (row_length == 1 && !*cells.text[row_start]) {
            cells.count = row_start;
            continue;
        }
        if (cells.columns == 0)
            cells.columns = row_length;
        if (row_length != cells.columns)
            fail("the rows of the table are not of one length");
    }
    return cells;
}

/* Return the numbers in every *step*-th cell from *first* on, scaled. With semicolons a decimal comma is a
   point. */
static int64_t *read_numbers(const Cells *cells, size_t first, size_t count, size_t step, int64_t *unit,
                             int64_t max_sum) {
    Fraction *fractions = ALLOCATE(count, Fraction);
    for (size_t i = 0; i < count; i++) {
        char *text = cells->text[first + i * step];
        char *comma = strchr(text, ',');
        if (cells->separator == ';' && comma && !strpbrk(text, "./"))
            *comma = '.';
        fractions[i] = parse_fraction(text);
    }
    return scale_fractions(fractions, count, unit, max_sum);
}

/* Return the winning feedback, from the text of the game or from the corner of the table; NULL with
   goal=identify. */
static const char *read_winning_text(const char *corner, const char *win) {
    bool corner_names_it = starts_with(corner, "win=");
    if (!win && corner_names_it && corner[4])
        win = corner + 4;
    if (game.identify && (win || corner_names_it))
        fail("a table with goal=identify has no winning feedback, got '%s'", printable(corner));
    if (!game.identify && !win)
        fail("expected a winning feedback of the table, in the text of the game or in the corner");
    return win;
}

/* Take the rows 'weight' and 'label' off the end of the table. */
static void take_last_rows(Cells *cells, uint32_t secrets, bool has_costs) {
    while (true) {
        size_t start = cells->count - cells->columns;
        char **row = cells->text + start;
        bool has_weights = equal(row[0], "weight") && !game.weight;
        bool has_labels = equal(row[0], "label") && !game.label;
        if (!has_weights && !has_labels)
            return;
        if (cells->count < 3 * cells->columns)
            fail("the table has no guesses");
        if (has_labels && !game.identify)
            fail("the row 'label' of the table needs goal=identify");
        if (has_costs && *row[cells->columns - 1])
            fail("expected an empty cell where the row '%s' meets the column of costs", row[0]);
        for (uint32_t secret = 0; secret < secrets; secret++)
            if (!*row[secret + 1])
                fail("the row '%s' of the table has an empty cell", row[0]);
        int64_t unit;
        if (has_weights)
            game.weight = read_numbers(cells, start + 1, secrets, 1, &unit, MAX_WEIGHT);
        else
            game.label = row + 1;
        cells->count = start;
    }
}

/* Read the last column; if all costs are 1, the game has no costs. */
static void read_costs(const Cells *cells, uint32_t guesses) {
    size_t first = 2 * cells->columns - 1; /* the last cell of the second row */
    bool all_one = true;
    game.cost = read_numbers(cells, first, guesses, cells->columns, &game.unit, NUMBERS_END - 1);
    if (game.unit >= NUMBERS_END)
        fail("the costs have too large a common denominator");
    for (uint32_t guess = 0; guess < guesses; guess++) {
        if (game.cost[guess] == 0)
            fail("a guess of the table costs nothing");
        all_one = all_one && game.cost[guess] == 1 && game.unit == 1;
    }
    if (all_one)
        game.cost = NULL;
}

static void add_table_secrets(const Cells *cells, uint32_t secrets) {
    for (uint32_t secret = 0; secret < secrets; secret++) {
        char *text = cells->text[secret + 1];
        if (!*text)
            fail("a secret of the table has no text");
        add_code_text(&game.secret, text);
    }
}

static void add_table_guesses(const Cells *cells, uint32_t guesses, uint32_t secrets) {
    game.cells = ALLOCATE((size_t)guesses * secrets, uint16_t);
    for (uint32_t guess = 0; guess < guesses; guess++) {
        char **row = cells->text + (guess + 1) * cells->columns;
        if (!*row[0])
            fail("a guess of the table has no text");
        add_code_text(&game.guess, row[0]);
        for (uint32_t secret = 0; secret < secrets; secret++) {
            char *text = row[secret + 1];
            uint32_t feedback = add_text(&game.feedback, text);
            if (!*text)
                fail("the table has an empty cell");
            /* The parts of a guess are counted in 16 bits, so that no guess may have 2^16 of them. */
            if (feedback >= UINT16_MAX)
                fail("the table has too many feedbacks for this checker: more than %d", UINT16_MAX);
            game.cells[(size_t)guess * secrets + secret] = (uint16_t)feedback;
        }
    }
}

static uint16_t score_table(uint32_t guess, uint32_t secret) {
    return game.cells[(size_t)guess * game.secret.count + secret];
}

/* Whether a guess has different feedbacks for two secrets. */
static bool can_tell_apart(uint32_t secret, uint32_t other) {
    for (uint32_t guess = 0; guess < game.guess.count; guess++)
        if (score_table(guess, secret) != score_table(guess, other))
            return true;
    return false;
}

static bool can_win(uint32_t secret) {
    for (uint32_t guess = 0; guess < game.guess.count; guess++)
        if (score_table(guess, secret) == game.win)
            return true;
    return false;
}

/* With the goal hit each secret is won by a guess; with identify, guesses tell different labels apart. */
static void check_table_goal(void) {
    for (uint32_t secret = 0; secret < game.secret.count; secret++) {
        if (!game.identify && !can_win(secret))
            fail("no guess wins against '%s'", printable(game.secret.text[secret]));
        for (uint32_t other = 0; other < secret && game.identify; other++) {
            bool same_label = game.label && equal(game.label[secret], game.label[other]);
            if (!same_label && !can_tell_apart(secret, other))
                fail("no guess tells '%s' from '%s'", printable(game.secret.text[secret]),
                     printable(game.secret.text[other]));
        }
    }
}

/* If the row above 'weight' or 'label' has the same name again, it is a guess only where a secret has this
   name. */
static void check_last_guess(void) {
    const char *last = game.guess.text[game.guess.count - 1];
    bool twice = (equal(last, "weight") && game.weight) || (equal(last, "label") && game.label);
    if (twice && find_text(&game.secret, last) == NONE)
        fail("the table has two rows called '%s'", last);
}

static void make_table(void) {
    char *name = read_needed_argument();
    const char *win = read_option("win=");
    if (!win)
        game.identify = read_flag("goal=identify");
    Cells cells = read_cells(read_game_file(name, table_path));
    bool has_costs = cells.count && equal(cells.text[cells.columns - 1], "cost");
    size_t other_columns = has_costs ? 2 : 1; /* the guesses, and the costs */
    if (cells.columns <= other_columns || cells.count < 2 * cells.columns || cells.count >= NONE)
        fail("the table has no guesses or no secrets");
    win = read_winning_text(cells.text[0], win);
    uint32_t secrets = (uint32_t)(cells.columns - other_columns);
    take_last_rows(&cells, secrets, has_costs);
    uint32_t guesses = (uint32_t)(cells.count / cells.columns - 1);
    add_table_secrets(&cells, secrets);
    add_table_guesses(&cells, guesses, secrets);
    if (has_costs)
        read_costs(&cells, guesses);
    check_last_guess();
    if (win)
        game.win = find_text(&game.feedback, win);
    check_table_goal();
}

/* ==== 11. From the text to the game ====

   Follows "The games". */

static void make_family(bool is_bullscows) {
    switch (game.family) {
    case PEGS: make_pegs(is_bullscows); break;
    case TWOD: make_ordered(true); break;
    case NUMBERS: make_ordered(false); break;
    case BALANCE: make_balance(); break;
    case WORDS: make_words(); break;
    case TABLE: make_table(); break;
    }
}

/* Read the options at the end: a rule, then rows. */
static void read_last_options(void) {
    if (game.family == WORDS && read_flag("rule=hard"))
        game.rule = HARD;
    else if ((game.family == WORDS || game.family == PEGS) && read_flag("rule=strict"))
        game.rule = STRICT;
    const char *rows = read_option("rows=");
    if (rows)
        game.rows = parse_number(rows, 1, 999999999);
}

static void refuse_weightless_game(void) {
    if (!game.weight)
        return;
    for (uint32_t secret = 0; secret < game.secret.count; secret++)
        if (game.weight[secret])
            return;
    fail("all weights are 0");
}

static void make_game(const char *text) {
    static const struct {
        const char *start;
        Family family;
    } NAMES[] = {{"mastermind(", PEGS}, {"bullscows(", PEGS}, {"twod(", TWOD},  {"numbers(", NUMBERS},
                 {"balance(", BALANCE}, {"words(", WORDS},    {"table(", TABLE}};

    const size_t known = sizeof NAMES / sizeof NAMES[0];
    size_t size = strlen(text);
    size_t name = 0;
    while (name < known && !starts_with(text, NAMES[name].start))
        name++;
    if (name == known || text[size - 1] != ')')
        fail("the game '%s' cannot be checked", printable(text));
    game.family = NAMES[name].family;
    split_arguments(text + strlen(NAMES[name].start), text + size - 1);
    make_family(equal(NAMES[name].start, "bullscows("));
    read_last_options();
    if (arguments.next < arguments.count)
        fail("the game '%s' has a misplaced argument", printable(text));
    if (game.file_count != get_member(document, "game_files", ARRAY)->count)
        fail("'game_files' has too many files");
    if (game.secret.count == 0)
        fail("the game has no secrets");
    refuse_weightless_game();
}

/* ==== 12. Feedback ====

   Follows the last column of the table in "The games". */

/* Pegs and words alike: mark what is in its place, then what is elsewhere, and cross out what was marked.
   The codes need not be secrets: rule strict scores guesses against guesses. */
static uint32_t score_codes(const uint16_t *guess, const uint16_t *secret) {
    uint32_t exact = 0;
    uint32_t misplaced = 0;
    uint32_t marks = 0; /* of words: a digit of base 3 for each place */
    uint32_t hits = 0;  /* the places where both have the same symbol, as bits */
    for (uint32_t place = 0; place < game.places; place++)
        if (guess[place] == secret[place]) {
            exact++;
            hits |= 1u << place;
        }
    if (game.only_exact)
        return exact;
    uint32_t used = hits; /* the places of the secret that are crossed out */
    for (uint32_t place = 0; place < game.places; place++) {
        uint32_t mark = hits >> place & 1 ? 2 : 0;
        for (uint32_t other = 0; other < game.places && !mark; other++)
            if (!(used >> other & 1) && guess[place] == secret[other]) {
                mark = 1;
                used |= 1u << other;
            }
        misplaced += mark == 1;
        marks = marks * 3 + mark;
    }
    return game.family == WORDS ? marks : exact * (game.places + 1) + misplaced;
}

/* twod and numbers: 0 is equal, 1 low, 2 high, 3 mixed. A number is a pair whose first symbol is always the
   same. */
static uint32_t score_ordered(uint32_t guess, uint32_t secret) {
    uint32_t size = game.symbols;
    bool above = guess / size > secret / size || guess % size > secret % size;
    bool below = guess / size < secret / size || guess % size < secret % size;
    return (above ? 2 : 0) + (below ? 1 : 0);
}

/* balance: 0 is level, 1 left, 2 right. A coin that is too light acts like a heavy one on the other side. */
static uint32_t score_weighing(uint32_t guess, uint32_t secret) {
    uint32_t coin = secret / 2;
    uint32_t is_light = secret % 2;
    if (game.sides[guess][is_light] >> coin & 1)
        return 1;
    if (game.sides[guess][!is_light] >> coin & 1)
        return 2;
    return 0;
}

static uint32_t score(uint32_t guess, uint32_t secret) {
    switch (game.family) {
    case TABLE: return score_table(guess, secret);
    case NUMBERS:
    case TWOD: return score_ordered(guess, secret);
    case BALANCE: return score_weighing(guess, secret);
    default: return score_codes(code_of(guess), code_of(game.guess_of[secret]));
    }
}

/* ==== 13. Rules ====

   Follows "The rules": what a row asks of every later guess. */

typedef struct {
    uint32_t guess;
    uint32_t feedback;
} Row;

/* How often the guess of a row had this letter marked Y or G. */
static int count_marked(const uint16_t *played, const uint32_t *marks, uint16_t letter) {
    int count = 0;
    for (uint32_t place = 0; place < game.places; place++)
        if (marks[place] && played[place] == letter)
            count++;
    return count;
}

static int count_letter(const uint16_t *code, uint16_t letter) {
    int count = 0;
    for (uint32_t place = 0; place < game.places; place++)
        if (code[place] == letter)
            count++;
    return count;
}

static bool allows_by_rule_hard(const uint16_t *played, uint32_t feedback, const uint16_t *code) {
    uint32_t marks[MAX_PLACES]; /* 0: B, 1: Y, 2: G */
    uint32_t rest = feedback;
    for (uint32_t place = game.places; place > 0; place--) {
        marks[place - 1] = rest % 3;
        rest /= 3;
    }
    for (uint32_t place = 0; place < game.places; place++) {
        uint16_t letter = played[place];
        if (marks[place] == 2 && code[place] != letter)
            return false;
        if (marks[place] && count_letter(code, letter) < count_marked(played, marks, letter))
            return false;
    }
    return true;
}

/* Whether the rule allows a guess after this row. */
static bool row_allows(Row row, uint32_t guess) {
    if (game.rule == FREE)
        return true;
    const uint16_t *played = code_of(row.guess);
    const uint16_t *code = code_of(guess);
    if (game.rule == STRICT)
        return score_codes(played, code) == row.feedback;
    return allows_by_rule_hard(played, row.feedback, code);
}

/* ==== 14. The position ====

   Follows "Members" (history, first_guess, max_guesses, limit, consistent): the candidates, and their
   feedbacks. */

/* The position. Candidates are numbered from 0, the heaviest first, so that every set of candidates that is
   in ascending order is also in the order that the bounds need: the heaviest first. */
static struct {
    Row row[2 * MAX_ROWS + 1]; /* of the history; after them those that lead to a node of the tree */
    uint32_t row_count;        /* of the history */
    uint32_t first_guess;      /* or NONE */
    bool consistent;
    int64_t limit; /* or NO_LIMIT */

    uint32_t size;    /* how many candidates there are */
    uint32_t *secret; /* of each candidate */
    uint32_t *label;  /* of each candidate, as a number */
    int64_t *weight;  /* of each candidate */
    int64_t *ones;    /* a 1 for each candidate: the weights where weights do not count */
    int64_t total_weight;
    bool weighted;       /* not all weights are 1 */
    uint64_t *hash_code; /* a random number for each candidate; a set is found by their sum */

    /* All feedbacks. Those of all guesses are adjacent, since most loops read many guesses and few
       candidates. */
    uint16_t *table;  /* a row for each candidate, an item for each guess */
    uint32_t *winner; /* the guesses that win against candidate 0, then those against candidate 1, ... */
    uint32_t *winner_start;    /* those against candidate c begin at winner[winner_start[c]] */
    uint32_t *feedback_number; /* of the feedbacks that occur in the table: 1, 2, ...; else 0 */
    uint32_t feedback_count;   /* how many of them there are */

    /* The same once more, each feedback a single bit: see fill_bits(). */
    uint16_t *bits;    /* NULL: not used */
    size_t bits_words; /* how many rows of 16 bits a candidate has */
    size_t bits_width; /* how many items a row has: the number of guesses, rounded up */

    /* Numbers for the bounds by size. */
    uint32_t losing;    /* b: how many losing feedbacks there are, at least 1 */
    uint32_t max_wins;  /* m: the most candidates that one guess wins against */
    uint32_t max_parts; /* a: the most parts that a guess has of the candidates; goal identify only */
    int64_t least_cost; /* e: the least cost of any guess of the game */
} position;

enum { LANES = 32 }; /* how many guesses count_lanes() treats at once */

/* Return the feedback of a guess to a candidate. */
static uint32_t feedback_of(uint32_t candidate, uint32_t guess) {
    return position.table[(size_t)candidate * game.guess.count + guess];
}

static int64_t cost_of(uint32_t guess) {
    return game.cost ? game.cost[guess] : 1;
}

static int64_t sum_weights(const int64_t *weight, const uint32_t *set, size_t size) {
    int64_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += weight[set[i]];
    return sum;
}

/* Whether all candidates of a set have one label, so that nothing is left to ask. Never with the goal hit. */
static bool is_identified(const uint32_t *set, size_t size) {
    for (size_t i = 1; i < size; i++)
        if (position.label[set[i]] != position.label[set[0]])
            return false;
    return game.identify;
}

static const char *label_of_secret(uint32_t secret) {
    return game.label ? game.label[secret] : game.secret.text[secret];
}

/* Return the guess that a value of the member *name* is. */
static uint32_t get_guess(const Value *value, const char *name) {
    uint32_t guess = find_text(&game.guess, expect_type(value, STRING, name)->text);
    if (guess == NONE)
        fail("'%s' has '%s', which is not a guess of the game", name, printable(value->text));
    return guess;
}

/* Return the feedback that a value names by its place in 'feedbacks', or NONE if the game has no such
   feedback. */
static uint32_t get_feedback(const Value *value, const char *name) {
    const Value *feedbacks = get_member(document, "feedbacks", ARRAY);
    int64_t place = expect_type(value, NUMBER, name)->number;
    if (place >= (int64_t)feedbacks->count)
        fail("'%s' has %" PRId64 ", but 'feedbacks' has only %zu items", name, place, feedbacks->count);
    return find_text(&game.feedback, feedbacks->items[place].text);
}

/* Whether the rule allows a guess after the first *rows* rows of the position. */
static bool is_allowed(uint32_t guess, size_t rows) {
    for (size_t i = 0; i < rows; i++)
        if (!row_allows(position.row[i], guess))
            return false;
    return true;
}

static void read_history(void) {
    const Value *history = get_member(document, "history", ARRAY);
    if (history->count > MAX_ROWS)
        fail("the history has more than %d rows, too many for this checker", MAX_ROWS);
    for (uint32_t i = 0; i < history->count; i++) {
        const Value *pair = get_pair(history, i, STRING, "history");
        Row row = {get_guess(&pair[0], "history"), find_text(&game.feedback, pair[1].text)};
        if (row.feedback == NONE)
            fail("the history has '%s', which is not a feedback of the game", printable(pair[1].text));
        if (row.feedback == game.win)
            fail("the history has the winning feedback '%s'", printable(pair[1].text));
        if (!is_allowed(row.guess, i))
            fail("the rule forbids the guess '%s' of the history", printable(pair[0].text));
        position.row[i] = row;
    }
    position.row_count = (uint32_t)history->count;
}

/* Read the limit, which follows from the game and 'max_guesses'. Only with a tree of at-worst it may be
   another one, where both give none; check_at_worst() then compares it with the tree. */
static void read_limit(bool has_tree_of_at_worst) {
    int64_t expected = get_number(document, "max_guesses", NO_LIMIT);
    position.limit = get_number(document, "limit", NO_LIMIT);
    if (expected == NO_LIMIT && game.rows != NO_LIMIT)
        expected = game.rows - position.row_count;
    bool is_free = has_tree_of_at_worst && expected == NO_LIMIT;
    if (expected < 1 || position.limit < 1)
        fail("expected 1 guess or more within 'max_guesses', 'limit' and the rows of the game");
    if (position.limit != expected && !is_free)
        fail("'limit' is not what 'max_guesses' or the rows of the game say");
}

static void read_first_guess(void) {
    const Value *first = get_member(document, "first_guess", STRING | OR_NULL);
    position.first_guess = NONE;
    if (first->type == NULL_VALUE)
        return;
    position.first_guess = get_guess(first, "first_guess");
    if (!is_allowed(position.first_guess, position.row_count))
        fail("the rule forbids 'first_guess'");
}

static bool fits_history(uint32_t secret) {
    for (uint32_t i = 0; i < position.row_count; i++)
        if (score(position.row[i].guess, secret) != position.row[i].feedback)
            return false;
    return true;
}

/* Order secrets by weight, the heaviest first, and equal weights by number. */
static int compare_secrets(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a;
    uint32_t second = *(const uint32_t *)b;
    if (game.weight && game.weight[first] != game.weight[second])
        return game.weight[first] > game.weight[second] ? -1 : 1;
    return (first > second) - (first < second);
}

static void find_candidates(void) {
    TextList labels = {0};
    position.secret = ALLOCATE(game.secret.count, uint32_t);
    for (uint32_t secret = 0; secret < game.secret.count; secret++)
        if (fits_history(secret)) {
            position.secret[position.size] = secret;
            position.size++;
        }
    if (position.size == 0)
        fail("no secret fits the history");
    qsort(position.secret, position.size, sizeof *position.secret, compare_secrets);
    position.weight = ALLOCATE(position.size, int64_t);
    position.ones = ALLOCATE(position.size, int64_t);
    position.hash_code = ALLOCATE(position.size, uint64_t);
    position.label = ALLOCATE(position.size, uint32_t);
    for (uint32_t candidate = 0; candidate < position.size; candidate++) {
        uint32_t secret = position.secret[candidate];
        int64_t weight = game.weight ? game.weight[secret] : 1;
        position.weight[candidate] = weight;
        position.ones[candidate] = 1;
        position.hash_code[candidate] = mix_bits(candidate);
        position.label[candidate] = add_text(&labels, (char *)label_of_secret(secret));
        position.total_weight += weight;
        position.weighted = position.weighted || weight != 1;
    }
    if (game.identify && labels.count == 1)
        fail("the position is already over: all candidates have one label");
}

/* Enter the feedbacks of all guesses to one candidate. *won* counts the candidates that each guess wins
   against. */
static void fill_row(uint32_t candidate, uint32_t *won) {
    uint16_t *row = position.table + (size_t)candidate * game.guess.count;
    uint32_t winners = position.winner_start[candidate];
    for (uint32_t guess = 0; guess < game.guess.count; guess++) {
        uint32_t feedback = score(guess, position.secret[candidate]);
        row[guess] = (uint16_t)feedback;
        if (position.feedback_number[feedback] == 0) {
            position.feedback_count++;
            position.feedback_number[feedback] = position.feedback_count;
            if (feedback != game.win)
                position.losing++;
        }
        if (feedback != game.win)
            continue;
        position.winner = grow(position.winner, winners, sizeof *position.winner);
        position.winner[winners] = guess;
        winners++;
        won[guess]++;
        if (won[guess] > position.max_wins)
            position.max_wins = won[guess];
    }
    position.winner_start[candidate + 1] = winners;
}

/* Score all guesses against all candidates. */
static void fill_table(void) {
    const uint32_t guesses = game.guess.count;
    const size_t cells = (size_t)guesses * position.size;
    if (cells > MAX_TABLE_BYTES / 4) /* two bytes in the table, and at least as many in the bits */
        fail("%" PRIu32 " guesses and %" PRIu32 " candidates need more than %zu MB", guesses, position.size,
             MAX_TABLE_BYTES >> 20);
    uint32_t *won = ALLOCATE(guesses, uint32_t);
    position.table = ALLOCATE(cells, uint16_t);
    position.feedback_number = ALLOCATE(game.feedback.count, uint32_t);
    position.winner_start = ALLOCATE(position.size + (size_t)1, uint32_t);
    for (uint32_t candidate = 0; candidate < position.size; candidate++)
        fill_row(candidate, won);
    if (position.losing == 0)
        position.losing = 1;
}

/* Find the least cost, and refuse costs with which a sum could overflow: the sum of all costs, times the
   weight of all secrets (or their number, if that is greater), is below 2^50. */
static void check_costs(void) {
    int64_t sum = 0;
    position.least_cost = NUMBERS_END;
    for (uint32_t guess = 0; guess < game.guess.count; guess++) {
        int64_t cost = cost_of(guess);
        sum += cost;
        if (cost < position.least_cost)
            position.least_cost = cost;
    }
    int64_t weight = 0;
    for (uint32_t secret = 0; secret < game.secret.count; secret++)
        weight += game.weight ? game.weight[secret] : 1;
    if (weight < game.secret.count)
        weight = game.secret.count;
    if (game.cost && sum > (NUMBERS_END - 1) / weight)
        fail("the costs are too large");
}

/* Fill the table of bits, which makes it fast to count the parts that a guess has of a set: take the bits of
   all candidates of the set together (OR), and count them. Feedback number n is bit n % 16 of row n / 16. The
   bits are used only where counting parts takes most of the time and there is room for them. */
static void fill_bits(void) {
    const size_t guesses = game.guess.count;
    const size_t cells = guesses * position.size;
    const size_t words = (position.feedback_count + 15) / 16;
    if (position.bits || words > 4 || game.cost || game.rule != FREE || position.consistent)
        return;
    if (cells * (2 + 2 * words) > MAX_TABLE_BYTES)
        return;
    position.bits_width = (guesses + LANES - 1) / LANES * LANES;
    position.bits_words = words;
    position.bits = ALLOCATE(position.bits_width * words * position.size, uint16_t);
    for (size_t cell = 0; cell < cells; cell++) {
        size_t candidate = cell / guesses;
        size_t guess = cell % guesses;
        size_t number = position.feedback_number[position.table[cell]] - 1;
        size_t row = candidate * words + number / 16;
        position.bits[row * position.bits_width + guess] = (uint16_t)(1u << number % 16);
    }
}

static void make_position(bool has_tree_of_at_worst) {
    read_history();
    position.consistent = get_member(document, "consistent", BOOLEAN)->number;
    if (position.consistent && game.identify)
        fail("'consistent' needs the goal hit");
    read_first_guess();
    read_limit(has_tree_of_at_worst);
    find_candidates();
    fill_table();
    check_costs();
}

/* ==== 15. The tree ====

   Follows "The tree": every candidate is played through, and the figures are recomputed. */

/* The figures, as computed here. */
static struct {
    int64_t total;
    int64_t worst;
    int64_t at_worst;
    int64_t lost;
    int64_t lost_weight;
    int64_t found[MAX_ROWS + 1]; /* found[i]: how many are found by guess number i + 1 */
    size_t most_guesses;         /* how many guesses any candidate needs at most */
} figures;

/* The columns of 'nodes'. NULL: the column is null. */
static struct {
    const Value *guess;
    const Value *branch;
    const Value *depth;
    const Value *label;
    const Value *wins;
    const Value *weight;
    const Value *lost;
    const Value *lost_weight;
    size_t count;
    size_t next; /* the first node that is not checked yet */
} tree;

/* Return the items of a column of *count* items, or NULL if it is null. */
static const Value *get_column(const Value *object, const char *name, size_t count, int type) {
    const Value *column = get_member(object, name, type);
    if (column->type == NULL_VALUE)
        return NULL;
    if (column->count != count || count == 0)
        fail("the column '%s' is empty, or not as long as the others", name);
    return column->items;
}

/* Check item *i* of a column, unless the column is null. */
static void check_item(const Value *column, size_t i, int64_t expected, const char *name) {
    if (!column)
        return;
    int64_t number = expect_type(&column[i], NUMBER, name)->number;
    if (number != expected)
        fail("item %zu of '%s' is %" PRId64 ", expected %" PRId64, i, name, number, expected);
}

/* Move the candidates of a set that give this feedback to its front, and return how many they are. */
static uint32_t move_to_front(uint32_t *set, uint32_t size, uint32_t guess, uint32_t feedback) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t candidate = set[i];
        if (feedback_of(candidate, guess) == feedback) {
            set[i] = set[count];
            set[count] = candidate;
            count++;
        }
    }
    return count;
}

/* Count candidates that end at a node, found by guess number *guesses* after spending *spending*. */
static void count_found(size_t node, const uint32_t *set, uint32_t count, int64_t guesses, int64_t spending) {
    int64_t weight = sum_weights(position.weight, set, count);
    check_item(tree.wins, node, count, "wins");
    check_item(tree.weight, node, weight, "weight");
    if (count == 0)
        return;
    if (weight && spending > (NUMBERS_END - figures.total) / weight)
        fail("the total of the tree is too large");
    figures.total += weight * spending;
    figures.found[guesses - 1] += count;
    if (spending > figures.worst) {
        figures.worst = spending;
        figures.at_worst = 0;
    }
    if (spending == figures.worst)
        figures.at_worst += count;
    if ((size_t)guesses > figures.most_guesses)
        figures.most_guesses = (size_t)guesses;
}

/* Check a leaf, which names the label of its candidates. */
static void check_leaf(size_t node, const uint32_t *set, uint32_t size, int64_t depth, int64_t spending) {
    const char *label = label_of_secret(position.secret[set[0]]);
    if (node == 0)
        fail("the first node is a leaf");
    if (!tree.label)
        fail("node %zu is a leaf, and the column 'label' is null", node);
    if (!equal(expect_type(&tree.label[node], STRING, "label")->text, label))
        fail("node %zu has a different label from its candidates, '%s'", node, printable(label));
    count_found(node, set, size, depth - 1, spending); /* the guess above it found them */
    check_item(tree.lost, node, 0, "lost");
    check_item(tree.lost_weight, node, 0, "lost_weight");
}

/* Check that this guess, which wins against *won* candidates, may be made at a node. */
static void check_guess_of_node(size_t node, uint32_t guess, uint32_t won, int64_t depth) {
    size_t rows = position.row_count + (size_t)depth - 1;
    if (tree.label)
        expect_type(&tree.label[node], NULL_VALUE, "label");
    if (depth > position.limit)
        fail("node %zu is deeper than the limit", node);
    if (node == 0 && position.first_guess != NONE && guess != position.first_guess)
        fail("the tree does not begin with 'first_guess'");
    if (!is_allowed(guess, rows))
        fail("the rule forbids the guess of node %zu", node);
    if (position.consistent && won == 0)
        fail("the guess of node %zu is not consistent", node);
}

/* Check candidates that have no branch at a node: they are lost, which is possible at the limit only. With
   the goal identify, a part whose label is known is found at the limit, and needs a leaf. */
static void check_lost(size_t node, uint32_t *set, uint32_t size, uint32_t guess, int64_t depth) {
    int64_t weight = sum_weights(position.weight, set, size);
    if (size && depth != position.limit)
        fail("node %zu has no branch for the candidate '%s'", node,
             printable(game.secret.text[position.secret[set[0]]]));
    check_item(tree.lost, node, size, "lost");
    check_item(tree.lost_weight, node, weight, "lost_weight");
    figures.lost += size;
    figures.lost_weight += weight;
    while (game.identify && size) {
        uint32_t count = move_to_front(set, size, guess, feedback_of(set[0], guess));
        if (is_identified(set, count))
            fail("node %zu has no leaf for the label '%s'", node,
                 printable(label_of_secret(position.secret[set[0]])));
        set += count;
        size -= count;
    }
}

/* Return how many candidates go on to the next node, which is a branch of a node of this depth and guess;
   they are moved to the front of the set, and the row of the branch is noted. */
static uint32_t enter_branch(uint32_t *set, uint32_t size, uint32_t guess, int64_t depth) {
    size_t node = tree.next;
    int64_t depth_below = expect_type(&tree.depth[node], NUMBER, "depth")->number;
    uint32_t feedback = get_feedback(&tree.branch[node], "branch");
    uint32_t count = feedback == NONE ? 0 : move_to_front(set, size, guess, feedback);
    if (depth_below != depth + 1)
        fail("node %zu has the depth %" PRId64 ", expected %" PRId64, node, depth_below, depth + 1);
    if (count == 0)
        fail("node %zu leads to no candidate", node);
    position.row[position.row_count + depth - 1] = (Row){guess, feedback};
    return count;
}

/* Check the next node, where these candidates are left, and all nodes below it. The set is rearranged:
   candidates that are found or that follow a branch move to its front, and the others are what is left. */
static void check_node(uint32_t *set, uint32_t size, int64_t depth, int64_t spending) {
    size_t node = tree.next;
    tree.next++;
    bool is_leaf = tree.guess[node].type == NULL_VALUE;
    if (depth > MAX_ROWS)
        fail("the tree is deeper than %d guesses, too deep for this checker", MAX_ROWS);
    if (is_identified(set, size) != is_leaf)
        fail("node %zu %s", node,
             is_leaf ? "is a leaf, but its candidates are not identified" : "must be a leaf");
    if (is_leaf) {
        check_leaf(node, set, size, depth, spending);
        return;
    }
    uint32_t guess = get_guess(&tree.guess[node], "guess");
    uint32_t won = move_to_front(set, size, guess, game.win);
    check_guess_of_node(node, guess, won, depth);
    spending += cost_of(guess);
    if (spending >= NUMBERS_END)
        fail("the costs of the tree are too large");
    count_found(node, set, won, depth, spending);
    set += won;
    size -= won;
    /* Nodes are in preorder: those that follow and are deeper are below this one. */
    while (tree.next < tree.count && expect_type(&tree.depth[tree.next], NUMBER, "depth")->number > depth) {
        uint32_t count = enter_branch(set, size, guess, depth);
        check_node(set, count, depth + 1, spending);
        set += count;
        size -= count;
    }
    check_lost(node, set, size, guess, depth);
}

static void check_figure(const Value *file_figures, const char *name, int64_t expected) {
    if (get_number(file_figures, name, -1) != expected)
        fail("the figure '%s' is not %" PRId64, name, expected);
}

static void check_figures(const Value *file_figures) {
    bool limited = position.limit != NO_LIMIT;
    refuse_unknown_members(file_figures, " secrets total worst at_worst distribution lost lost_weight ",
                           "'figures'");
    check_figure(file_figures, "secrets", position.size);
    check_figure(file_figures, "total", figures.total);
    check_figure(file_figures, "worst", figures.worst);
    check_figure(file_figures, "at_worst", figures.at_worst);
    check_figure(file_figures, "lost", limited ? figures.lost : -1); /* -1: null */
    check_figure(file_figures, "lost_weight", limited ? figures.lost_weight : -1);
    const Value *distribution = get_member(file_figures, "distribution", ARRAY);
    if (distribution->count != figures.most_guesses)
        fail("'distribution' has %zu items, expected %zu", distribution->count, figures.most_guesses);
    for (size_t i = 0; i < figures.most_guesses; i++)
        check_item(distribution->items, i, figures.found[i], "distribution");
}

static void read_columns(const Value *nodes) {
    refuse_unknown_members(nodes, " guess branch depth label wins weight lost lost_weight ", "'nodes'");
    tree.count = get_member(nodes, "guess", ARRAY)->count;
    tree.guess = get_column(nodes, "guess", tree.count, ARRAY);
    tree.branch = get_column(nodes, "branch", tree.count, ARRAY);
    tree.depth = get_column(nodes, "depth", tree.count, ARRAY);
    tree.wins = get_column(nodes, "wins", tree.count, ARRAY);
    tree.weight = get_column(nodes, "weight", tree.count, ARRAY | OR_NULL);
    tree.lost = get_column(nodes, "lost", tree.count, ARRAY | OR_NULL);
    tree.lost_weight = get_column(nodes, "lost_weight", tree.count, ARRAY | OR_NULL);
    if (game.identify || find_member(nodes, "label")) /* it may be left out with the goal hit */
        tree.label = get_column(nodes, "label", tree.count, ARRAY | OR_NULL);
}

/* Check that a column is null exactly where it has to be. */
static void check_null(const Value *column, bool needed, bool possible, const char *name) {
    if (!column && needed)
        fail("the column '%s' is null, expected a list", name);
    if (column && !possible)
        fail("the column '%s' is a list, expected null", name);
}

static void check_tree(const Value *nodes) {
    read_columns(nodes);
    uint32_t *set = ALLOCATE(position.size, uint32_t);
    for (uint32_t candidate = 0; candidate < position.size; candidate++)
        set[candidate] = candidate;
    check_item(tree.depth, 0, 1, "depth");
    check_item(tree.branch, 0, 0, "branch");
    check_node(set, position.size, 1, 0);
    if (tree.next != tree.count)
        fail("node %zu has a wrong depth", tree.next);
    bool has_weights = game.weight != NULL;
    bool has_lost = figures.lost > 0;
    check_null(tree.weight, has_weights, has_weights, "weight");
    check_null(tree.label, game.identify, game.identify, "label");
    check_null(tree.lost, has_lost, has_lost, "lost");
    /* If all that is lost weighs 0, both are right. */
    check_null(tree.lost_weight, has_weights && figures.lost_weight, has_weights && has_lost, "lost_weight");
    check_figures(get_member(document, "figures", OBJECT));
}

/* ==== 16. Costs of candidates ====

   Follows "What candidates cost": the cost of a candidate that is found by guess number d after spending s. */

/* The kinds of statements, in the order of that table. */
typedef enum { TOTAL, TOTAL_WITHIN, NOTHING_WITHIN, FEWEST_AT_LIMIT, LEAST_LOST } Kind;

/* The proof that is being checked. */
static struct {
    Kind kind;
    int64_t limit;         /* k, or NO_LIMIT */
    int64_t cost_limit;    /* B, or NO_LIMIT */
    bool weighted;         /* weights count, and not all are 1 */
    const int64_t *weight; /* of each candidate; ones where weights do not count */
} proof;

/* A cost. The number *lost* is 0 in all kinds but LEAST_LOST; *total* is INFINITE for the impossible. */
typedef struct {
    int64_t lost;
    int64_t total;
} Cost;

/* The depth and spending of a set, where its cost depends on them; otherwise 0. */
typedef struct {
    int64_t depth;
    int64_t spending;
} Place;

static bool same_place(Place a, Place b) {
    return a.depth == b.depth && a.spending == b.spending;
}

/* Whether a >= b: pairs are compared from the left. */
static bool at_least(Cost a, Cost b) {
    return a.lost > b.lost || (a.lost == b.lost && a.total >= b.total);
}

/* Infinite stays infinite, even for a candidate of weight 0. */
static Cost multiply_cost(Cost cost, int64_t weight) {
    if (cost.total >= INFINITE)
        return cost;
    return (Cost){cost.lost * weight, cost.total * weight};
}

static Cost add_costs(Cost a, Cost b) {
    if (a.total >= INFINITE || b.total >= INFINITE)
        return (Cost){0, INFINITE};
    return (Cost){a.lost + b.lost, a.total + b.total};
}

/* The depth matters with a limit. The spending matters with a cost limit, and in totals within limits: these
   count what was spent before the set. */
static Place place_of(int64_t depth, int64_t spending) {
    bool spending_counts =
        proof.kind == TOTAL_WITHIN || proof.kind == LEAST_LOST || proof.cost_limit != NO_LIMIT;
    return (Place){proof.limit == NO_LIMIT ? 0 : depth, spending_counts ? spending : 0};
}

/* Return the column "cost" of the table. */
static Cost cost_when_found(int64_t depth, int64_t spending) {
    if (proof.kind == LEAST_LOST)
        return depth > proof.limit ? (Cost){1, 0} : (Cost){0, depth};
    if (depth > proof.limit || spending > proof.cost_limit)
        return (Cost){0, INFINITE};
    if (proof.kind == NOTHING_WITHIN)
        return (Cost){0, 0};
    if (proof.kind == FEWEST_AT_LIMIT)
        return (Cost){0, depth == proof.limit};
    return (Cost){0, spending};
}

/* Return the cost of a candidate whose part ends at this place. In a total without limits it is 0, since
   costs_enough() counts the guess for the whole set. */
static Cost cost_when_ended(Place part) {
    if (proof.kind == TOTAL)
        return (Cost){0, 0};
    return cost_when_found(part.depth, part.spending);
}

/* ==== 17. Claims and parts ====

   Follows the first paragraphs of "Proofs". A set is a list of candidates in ascending order. */

typedef struct Claim {
    const uint32_t *set;
    uint32_t size;
    int64_t weight;          /* of the set */
    const uint32_t *allowed; /* the guesses that are allowed after the rows that lead to the set, in order */
    uint32_t allowed_count;
    struct Claim *parent;
    uint32_t guess; /* that leads from the set of the parent to this set */
    uint32_t depth;
    int64_t spending;
    Place place;
    Cost bound;
    uint64_t hash;
    struct Claim *next; /* another claim in the same slot */
} Claim;

/* All claims of a proof, with a hash table to find those about a set. */
static struct {
    Claim *all;
    Claim **slots;
    size_t slot_mask; /* the number of slots, a power of two, less 1 */
    bool *has_size;   /* has_size[n]: whether any claim is about n candidates; for most n none is */
    size_t checked;   /* how many claims all proofs have */
} claims;

/* The best numbers of the guesses in a part. On the page, q covers only guesses that do not win. Here it covers
   all guesses: if a guess that wins has the most parts, the bound for q is never below the bound for p, and the
   smaller of the two stays the same. */
typedef struct {
    uint32_t winning_parts; /* p: the most parts of a guess that wins against a candidate of the part */
    uint32_t any_parts;     /* q: the most parts of any guess */
    int64_t cost;           /* e: the least cost of a guess */
} Best;

/* One part of a set. */
typedef struct {
    uint32_t *set;
    uint32_t size;
    uint32_t feedback;
    bool ends; /* its feedback wins, or its candidates have one label */
    Cost cost; /* the lower bound known so far */
    Best best; /* the best numbers of the guesses in it, as far as known */
} Part;

/* A set split by a guess, and scratch memory. */
static struct {
    Part *part;
    uint32_t count;
    uint32_t *order; /* the candidates, part after part */
    uint32_t *slot;  /* slot[feedback]: the number of its part, from 1; 0 between two calls of split_set() */
    uint32_t *allowed; /* the result of filter_allowed() */
} split;

/* The parts and wins of all guesses for the set of the claim that is being checked. */
static struct {
    bool counted;       /* whether *parts* is filled */
    uint16_t *parts;    /* the number of parts of each guess; undefined for guesses that are not allowed */
    uint32_t max_parts; /* the largest of them if position.bits is used; else NONE: unknown */
    bool *wins;         /* whether each guess wins against a candidate of the set */
} survey;

/* Return the hash of a set, which does not depend on the order of its candidates. */
static uint64_t hash_set(const uint32_t *set, uint32_t size, Place place) {
    uint64_t hash = mix_bits((uint64_t)place.depth ^ (uint64_t)place.spending << 20);
    for (uint32_t i = 0; i < size; i++)
        hash += position.hash_code[set[i]];
    return mix_bits(hash);
}

/* Split a set by the feedbacks to a guess. Within each part the candidates keep their order. */
static void split_set(const uint32_t *set, uint32_t size, uint32_t guess) {
    /* Step 1. Count the candidates of each part. */
    split.count = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t feedback = feedback_of(set[i], guess);
        if (split.slot[feedback] == 0) {
            split.part[split.count] = (Part){.feedback = feedback};
            split.count++;
            split.slot[feedback] = split.count;
        }
        split.part[split.slot[feedback] - 1].size++;
    }
    /* Step 2. Give each part its place in *order*. */
    uint32_t *start = split.order;
    for (uint32_t i = 0; i < split.count; i++) {
        split.part[i].set = start;
        start += split.part[i].size;
    }
    /* Step 3. Write the candidates there; part->set moves past each. */
    for (uint32_t i = 0; i < size; i++) {
        Part *part = &split.part[split.slot[feedback_of(set[i], guess)] - 1];
        *part->set = set[i];
        part->set++;
    }
    /* Step 4. Move part->set back, and leave the slots empty. */
    for (uint32_t i = 0; i < split.count; i++) {
        Part *part = &split.part[i];
        part->set -= part->size;
        part->ends = part->feedback == game.win || is_identified(part->set, part->size);
        split.slot[part->feedback] = 0;
    }
}

/* Whether the guess that split_set() was called with tells nothing: it neither splits the set nor wins. */
static bool split_tells_nothing(void) {
    return split.count == 1 && split.part[0].feedback != game.win;
}

/* Put the guesses that are allowed after the rows of a claim and one row more into split.allowed, and return
   their number. Without a rule, it already has all guesses. */
static uint32_t filter_allowed(const Claim *claim, Row row) {
    if (game.rule == FREE)
        return game.guess.count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < claim->allowed_count; i++)
        if (row_allows(row, claim->allowed[i])) {
            split.allowed[count] = claim->allowed[i];
            count++;
        }
    return count;
}

/* Whether the first *count* guesses of split.allowed are all allowed by a claim. Both lists are in order. */
static bool claim_allows_all(const Claim *claim, uint32_t count) {
    uint32_t matched = 0;
    for (uint32_t i = 0; matched < count && i < claim->allowed_count; i++)
        if (split.allowed[matched] == claim->allowed[i])
            matched++;
    return matched == count;
}

static bool is_about(const Claim *claim, const Part *part, uint64_t hash, Place place) {
    return claim->hash == hash && claim->size == part->size && same_place(claim->place, place) &&
           memcmp(claim->set, part->set, part->size * sizeof *part->set) == 0;
}

/* Return the larger of part->cost and the greatest claimed cost of this part of the set of *above*. With a
   rule, a claim applies only if it allows every guess that is allowed in the part: with fewer guesses a set
   does not cost less. */
static Cost claimed_cost(const Claim *above, const Part *part, uint32_t guess, Place place) {
    Cost best = part->cost;
    if (!claims.has_size[part->size])
        return best;
    uint64_t hash = hash_set(part->set, part->size, place);
    uint32_t allowed_count = 0;
    bool filtered = game.rule == FREE; /* without a rule there is nothing to filter */
    for (const Claim *claim = claims.slots[hash & claims.slot_mask]; claim; claim = claim->next) {
        if (at_least(best, claim->bound) || !is_about(claim, part, hash, place))
            continue;
        if (!filtered)
            allowed_count = filter_allowed(above, (Row){guess, part->feedback});
        filtered = true;
        if (claim_allows_all(claim, allowed_count))
            best = claim->bound;
    }
    return best;
}

/* ==== 18. Bounds by size ====

   Follows "size" in "Bounds", for both goals. code_bound() is the formula of the goal identify, which the
   bounds by parts also use. */

static int64_t sum_of(const int64_t *numbers, int64_t count) {
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

/* Return base to the power of exponent, but at most 2^58, which is more than there are labels. */
static int64_t power(int64_t base, int64_t exponent) {
    const int64_t most = (int64_t)1 << 58;
    int64_t result = 1;
    for (int64_t i = 0; i < exponent && result < most; i++)
        result = result > most / base ? most : result * base;
    return result;
}

/* Return H, the least total of a code of this arity for labels of these weights, the heaviest first.

   The page repeatedly replaces the *arity* smallest numbers by their sum. The sums never decrease, so two
   queues are enough: the smallest number is a zero, else the last weight left or the first sum left. */
static int64_t least_code_total(const int64_t *weights, uint32_t count, uint32_t arity) {
    static int64_t *sums;
    if (!sums)
        sums = ALLOCATE(position.size, int64_t);
    uint32_t zeros = 0;
    while (count > 1 && (count + zeros - 1) % (arity - 1))
        zeros++;
    uint32_t weights_left = count;
    uint32_t next_sum = 0;
    uint32_t sum_count = 0;
    int64_t total = 0;
    for (uint32_t numbers = count + zeros; numbers > 1; numbers -= arity - 1) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < arity; i++) {
            bool no_sums = next_sum == sum_count;
            if (zeros) {
                zeros--;
            } else if (weights_left && (no_sums || weights[weights_left - 1] <= sums[next_sum])) {
                weights_left--;
                sum += weights[weights_left];
            } else {
                sum += sums[next_sum];
                next_sum++;
            }
        }
        sums[sum_count] = sum;
        sum_count++;
        total += sum;
    }
    return total;
}

static int compare_weights(const void *a, const void *b) {
    int64_t first = *(const int64_t *)a;
    int64_t second = *(const int64_t *)b;
    return (first < second) - (first > second);
}

/* Return the weights of the labels of a set, the heaviest first, and how many labels there are (L). */
static const int64_t *weigh_labels(const uint32_t *set, uint32_t size, uint32_t *label_count) {
    static int64_t *weights;
    static uint32_t *number; /* number[label]: its place in *weights*, from 1; 0 between two calls */
    if (!weights) {
        weights = ALLOCATE(position.size, int64_t);
        number = ALLOCATE(position.size, uint32_t);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t label = position.label[set[i]];
        if (number[label] == 0) {
            weights[count] = 0;
            count++;
            number[label] = count;
        }
        weights[number[label] - 1] += proof.weight[set[i]];
    }
    for (uint32_t i = 0; i < size; i++)
        number[position.label[set[i]]] = 0;
    qsort(weights, count, sizeof *weights, compare_weights);
    *label_count = count;
    return weights;
}

/* Return the bound "least lost" of the goal identify. */
static Cost lost_code_bound(const int64_t *weights, uint32_t labels, uint32_t arity, int64_t guesses_left,
                            int64_t spending) {
    int64_t weight = sum_of(weights, labels);
    if (guesses_left <= 0)
        return (Cost){weight, 0};
    while (labels && weights[labels - 1] == 0)
        labels--; /* losing labels of weight 0 costs nothing */
    int64_t most_labels = power(arity, guesses_left);
    if (labels > most_labels) {
        int64_t found = sum_of(weights, most_labels); /* F */
        return (Cost){weight - found, found * (spending + 1)};
    }
    int64_t total = least_code_total(weights, labels, arity); /* H */
    if (total < weight)
        total = weight;
    return (Cost){0, weight * spending + total};
}

/* Return the bound of the goal identify for a part, if guesses have at most *arity* parts (a) and cost at
   least *each* (e). */
static Cost code_bound(const uint32_t *set, uint32_t size, uint32_t arity, int64_t each, Place part) {
    uint32_t labels;
    const int64_t *weights = weigh_labels(set, size, &labels);
    int64_t guesses_left = proof.limit == NO_LIMIT ? NO_LIMIT : proof.limit - part.depth; /* j */
    if (proof.kind == LEAST_LOST)
        return lost_code_bound(weights, labels, arity, guesses_left, part.spending);
    int64_t needed = 0; /* h: the least number of guesses that tell the labels apart */
    for (int64_t reach = 1; reach < labels; reach *= arity)
        needed++;
    if (needed > guesses_left || part.spending + each * needed > proof.cost_limit)
        return (Cost){0, INFINITE};
    if (proof.kind == NOTHING_WITHIN)
        return (Cost){0, 0};
    if (proof.kind == FEWEST_AT_LIMIT) {
        int64_t earlier = (power(arity, guesses_left) - labels) / (arity - 1); /* x */
        if (earlier >= labels)
            return (Cost){0, 0};
        return (Cost){0, sum_of(weights + earlier, labels - earlier)};
    }
    int64_t total = each * least_code_total(weights, labels, arity);
    return (Cost){0, sum_of(weights, labels) * part.spending + total};
}

/* With the goal hit: the cost of the first, second, ... candidate of a part at a place, the heaviest first.
   Cached, because the parts of many guesses have the same place. */
static struct {
    Place place;
    uint32_t size;
    uint32_t max_parts;
    Cost *cost;
} size_costs;

/* Fill size_costs.cost[0] to size_costs.cost[size]. */
static void fill_size_costs(Place part, uint32_t size) {
    bool known = size_costs.size >= size && size_costs.max_parts == survey.max_parts &&
                 same_place(size_costs.place, part);
    if (known)
        return;
    if (!size_costs.cost)
        size_costs.cost = ALLOCATE(position.size + (size_t)1, Cost);
    size_costs.place = part;
    size_costs.size = size;
    size_costs.max_parts = survey.max_parts;
    /* m candidates at c(1), b m at c(2), b^2 m at c(3), ... With weights: all others at c(2), unless one of
       them costs infinitely much. */
    const int64_t each = position.least_cost;
    Cost cost = {0, 0};
    Cost second = {0, 0};
    int64_t level = 0;
    int64_t level_size = position.max_wins;
    int64_t level_end = 0;
    for (uint32_t i = 0; i <= size; i++) {
        if (i == level_end) {
            level++;
            level_end += level_size;
            if (level_size <= position.size)
                level_size *= position.losing;
            cost = cost_when_found(part.depth + level, part.spending + level * each);
            if (level == 2)
                second = cost;
            if (level > 2 && proof.weighted && cost.total < INFINITE)
                cost = second;
        }
        size_costs.cost[i] = cost;
    }
    /* No guess has more parts of a part than of the whole set. So two guesses find at most that many times m
       candidates, and the others cost c(3) or more: a bound by parts that costs no work. */
    if (proof.weighted)
        return;
    Cost third = cost_when_found(part.depth + 3, part.spending + 3 * each);
    for (uint64_t i = (uint64_t)survey.max_parts * position.max_wins; i <= size; i++)
        if (!at_least(size_costs.cost[i], third))
            size_costs.cost[i] = third;
}

static Cost bound_by_size(const uint32_t *set, uint32_t size, Place part) {
    if (game.identify)
        return code_bound(set, size, position.max_parts, position.least_cost, part);
    Cost sum = {0, 0};
    fill_size_costs(part, size);
    for (uint32_t i = 0; i < size; i++)
        sum = add_costs(sum, multiply_cost(size_costs.cost[i], proof.weight[set[i]]));
    return sum;
}

/* ==== 19. Bounds by parts ====

   Follows "parts" in "Bounds", for both goals. Most of the time goes into counting the parts that guesses
   have. */

/* Return how many parts a guess has of a set, by the bits of its feedbacks. */
static uint32_t count_parts_by_bits(const uint32_t *set, uint32_t size, uint32_t guess) {
    const size_t step = position.bits_words * position.bits_width;
    uint32_t parts = 0;
    for (size_t word = 0; word < position.bits_words; word++) {
        const uint16_t *column = position.bits + word * position.bits_width + guess;
        uint32_t bits = 0;
        for (uint32_t i = 0; i < size; i++)
            bits |= column[set[i] * step];
        for (; bits; bits &= bits - 1) /* this removes the lowest bit */
            parts++;
    }
    return parts;
}

/* Return how many parts a guess has of a set, or 0 as soon as it turns out that they are not more than
   *unless*. Set *wins* to whether it wins against a candidate of the set, unless position.bits is used:
   then it is not needed. */
static uint32_t count_parts(const uint32_t *set, uint32_t size, uint32_t guess, uint32_t unless, bool *wins) {
    static uint32_t *last_seen; /* last_seen[feedback]: the number of the call that saw it last */
    static uint32_t call;
    if (position.bits)
        return count_parts_by_bits(set, size, guess);
    if (last_seen)
        call++;
    if (!last_seen || call == NONE) { /* at the beginning, and before the numbers of calls repeat */
        last_seen = ALLOCATE((size_t)1 << 16, uint32_t);
        call = 1;
    }
    const uint32_t spare =
        unless < size ? size - unless : 0; /* if this many repeat a feedback, there are too few parts */
    uint32_t parts = 0;
    uint32_t i = 0;
    while (i < size && i - parts < spare) {
        const uint32_t end = i + 8 < size ? i + 8 : size; /* testing after every candidate would be slower */
        for (; i < end; i++) {
            uint32_t feedback = feedback_of(set[i], guess);
            parts += last_seen[feedback] != call;
            last_seen[feedback] = call;
        }
    }
    *wins = game.win != NONE && last_seen[game.win] == call;
    return i < size ? 0 : parts;
}

/* Count the parts that the 32 guesses from *guess* on have of a set, by their bits. Each 64 bits
   hold four guesses. A check spends most of its time here: eight variables stay in registers, an array would
   not. */
static void count_lanes(const uint32_t *set, uint32_t size, uint32_t guess, uint16_t parts[LANES]) {
    enum { QUADS = LANES / 4 };

    const uint64_t ones = 0x0001000100010001u; /* 1 in each 16 bits */
    uint64_t sum[QUADS] = {0};
    for (size_t word = 0; word < position.bits_words; word++) {
        uint64_t a = 0;
        uint64_t b = 0;
        uint64_t c = 0;
        uint64_t d = 0;
        uint64_t e = 0;
        uint64_t f = 0;
        uint64_t g = 0;
        uint64_t h = 0;
        for (uint32_t i = 0; i < size; i++) {
            uint64_t row[QUADS];
            size_t start = (set[i] * position.bits_words + word) * position.bits_width + guess;
            memcpy(row, position.bits + start, sizeof row);
            a |= row[0];
            b |= row[1];
            c |= row[2];
            d |= row[3];
            e |= row[4];
            f |= row[5];
            g |= row[6];
            h |= row[7];
        }
        const uint64_t seen[QUADS] = {a, b, c, d, e, f, g, h};
        for (int quad = 0; quad < QUADS; quad++) {
            /* Count the bits of each 16: of pairs, of fours, of eights, of all. */
            uint64_t x = seen[quad] - (seen[quad] >> 1 & 0x5555 * ones);
            x = (x & 0x3333 * ones) + (x >> 2 & 0x3333 * ones);
            x = (x + (x >> 4)) & 0x0F0F * ones;
            sum[quad] += (x + (x >> 8)) & 31 * ones;
        }
    }
    memcpy(parts, sum, sizeof sum);
}

/* Return the cost of a part with the first *first* candidates at c(1), the next *second* at c(2), the others
   at c(3), if each guess costs *each*. */
static Cost three_level_cost(const uint32_t *set, uint32_t size, uint64_t first, uint64_t second,
                             int64_t each, Place part) {
    Cost level_cost[3];
    for (int level = 0; level < 3; level++)
        level_cost[level] = cost_when_found(part.depth + level + 1, part.spending + (level + 1) * each);
    Cost sum = {0, 0};
    for (uint32_t i = 0; i < size; i++) {
        int level = 2;
        if (i < first + second)
            level = 1;
        if (i < first)
            level = 0;
        sum = add_costs(sum, multiply_cost(level_cost[level], proof.weight[set[i]]));
    }
    return sum;
}

/* Return the bound by parts: the smaller of the bounds for guesses that win, and for other guesses. */
static Cost bound_by_parts(Best best, const uint32_t *set, uint32_t size, Place part) {
    if (game.identify)
        return code_bound(set, size, best.any_parts, best.cost, part);
    uint64_t max_wins = position.max_wins; /* m */
    uint64_t second = (best.winning_parts - 1) * max_wins;
    Cost winning = three_level_cost(set, size, max_wins, second, best.cost, part);
    if (best.any_parts < 2)
        return winning; /* no other guess splits the part */
    Cost other = three_level_cost(set, size, 0, best.any_parts * max_wins, best.cost, part);
    return at_least(winning, other) ? other : winning;
}

/* Return the best numbers of the guesses in a part, quickly: examine only those that win, and assume that the
   others have as many parts as possible. */
static Best quick_best(const uint32_t *set, uint32_t size) {
    uint32_t max_winning = size < position.losing + 1 ? size : position.losing + 1;
    uint32_t max_other = size < position.losing ? size : position.losing;
    if (survey.max_parts < max_other)
        max_other = survey.max_parts;
    Best best = {0, position.consistent ? 0 : max_other, position.least_cost};
    for (uint32_t i = 0; i < size && best.winning_parts < max_winning; i++) {
        uint32_t end = position.winner_start[set[i] + 1];
        for (uint32_t w = position.winner_start[set[i]]; w < end; w++) {
            bool wins;
            uint32_t parts = count_parts(set, size, position.winner[w], best.winning_parts, &wins);
            if (parts > best.winning_parts)
                best.winning_parts = parts;
        }
    }
    return best;
}

/* Count the parts that the allowed guesses have of the set of a claim. */
static void survey_parts(const Claim *claim) {
    survey.counted = true;
    if (!position.bits) {
        for (uint32_t i = 0; i < claim->allowed_count; i++) {
            uint32_t guess = claim->allowed[i];
            bool wins;
            survey.parts[guess] = (uint16_t)count_parts(claim->set, claim->size, guess, 0, &wins);
        }
        return;
    }
    for (uint32_t guess = 0; guess < game.guess.count; guess += LANES)
        count_lanes(claim->set, claim->size, guess, survey.parts + guess);
    survey.max_parts = 0;
    for (uint32_t i = 0; i < claim->allowed_count; i++)
        if (survey.parts[claim->allowed[i]] > survey.max_parts)
            survey.max_parts = survey.parts[claim->allowed[i]];
}

/* Return the most parts that any guess has of a part, by bits; any result of at least *enough* will do.
   *known* is the number of parts of a guess that was counted before. Numbers of parts are at most 64, so they
   may be compared as signed ones, for which processors have an instruction. */
static uint32_t most_parts_by_bits(const Part *part, uint32_t known, uint32_t enough) {
    uint32_t most = known;
    for (uint32_t guess = 0; guess < game.guess.count && most < enough; guess += LANES) {
        uint16_t parts[LANES];
        int16_t lane_most = (int16_t)most;
        count_lanes(part->set, part->size, guess, parts);
        for (int lane = 0; lane < LANES; lane++)
            lane_most = (int16_t)parts[lane] > lane_most ? (int16_t)parts[lane] : lane_most;
        most = (uint32_t)lane_most;
    }
    return most;
}

/* Return the best numbers of all allowed guesses in a part of the set of *above*, after quick_best() has
   examined those that win. */
static Best full_best(const Claim *above, const Part *part, uint32_t guess) {
    Best best = {part->best.winning_parts, part->best.winning_parts, game.cost ? NUMBERS_END : 1};
    /* No guess has more parts than quick_best() assumed. With the goal identify it was not called. */
    uint32_t enough = game.identify ? NONE : part->best.any_parts;
    if (position.bits) {
        best.any_parts = most_parts_by_bits(part, best.any_parts, enough);
        return best;
    }
    uint32_t count = filter_allowed(above, (Row){guess, part->feedback});
    if (!survey.counted)
        survey_parts(above);
    for (uint32_t i = 0; i < count && (game.cost || best.any_parts < enough); i++) {
        uint32_t other = split.allowed[i];
        /* A guess has no more parts of the part than of the set above it. With costs, all guesses
           are needed, to find the least cost. */
        if (!game.cost && survey.parts[other] <= best.any_parts)
            continue;
        bool wins;
        uint32_t parts = count_parts(part->set, part->size, other, game.cost ? 0 : best.any_parts, &wins);
        bool counts = parts >= 2 && !position.consistent; /* it splits the part */
        if (parts == 0 || (!counts && !wins))
            continue;
        if (parts > best.any_parts)
            best.any_parts = parts;
        if (cost_of(other) < best.cost)
            best.cost = cost_of(other);
    }
    return best;
}

/* ==== 20. The cost of a guess ====

   Follows "When a claim holds": every allowed guess that splits its set, or wins against a candidate of it,
   costs at least its bound. The bounds are tried in turn, the cheapest to compute first. */

/* Whether the number of parts alone shows that a guess costs enough: each losing part has one first
   candidate, and all others cost at least as much as a second one. *sum* is the cost of the guess without
   its parts. */
static bool enough_by_part_count(const Claim *claim, uint32_t guess, int64_t cost_of_win, int64_t sum) {
    const int64_t first = size_costs.cost[0].total;
    const int64_t second = size_costs.cost[1].total;
    if (!position.bits || proof.weighted || second >= INFINITE)
        return false;
    int64_t wins = survey.wins[guess];
    int64_t won = wins ? position.max_wins : 0;
    int64_t losing_parts = survey.parts[guess] - wins;
    int64_t others = claim->size - won - losing_parts;
    return others >= 0 &&
           sum + won * cost_of_win + losing_parts * first + others * second >= claim->bound.total;
}

/* Whether the bounds by size show that a guess costs enough. Only for the goal hit, and not for pairs. The
   loops run for most guesses of most claims, so they keep everything in local variables. */
static bool enough_by_size(const Claim *claim, uint32_t guess, Place place, int64_t sum) {
    /* count[feedback]: how many candidates of this part came before; 0 between two calls. */
    static uint32_t *count;
    if (!count)
        count = ALLOCATE(game.feedback.count, uint32_t);
    fill_size_costs(place, claim->size);
    const int64_t cost_of_win = cost_when_ended(place).total;
    const int64_t bound = claim->bound.total;
    if (enough_by_part_count(claim, guess, cost_of_win, sum))
        return true;
    const uint16_t *column = position.table + guess;
    const size_t row_size = game.guess.count;
    const uint32_t *set = claim->set;
    const uint32_t size = claim->size;
    const uint32_t win = game.win;
    const Cost *costs = size_costs.cost;
    const int64_t *weight = proof.weight;
    uint32_t i = 0;
    if (proof.weighted) {
        if (cost_of_win >= INFINITE || costs[size].total >= INFINITE)
            return false; /* infinite costs must not be multiplied; costs_enough() handles them */
        for (; i < size && sum < bound; i++) {
            uint32_t feedback = column[set[i] * row_size];
            if (feedback == win) {
                sum += cost_of_win * weight[set[i]];
            } else {
                sum += costs[count[feedback]].total * weight[set[i]];
                count[feedback]++;
            }
        }
    } else {
        for (; i < size && sum < bound; i++) {
            uint32_t feedback = column[set[i] * row_size];
            if (feedback == win) {
                sum += cost_of_win;
            } else {
                sum += costs[count[feedback]].total;
                count[feedback]++;
            }
        }
    }
    if (game.feedback.count <= 256)
        memset(count, 0, game.feedback.count * sizeof *count);
    else
        for (uint32_t k = 0; k < i; k++)
            count[column[set[k] * row_size]] = 0;
    return sum >= bound;
}

/* Return a lower bound of a part, before the bounds by parts: by its end, a claim or its size. */
static Cost cost_of_part(const Claim *claim, Part *part, uint32_t guess, Place place) {
    if (part->ends) {
        int64_t weight = sum_weights(proof.weight, part->set, part->size);
        return multiply_cost(cost_when_ended(place), weight);
    }
    part->cost = bound_by_size(part->set, part->size, place);
    if (part->size == claim->size)
        return part->cost; /* the whole set: the claim itself must not prove it */
    return claimed_cost(claim, part, guess, place);
}

/* Whether no bound by parts can raise the cost of a part. The greatest of these bounds is the one
   for winning guesses alone. */
static bool cannot_be_raised(const Part *part, Place place) {
    if (game.cost || game.identify)
        return false;
    Best winning_only = {part->best.winning_parts, 0, 1};
    return at_least(part->cost, bound_by_parts(winning_only, part->set, part->size, place));
}

/* Raise the costs of the parts, and *sum* with them, by the bounds by parts, until the claim holds. The quick
   bounds come first; the full ones reuse their counts for guesses that win. */
static void raise_by_parts(const Claim *claim, uint32_t guess, Place place, bool quick, Cost *sum) {
    for (uint32_t i = 0; i < split.count && !at_least(*sum, claim->bound); i++) {
        Part *part = &split.part[i];
        if (part->ends || (!quick && cannot_be_raised(part, place)))
            continue;
        part->best = quick ? quick_best(part->set, part->size) : full_best(claim, part, guess);
        Cost bound = bound_by_parts(part->best, part->set, part->size, place);
        if (at_least(part->cost, bound))
            continue;
        if (bound.total >= INFINITE) {
            *sum = bound;
        } else {
            sum->lost += bound.lost - part->cost.lost;
            sum->total += bound.total - part->cost.total;
        }
        part->cost = bound;
    }
}

/* Whether a guess costs at least the bound of a claim, or tells nothing: then it need not be checked. */
static bool costs_enough(const Claim *claim, uint32_t guess) {
    Place place = place_of(claim->depth + 1, claim->spending + cost_of(guess));
    Cost sum = {0, 0};
    if (proof.kind == TOTAL)
        sum.total = cost_of(guess) * claim->weight; /* the guess itself, for every candidate */
    if (!game.identify && proof.kind != LEAST_LOST && enough_by_size(claim, guess, place, sum.total))
        return true;
    split_set(claim->set, claim->size, guess);
    if (split_tells_nothing())
        return true;
    for (uint32_t i = 0; i < split.count; i++) {
        Part *part = &split.part[i];
        part->cost = cost_of_part(claim, part, guess, place);
        sum = add_costs(sum, part->cost);
    }
    if (!game.identify)
        raise_by_parts(claim, guess, place, true, &sum);
    raise_by_parts(claim, guess, place, false, &sum);
    return at_least(sum, claim->bound);
}

/* ==== 21. Orbits of guesses ====

   Follows "Symmetries", orbits: of the guesses that symmetries exchange, only the lowest is checked, down to
   depth 2. The symmetries do not change the guesses of the history and on the path to the claim; these are
   called fixed here. */

/* Whether each place has its own symbols: feedback=exact, unless secrets are distinct. */
static bool has_separate_symbols(void) {
    return game.only_exact && !game.distinct;
}

/* A permutation of symbols, as far as it is decided; UNKNOWN elsewhere. */
enum { UNKNOWN = 255 };

typedef struct {
    uint8_t to[MAX_SYMBOLS];
    uint8_t from[MAX_SYMBOLS];
} SymbolMap;

/* The search for a symmetry of pegs that maps a guess to a lower one. */
static struct {
    uint32_t guess;
    uint32_t fixed[MAX_ROWS + 2];
    uint32_t fixed_count;
    uint8_t source[MAX_PLACES]; /* place p of the image has the symbol at place source[p] of the guess */
} orbit;

static SymbolMap empty_map(void) {
    SymbolMap map;
    memset(&map, UNKNOWN, sizeof map);
    return map;
}

/* Decide that the symbol at place *source* moves to *place*, and extend the map so that no fixed guess
   changes. Return whether that is possible. */
static bool extend_map(SymbolMap *map, uint32_t place, uint32_t source) {
    if (has_separate_symbols())
        *map = empty_map(); /* each place has its own permutation */
    for (uint32_t i = 0; i < orbit.fixed_count; i++) {
        const uint16_t *code = code_of(orbit.fixed[i]);
        uint8_t from = (uint8_t)code[source];
        uint8_t to = (uint8_t)code[place];
        if (map->to[from] == UNKNOWN && map->from[to] == UNKNOWN) {
            map->to[from] = to;
            map->from[to] = from;
        } else if (map->to[from] != to) {
            return false;
        }
    }
    return true;
}

/* Whether the guess and all fixed guesses have the same symbols at two places. */
static bool same_columns(uint32_t place, uint32_t other) {
    if (code_of(orbit.guess)[place] != code_of(orbit.guess)[other])
        return false;
    for (uint32_t i = 0; i < orbit.fixed_count; i++)
        if (code_of(orbit.fixed[i])[place] != code_of(orbit.fixed[i])[other])
            return false;
    return true;
}

/* Whether the lowest image of the guess, by the places that are chosen, is lower than the guess. A symbol
   that the map leaves open becomes the lowest one that is free. */
static bool image_is_lower(SymbolMap map) {
    const uint16_t *code = code_of(orbit.guess);
    for (uint32_t place = 0; place < game.places; place++) {
        extend_map(&map, place, orbit.source[place]); /* only has an effect with separate symbols */
        uint8_t symbol = (uint8_t)code[orbit.source[place]];
        if (map.to[symbol] == UNKNOWN) {
            uint8_t lowest = 0;
            while (lowest < MAX_SYMBOLS - 1 && map.from[lowest] != UNKNOWN)
                lowest++;
            map.to[symbol] = lowest;
            map.from[lowest] = symbol;
        }
        if (map.to[symbol] != code[place])
            return map.to[symbol] < code[place];
    }
    return false;
}

/* Whether a place is not chosen yet, and no earlier free place would give the same images. */
static bool is_new_choice(uint32_t source, uint32_t used) {
    if (used >> source & 1)
        return false;
    for (uint32_t earlier = 0; earlier < source; earlier++)
        if (!(used >> earlier & 1) && same_columns(earlier, source))
            return false;
    return true;
}

/* Whether a symmetry maps the guess to a lower one, if the sources of the places before *place* are chosen
   (*used*). */
static bool has_lower_image(uint32_t place, uint32_t used, SymbolMap map) {
    if (place == game.places)
        return image_is_lower(map);
    for (uint32_t source = 0; source < game.places; source++) {
        if (!is_new_choice(source, used))
            continue;
        SymbolMap next = map;
        orbit.source[place] = (uint8_t)source;
        if (extend_map(&next, place, source) && has_lower_image(place + 1, used | 1u << source, next))
            return true;
    }
    return false;
}

/* Fill *group* with groups of coins, as bits, that are on the same sides in all fixed weighings. Return the
   number of groups. */
static uint32_t group_coins(uint32_t group[MAX_COINS]) {
    uint32_t count = 1;
    group[0] = (1u << game.symbols) - 1;
    for (uint32_t i = 0; i < orbit.fixed_count; i++)
        for (int side = 0; side < 2; side++) {
            const uint32_t coins = game.sides[orbit.fixed[i]][side];
            const uint32_t count_before = count;
            for (uint32_t k = 0; k < count_before; k++) {
                uint32_t part = group[k] & coins;
                if (part == 0 || part == group[k])
                    continue;
                group[count] = part;
                count++;
                group[k] &= ~part;
            }
        }
    return count;
}

static uint32_t count_coins(uint32_t coins) {
    uint32_t count = 0;
    for (; coins; coins &= coins - 1) /* this removes the lowest bit */
        count++;
    return count;
}

/* Mark the first weighing of each orbit. Two weighings are in one orbit if both put as many coins of each
   group on the left and as many on the right, perhaps with the sides of one of them exchanged. These numbers
   are written as letters, and the smaller of both texts identifies the orbit. */
static void mark_lowest_weighings(uint8_t *is_lowest) {
    uint32_t group[MAX_COINS];
    uint32_t groups = group_coins(group);
    TextList orbits = {0};
    for (uint32_t guess = 0; guess < game.guess.count; guess++) {
        char text[2 * MAX_COINS + 1] = "";
        char exchanged[2 * MAX_COINS + 1] = "";
        for (uint32_t i = 0; i < groups; i++) {
            char left = (char)('a' + count_coins(game.sides[guess][0] & group[i]));
            char right = (char)('a' + count_coins(game.sides[guess][1] & group[i]));
            text[2 * i] = left;
            text[2 * i + 1] = right;
            exchanged[2 * i] = right;
            exchanged[2 * i + 1] = left;
        }
        const char *name = strcmp(text, exchanged) > 0 ? exchanged : text;
        uint32_t count_before = orbits.count;
        is_lowest[guess] = add_text(&orbits, copy_text(name)) == count_before;
    }
}

/* The lowest guesses after a path of up to two guesses; they are cached. */
typedef struct Orbits {
    uint32_t path[2];
    uint32_t depth;
    uint8_t *is_lowest; /* of each guess */
    struct Orbits *next;
} Orbits;

/* Return for each guess whether it is the lowest of its orbit after the history and the guesses of *path*.
   Return NULL if all guesses must be checked. */
static const uint8_t *find_lowest_guesses(const uint32_t path[2], uint32_t depth) {
    static Orbits *known;
    if ((game.family != PEGS && game.family != BALANCE) || depth > 2)
        return NULL;
    for (Orbits *orbits = known; orbits; orbits = orbits->next)
        if (orbits->depth == depth && memcmp(orbits->path, path, sizeof orbits->path) == 0)
            return orbits->is_lowest;
    Orbits *orbits = ALLOCATE(1, Orbits);
    *orbits = (Orbits){{path[0], path[1]}, depth, ALLOCATE(game.guess.count, uint8_t), known};
    known = orbits;
    orbit.fixed_count = position.row_count + depth;
    for (uint32_t i = 0; i < position.row_count; i++)
        orbit.fixed[i] = position.row[i].guess;
    for (uint32_t i = 0; i < depth; i++)
        orbit.fixed[position.row_count + i] = path[i];
    if (game.family == BALANCE) {
        mark_lowest_weighings(orbits->is_lowest);
        return orbits->is_lowest;
    }
    for (orbit.guess = 0; orbit.guess < game.guess.count; orbit.guess++)
        orbits->is_lowest[orbit.guess] = !has_lower_image(0, 0, empty_map());
    return orbits->is_lowest;
}

/* ==== 22. Exchanges and images ====

   Follows "Symmetries", exchanges, and "Images": symmetries of the set of a claim itself, and the column
   'reason'. Both exist in peg games without a rule. */

/* A symmetry of pegs: the symbol at place p moves to place[p]; symbol s of place p becomes symbol[p][s]. */
typedef struct {
    uint8_t place[MAX_PLACES];
    uint8_t symbol[MAX_PLACES][MAX_SYMBOLS];
} Symmetry;

static struct {
    uint32_t count;
    uint32_t *image; /* of each exchange: a row with the image of each guess */
    bool *in_set;    /* of each guess: whether it is in the current set; false between two calls */
    bool *dropped;   /* of each guess: whether it need not be checked */
} exchanges;

static bool has_images(void) {
    return game.family == PEGS && game.rule == FREE;
}

/* Return the guess with the same text as a candidate. */
static uint32_t guess_of_candidate(uint32_t candidate) {
    return game.guess_of[position.secret[candidate]];
}

/* Return the guess with this code, which exists. Guesses are in order, so use a binary search. */
static uint32_t find_code(const uint16_t *code) {
    uint32_t low = 0;
    uint32_t high = game.guess.count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        const uint16_t *other = code_of(middle);
        uint32_t place = 0;
        while (place < game.places - 1 && other[place] == code[place])
            place++;
        if (other[place] <= code[place])
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t image_of(uint32_t guess, const Symmetry *symmetry) {
    uint16_t image[MAX_PLACES];
    const uint16_t *code = code_of(guess);
    for (uint32_t place = 0; place < game.places; place++)
        image[symmetry->place[place]] = symmetry->symbol[place][code[place]];
    return find_code(image);
}

/* Return the symmetry that changes nothing. */
static Symmetry identity(void) {
    Symmetry symmetry;
    for (uint8_t place = 0; place < MAX_PLACES; place++) {
        symmetry.place[place] = place;
        for (uint8_t symbol = 0; symbol < MAX_SYMBOLS; symbol++)
            symmetry.symbol[place][symbol] = symbol;
    }
    return symmetry;
}

static void add_exchange(const Symmetry *symmetry) {
    size_t start = (size_t)exchanges.count * game.guess.count;
    for (uint32_t guess = 0; guess < game.guess.count; guess++) {
        exchanges.image = grow(exchanges.image, start + guess, sizeof *exchanges.image);
        exchanges.image[start + guess] = image_of(guess, symmetry);
    }
    exchanges.count++;
}

static void exchange_symbols(Symmetry *symmetry, uint32_t place, uint8_t a, uint8_t b) {
    symmetry->symbol[place][a] = b;
    symmetry->symbol[place][b] = a;
}

/* Add the exchanges of two symbols: of one place if each place has its own symbols, else of all places. */
static void add_symbol_exchanges(uint8_t a, uint8_t b) {
    Symmetry everywhere = identity();
    for (uint32_t place = 0; place < game.places; place++) {
        Symmetry at_place = identity();
        exchange_symbols(&at_place, place, a, b);
        exchange_symbols(&everywhere, place, a, b);
        if (has_separate_symbols())
            add_exchange(&at_place);
    }
    if (!has_separate_symbols())
        add_exchange(&everywhere);
}

static void find_exchanges(void) {
    exchanges.in_set = ALLOCATE(game.guess.count, bool);
    exchanges.dropped = ALLOCATE(game.guess.count, bool);
    for (uint8_t b = 1; b < game.places; b++)
        for (uint8_t a = 0; a < b; a++) {
            Symmetry symmetry = identity();
            symmetry.place[a] = b;
            symmetry.place[b] = a;
            add_exchange(&symmetry);
        }
    for (uint8_t b = 1; b < game.symbols; b++)
        for (uint8_t a = 0; a < b; a++)
            add_symbol_exchanges(a, b);
}

static void mark_set(const Claim *claim, bool in_set) {
    for (uint32_t i = 0; i < claim->size; i++)
        exchanges.in_set[guess_of_candidate(claim->set[i])] = in_set;
}

/* Whether an exchange maps a marked set to itself. */
static bool keeps_set(const Claim *claim, const uint32_t *image) {
    for (uint32_t i = 0; i < claim->size; i++)
        if (!exchanges.in_set[image[guess_of_candidate(claim->set[i])]])
            return false;
    return true;
}

/* Drop the guesses that an exchange maps to lower ones, if it maps the set of the claim to itself: both
   cost the same. */
static void drop_lowered_guesses(const Claim *claim) {
    memset(exchanges.dropped, 0, game.guess.count * sizeof *exchanges.dropped);
    mark_set(claim, true);
    for (uint32_t i = 0; i < exchanges.count; i++) {
        const uint32_t *image = exchanges.image + (size_t)i * game.guess.count;
        if (!keeps_set(claim, image))
            continue;
        for (uint32_t guess = 0; guess < game.guess.count; guess++)
            exchanges.dropped[guess] = exchanges.dropped[guess] || image[guess] < guess;
    }
    mark_set(claim, false);
}

/* Read a permutation of 0 to count - 1. */
static void read_permutation(const Value *value, uint32_t count, uint8_t *permutation) {
    uint32_t seen = 0;
    if (expect_type(value, ARRAY, "reason")->count != count)
        fail("a permutation in 'reason' has a wrong length");
    for (uint32_t i = 0; i < count; i++) {
        int64_t number = expect_type(&value->items[i], NUMBER, "reason")->number;
        if (number >= count || seen >> number & 1)
            fail("a list in 'reason' is not a permutation");
        seen |= 1u << number;
        permutation[i] = (uint8_t)number;
    }
}

static Symmetry read_symmetry(const Value *value) {
    Symmetry symmetry = identity();
    expect_type(value, OBJECT, "reason");
    refuse_unknown_members(value, " places symbols ", "an image");
    const Value *symbols = get_member(value, "symbols", ARRAY);
    read_permutation(get_member(value, "places", ARRAY), game.places, symmetry.place);
    if (has_separate_symbols() && symbols->count != game.places)
        fail("expected a list for each place in 'symbols' of an image");
    for (uint32_t place = 0; place < game.places; place++) {
        const Value *of_place = has_separate_symbols() ? &symbols->items[place] : symbols;
        read_permutation(of_place, game.symbols, symmetry.symbol[place]);
    }
    return symmetry;
}

/* Check a claim with a reason: a symmetry maps its set to that of an earlier claim with at least its bound. */
static void check_image(const Claim *claim, const Value *reason, size_t number) {
    if (!has_images())
        fail("claim %zu is about an image, but this game has no images", number);
    if (expect_type(reason, ARRAY, "reason")->count != 3 ||
        !equal(expect_type(&reason->items[0], STRING, "reason")->text, "image"))
        fail("claim %zu has an unknown reason", number);
    int64_t earlier = expect_type(&reason->items[1], NUMBER, "reason")->number;
    Symmetry symmetry = read_symmetry(&reason->items[2]);
    if (earlier >= (int64_t)number)
        fail("claim %zu is about an image of claim %" PRId64 ", which is not an earlier one", number,
             earlier);
    const Claim *other = &claims.all[earlier];
    if (other->size != claim->size || !same_place(other->place, claim->place))
        fail("claim %zu is about an image of claim %" PRId64 ", which has a different size or depth", number,
             earlier);
    if (!at_least(other->bound, claim->bound))
        fail("claim %zu claims more than claim %" PRId64 ", of which it is an image", number, earlier);
    mark_set(other, true);
    for (uint32_t i = 0; i < claim->size; i++)
        if (!exchanges.in_set[image_of(guess_of_candidate(claim->set[i]), &symmetry)])
            fail("claim %zu is not about an image of the set of claim %" PRId64, number, earlier);
    mark_set(other, false);
}

/* ==== 23. Proofs ====

   Follows "Proofs": the sets of all claims first, since a claim may come after one that needs it; then each
   claim. */

/* Find out which guesses win against a candidate of the set of a claim, and count the parts of all guesses
   where that is fast. */
static void start_survey(const Claim *claim) {
    survey.counted = false;
    survey.max_parts = NONE;
    memset(survey.wins, 0, game.guess.count * sizeof *survey.wins);
    for (uint32_t i = 0; i < claim->size; i++) {
        uint32_t end = position.winner_start[claim->set[i] + 1];
        for (uint32_t w = position.winner_start[claim->set[i]]; w < end; w++)
            survey.wins[position.winner[w]] = true;
    }
    if (position.bits)
        survey_parts(claim);
}

static void check_guess(const Claim *claim, uint32_t guess, size_t number) {
    if (!costs_enough(claim, guess))
        fail("claim %zu does not hold: the guess '%s' may cost less", number,
             printable(game.guess.text[guess]));
}

/* Return the lowest guesses after the guesses that lead to a claim; see find_lowest_guesses(). */
static const uint8_t *lowest_guesses_of(const Claim *claim) {
    uint32_t path[2] = {0, 0};
    if (claim->depth == 2)
        path[0] = claim->parent->guess;
    if (claim->depth == 1 || claim->depth == 2)
        path[claim->depth - 1] = claim->guess;
    return find_lowest_guesses(path, claim->depth);
}

/* Check that a claim holds: every guess that counts costs its bound or more. */
static void check_claim(const Claim *claim, size_t number) {
    start_survey(claim);
    if (claim->depth == 0 && position.first_guess != NONE) {
        split_set(claim->set, claim->size, position.first_guess);
        if (split_tells_nothing())
            fail("'first_guess' neither splits the candidates nor wins against one of them");
        check_guess(claim, position.first_guess, number);
        return;
    }
    const uint8_t *is_lowest = lowest_guesses_of(claim);
    if (has_images())
        drop_lowered_guesses(claim);
    for (uint32_t i = 0; i < claim->allowed_count; i++) {
        uint32_t guess = claim->allowed[i];
        if (is_lowest && !is_lowest[guess])
            continue;
        if (position.consistent && !survey.wins[guess])
            continue;
        if (has_images() && exchanges.dropped[guess])
            continue;
        check_guess(claim, guess, number);
    }
}

/* Return the bound of a claim: null, a pair or a number, depending on the kind of the proof. */
static Cost get_bound(const Value *value) {
    if (proof.kind == NOTHING_WITHIN) {
        expect_type(value, NULL_VALUE, "bound");
        return (Cost){0, INFINITE};
    }
    if (proof.kind != LEAST_LOST)
        return (Cost){0, expect_type(value, NUMBER, "bound")->number};
    if (expect_type(value, ARRAY, "bound")->count != 2)
        fail("expected a pair as the bound of a claim");
    return (Cost){expect_type(&value->items[0], NUMBER, "bound")->number,
                  expect_type(&value->items[1], NUMBER, "bound")->number};
}

/* Give a claim its set and the first *allowed_count* guesses of split.allowed, and add it to the hash table. */
static void set_claim(Claim *claim, const uint32_t *set, uint32_t size, uint32_t allowed_count) {
    claim->set = memcpy(ALLOCATE(size, uint32_t), set, size * sizeof *set);
    claim->size = size;
    claim->weight = sum_weights(position.weight, set, size);
    claim->allowed = split.allowed; /* without a rule it never changes */
    claim->allowed_count = allowed_count;
    if (game.rule != FREE) {
        uint32_t *copy = ALLOCATE(allowed_count, uint32_t);
        claim->allowed = memcpy(copy, split.allowed, allowed_count * sizeof *copy);
    }
    claim->place = place_of(claim->depth, claim->spending);
    claim->hash = hash_set(set, size, claim->place);
    claims.has_size[size] = true;
    Claim **slot = &claims.slots[claim->hash & claims.slot_mask];
    claim->next = *slot;
    *slot = claim;
}

/* Make the claim about all candidates, and count the most parts that a guess has of them. */
static void make_first_claim(Claim *claim) {
    uint32_t *everything = split.order;
    uint32_t allowed_count = 0;
    for (uint32_t candidate = 0; candidate < position.size; candidate++)
        everything[candidate] = candidate;
    for (uint32_t guess = 0; guess < game.guess.count; guess++) {
        if (is_allowed(guess, position.row_count)) {
            split.allowed[allowed_count] = guess;
            allowed_count++;
        }
        if (!game.identify)
            continue;
        bool wins;
        uint32_t parts = count_parts(everything, position.size, guess, position.max_parts, &wins);
        if (parts > position.max_parts)
            position.max_parts = parts;
    }
    set_claim(claim, everything, position.size, allowed_count);
}

static bool claim_allows(const Claim *claim, uint32_t guess) {
    if (game.rule == FREE)
        return true;
    for (uint32_t i = 0; i < claim->allowed_count; i++)
        if (claim->allowed[i] == guess)
            return true;
    return false;
}

/* Make the claim about the part of the set of *parent* that answers this row. */
static void make_claim(Claim *claim, Claim *parent, Row row, size_t number) {
    const Part *part = NULL;
    bool wins = false;
    claim->parent = parent;
    claim->guess = row.guess;
    claim->depth = parent->depth + 1;
    claim->spending = parent->spending + cost_of(row.guess);
    split_set(parent->set, parent->size, row.guess);
    for (uint32_t i = 0; i < split.count; i++) {
        if (split.part[i].feedback == row.feedback)
            part = &split.part[i];
        if (split.part[i].feedback == game.win)
            wins = true;
    }
    if (!claim_allows(parent, row.guess) || (position.consistent && !wins))
        fail("the guess of claim %zu is not allowed", number);
    if (!part)
        fail("the set of claim %zu is empty", number);
    if (split.count == 1)
        fail("the set of claim %zu is that of its parent", number);
    set_claim(claim, part->set, part->size, filter_allowed(parent, row));
}

/* Get the memory that checking *count* claims needs. */
static void prepare_claims(size_t count) {
    claims.slot_mask = 1023;
    while (claims.slot_mask < count)
        claims.slot_mask = 2 * claims.slot_mask + 1;
    claims.all = ALLOCATE(count, Claim);
    claims.slots = ALLOCATE(claims.slot_mask + 1, Claim *);
    claims.has_size = ALLOCATE(position.size + (size_t)1, bool);
    split.order = ALLOCATE(position.size, uint32_t);
    split.slot = ALLOCATE(game.feedback.count, uint32_t);
    split.part = ALLOCATE(game.feedback.count, Part);
    split.allowed = ALLOCATE(game.guess.count, uint32_t);
    survey.parts = ALLOCATE(game.guess.count + (size_t)LANES, uint16_t);
    survey.wins = ALLOCATE(game.guess.count, bool);
    size_costs.size = 0; /* those of another proof do not count */
}

/* Make all claims from the columns of a proof. */
static void read_claims(const Value *members, size_t count) {
    const Value *parent = get_column(members, "parent", count, ARRAY);
    const Value *guess = get_column(members, "guess", count, ARRAY);
    const Value *feedback = get_column(members, "feedback", count, ARRAY);
    const Value *bound = get_column(members, "bound", count, ARRAY);
    expect_type(&parent[0], NULL_VALUE, "parent");
    expect_type(&guess[0], NULL_VALUE, "guess");
    expect_type(&feedback[0], NULL_VALUE, "feedback");
    claims.all[0].bound = get_bound(&bound[0]);
    make_first_claim(&claims.all[0]);
    for (size_t i = 1; i < count; i++) {
        size_t parent_number = (size_t)expect_type(&parent[i], NUMBER, "parent")->number;
        if (parent_number >= i)
            fail("the parent of claim %zu is not an earlier claim", i);
        Row row = {get_guess(&guess[i], "guess"), get_feedback(&feedback[i], "feedback")};
        claims.all[i].bound = get_bound(&bound[i]);
        make_claim(&claims.all[i], &claims.all[parent_number], row, i);
    }
}

/* Check all claims of a proof whose kind and limits are set. The first claim must have the bound *needed*. */
static void check_proof(const Value *members, Cost needed) {
    size_t count = get_member(members, "bound", ARRAY)->count;
    if (count == 0)
        fail("a proof has no claims");
    const Value *reason = find_member(members, "reason") ? get_column(members, "reason", count, ARRAY) : NULL;
    bool weights_count = proof.kind != NOTHING_WITHIN && proof.kind != FEWEST_AT_LIMIT;
    proof.weighted = position.weighted && weights_count;
    proof.weight = proof.weighted ? position.weight : position.ones;
    fill_bits();
    prepare_claims(count);
    read_claims(members, count);
    claims.checked += count;
    Cost first_bound = claims.all[0].bound;
    if (first_bound.lost != needed.lost || first_bound.total != needed.total)
        fail("the first bound of a proof is not what the statement needs");
    if (has_images() && !exchanges.in_set)
        find_exchanges();
    for (size_t i = 0; i < count; i++) {
        bool has_reason = reason && reason[i].type != NULL_VALUE;
        if (has_reason)
            check_image(&claims.all[i], &reason[i], i);
        else
            check_claim(&claims.all[i], i);
    }
}

/* ==== 24. Statements ====

   Follows "What a certificate says": which statements the proofs must prove, and in which order. */

static const Value *proofs;
static size_t proofs_used;
static char conclusion[600]; /* what was proven, in words */

/* Append to the conclusion. */
static void say(const char *format, ...) {
    va_list values;
    size_t used = strlen(conclusion);
    va_start(values, format);
    vsnprintf(conclusion + used, sizeof conclusion - used, format, values);
    va_end(values);
}

/* Say a number in the user's unit: as a decimal if six digits are enough to be exact, else as a fraction. */
static void say_amount(int64_t number) {
    int64_t common = greatest_common_divisor(number, game.unit);
    int64_t numerator = number / common;
    int64_t denominator = game.unit / common;
    int64_t power_of_ten = 1;
    int digits = 0;
    while (digits < 6 && power_of_ten % denominator) {
        power_of_ten *= 10;
        digits++;
    }
    int64_t decimals = numerator % denominator * (power_of_ten / denominator);
    if (power_of_ten % denominator)
        say("%" PRId64 "/%" PRId64, numerator, denominator);
    else if (digits == 0)
        say("%" PRId64, numerator);
    else
        say("%" PRId64 ".%0*" PRId64, numerator / denominator, digits, decimals);
}

static void say_total(void) {
    double found_weight = (double)(position.total_weight - figures.lost_weight);
    double total = (double)figures.total / (double)game.unit;
    say_amount(figures.total);
    if (found_weight > 0)
        say(" (mean %.3f)", total / found_weight);
}

static const Value *next_proof(void) {
    if (proofs_used == proofs->count)
        fail("a proof is missing");
    return expect_type(&proofs->items[proofs_used], OBJECT, "proofs");
}

#define PROOF_MEMBERS " limit parent guess feedback bound reason "

/* Check that the next proof proves a statement: within *limit* and *cost_limit* nothing costs less than
   *needed*.

   A proof without a limit proves more, and is also accepted. Three kinds need exactly their limits: fewest at
   k, least lost, and nothing within, if the proof has no limit at all. */
static void prove(Kind kind, int64_t limit, int64_t cost_limit, Cost needed) {
    const Value *members = next_proof();
    proofs_used++;
    refuse_unknown_members(members, game.cost ? PROOF_MEMBERS "cost_limit " : PROOF_MEMBERS, "a proof");
    proof.kind = kind;
    proof.limit = get_number(members, "limit", NO_LIMIT);
    proof.cost_limit = game.cost ? get_number(members, "cost_limit", NO_LIMIT) : NO_LIMIT;
    if (proof.limit < 1)
        fail("the limit of a proof is 0, expected 1 or more");
    bool unlimited = proof.limit == NO_LIMIT && proof.cost_limit == NO_LIMIT;
    bool exactly = kind == FEWEST_AT_LIMIT || kind == LEAST_LOST || (kind == NOTHING_WITHIN && unlimited);
    if (proof.limit != limit && (exactly || proof.limit != NO_LIMIT))
        fail("the limit of a proof is not that of its statement");
    if (proof.cost_limit != cost_limit && (exactly || proof.cost_limit != NO_LIMIT))
        fail("the cost limit of a proof is not that of its statement");
    if (kind == TOTAL_WITHIN && unlimited)
        proof.kind = TOTAL;
    check_proof(members, needed);
}

/* Nothing finds every candidate within less than the worst case of the tree. Without costs, less than 1 guess
   needs no proof. */
static void prove_worst(void) {
    const Cost infinite = {0, INFINITE};
    if (game.cost)
        prove(NOTHING_WITHIN, position.limit, figures.worst - 1, infinite);
    else if (figures.worst > 1)
        prove(NOTHING_WITHIN, figures.worst - 1, NO_LIMIT, infinite);
}

/* Nothing within this worst case, in guesses or costs, has a lower total than this. */
static void prove_total_within_worst(int64_t worst, int64_t total) {
    const Cost needed = {0, total};
    if (game.cost)
        prove(TOTAL_WITHIN, position.limit, worst, needed);
    else
        prove(TOTAL_WITHIN, worst, NO_LIMIT, needed);
}

static void prove_total(void) {
    prove(TOTAL_WITHIN, position.limit, NO_LIMIT, (Cost){0, figures.total});
}

static void say_strategies(void) {
    if (position.limit == NO_LIMIT)
        say("no strategy ");
    else
        say("no strategy within %" PRId64 " guesses ", position.limit);
}

static void check_mean(void) {
    prove_total();
    say_strategies();
    say("has a lower total than ");
    say_total();
}

static void check_worst(void) {
    prove_worst();
    say_strategies();
    say("has a lower worst than ");
    say_amount(figures.worst);
}

static void check_worst_mean(void) {
    check_worst();
    prove_total_within_worst(figures.worst, figures.total);
    say(", and none with it has a lower total than ");
    say_total();
}

static void check_mean_worst(void) {
    check_mean();
    if (game.cost || figures.worst > 1)
        prove_total_within_worst(figures.worst - 1, figures.total + 1);
    say(", and none with that total has a lower worst than ");
    say_amount(figures.worst);
}

/* Where neither 'max_guesses' nor the rows give the limit, it is the least worst case, which must also
   be proven. */
static void check_at_worst(void) {
    bool limit_is_given = get_number(document, "max_guesses", NO_LIMIT) != NO_LIMIT || game.rows != NO_LIMIT;
    if (!limit_is_given) {
        if (figures.worst != position.limit)
            fail("'limit' is not the worst case of the tree");
        prove_worst();
    }
    bool limit_is_needed = (int64_t)figures.most_guesses == position.limit;
    int64_t last = limit_is_needed ? figures.found[position.limit - 1] : 0;
    prove(FEWEST_AT_LIMIT, position.limit, NO_LIMIT, (Cost){0, last});
    say("no strategy leaves fewer than %" PRId64 " secrets to guess %" PRId64, last, position.limit);
}

/* If nothing is lost, a total proves it as well as pairs do. It must be a total without a limit if a
   candidate has weight 0: a total within a limit covers only strategies that find every candidate, and losing
   this one may help the others. */
static void check_lost_objective(void) {
    if (position.limit == NO_LIMIT)
        fail("the objective 'lost' needs a limit of guesses");
    const Value *bound = get_member(next_proof(), "bound", ARRAY);
    bool by_pairs = bound->count && bound->items[0].type == ARRAY;
    int64_t least_weight = position.weight[position.size - 1]; /* the lightest candidate is the last one */
    if (by_pairs)
        prove(LEAST_LOST, position.limit, NO_LIMIT, (Cost){figures.lost_weight, figures.total});
    else if (figures.lost)
        fail("the tree loses secrets: expected pairs as bounds");
    else if (least_weight == 0)
        prove(TOTAL_WITHIN, NO_LIMIT, NO_LIMIT, (Cost){0, figures.total});
    else
        prove_total();
    say_strategies();
    say("loses less weight than %" PRId64, figures.lost_weight);
    say(", and none that loses as little has a lower total than ");
    say_total();
}

static void check_without_tree(void) {
    if (position.limit == NO_LIMIT)
        fail("a certificate without a tree needs a limit of guesses");
    prove(NOTHING_WITHIN, position.limit, NO_LIMIT, (Cost){0, INFINITE});
    say("no strategy finds every secret within %" PRId64 " guesses", position.limit);
}

/* Check the statements of a certificate, and append them to the conclusion. */
static void check_statements(const char *objective) {
    static const struct {
        const char *name;
        void (*check)(void);
        bool allows_costs;
    } OBJECTIVES[] = {{"mean", check_mean, true},
                      {"worst", check_worst, true},
                      {"worst,mean", check_worst_mean, true},
                      {"mean,worst", check_mean_worst, true},
                      {"at-worst", check_at_worst, false},
                      {"lost", check_lost_objective, false}};

    const size_t known = sizeof OBJECTIVES / sizeof OBJECTIVES[0];
    size_t i = 0;
    while (i < known && !equal(objective, OBJECTIVES[i].name))
        i++;
    if (i == known)
        fail("the objective '%s' is unknown", printable(objective));
    if (game.cost && !OBJECTIVES[i].allows_costs)
        fail("there are no certificates of '%s' with costs", objective);
    bool may_lose = equal(objective, "lost");
    if (!tree.guess && may_lose)
        fail("a certificate of 'lost' needs a tree");
    if (figures.lost && !may_lose)
        fail("the tree loses secrets, which only the objective 'lost' allows");
    if (tree.guess)
        OBJECTIVES[i].check();
    else
        check_without_tree();
    if (proofs_used != proofs->count)
        fail("there are more proofs than statements");
}

/* ==== 25. The whole file ====

   Follows "Members" and "The file": what remains of the members, the checksum, and the command line. */

/* Compare a list of pairs with what the game says: a code, and a text or a number for it. */
static void check_pairs(const char *name, const Value *list, size_t count, char **codes, char **texts,
                        const int64_t *numbers) {
    if (list->count != count)
        fail("'%s' has %zu items, expected %zu", name, list->count, count);
    for (size_t i = 0; i < count; i++) {
        const Value *pair = get_pair(list, i, texts ? STRING : NUMBER, name);
        bool same = texts ? equal(pair[1].text, texts[i]) : pair[1].number == numbers[i];
        if (!equal(pair[0].text, codes[i]) || !same)
            fail("item %zu of '%s' is not what the game says", i, name);
    }
}

static void check_labels_and_costs(void) {
    const Value *labels = get_member(document, "labels", ARRAY | OR_NULL);
    const Value *costs = get_member(document, "costs", OBJECT | OR_NULL);
    bool labels_given = labels->type == ARRAY;
    bool costs_given = costs->type == OBJECT;
    if (labels_given != (game.label != NULL))
        fail("expected %s in 'labels'", game.label ? "the labels of the game" : "null");
    if (costs_given != (game.cost != NULL))
        fail("expected %s in 'costs'", game.cost ? "the costs of the game" : "null");
    if (labels_given)
        check_pairs("labels", labels, game.secret.count, game.secret.text, game.label, NULL);
    if (!costs_given)
        return;
    char unit[40] = "1";
    refuse_unknown_members(costs, " unit of ", "'costs'");
    if (game.unit > 1)
        sprintf(unit, "1/%" PRId64, game.unit);
    if (!equal(get_text(costs, "unit"), unit))
        fail("the unit of 'costs' is not %s", unit);
    check_pairs("costs", get_member(costs, "of", ARRAY), game.guess.count, game.guess.text, NULL, game.cost);
}

/* Return the only secret that a guess wins against, or NONE. */
static uint32_t find_only_win(uint32_t guess) {
    uint32_t only = NONE;
    for (uint32_t secret = 0; secret < game.secret.count; secret++) {
        if (score(guess, secret) != game.win)
            continue;
        if (only != NONE)
            return NONE;
        only = secret;
    }
    return only;
}

/* Only in tables may a guess win against a secret that has another text. */
static void check_secret_names(bool has_tree) {
    const Value *names = get_member(document, "secret_names", ARRAY);
    char **guesses = ALLOCATE(game.guess.count, char *);
    char **secrets = ALLOCATE(game.guess.count, char *);
    size_t count = 0;
    for (uint32_t guess = 0; guess < game.guess.count && game.family == TABLE && !game.identify; guess++) {
        uint32_t secret = find_only_win(guess);
        if (secret == NONE || equal(game.guess.text[guess], game.secret.text[secret]))
            continue;
        guesses[count] = game.guess.text[guess];
        secrets[count] = game.secret.text[secret];
        count++;
    }
    bool may_be_empty = !has_tree;
    if (names->count == 0 && may_be_empty)
        return;
    check_pairs("secret_names", names, count, guesses, secrets, NULL);
}

/* Check what the file says about the game. */
static void check_members_of_game(bool has_tree) {
    static const char *const RULES[] = {"free", "hard", "strict"};
    const char *goal = game.identify ? "identify" : "hit";
    if (!equal(get_text(document, "goal"), goal))
        fail("'goal' is not that of the game, %s", goal);
    if (!equal(get_text(document, "rule"), RULES[game.rule]))
        fail("'rule' is not that of the game, %s", RULES[game.rule]);
    check_labels_and_costs();
    const Value *feedbacks = get_member(document, "feedbacks", ARRAY);
    for (size_t i = 0; i < feedbacks->count; i++)
        expect_type(&feedbacks->items[i], STRING, "feedbacks");
    check_secret_names(has_tree);
}

static void say_figures(void) {
    say("%" PRIu32 " secrets, total ", position.size);
    say_total();
    say(", worst ");
    say_amount(figures.worst);
    say(", at worst %" PRId64 ", lost %" PRId64, figures.at_worst, figures.lost);
}

/* Append the conditions of the conclusion. */
static void say_conditions(void) {
    if (position.row_count)
        say(", after %" PRIu32 " row%s", position.row_count, position.row_count == 1 ? "" : "s");
    if (position.first_guess != NONE)
        say(", beginning with %s", printable(game.guess.text[position.first_guess]));
    if (position.consistent)
        say(", with consistent guesses only");
}

#define MEMBERS                                                                                        \
    " format format_version version command game game_files goal labels rule costs history consistent" \
    " strategy objective first_guess max_guesses limit feedbacks secret_names figures nodes checksum "

/* Check the members that need no others. Return whether the file is a certificate; else it is a tree. */
static bool check_format(void) {
    const char *format = get_text(document, "format");
    bool is_certificate = equal(format, "bestguess.certificate");
    if (!is_certificate && !equal(format, "bestguess.tree"))
        fail("'format' is '%s', expected bestguess.tree or bestguess.certificate", printable(format));
    if (get_member(document, "format_version", NUMBER)->number != 2)
        fail("'format_version' is not 2");
    refuse_unknown_members(document, is_certificate ? MEMBERS "proofs " : MEMBERS, "the file");
    get_text(document, "version");
    get_member(document, "strategy", STRING | OR_NULL);
    if (find_member(document, "command"))
        get_text(document, "command");
    return is_certificate;
}

/* Check the whole document, and print what was proven. */
static void check_document(void) {
    bool is_certificate = check_format();
    const char *text = get_text(document, "game");
    const Value *nodes = get_member(document, "nodes", is_certificate ? OBJECT | OR_NULL : OBJECT);
    const Value *objective = get_member(document, "objective", is_certificate ? STRING : NULL_VALUE);
    get_member(document, "figures", nodes->type); /* both are objects, or both are null */
    bool has_tree = nodes->type == OBJECT;
    make_game(text);
    make_position(has_tree && is_certificate && equal(objective->text, "at-worst"));
    check_members_of_game(has_tree);
    if (has_tree)
        check_tree(nodes);
    if (is_certificate) {
        proofs = get_member(document, "proofs", ARRAY);
        check_statements(objective->text);
    } else {
        say_figures();
    }
    say_conditions();
    if (is_certificate)
        say(", proven by %zu claim%s", claims.checked, claims.checked == 1 ? "" : "s");
    printf("%s: holds: %s: %s\n", printable(checked_file), printable(text), conclusion);
}

/* Check the last 87 bytes of the file: the checksum of all bytes before them. */
static void check_checksum(const char *bytes, size_t size) {
    static const char *const START = ",\"checksum\":\"sha256:";
    static const char *const END = "\"}\n";
    const size_t trailer_size = strlen(START) + 64 + strlen(END);
    if (size < trailer_size)
        fail("does not end with a checksum");
    const char *trailer = bytes + size - trailer_size;
    const char *digits = trailer + strlen(START);
    if (!starts_with(trailer, START) || !equal(digits + 64, END))
        fail("does not end with a checksum");
    if (strncmp(sha256(bytes, size - trailer_size), digits, 64) != 0)
        fail("is damaged: the checksum is wrong");
}

/* Read the options, and return the file to check, or NULL if the program is used wrongly. */
static const char *read_command_line(int count, char **words_given) {
    static const char *const NAMES[] = {"--table", "--secrets", "--guesses", "--without"};
    const char **values[] = {&table_path, &secrets_path, &guesses_path, &without_path};
    const char *file = NULL;
    for (int i = 1; i < count; i++) {
        const char *word = words_given[i];
        int option = 0;
        while (option < 4 && !equal(word, NAMES[option]))
            option++;
        bool is_option = option < 4;
        bool has_value = i + 1 < count;
        if (is_option && has_value) {
            i++;
            *values[option] = words_given[i];
        } else if (is_option || file || word[0] == '-') {
            return NULL;
        } else {
            file = word;
        }
    }
    return file;
}

int main(int count, char **words_given) {
    const char *file = read_command_line(count, words_given);
    if (!file) {
        fputs("use: bgcheck FILE [--table F] [--secrets F] [--guesses F] [--without F]\n", stderr);
        return 2;
    }
    checked_file = file;
    size_t size;
    char *bytes = read_file(file, false, &size);
    check_checksum(bytes, size);
    json = bytes;
    Value value = parse_value(0);
    if (next_character() || json != bytes + size)
        fail("has something after the end of its JSON");
    document = expect_type(&value, OBJECT, "the file");
    check_document();
    return 0;
}
