// libxml2-dev: the parser of HTML, which accepts any bytes.
#include <libxml/xmlversion.h>
// Otherwise the headers include those of ICU, of which Foundation has another version: a module that
// imports both would not compile. The parser of HTML does not need them.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
