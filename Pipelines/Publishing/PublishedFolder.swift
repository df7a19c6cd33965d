import FindieFiles
import Foundation

/// The folder of one published night while it is written: it takes its place when it is complete.
///
/// A class, since it holds open files.
final class PublishedFolder {
  static let lists = [
    "recommendations.ndjson", "similar.ndjson", "trending.ndjson", "new-releases.ndjson",
    "announced.ndjson",
  ]

  private let place: URL
  private let partial: URL
  private var files: [String: BulkWriter] = [:]

  init(replacing place: URL) throws {
    self.place = place
    partial = place.deletingLastPathComponent().appending(
      path: ".\(place.lastPathComponent).partial")
    try DurableFile.remove(partial)
    try DurableFile.createFolder(partial)
    for list in PublishedFolder.lists { files[list] = try BulkWriter(url(of: list)) }
  }

  func url(of name: String) -> URL { partial.appending(path: name) }

  /// Adds lines to one list's file.
  ///
  /// - Precondition: it is one of `lists`.
  func write(_ lines: PublishedLine, to list: String) throws {
    guard let file = files[list] else { preconditionFailure("there is no list \(list)") }
    try file.write(lines.bytes)
  }

  /// Puts the folder in its place.
  ///
  /// - Returns: all its files, by their paths, and their sizes in bytes.
  func close() throws -> [String: Int] {
    for file in files.values { try file.finish() }
    files = [:]
    var sizes: [String: Int] = [:]
    for name in try DurableFile.files(below: partial) {
      let attributes = try FileManager.default.attributesOfItem(atPath: url(of: name).path)
      sizes[name] = attributes[.size] as? Int
    }
    try DurableFile.replaceFolder(place, with: partial)
    return sizes
  }
}
