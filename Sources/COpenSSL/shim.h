// libssl-dev: SHA-256 and HMAC. OpenSSL 3 deprecates the SHA256_ functions for EVP's, whose contexts
// have to be freed; these ones are plain values.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
