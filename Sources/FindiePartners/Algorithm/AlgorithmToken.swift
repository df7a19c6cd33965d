package import FindieDomain
import FindieFiles
import FindieWorkspace
package import Foundation

/// The access token of The Algorithm, in a file of mode 600. It is the only token that findie
/// stores.
package struct AlgorithmTokenFile: Sendable {
  private let file: URL

  /// A token is not used in the last minute of its life.
  private static let marginInSeconds = 60.0

  package init(_ file: URL) {
    self.file = file
  }

  package var exists: Bool { DurableFile.exists(file) }

  private struct Content: Codable {
    let accessToken: String
    let expiresAt: Timestamp
  }

  func write(_ token: Secret, expiresAt: Timestamp) throws(FileFailure) {
    let content = Content(accessToken: token.revealed, expiresAt: expiresAt)
    try DurableFile.write(canonicalJSON(content) + "\n", to: file, access: .ownerOnly)
  }

  /// - Throws: `PartnerFailure.loginRequired` if there is no token, or if it has expired;
  ///   `LocalFailure` if others can read the file; `FileFailure`.
  package func token(at now: Timestamp) throws -> Secret {
    guard exists else { throw PartnerFailure.loginRequired }
    let bytes = try PartnerSecrets.bytes(of: file)
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(bytes))
    } catch {
      throw PartnerFailure.loginRequired
    }
    guard now.adding(seconds: Self.marginInSeconds) < content.expiresAt else {
      throw PartnerFailure.loginRequired
    }
    return Secret(content.accessToken)
  }
}
