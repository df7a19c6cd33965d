import Glibc

/// Who may open a new file or folder.
package enum FileAccess: Sendable {
  /// The users that the umask allows.
  case shared
  /// Only the user who creates it: for what players did and who asked to be forgotten.
  case ownerOnly

  var fileMode: mode_t {
    switch self {
    case .shared: 0o666
    case .ownerOnly: 0o600
    }
  }

  var folderMode: mode_t {
    switch self {
    case .shared: 0o777
    case .ownerOnly: 0o700
    }
  }

  /// Opens a file to write it, and creates it if there is none. A symbolic link is not followed,
  /// and a pipe that no process reads is an error.
  ///
  /// - Returns: a descriptor; negative on failure, as for open(2).
  func open(_ path: String, _ flags: CInt) -> CInt {
    let descriptor = unsafe Glibc.open(
      path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags, fileMode)
    // The file may be left over from another program.
    if descriptor >= 0, self == .ownerOnly { fchmod(descriptor, fileMode) }
    return descriptor
  }
}
