// libssl-dev: SHA-256, HMAC, and signatures of tokens. OpenSSL 3 deprecates the SHA256_ functions for
// EVP's, whose contexts have to be freed; these ones are plain values.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
