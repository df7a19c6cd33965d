package import FindieText
import FindieWorkspace

/// Logging in with a Steam account by OpenID 2.0: where the player is sent, and where Steam sends
/// the player back.
///
/// Source: OpenID Authentication 2.0, sections 9 to 11; Valve's documentation of Steam as an OpenID
/// provider.
package struct SteamLogin: Sendable {
  /// The address of Steam's login page.
  static let server = "https://steamcommunity.com/openid/login"
  static let namespace = "http://specs.openid.net/auth/2.0"

  /// Where Steam sends the player back. The app adds a secret of the player's session to its query
  /// and compares it, so that nobody is logged in to another player's account.
  let returnTo: String
  /// The part of the website that the player trusts.
  private let realm: String

  /// - Throws: `SteamLoginProblem` if one is not an HTTPS URL, or `returnTo` is outside of the
  ///   realm.
  package init(returnTo: String, realm: String) throws(SteamLoginProblem) {
    let (page, root) = (WebAddress(returnTo), WebAddress(realm))
    guard let root, root.query == nil else { throw .realm }
    guard let page else { throw .returnTo }
    guard page.isWithin(root) else { throw .outside }
    self.returnTo = returnTo
    self.realm = realm
  }

  /// The address to which the app sends the player.
  package var address: String {
    let anyIdentity = SteamLogin.namespace + "/identifier_select"
    let fields: KeyValuePairs = [
      "openid.ns": SteamLogin.namespace, "openid.mode": "checkid_setup",
      "openid.return_to": returnTo, "openid.realm": realm, "openid.identity": anyIdentity,
      "openid.claimed_id": anyIdentity,
    ]
    return SteamLogin.server + "?"
      + fields.map { $0.key.percentEncoded + "=" + $0.value.percentEncoded }.joined(separator: "&")
  }
}

/// Why a login cannot be set up.
package enum SteamLoginProblem: Error, CustomStringConvertible {
  case realm, returnTo, outside

  package var description: String {
    switch self {
    case .realm:
      "The realm must be an https URL without a query, such as https://example.com/."
    case .returnTo:
      "The return URL must be an https URL, such as https://example.com/login/steam."
    case .outside:
      "The return URL must have the realm's host and port, and a path within the realm's path."
    }
  }
}

extension SteamLogin {
  private struct Record: Encodable {
    let address: String
  }

  package var answer: Answer {
    Answer(text: address, json: canonicalLine(Record(address: address)))
  }
}

/// What a callback of a Steam login proves.
package struct SteamLoginResult: Encodable, Sendable {
  package let isValid: Bool
  let steamId: String?
  /// Why the callback is refused.
  let reason: String?
  let message: String?

  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package init(_ check: SteamLoginCheck, callback: String) throws {
    do {
      steamId = try check.steamId(of: callback).text
      isValid = true
      (reason, message) = (nil, nil)
    } catch let refusal as SteamLoginRefusal {
      steamId = nil
      isValid = false
      (reason, message) = (refusal.code, refusal.description)
    }
  }

  package var answer: Answer {
    Answer(
      text: steamId.map { "The login is valid. Steam account: \($0)" }
        ?? "The login is refused. \(message ?? "")", json: canonicalLine(self))
  }
}

/// Why a callback does not prove a login.
package enum SteamLoginRefusal: Error, Hashable, Sendable {
  /// The callback is not an HTTPS URL, or its query cannot be decoded.
  case malformed
  /// A field occurs twice in the query.
  case duplicate(String)
  /// The callback is not at the return URL, or lacks a field of its query.
  case otherPage
  /// The player cancelled the login.
  case cancelled
  /// A field is missing, or has a value that is not valid in a login.
  case field(String)
  /// Steam did not sign a field.
  case unsigned(String)
  /// The login is older than the limit, or in the future.
  case time
  /// The login was used before.
  case used
  /// Steam did not issue this login, or has confirmed it before.
  case notConfirmed

  /// A short code for programs.
  package var code: String {
    switch self {
    case .malformed: "malformed"
    case .duplicate: "duplicate"
    case .otherPage: "otherPage"
    case .cancelled: "cancelled"
    case .field: "field"
    case .unsigned: "unsigned"
    case .time: "time"
    case .used: "used"
    case .notConfirmed: "notConfirmed"
    }
  }
}

extension SteamLoginRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "The callback is not a valid https URL with a query."
    case .duplicate(let name): "The callback has the field '\(name)' twice."
    case .otherPage: "The callback does not have the address and the query of the return URL."
    case .cancelled: "The player cancelled the login."
    case .field(let name): "The callback's field '\(name)' is missing or wrong."
    case .unsigned(let name): "Steam did not sign the field '\(name)'."
    case .time:
      "The login is not within \(SteamLoginCheck.minutes) minutes of the current time. Log in "
        + "again."
    case .used: "The login was used before. Log in again."
    case .notConfirmed: "Steam does not confirm the login. Log in again."
    }
  }
}
