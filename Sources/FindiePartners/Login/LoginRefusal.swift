/// Why a login is refused: one to Steam or to The Algorithm.
package enum LoginRefusal: Error, Hashable, Sendable {
  // The addresses of a login.

  /// The realm of a Steam login is not an address that it may use.
  case realm
  case returnTo
  /// The return URL is outside of the realm.
  case outside
  /// The redirect URI is not an address that a login to The Algorithm may use.
  case redirectURI

  // A callback.

  /// It is not an HTTPS URL, or its query cannot be decoded.
  case malformed
  /// A field occurs twice in the query.
  case duplicate(String)
  /// It is not at the return URL, or lacks a field of its query.
  case otherPage

  // A callback of Steam.

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

  // A callback of The Algorithm, which a person pastes.

  /// It is not an address with a query, or its query cannot be decoded.
  case pastedText
  /// It is not at the redirect URI.
  case otherRedirect
  /// The state is missing, or belongs to another login.
  case state
  /// The Algorithm or the person refused, with this error.
  case denied(String)
  case noCode

  /// A short code for programs.
  package var code: String { texts.code }

  private var texts: (code: String, message: String) {
    switch self {
    case .realm:
      ("realm", "The realm must be an https URL without a query, such as https://example.com/.")
    case .returnTo:
      (
        "returnTo",
        "The return URL must be an https URL, such as https://example.com/login/steam."
      )
    case .outside:
      (
        "outside",
        "The return URL must have the realm's host and port, and a path within the realm's path."
      )
    case .redirectURI:
      (
        "redirectURI",
        "The redirect URI must be a URL without a query: a custom scheme, https, or http on "
          + "127.0.0.1."
      )
    case .malformed: ("malformed", "The callback is not a valid https URL with a query.")
    case .duplicate(let name): ("duplicate", "The callback has the field '\(name)' twice.")
    case .otherPage:
      ("otherPage", "The callback does not have the address and the query of the return URL.")
    case .cancelled: ("cancelled", "The player cancelled the login.")
    case .field(let name): ("field", "The callback's field '\(name)' is missing or wrong.")
    case .unsigned(let name): ("unsigned", "Steam did not sign the field '\(name)'.")
    case .time:
      (
        "time",
        "The login is not within \(SteamLoginCheck.minutes) minutes of the current time. Log in "
          + "again."
      )
    case .used: ("used", "The login was used before. Log in again.")
    case .notConfirmed: ("notConfirmed", "Steam does not confirm the login. Log in again.")
    case .pastedText:
      (
        "pastedText",
        "The pasted text is not a URL with a query. Paste the full address from the browser."
      )
    case .otherRedirect: ("otherRedirect", "The pasted URL does not match the redirect URI.")
    case .state:
      (
        "state",
        "The callback's state is missing or belongs to another login. Run `findie algorithm login` "
          + "again."
      )
    case .denied(let text): ("denied", "The Algorithm refused the login: \(text).")
    case .noCode: ("noCode", "The callback has no code. Run `findie algorithm login` again.")
    }
  }
}

extension LoginRefusal: CustomStringConvertible {
  package var description: String { texts.message }
}
