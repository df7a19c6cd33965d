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
