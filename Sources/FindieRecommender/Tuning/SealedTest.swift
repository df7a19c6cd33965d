/// A test that can be looked at once: looking uses it up.
package struct SealedTest: ~Copyable, Sendable {
  /// How it was cut, for people.
  package let sentence: String
  private let split: @Sendable (MatrixParameters) -> Split

  package init(sentence: String, split: @escaping @Sendable (MatrixParameters) -> Split) {
    self.sentence = sentence
    self.split = split
  }

  /// The test of the same players with their profiles and training weighed in several ways.
  package consuming func opened(_ weighings: [MatrixParameters]) -> [Split] {
    weighings.map(split)
  }
}
