import FindieDomain
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
