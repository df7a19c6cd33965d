package import FindieDomain

/// The decoded answer, and where it came from.
package struct Fetched<Value: Sendable>: Sendable {
  package let value: Value
  package let receivedAt: Timestamp
  package let origin: AnswerOrigin
  /// The entries that cannot be read and are left out; nil if there are none.
  package var unreadable: PartnerFailure?

  func map<Other>(_ change: (Value) throws -> Other) rethrows -> Fetched<Other> {
    Fetched<Other>(
      value: try change(value), receivedAt: receivedAt, origin: origin, unreadable: unreadable)
  }

  /// Notes how many entries were left out of the answers to a request.
  mutating func leftOut(_ count: Int, of request: PartnerRequest) {
    guard count > 0 else { return }
    unreadable = request.invalid("\(count) entries cannot be read, and are left out")
  }
}

/// Where an answer came from.
package enum AnswerOrigin: Hashable, Sendable {
  case network, cache
  /// An older answer, since the request for a newer one failed.
  case olderAnswer(PartnerFailure)

  package var isOlder: Bool { if case .olderAnswer = self { true } else { false } }

  /// The origin of a value from two answers: the less certain one.
  func with(_ other: AnswerOrigin) -> AnswerOrigin {
    switch (self, other) {
    case (.olderAnswer, _): self
    case (_, .olderAnswer), (.cache, _): other
    case (.network, _): self
    }
  }
}
