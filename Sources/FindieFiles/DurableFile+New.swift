package import Foundation
import Glibc

extension DurableFile {
  /// Creates an empty file. Of several processes that call this for one path, one succeeds.
  ///
  /// - Returns: false if something has that name already.
  package static func createNew(
    _ url: URL, access: FileAccess = .shared
  ) throws(FileFailure) -> Bool {
    let folder = url.deletingLastPathComponent()
    try createFolder(folder)
    let descriptor = access.open(url.path, O_EXCL)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw FileFailure(last: .create, url)
    }
    close(descriptor)
    try syncFolder(folder)
    return true
  }
}
