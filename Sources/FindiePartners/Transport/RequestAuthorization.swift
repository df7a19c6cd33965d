import FindieDomain
import Foundation
import Synchronization

/// The headers that authorize requests to a partner whose tokens expire.
package protocol RequestAuthorization: Sendable {
  /// The headers of the next request.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  func headers() throws -> [String: Secret]

  /// Discards headers that the partner refused with status 401, so that the next call of `headers`
  /// gets new ones.
  func discard(_ headers: [String: Secret])
}

/// Authorizes requests with an expiring token, which is issued on demand and never stored.
///
/// A class, since all requests share the token.
final class ExpiringToken: RequestAuthorization {
  struct Issued: Sendable {
    let headers: [String: Secret]
    /// How long the token is valid.
    let seconds: Double
  }

  private struct Current {
    let headers: [String: Secret]
    let renewalAt: Timestamp
  }

  private let now: @Sendable () -> Timestamp
  private let issue: @Sendable () throws -> Issued
  private let current = Mutex<Current?>(nil)

  /// The share of a token's life after which it is renewed.
  private static let usedPart = 0.9

  init(
    now: @escaping @Sendable () -> Timestamp, issue: @escaping @Sendable () throws -> Issued
  ) {
    self.now = now
    self.issue = issue
  }

  func headers() throws -> [String: Secret] {
    try current.withLock { current in
      let now = now()
      if let current, current.renewalAt > now { return current.headers }
      let issued = try issue()
      current = Current(
        headers: issued.headers,
        renewalAt: now.adding(seconds: issued.seconds * ExpiringToken.usedPart))
      return issued.headers
    }
  }

  func discard(_ headers: [String: Secret]) {
    current.withLock { current in
      // Another thread may have renewed the token since.
      if current?.headers == headers { current = nil }
    }
  }
}

/// A secret text, such as a key or a token. It prints as `•••` and cannot be encoded, so that no
/// log, error or record contains it by accident.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The text itself. Only the transport uses it, to build a request.
  let revealed: String

  package init(_ text: String) {
    revealed = text
  }

  package var description: String { "•••" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
  /// The text as it is, and as in a query or a form.
  fileprivate var forms: Set<String> {
    revealed.isEmpty ? [] : [revealed, revealed.percentEncoded]
  }
}

extension Sequence<Secret> {
  /// Whether `bytes` contain one of the secrets, plain or percent-encoded.
  func occur(in bytes: Data) -> Bool {
    contains { $0.forms.contains { bytes.range(of: Data($0.utf8)) != nil } }
  }

  /// The text with `•••` instead of each secret.
  func removed(from text: String) -> String {
    // The longest first, since one may contain another.
    let forms = flatMap(\.forms).sorted { $0.utf8.count > $1.utf8.count }
    return forms.reduce(text) { text, form in text.replacing(form, with: "•••") }
  }
}
