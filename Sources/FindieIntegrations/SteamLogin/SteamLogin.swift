/// Logging in with a Steam account by OpenID 2.0: where the player is sent, and where Steam sends the player
/// back to.
///
/// Source: OpenID Authentication 2.0, sections 9 to 11; Valve's documentation of Steam as an OpenID provider.
package struct SteamLogin: Sendable {
  /// The address of Steam's login page.
  static let server = "https://steamcommunity.com/openid/login"
  static let namespace = "http://specs.openid.net/auth/2.0"

  /// Where Steam sends the player back to. The app adds a secret of the player's session to its query, and
  /// compares it, so that nobody is logged in to the account of another player.
  let returnTo: String
  /// The part of the website that the player trusts.
  private let realm: String

  /// - Throws: `SteamLoginProblem` if one is not an HTTPS URL, or `returnTo` is outside of the realm.
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
