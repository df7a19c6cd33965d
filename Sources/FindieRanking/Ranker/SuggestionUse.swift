package import FindieDomain

/// What counts of what the operator's own model says about players (`Suggestions`). Weights are
/// learned from suggestions of a day before the held-out likes: later ones may know these.
package struct SuggestionUse: Codable, Sendable, Equatable {
  /// The day on which those were received that the weights were learned from; nil if there are
  /// none.
  package let learnedFrom: Day?
  /// The first night that can learn from what has been received so far; nil if likes are held out
  /// at random.
  package let countsFrom: Day?
  package var usesCandidates = false
  package var usesVectors = false

  /// Whether anything has a weight.
  package var usesAny: Bool { usesCandidates || usesVectors }

  package init(learnedFrom: Day?, countsFrom: Day?) {
    (self.learnedFrom, self.countsFrom) = (learnedFrom, countsFrom)
  }
}
