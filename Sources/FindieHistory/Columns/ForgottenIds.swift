/// The ids of players who are to be forgotten, with a cache of results.
package struct ForgottenIds: Sendable {
  private let isForgotten: @Sendable (String) -> Bool
  private var known = Vocabulary()
  private var answers: [Bool] = []
  /// The maximum number of cached ids.
  private static let capacity = 1 << 20

  package init(_ isForgotten: @escaping @Sendable (String) -> Bool) {
    self.isForgotten = isForgotten
  }

  package mutating func contains(_ id: Span<UInt8>) -> Bool {
    if answers.count == ForgottenIds.capacity {
      known = Vocabulary()
      answers = []
    }
    let code = known.code(of: id)
    if Int(code) == answers.count { answers.append(isForgotten(known.text(code))) }
    return answers[Int(code)]
  }
}
