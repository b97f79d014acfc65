/* A bot in C: plays Mastermind by the first code that fits, and speaks docs/bots.md.

       cc -O2 -o mybot examples/bot.c
       bestguess compare "mastermind(4,6)" --strategies "entropy,exec:./mybot"
*/
#include <stdio.h>
#include <string.h>

enum { MOST_PEGS = 8, MOST_COLOURS = 9, MOST_ROWS = 200 };

static int pegs, colours;

/* Exact and misplaced pegs, as exact * 10 + misplaced. */
static int feedback(const char *guess, const char *secret) {
    int exact = 0, common = 0, of_guess[256] = {0}, of_secret[256] = {0};
    for (int peg = 0; peg < pegs; peg++) {
        exact += guess[peg] == secret[peg];
        of_guess[(unsigned char)guess[peg]]++;
        of_secret[(unsigned char)secret[peg]]++;
    }
    for (int symbol = '1'; symbol <= '9'; symbol++)
        common += of_guess[symbol] < of_secret[symbol] ? of_guess[symbol] : of_secret[symbol];
    return exact * 10 + common - exact;
}

/* The next code in order; 0 after the last one. */
static int advance(char *code) {
    for (int peg = pegs - 1; peg >= 0; peg--) {
        if (code[peg] < '0' + colours) {
            code[peg]++;
            return 1;
        }
        code[peg] = '1';
    }
    return 0;
}

/* Whether a line asks for mastermind(P,C), with or without rows=N, and nothing more. */
static int is_game(const char *line) {
    int end = 0, size = 0;
    if (sscanf(line, "game mastermind(%d,%d%n", &pegs, &colours, &size) < 2)
        return 0;
    sscanf(line + size, ",rows=%*d%n", &end);
    return line[size + end] == ')' && strspn(line + size + end + 1, "\r\n") == strlen(line + size + end + 1);
}

int main(void) {
    static char line[16384];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "game ", 5) == 0) {
            int able = is_game(line) && pegs >= 1 && pegs <= MOST_PEGS && colours >= 1 && colours <= MOST_COLOURS;
            puts(able ? "ready" : "error only mastermind(P,C) with up to 9 colours, and with or without rows=");
        } else if (strncmp(line, "guess", 5) == 0) {
            char guesses[MOST_ROWS][MOST_PEGS + 1];
            int answers[MOST_ROWS], rows = 0, exact, misplaced;
            for (char *word = strtok(line + 5, " \r\n"); word && rows < MOST_ROWS; word = strtok(NULL, " \r\n"))
                if (sscanf(word, "%8[0-9]:%d.%d", guesses[rows], &exact, &misplaced) == 3)
                    answers[rows++] = exact * 10 + misplaced;
            char code[MOST_PEGS + 1] = "11111111";
            code[pegs] = 0;
            for (int row = 0; row < rows; row++)
                if (feedback(guesses[row], code) != answers[row]) {
                    if (!advance(code))
                        break;
                    row = -1; /* another code: all rows again */
                }
            puts(code);
        } else
            puts("error expected game or guess");
        fflush(stdout);
    }
    return 0;
}
