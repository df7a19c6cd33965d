import FindieWorkspace
package import Foundation

/// A device that receives a player's messages.
package struct Device: Hashable, Sendable {
  package let userId: String
  package let token: Secret
  package let timeZone: TimeZone
  /// Such as `de` or `de-AT`; empty for English.
  package let language: String

  /// - Parameter timeZone: an IANA name; UTC for one that is absent or unknown.
  package init(userId: String, token: String, timeZone: String?, language: String?) {
    self.userId = userId
    self.token = Secret(token)
    self.timeZone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt
    self.language = language ?? ""
  }

  /// Identifies the device in files without its token.
  package var id: String { String(Fingerprint(of: token.revealed).hexadecimal.prefix(32)) }
}
