package import FindieDomain
package import Foundation

/// The answer to a request.
package struct PartnerAnswer: Sendable {
  package let status: Int
  /// By name in lower case.
  package let headers: [String: String]
  package let body: Data
  /// When it arrived or, if the server confirmed it as unchanged, when it was confirmed.
  package let receivedAt: Timestamp

  package init(status: Int, headers: [String: String], body: Data, receivedAt: Timestamp) {
    self.status = status
    self.headers = headers
    self.body = body
    self.receivedAt = receivedAt
  }

  /// The body as JSON.
  ///
  /// - Throws: `DecodingError`.
  package func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }

  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// When a collection lost too many entries to be believed: a partner, or a part of it, was out of
/// order.
enum Loss {
  /// Whether more than a tenth of the entries are missing. Of a small collection, ten may be.
  static func isTooLarge<Number: Numeric & Comparable>(
    _ missing: Number, of before: Number
  ) -> Bool {
    missing > 10 && missing * 10 > before
  }

  /// Whether `count` entries are too few after `last`: too many of them are missing, or all.
  static func isTooLarge(from last: Int, to count: Int) -> Bool {
    count == 0 ? last > 0 : isTooLarge(last - count, of: last)
  }
}

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
