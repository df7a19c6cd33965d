// libcurl4-openssl-dev: HTTP. Swift cannot call functions with variable arguments: each function below is
// curl_easy_setopt or curl_easy_getinfo for one type of value.
#pragma once
#include <curl/curl.h>

static inline CURLcode findie_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode findie_curl_set_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}

static inline CURLcode findie_curl_set_list(CURL *handle, CURLoption option,
                                            struct curl_slist *list) {
  return curl_easy_setopt(handle, option, list);
}

static inline CURLcode findie_curl_set_context(CURL *handle, CURLoption option, void *context) {
  return curl_easy_setopt(handle, option, context);
}

// For CURLOPT_HEADERFUNCTION and CURLOPT_WRITEFUNCTION.
static inline CURLcode findie_curl_set_receiver(CURL *handle, CURLoption option,
                                                curl_write_callback receiver) {
  return curl_easy_setopt(handle, option, receiver);
}

static inline CURLcode findie_curl_set_progress(CURL *handle, curl_xferinfo_callback progress) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

// Where libcurl looks for certificates by default; NULL if there is no such place.
static inline const char *findie_curl_certificate_file(void) {
  return curl_version_info(CURLVERSION_NOW)->cainfo;
}

static inline const char *findie_curl_certificate_folder(void) {
  return curl_version_info(CURLVERSION_NOW)->capath;
}

static inline CURLcode findie_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
