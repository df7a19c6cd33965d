import FlyingFox
import Foundation

/// Answers in a folder, by path.
struct AnswerFiles {
  let folder: URL?

  /// The file `path` with the ending .json, .html or .xml; nil if there is none.
  func answer(_ path: String) throws -> HTTPResponse? {
    guard let folder, !path.contains("..") else { return nil }
    let types = ["json": "application/json", "html": "text/html", "xml": "application/xml"]
    for (ending, type) in types {
      let file = folder.appending(path: "\(path).\(ending)")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      return .bytes(try Data(contentsOf: file), status: 200, type: type, headers: [:])
    }
    return nil
  }

  /// The file `path`.json as `JSONSerialization` reads it.
  func object(_ path: String) throws -> Any? {
    guard let folder, !path.contains("..") else { return nil }
    let file = folder.appending(path: "\(path).json")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONSerialization.jsonObject(with: Data(contentsOf: file))
  }
}
