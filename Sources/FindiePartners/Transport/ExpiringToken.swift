package import FindieDomain
import Synchronization

/// Authorizes requests with an expiring token, which is issued on demand and never stored.
///
/// A class, since all requests share the token.
package final class ExpiringToken: Sendable {
  package struct Issued: Sendable {
    let headers: [String: Secret]
    /// How long the token is valid.
    let seconds: Double

    package init(headers: [String: Secret], seconds: Double) {
      self.headers = headers
      self.seconds = seconds
    }

    private struct Token: Decodable {
      let access_token: String
      let expires_in: Double
    }

    /// The token in an answer of OAuth 2.0.
    ///
    /// - Parameter others: headers besides that of the token.
    package init(
      _ answer: PartnerAnswer, to request: PartnerRequest, others: [String: Secret] = [:]
    ) throws {
      let token = try answer.json(Token.self)
      guard token.access_token.wholeMatch(of: /[!-~]+/) != nil, token.expires_in > 0 else {
        throw request.invalid("it has no token")
      }
      self.init(
        headers: others.merging(["Authorization": Secret("Bearer " + token.access_token)]) { $1 },
        seconds: min(token.expires_in, 1e9))
    }
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

  package init(
    now: @escaping @Sendable () -> Timestamp, issue: @escaping @Sendable () throws -> Issued
  ) {
    self.now = now
    self.issue = issue
  }

  /// The headers of the next request.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func headers() throws -> [String: Secret] {
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

  /// Discards headers that the partner refused with status 401, so that the next call of `headers`
  /// gets new ones.
  package func discard(_ headers: [String: Secret]) {
    current.withLock { current in
      // Another thread may have renewed the token since.
      if current?.headers == headers { current = nil }
    }
  }
}
