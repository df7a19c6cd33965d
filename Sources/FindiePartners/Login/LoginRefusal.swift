import FindieText

/// Why a login is refused: one to Steam or to The Algorithm.
package struct LoginRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// A short code for programs.
  package let code: String
  package let description: String

  private init(_ code: String, _ description: String) {
    self.code = code
    self.description = description
  }

  // MARK: - The addresses of a login

  package static let realm = LoginRefusal(
    "realm", "The realm must be an https URL without a query, such as https://example.com/.")
  package static let returnTo = LoginRefusal(
    "returnTo", "The return URL must be an https URL, such as https://example.com/login/steam.")
  package static let outside = LoginRefusal(
    "outside",
    "The return URL must have the realm's host and port, and a path within the realm's path.")
  package static let redirectURI = LoginRefusal(
    "redirectURI",
    "The redirect URI must be a URL without a query: a custom scheme, https, or http on 127.0.0.1.")

  // MARK: - A callback

  package static let malformed = LoginRefusal(
    "malformed", "The callback is not a valid https URL with a query.")
  package static let otherPage = LoginRefusal(
    "otherPage", "The callback does not have the address and the query of the return URL.")

  package static func duplicate(_ name: String) -> LoginRefusal {
    LoginRefusal("duplicate", "The callback has the field '\(printable(name))' twice.")
  }

  // MARK: - A callback of Steam

  package static let cancelled = LoginRefusal("cancelled", "The player cancelled the login.")
  package static let time = LoginRefusal(
    "time",
    "The login is not within \(SteamLoginCheck.minutes) minutes of the current time. Log in again.")
  package static let used = LoginRefusal("used", "The login was used before. Log in again.")
  /// Steam did not issue this login, or has confirmed it before.
  package static let notConfirmed = LoginRefusal(
    "notConfirmed", "Steam does not confirm the login. Log in again.")

  package static func field(_ name: String) -> LoginRefusal {
    LoginRefusal("field", "The callback's field '\(name)' is missing or wrong.")
  }

  package static func unsigned(_ name: String) -> LoginRefusal {
    LoginRefusal("unsigned", "Steam did not sign the field '\(name)'.")
  }

  // MARK: - A callback of The Algorithm, which a person pastes

  package static let pastedText = LoginRefusal(
    "pastedText",
    "The pasted text is not a URL with a query. Paste the full address from the browser.")
  package static let otherRedirect = LoginRefusal(
    "otherRedirect", "The pasted URL does not match the redirect URI.")
  package static let state = LoginRefusal(
    "state",
    "The callback's state is missing or belongs to another login. Run `findie algorithm login` "
      + "again.")
  package static let noCode = LoginRefusal(
    "noCode", "The callback has no code. Run `findie algorithm login` again.")

  /// The Algorithm or the person refused, with this error.
  package static func denied(_ text: String) -> LoginRefusal {
    LoginRefusal("denied", "The Algorithm refused the login: \(text).")
  }
}
