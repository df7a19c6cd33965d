package import Foundation

/// The cookies of an account on X, which The Algorithm may act as. They print as `•••`.
package struct AlgorithmCookies: Sendable, CustomStringConvertible, CustomReflectable {
  /// As document 004 has them.
  struct Cookie: Codable, Sendable {
    let name: String
    let value: String
    let domain: String
    let path: String
    /// In seconds since 1970.
    let expires: Int64
    let httpOnly: Bool
    let secure: Bool
  }

  let cookies: [Cookie]

  private static let domains = ["x.com", ".x.com", "twitter.com", ".twitter.com"]
  private static let largestCount = 100

  /// - Parameter file: a JSON list of cookies, of mode 600.
  /// - Throws: `AlgorithmCookiesFailure`, `SecretsFailure`, `FileFailure`.
  package init(file: URL) throws {
    let bytes = try PartnerSecrets.bytes(of: file)
    do {
      cookies = try JSONDecoder().decode([Cookie].self, from: Data(bytes))
    } catch {
      throw AlgorithmCookiesFailure.unreadable(path: file.path)
    }
    guard (1...AlgorithmCookies.largestCount).contains(cookies.count) else {
      throw AlgorithmCookiesFailure.count(path: file.path, largest: AlgorithmCookies.largestCount)
    }
    for (index, cookie) in cookies.enumerated() {
      if let field = AlgorithmCookies.badField(of: cookie) {
        throw AlgorithmCookiesFailure.field(path: file.path, number: index + 1, name: field)
      }
    }
  }

  /// Names and values have the characters of RFC 6265 (section 4.1.1), and values spaces too.
  private static func badField(of cookie: Cookie) -> String? {
    if cookie.name.wholeMatch(of: /[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}/) == nil { return "name" }
    if cookie.value.wholeMatch(of: /[ -~]{1,4096}/) == nil { return "value" }
    if !domains.contains(cookie.domain) { return "domain" }
    if cookie.path.wholeMatch(of: /\/[!-~]{0,255}/) == nil { return "path" }
    return cookie.expires < 0 ? "expires" : nil
  }

  package var description: String { "•••" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a file of cookies is refused. No case contains a cookie.
package enum AlgorithmCookiesFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(path: String)
  case count(path: String, largest: Int)
  /// The number is from 1.
  case field(path: String, number: Int, name: String)

  package var description: String {
    switch self {
    case .unreadable(let path):
      "\(path) is not a JSON list of cookies, each with name, value, domain, path, expires (seconds since "
        + "1970), httpOnly and secure."
    case .count(let path, let largest): "\(path) must have 1 to \(largest) cookies."
    case .field(let path, let number, "domain"):
      "\(path), cookie \(number): the domain must be x.com or twitter.com."
    case .field(let path, let number, let name):
      "\(path), cookie \(number): the value of \(name) is invalid in a cookie."
    }
  }
}
