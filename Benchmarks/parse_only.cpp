// Measures how fast simdjson alone parses the lines of a file, with one thread and without the time for
// reading the file. Prints, as JSON, the lines per second of two methods that validate every line, and
// the faster of them.
//
//   a line   memchr splits the lines, and the DOM parser parses each of them
//   many     the DOM parser's parse_many finds the documents itself; one broken line may end it
//
// The DOM parser chooses its kernel at run time. On Demand does not: Debian's library has it without
// SIMD, where it is three times slower than these.
//
// usage: parse_only FILE [ROUNDS]

#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

// Files are read in blocks of complete lines, which are much larger than the processor's caches.
constexpr size_t blockBytes = size_t(32) << 20;
constexpr size_t batchBytes = size_t(256) << 10;

struct Way {
  const char* name;
  double seconds = 0;
  size_t lines = 0;
  size_t bad = 0;

  explicit Way(const char* name) : name(name) {}

  double linesPerSecond() const { return double(lines) / seconds; }
};

void parseEachLine(simdjson::dom::parser& parser, const char* bytes, size_t length, Way& way) {
  const char* end = bytes + length;
  while (bytes < end) {
    auto cut = static_cast<const char*>(memchr(bytes, '\n', size_t(end - bytes)));
    const char* lineEnd = cut ? cut : end;
    if (lineEnd > bytes) {
      // The parser may read past the line: into the next line, or the padding at the end.
      way.lines += 1;
      if (parser.parse(bytes, size_t(lineEnd - bytes), false).error()) way.bad += 1;
    }
    bytes = lineEnd + 1;
  }
}

void parseMany(simdjson::dom::parser& parser, const char* bytes, size_t length, Way& way) {
  simdjson::dom::document_stream stream;
  if (parser.parse_many(bytes, length, batchBytes).get(stream)) {
    way.bad += 1;
    return;
  }
  for (auto document : stream) {
    way.lines += 1;
    if (document.error()) way.bad += 1;
  }
}

template <typename Parse>
void time(Way& way, Parse parse) {
  auto start = std::chrono::steady_clock::now();
  parse(way);
  way.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: parse_only FILE [ROUNDS]\n");
    return 64;
  }
  int rounds = count > 2 ? atoi(arguments[2]) : 1;
  Way eachLine("a line"), many("many");
  simdjson::dom::parser lineParser, manyParser;
  if (lineParser.allocate(size_t(1) << 20)) return 70;
#ifdef SIMDJSON_THREADS_ENABLED
  // Otherwise it would search the next batch for documents on another thread.
  manyParser.threaded = false;
#endif

  for (int round = 0; round < rounds; round++) {
    FILE* file = fopen(arguments[1], "rb");
    if (!file) {
      perror(arguments[1]);
      return 66;
    }
    std::vector<char> block(blockBytes + simdjson::SIMDJSON_PADDING);
    size_t carried = 0;
    bool isAtEnd = false;
    while (!isAtEnd) {
      size_t filled = carried + fread(block.data() + carried, 1, blockBytes - carried, file);
      isAtEnd = filled < blockBytes;
      size_t length = filled;
      while (!isAtEnd && length > 0 && block[length - 1] != '\n') length -= 1;
      if (!isAtEnd && length == 0) {
        fprintf(stderr, "a line is longer than %zu bytes\n", blockBytes);
        return 65;
      }
      // The incomplete last line is saved until the rest of it is read.
      std::string begun(block.data() + length, filled - length);
      memset(block.data() + length, ' ', simdjson::SIMDJSON_PADDING);
      time(eachLine, [&](Way& way) { parseEachLine(lineParser, block.data(), length, way); });
      time(many, [&](Way& way) { parseMany(manyParser, block.data(), length, way); });
      std::copy(begun.begin(), begun.end(), block.begin());
      carried = begun.size();
    }
    fclose(file);
  }

  bool manyIsSound = many.bad == eachLine.bad && many.lines == eachLine.lines;
  bool manyWins = manyIsSound && many.linesPerSecond() > eachLine.linesPerSecond();
  const Way& best = manyWins ? many : eachLine;
  printf(
    "{\"version\": \"%s\", \"kernel\": \"%s\", \"lines\": %zu, \"bad\": %zu, \"aLine\": %.0f, "
    "\"many\": %.0f, \"fastest\": \"%s\", \"linesPerSecond\": %.0f}\n",
    SIMDJSON_STRINGIFY(SIMDJSON_VERSION), simdjson::get_active_implementation()->name().c_str(),
    best.lines / size_t(rounds), best.bad / size_t(rounds), eachLine.linesPerSecond(),
    manyIsSound ? many.linesPerSecond() : 0.0, best.name, best.linesPerSecond());
}
