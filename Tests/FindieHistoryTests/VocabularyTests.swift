import FindieHistory
import FindieTestSupport
import Testing

struct VocabularyTests {
  @Test func `codes are those that a Dictionary would give`() {
    var generator = SeededGenerator(seed: 1)
    var vocabulary = Vocabulary()
    var dictionary: [[UInt8]: UInt32] = [:]
    for _ in 0..<20_000 {
      // Short strings of few letters: many repeat, some are empty, some contain zeros.
      let word = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 0...3, using: &generator)
      }
      let next = UInt32(dictionary.count)
      let expected = dictionary[word, default: next]
      dictionary[word] = expected
      #expect(vocabulary.existingCode(of: word.span) == (expected == next ? nil : expected))
      #expect(vocabulary.code(of: word.span) == expected)
    }
    #expect(vocabulary.count == dictionary.count)
    for (word, code) in dictionary { #expect(vocabulary.existingCode(of: word.span) == code) }
  }

  @Test func `an unknown string has no code`() {
    var vocabulary = Vocabulary()
    _ = vocabulary.code(of: "a".utf8.span)
    #expect(vocabulary.existingCode(of: "b") == nil)
    #expect(vocabulary.existingCode(of: "") == nil)
  }

  @Test func `a list with a repeated string is not a vocabulary`() {
    var strings = ByteStrings()
    strings.append("a".utf8.span)
    strings.append("b".utf8.span)
    #expect(Vocabulary(strings)?.count == 2)
    strings.append("a".utf8.span)
    #expect(Vocabulary(strings) == nil)
  }

  @Test func `byte strings that do not fit their ends are refused`() {
    #expect(ByteStrings(bytes: [1, 2, 3], ends: [1, 3])?.count == 2)
    #expect(ByteStrings(bytes: [1, 2, 3], ends: [2, 1, 3]) == nil)
    #expect(ByteStrings(bytes: [1, 2, 3], ends: [1, 2]) == nil)
    #expect(ByteStrings(bytes: [1, 2, 3], ends: [-1, 3]) == nil)
    #expect(ByteStrings(bytes: [1], ends: []) == nil)
  }
}
