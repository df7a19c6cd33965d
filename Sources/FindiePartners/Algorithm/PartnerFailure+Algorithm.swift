import FindieWorkspace
import Foundation

/// Why The Algorithm did not do what was asked.
extension PartnerFailure {
  package static let invalidClient = refusal(
    "The Algorithm: invalid client_id. Check FINDIE_ALGORITHM_CLIENT_ID, or ask The Algorithm's "
      + "team to register the client.", .badParameters)
  package static let pkceFailed = refusal(
    "The Algorithm: PKCE verification failed. Run `findie algorithm login` again, and paste the "
      + "address that belongs to the login it printed.", .badParameters)
  package static let subscriptionRequired = refusal(
    "The Algorithm: subscription required. The account's trial has ended; renew its subscription.",
    .badParameters)
  package static let noCookies = refusal(
    "The Algorithm: no cookies found. Log in to X in The Algorithm.", .badParameters)
  /// There is no token, it has expired, or The Algorithm refused it.
  package static let loginRequired = refusal(
    "The Algorithm: there is no valid login. Run `findie algorithm login`.", .badParameters)
  /// The health check returned another status than `healthy`.
  package static let unhealthy = refusal(
    "The Algorithm: the service is not healthy. Run the same command again later.", .unavailable)
}

extension Algorithm {
  /// The failure that an answer names, whatever its status; nil if it names none.
  ///
  /// Source: "Common Issues" in the documentation of The Algorithm.
  package static func failure(namedBy answer: PartnerAnswer) -> PartnerFailure? {
    let object: Any
    do { object = try JSONSerialization.jsonObject(with: answer.body) } catch { return nil }
    // A success is no failure, whatever its message says.
    guard let fields = object as? [String: Any], fields["success"] as? Bool != true else {
      return nil
    }
    return failure(
      namedIn: ["error", "error_description", "message", "detail"].compactMap {
        fields[$0] as? String
      })
  }

  static func failure(namedIn texts: [String]) -> PartnerFailure? {
    let names: KeyValuePairs<String, PartnerFailure> = [
      "invalid client_id": .invalidClient, "pkce verification failed": .pkceFailed,
      "subscription required": .subscriptionRequired, "no cookies found": .noCookies,
    ]
    return names.first { name in texts.contains { $0.lowercased().contains(name.key) } }?.value
  }
}
