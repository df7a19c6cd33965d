// libxml2-dev: the parser of HTML, which accepts any bytes.
#include <libxml/HTMLparser.h>
