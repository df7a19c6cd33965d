import FindieDomain
import FindieFiles
import FindieWorkspace
package import Foundation

/// The nonces of logins that were used: one empty file for each, so that no process accepts one
/// again.
package struct UsedNonces: Sendable {
  private let folder: URL

  /// How long a nonce is stored: longer than a login is valid, in case a clock is set back.
  private static let seconds: Int64 = 86_400

  package init(folder: URL) {
    self.folder = folder
  }

  private func file(of nonce: String, _ time: Timestamp) -> URL {
    let digits = Fingerprint(of: nonce).hexadecimal
    return folder.appending(path: "\(time.milliseconds / 1000)-\(digits)")
  }

  func contains(_ nonce: String, at time: Timestamp) -> Bool {
    DurableFile.exists(file(of: nonce, time))
  }

  /// Stores a nonce and removes old ones.
  ///
  /// - Parameter time: that of the nonce.
  /// - Returns: false if the nonce was stored before.
  func insert(_ nonce: String, at time: Timestamp, now: Timestamp) throws(FileFailure) -> Bool {
    guard try DurableFile.createNew(file(of: nonce, time)) else { return false }
    for name in try DurableFile.names(in: folder) {
      let parts = name.split(separator: "-")
      guard parts.count == 2, parts[1].utf8.count == 64, let second = Int64(parts[0]),
        second < now.milliseconds / 1000 - Self.seconds
      else { continue }
      try DurableFile.remove(folder.appending(path: name))
    }
    return true
  }
}
