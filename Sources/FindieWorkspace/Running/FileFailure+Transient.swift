package import FindieFiles
import Glibc

extension FileFailure {
  /// Whether the same call may succeed in a moment: a file in use, an interrupted call, too many
  /// open files.
  package var isTransient: Bool {
    [EAGAIN, EINTR, ETXTBSY, ENFILE, EMFILE, EBUSY].contains(code)
  }
}
