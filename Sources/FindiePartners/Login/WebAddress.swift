import Foundation

/// The parts of an HTTPS URL that OpenID compares.
struct WebAddress: Equatable {
  let host: String
  let port: Int
  let path: String
  /// As written; nil if there is none.
  let query: String?

  /// Nil for another scheme, a user name, a fragment, a path with `.` or `..`, or characters that a
  /// URL may not have.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let url = URL(string: text, encodingInvalidCharacters: false),
      url.scheme?.lowercased() == "https",
      url.user() == nil, url.password() == nil, url.fragment() == nil,
      let host = url.host()?.lowercased(), !host.isEmpty, !host.contains("*")
    else { return nil }
    let path = url.path(percentEncoded: true)
    let isPlain = path.split(separator: "/").allSatisfy {
      ![".", ".."].contains($0.replacing("%2e", with: ".").replacing("%2E", with: "."))
    }
    guard isPlain else { return nil }
    self.host = host
    self.path = path.isEmpty ? "/" : path
    port = url.port ?? 443
    query = url.query(percentEncoded: true)
  }

  /// Whether this address has the realm's host and port, and a path equal to or below the realm's.
  func isWithin(_ realm: WebAddress) -> Bool {
    guard host == realm.host, port == realm.port else { return false }
    let parent = realm.path.hasSuffix("/") ? realm.path : realm.path + "/"
    return path == realm.path || path.hasPrefix(parent)
  }

  func isSamePage(as other: WebAddress) -> Bool {
    host == other.host && port == other.port && path == other.path
  }
}
