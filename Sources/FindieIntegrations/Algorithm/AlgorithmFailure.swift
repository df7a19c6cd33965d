import Foundation

/// Why The Algorithm does not do what was asked. No case contains a secret.
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
  /// The health check has another status than `healthy`.
  case unhealthy

  /// The failure that an answer names, whatever its status; nil for none.
  ///
  /// Source: document 004, "Common Issues".
  package init?(namedBy answer: PartnerAnswer) {
    let object: Any
    do { object = try JSONSerialization.jsonObject(with: answer.body) } catch { return nil }
    // What succeeded has not failed, whatever its message says.
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
      "The Algorithm: invalid client_id. Check FINDIE_ALGORITHM_CLIENT_ID, or ask The Algorithm's team "
        + "to register the client."
    case .pkceFailed:
      "The Algorithm: PKCE verification failed. Run `findie algorithm login` again, and paste the address "
        + "that belongs to the login it printed."
    case .subscriptionRequired:
      "The Algorithm: subscription required. The account's trial has ended; renew its subscription."
    case .noCookies:
      "The Algorithm: no cookies found. Log in to X in The Algorithm, or run `findie algorithm store-cookies`."
    case .loginRequired:
      "The Algorithm: there is no valid login. Run `findie algorithm login`."
    case .unhealthy:
      "The Algorithm: the service is not healthy. Run the same command again later."
    }
  }
}
