import FindieFiles
import Foundation

/// The folder of one published night while it is written: it takes its place when it is complete.
///
/// Lines go to a list's file in pieces of about a megabyte. A class, since it holds open files.
final class PublishedFolder {
  static let lists = [
    "recommendations.ndjson", "similar.ndjson", "trending.ndjson", "new-releases.ndjson",
    "announced.ndjson",
  ]

  private let place: URL
  private let partial: URL
  private var pending: [String: PublishedLine] = [:]
  private static let pieceInBytes = 1 << 20

  init(replacing place: URL) throws {
    self.place = place
    partial = place.deletingLastPathComponent().appending(
      path: ".\(place.lastPathComponent).partial")
    try DurableFile.remove(partial)
    try DurableFile.createFolder(partial)
    for list in PublishedFolder.lists {
      try DurableFile.writePlainly([], to: partial.appending(path: list))
      pending[list] = PublishedLine()
    }
  }

  func url(of name: String) -> URL { partial.appending(path: name) }

  /// Adds lines to one list's file.
  func write(_ list: String, _ append: (inout PublishedLine) -> Void) throws {
    append(&pending[list, default: PublishedLine()])
    if pending[list]?.bytes.count ?? 0 >= PublishedFolder.pieceInBytes { try flush(list) }
  }

  private func flush(_ list: String) throws {
    guard let bytes = pending[list]?.bytes, !bytes.isEmpty else { return }
    try DurableFile.append(bytes, to: url(of: list))
    pending[list] = PublishedLine()
  }

  /// Puts the folder in its place.
  ///
  /// - Returns: all its files, by their paths, and their sizes in bytes.
  func close() throws -> [String: Int] {
    for list in PublishedFolder.lists { try flush(list) }
    var sizes: [String: Int] = [:]
    for name in try DurableFile.files(below: partial) {
      let attributes = try FileManager.default.attributesOfItem(atPath: url(of: name).path)
      sizes[name] = attributes[.size] as? Int
    }
    try DurableFile.replaceFolder(place, with: partial)
    return sizes
  }
}
