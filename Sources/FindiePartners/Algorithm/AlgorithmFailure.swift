package import FindieDomain
import FindieFiles
package import FindieText
package import FindieWorkspace
package import Foundation

/// Why The Algorithm did not do what was asked. No case contains a secret.
package enum AlgorithmFailure: Error, Hashable, Sendable {
  /// "Invalid client_id".
  case invalidClient
  /// "PKCE verification failed".
  case pkceFailed
  /// "Subscription required".
  case subscriptionRequired
  /// "No cookies found".
  case noCookies
  /// There is no token, it has expired, or The Algorithm refused it.
  case loginRequired
  /// The health check returned another status than `healthy`.
  case unhealthy

  /// The failure that an answer names, whatever its status; nil if it names none.
  ///
  /// Source: document 004, "Common Issues".
  package init?(namedBy answer: PartnerAnswer) {
    let object: Any
    do { object = try JSONSerialization.jsonObject(with: answer.body) } catch { return nil }
    // A success is no failure, whatever its message says.
    guard let fields = object as? [String: Any], fields["success"] as? Bool != true else {
      return nil
    }
    self.init(
      namedIn: ["error", "error_description", "message", "detail"].compactMap {
        fields[$0] as? String
      })
  }

  init?(namedIn texts: [String]) {
    let names: KeyValuePairs<String, AlgorithmFailure> = [
      "invalid client_id": .invalidClient, "pkce verification failed": .pkceFailed,
      "subscription required": .subscriptionRequired, "no cookies found": .noCookies,
    ]
    let found = names.first { name in texts.contains { $0.lowercased().contains(name.key) } }
    guard let failure = found?.value else { return nil }
    self = failure
  }
}

extension AlgorithmFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidClient:
      "The Algorithm: invalid client_id. Check FINDIE_ALGORITHM_CLIENT_ID, or ask The Algorithm's "
        + "team to register the client."
    case .pkceFailed:
      "The Algorithm: PKCE verification failed. Run `findie algorithm login` again, and paste the "
        + "address that belongs to the login it printed."
    case .subscriptionRequired:
      "The Algorithm: subscription required. The account's trial has ended; renew its subscription."
    case .noCookies:
      "The Algorithm: no cookies found. Log in to X in The Algorithm, or run `findie algorithm "
        + "store-cookies`."
    case .loginRequired:
      "The Algorithm: there is no valid login. Run `findie algorithm login`."
    case .unhealthy:
      "The Algorithm: the service is not healthy. Run the same command again later."
    }
  }
}

extension AlgorithmFailure: KnownFailure {
  package var failureKind: FailureKind { self == .unhealthy ? .unavailable : .badParameters }
}

/// The access token of The Algorithm, in a file of mode 600. It is the only token that findie
/// stores.
package struct AlgorithmTokenFile: Sendable {
  private let file: URL

  /// A token is not used in the last minute of its life.
  private static let marginInSeconds = 60.0

  package init(_ file: URL) {
    self.file = file
  }

  package var exists: Bool { DurableFile.exists(file) }

  private struct Content: Codable {
    let accessToken: String
    let expiresAt: Timestamp
  }

  func write(_ token: Secret, expiresAt: Timestamp) throws(FileFailure) {
    let content = Content(accessToken: token.revealed, expiresAt: expiresAt)
    try DurableFile.write(canonicalJSON(content) + "\n", to: file, access: .ownerOnly)
  }

  /// - Throws: `AlgorithmFailure.loginRequired` if there is no token, or if it has expired;
  ///   `SecretsFailure` if others can read the file; `FileFailure`.
  package func token(at now: Timestamp) throws -> Secret {
    guard exists else { throw AlgorithmFailure.loginRequired }
    let bytes = try PartnerSecrets.bytes(of: file)
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(bytes))
    } catch {
      throw AlgorithmFailure.loginRequired
    }
    guard now.adding(seconds: AlgorithmTokenFile.marginInSeconds) < content.expiresAt else {
      throw AlgorithmFailure.loginRequired
    }
    return Secret(content.accessToken)
  }
}

/// What a command of `findie algorithm` did.
package enum AlgorithmResult {
  private struct Login: Encodable {
    let expiresAt: Timestamp
  }

  private struct Cookies: Encodable {
    let cookiesStored: Int
  }

  package static func loggedIn(until expiry: Timestamp) -> Answer {
    Answer(
      text: "✓ Logged in to The Algorithm until \(expiry)",
      json: canonicalLine(Login(expiresAt: expiry)))
  }

  package static func stored(cookies count: Int) -> Answer {
    Answer(
      text: "✓ The Algorithm stored \(count.counted("cookie"))",
      json: canonicalLine(Cookies(cookiesStored: count)))
  }
}
