/// Why a callback is no proof of a login.
package enum SteamLoginRefusal: Error, Hashable, Sendable {
  /// The callback is not an HTTPS URL, or its query cannot be decoded.
  case malformed
  /// A field occurs twice in the query.
  case duplicate(String)
  /// The callback is not at the return URL, or lacks a field of its query.
  case otherPage
  /// The player cancelled the login.
  case cancelled
  /// A field is missing, or has a value that no login has.
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
      "The login is not within \(SteamLoginCheck.minutes) minutes of the current time. Log in again."
    case .used: "The login was used before. Log in again."
    case .notConfirmed: "Steam does not confirm the login. Log in again."
    }
  }
}
