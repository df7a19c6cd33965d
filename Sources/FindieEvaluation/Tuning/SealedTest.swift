package import FindieModels

/// A test that can be evaluated once: opening it consumes it.
package struct SealedTest: ~Copyable, Sendable {
  /// A description of the split for people.
  package let sentence: String
  private let split: @Sendable (MatrixParameters) -> Split

  package init(sentence: String, split: @escaping @Sendable (MatrixParameters) -> Split) {
    self.sentence = sentence
    self.split = split
  }

  /// The test of the same players with each of several weightings of their profiles and training.
  package consuming func opened(_ weightings: [MatrixParameters]) -> [Split] {
    weightings.map(split)
  }
}
