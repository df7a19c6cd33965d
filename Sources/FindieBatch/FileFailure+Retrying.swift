package import FindieFiles
import Glibc

extension FileFailure {
  /// Whether the same call may succeed in a moment: a file that is in use, a call that was cut off, too
  /// many files that are open.
  package var mayPass: Bool {
    [EAGAIN, EINTR, ETXTBSY, ENFILE, EMFILE, EBUSY].contains(code)
  }
}
