import FindieFiles
import Foundation
import Glibc

/// An error that stops ingest. A bad line is not an error.
package enum IngestFailure: Error, Equatable, CustomStringConvertible {
  case noSuchFolder(path: String)
  /// The path of the input folder is a file.
  case notAFolder(path: String)
  case noSuchPath(path: String)
  case unreadableFolder(path: String, code: Int32)
  /// The folder has no file of any collection.
  case noInput(path: String, ignored: [String])
  /// The folder has files of a collection, but none that is read.
  case unreadCollection(String, path: String, ignored: [String])
  case unreadableFile(path: String, code: Int32)
  /// The path is no longer a file that can be read to its end, but a pipe, a device or a folder.
  case notAFile(path: String)
  /// A compressed file with invalid bytes: none of its lines can be trusted.
  case damagedFile(path: String, why: String)
  /// Another program wrote into the file while it was read.
  case changedFile(path: String)
  /// The file contains something other than lines of JSON.
  case unsupportedFile(path: String, what: String, remedy: String)
  /// The header of a CSV file does not say what its columns are.
  case badHeader(path: String, why: String)
  /// The files of a collection have more than fits in memory.
  case tooMuch(InputCollection, bytes: Int)
  /// Standard input has no bytes.
  case emptyStream
  /// Standard input is a folder, or it is closed.
  case unreadableStream(code: Int32)

  package var description: String {
    switch self {
    case .noSuchFolder(let path):
      "there is no folder \(path). Name the folder with the app's export by --input."
    case .notAFolder(let path):
      "\(path) is a file. Name its folder by --input, or read the file as standard input: --input "
        + "- < \(path)"
    case .noSuchPath(let path):
      "there is no file or folder \(path). Name one with lines of JSON."
    case .unreadableFolder(let path, let code):
      "cannot list the folder \(path): \(FileFailure.reason(of: code)). "
        + (FileFailure.remedyOfLimit(code) ?? "Give this user the right to read it.")
    case .noInput(let path, let ignored):
      "\(path) has no input files\(Self.list(ignored)). Their names must begin with "
        + "\(InputCollection.names) and \(Self.ends). docs/DATA.md has examples."
    case .unreadCollection(let collection, let path, let ignored):
      "\(path) has no file of \(collection) that can be read\(Self.list(ignored)). Their names "
        + "must \(Self.ends); docs/DATA.md has the rules. Export \(collection) again, or "
        + "remove these files from the input folder, then run the same command again."
    case .unreadableFile(let path, ENOENT):
      "\(path) was removed after the folder was listed. Do not move the export while it is read. "
        + "Run the same command again."
    case .unreadableFile(let path, let code):
      "cannot read \(path): \(FileFailure.reason(of: code)). "
        + (FileFailure.remedyOfLimit(code)
          ?? "Give this user the right to read it, or remove it from the input folder, then run "
          + "the same command again.")
    case .notAFile(let path):
      "\(path) is not a regular file. Remove it from the input folder."
    case .damagedFile(let path, let why):
      "\(path) is damaged: \(why). Download it again, or remove it from the input folder, then run "
        + "the same command again."
    case .changedFile(let path):
      "\(path) changed while it was read. Run the same command again when it is complete. To add a "
        + "file at any time, copy it under a name that begins with a dot, then rename it."
    case .unsupportedFile(let path, let what, let remedy):
      "\(path) is \(what), which findie does not read. \(remedy), or remove it from the input "
        + "folder, then run the same command again."
    case .badHeader(let path, let why):
      "\(path) has a header that findie cannot use: \(why). Correct the header (docs/DATA.md), or "
        + "remove the file from the input folder, then run the same command again."
    case .tooMuch(let collection, let bytes):
      "the input has more than \(bytes >> 20) MB of \(collection.rawValue). "
        + (collection == .candidates
          ? "Export fewer for each player: of more than 100, the best count."
          : "Export vectors with fewer numbers, or only those of games in the catalogue.")
    case .unreadableStream(let code):
      "cannot read standard input: \(FileFailure.reason(of: code)). Pipe lines of events to it, or "
        + "name a folder by --input."
    case .emptyStream:
      "standard input is empty. Pipe lines of events to it, or name a folder by --input."
    }
  }

  private static let ends =
    "end in .ndjson, .jsonl, .json, .csv or .tsv, optionally followed by .gz or .zst"

  /// A Parquet file of an input folder, with the line that converts it.
  static func parquet(_ url: URL, path: String) -> IngestFailure {
    let path = path.replacing("'", with: "''")
    return .unsupportedFile(
      path: url.path, what: "a Parquet file",
      remedy: "Convert it with DuckDB, `COPY (FROM read_parquet('\(path)')) TO "
        + "'\(path.dropLast(".parquet".count)).ndjson.gz'`, and move it away")
  }

  private static func list(_ ignored: [String]) -> String {
    guard !ignored.isEmpty else { return "" }
    let more = ignored.count > 3 ? " and \(ignored.count - 3) more" : ""
    return " (not read: \(ignored.prefix(3).joined(separator: ", "))\(more))"
  }
}
