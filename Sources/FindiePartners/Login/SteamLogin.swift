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

  /// - Throws: `LoginRefusal` if one is not an HTTPS URL, or `returnTo` is outside of the
  ///   realm.
  package init(returnTo: String, realm: String) throws(LoginRefusal) {
    let (page, root) = (WebAddress(returnTo), WebAddress(realm))
    guard let root, root.query == nil else { throw .realm }
    guard let page else { throw .returnTo }
    guard page.isWithin(root) else { throw .outside }
    self.returnTo = returnTo
    self.realm = realm
  }

  /// The address to which the app sends the player.
  package var address: String {
    let anyIdentity = Self.namespace + "/identifier_select"
    let fields: KeyValuePairs = [
      "openid.ns": Self.namespace, "openid.mode": "checkid_setup",
      "openid.return_to": returnTo, "openid.realm": realm, "openid.identity": anyIdentity,
      "openid.claimed_id": anyIdentity,
    ]
    return Self.server + "?"
      + fields.map { $0.key.percentEncoded + "=" + $0.value.percentEncoded }.joined(separator: "&")
  }
}
