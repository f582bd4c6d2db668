//@ verdict: true
#include <assert.h>

int main(void)
<%
    int a<:2:> = <%1, 2%>;
    const char *text = "<:";
    assert(a<:1:> == 2 && text<:0:> == '<');
    return 0;
%>
