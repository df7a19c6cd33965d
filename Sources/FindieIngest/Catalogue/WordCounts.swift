import FindieDomain

/// How often words occur. To bound the memory, only the first thousand distinct words have
/// a count of their own.
package struct WordCounts: Sendable, Equatable {
  private var counts: [ExactText: Int] = [:]

  private static let limit = 1000

  package init() {}

  package mutating func add(_ word: String, count: Int = 1) {
    let word = ExactText(word.beginning)
    guard counts[word] != nil || counts.count < Self.limit else { return }
    counts[word, default: 0] += count
  }

  package static func + (left: WordCounts, right: WordCounts) -> WordCounts {
    var sum = left
    // In a fixed order, since the first words count.
    for word in right.words { sum.add(word.word, count: word.count) }
    return sum
  }

  /// The words, the most frequent first.
  package var words: [(word: String, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (word: $0.key.text, count: $0.value) }
  }
}
