//@ verdict: true
//@ models: ILP32 LP64
// A table-driven state machine splits a text into tokens, which a recursive descent parser evaluates.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum state { START, NUMBER, NAME, SYMBOL, FINISHED };
enum class { DIGIT, LETTER, SPACE, OTHER, END, CLASSES };

struct token {
    enum state type;
    const char *start;
    int length;
    struct token *next;
};

static const unsigned char transition[FINISHED][CLASSES] = {
    [START] = {NUMBER, NAME, START, SYMBOL, FINISHED},
    [NUMBER] = {NUMBER, FINISHED, FINISHED, FINISHED, FINISHED},
    [NAME] = {NAME, NAME, FINISHED, FINISHED, FINISHED},
    [SYMBOL] = {FINISHED, FINISHED, FINISHED, FINISHED, FINISHED},
};

static enum class classify(char c) {
    if (c == '\0')
        return END;
    if (isdigit((unsigned char)c))
        return DIGIT;
    if (isalpha((unsigned char)c))
        return LETTER;
    return c == ' ' ? SPACE : OTHER;
}

static struct token *next_token(const char **input) {
    enum state state = START, before = START;
    const char *start = *input;
    for (const char *at = *input;; at++) {
        before = state;
        state = transition[state][classify(*at)];
        if (state == FINISHED) {
            *input = at;
            break;
        }
        if (state == START)
            start = at + 1;
    }
    if (before == START)
        return NULL;
    struct token *t = malloc(sizeof *t);
    *t = (struct token){before, start, (int)(*input - start), NULL};
    return t;
}

static struct token *tokenise(const char *text) {
    struct token *first = NULL, **end = &first;
    while ((*end = next_token(&text)) != NULL)
        end = &(*end)->next;
    return first;
}

static int sum(struct token **at);

static int is_symbol(const struct token *t, char symbol) {
    return t && t->type == SYMBOL && t->start[0] == symbol;
}

static void advance(struct token **at) {
    struct token *used = *at;
    *at = used->next;
    free(used);
}

static int factor(struct token **at) {
    int value = 0;
    if (is_symbol(*at, '(')) {
        advance(at);
        value = sum(at);
        assert(is_symbol(*at, ')'));
    } else if ((*at)->type == NUMBER) {
        for (int i = 0; i < (*at)->length; i++)
            value = value * 10 + (*at)->start[i] - '0';
    } else {
        assert((*at)->type == NAME);
        value = strncmp((*at)->start, "six", (*at)->length) == 0 ? 6 : (*at)->length;
    }
    advance(at);
    return value;
}

static int term(struct token **at) {
    int value = factor(at);
    while (is_symbol(*at, '*')) {
        advance(at);
        value *= factor(at);
    }
    return value;
}

static int sum(struct token **at) {
    int value = term(at);
    while (is_symbol(*at, '+') || is_symbol(*at, '-')) {
        int sign = (*at)->start[0] == '+' ? 1 : -1;
        advance(at);
        value += sign * term(at);
    }
    return value;
}

static int evaluate(const char *text) {
    struct token *tokens = tokenise(text);
    int value = sum(&tokens);
    assert(tokens == NULL);
    return value;
}

int main(void) {
    assert(evaluate("42") == 42);
    assert(evaluate("2+3*4") == 14);
    assert(evaluate(" (2 + 3)*4 - 10 ") == 10);
    assert(evaluate("six * (x1 + 007) - 1*1*1") == 53);
    assert(tokenise("   ") == NULL);
    return 0;
}
