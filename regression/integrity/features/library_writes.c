//@ function: copied_over_node M-unsafe:outside its node
//@ function: copied_too_far M-unsafe:outside its node
//@ function: copied_any_length M-unsafe:outside its node
//@ function: read_over_node D-unsafe:dangling
//@ function: printed_any_length M-unsafe:outside its node
//@ function: scanned_too_far M-unsafe:outside its node
// Functions of the C library write as the program does; the standard streams are where they should be.
#include <stdio.h>
#include <string.h>

struct node {
    struct node *next;
    char name[8];
    int value;
};

void copied(struct node *node, const char *text) { strncpy(node->name, text, sizeof node->name); }
void copied_literal(struct node *node) { strcpy(node->name, "name"); }
void copied_over_node(struct node *node, const char *text) { strcpy((char *)node, text); }
void copied_too_far(struct node *node, const char *text) { strncpy(node->name, text, 64); }
void copied_any_length(struct node *node, const char *text) { strcpy(node->name, text); }

void read_value(struct node *node, FILE *file) { fread(&node->value, sizeof node->value, 1, file); }
void read_over_node(struct node *node, FILE *file) { fread(node, 1, sizeof *node, file); }
void read_line(struct node *node) { fgets(node->name, sizeof node->name, stdin); }

void printed(struct node *node) { snprintf(node->name, sizeof node->name, "%d", node->value); }
void printed_any_length(struct node *node) { sprintf(node->name, "%d", node->value); }

void scanned(struct node *node) { scanf("%7s %d", node->name, &node->value); }
void scanned_too_far(struct node *node) { scanf("%40s", node->name); }
