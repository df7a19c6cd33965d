import FindieFiles
package import Foundation
import Glibc

/// Holds a workspace for one night: a second one leaves at once.
///
/// The system's lock on `<workspace>/.lock`: it goes with the process that holds it, however that
/// ends. A class, since its end lets go of the lock.
package final class WorkspaceLock: Sendable {
  private let descriptor: CInt

  /// - Throws: `WorkspaceLock.Taken`, or `FileFailure` where the folder cannot be written to.
  package init(workspace: URL) throws {
    try DurableFile.createFolder(workspace)
    let url = workspace.appending(path: ".lock")
    descriptor = unsafe open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileFailure(.create, url, code: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      guard code == EWOULDBLOCK else { throw FileFailure(.create, url, code: code) }
      let owner = String(decoding: try DurableFile.read(url), as: UTF8.self)
      throw Taken(
        workspace: workspace.path, owner: owner.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    ftruncate(descriptor, 0)
    let text = Array("process \(getpid())\n".utf8)
    // The array is read during the call; a lock without its owner's name is still a lock.
    _ = unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  deinit {
    // A child process that is just being started may still hold a copy of the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Another night is running on the workspace.
  package struct Taken: Error, CustomStringConvertible {
    package let workspace: String
    package let owner: String

    package var description: String {
      """
      another night is running on \(workspace)\(owner.isEmpty ? "" : " (\(owner))"); wait until it \
      has ended, or name another --workspace. What was published before is untouched.
      """
    }
  }
}
