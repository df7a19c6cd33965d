import FindieFiles
import FindieWorkspace
import Foundation

/// The files of a studio's closed weeks, as they were written.
struct WrittenStudio: Codable, Sendable {
  struct File: Codable, Sendable {
    /// Relative to the night's folder of reports.
    let path: String
    let sum: Fingerprint
    let size: Int

    /// Whether the file is as it was written: it has its size, and was not written since.
    ///
    /// - Parameter time: when the reports were complete, by the clock of the disk.
    func isWhole(in folder: URL, since time: Int64) -> Bool {
      guard let status = FileStatus(ofItself: folder.appending(path: path)) else { return false }
      return status.kind == .file && Int(status.size) == size
        && status.modifiedNanoseconds <= time
    }
  }

  let key: Fingerprint
  let files: [File]
}
