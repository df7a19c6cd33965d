import Glibc

/// What keeps ingest from reading its input at all; a bad line is not among them.
package enum IngestFailure: Error, Equatable, CustomStringConvertible {
  case noSuchFolder(path: String)
  case noSuchPath(path: String)
  case unreadableFolder(path: String, code: Int32)
  /// The folder holds no file of any collection.
  case noInput(path: String, ignored: [String])
  case unreadableFile(path: String, code: Int32)
  /// The path is no longer a file that can be read to its end: a pipe, a device, a folder.
  case notAFile(path: String)
  /// A compressed file whose bytes are wrong: which of its lines are true cannot be known.
  case damagedFile(path: String, why: String)
  /// Lines of a stream were asked for, and none came.
  case emptyStream

  package var description: String {
    switch self {
    case .noSuchFolder(let path):
      "there is no folder \(path). Name the folder with the app's export by --input."
    case .noSuchPath(let path):
      "there is neither a file nor a folder \(path). Name one with lines of JSON."
    case .unreadableFolder(let path, let code):
      "cannot list the folder \(path): \(IngestFailure.reason(code)). Give this user the right to "
        + "read it."
    case .noInput(let path, let ignored):
      "\(path) holds no input\(IngestFailure.list(ignored)). Put files named games…, developers…, "
        + "tags…, users…, wishlists…, interactions… or analytics… there, each .ndjson or .jsonl, "
        + "plain, .gz or .zst."
    case .unreadableFile(let path, ENOENT):
      "\(path) is gone since the folder was listed. See that nothing moves the export while it is read, "
        + "then run the same command again."
    case .unreadableFile(let path, let code):
      "cannot read \(path): \(IngestFailure.reason(code)). Give this user the right to read it, or "
        + "take it out of the input folder, then run the same command again."
    case .notAFile(let path):
      "\(path) is not a regular file. Take it out of the input folder."
    case .damagedFile(let path, let why):
      "\(path) is damaged: \(why). Fetch it again, or take it out of the input folder, then run "
        + "the same command again."
    case .emptyStream:
      "standard input is empty. Pipe lines of events to it, or name a folder by --input."
    }
  }

  private static func reason(_ code: Int32) -> String {
    // The text is copied before any other call can change it.
    unsafe String(cString: strerror(code))
  }

  private static func list(_ ignored: [String]) -> String {
    guard !ignored.isEmpty else { return "" }
    let more = ignored.count > 3 ? " and \(ignored.count - 3) more" : ""
    return " (not read: \(ignored.prefix(3).joined(separator: ", "))\(more))"
  }
}
