//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
//@ harness: hidden (the sanitizer does not watch assignments of structs)
// A struct is assigned to a place that overlaps it by half.
struct pair {
    int first, second;
};

int main(void) {
    int numbers[3] = {1, 2, 3};
    struct pair *left = (struct pair *)&numbers[0];
    struct pair *right = (struct pair *)&numbers[1];
    *left = *right; // ERROR(CWE-475)
    return numbers[0];
}
