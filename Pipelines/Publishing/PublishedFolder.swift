import FindieBatch
import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation

/// The folder of one published night while it is written: it takes its place when it is complete.
///
/// A class, since it holds open files.
package final class PublishedFolder {
  package static let lists = [
    "recommendations.ndjson", "similar.ndjson", "trending.ndjson", "new-releases.ndjson",
    "announced.ndjson",
  ]

  private let place: URL
  private let partial: URL
  private let checkLock: () throws -> Void
  private var files: [String: BulkWriter] = [:]
  private var fingerprints: [String: FingerprintWriter] = [:]

  init(_ night: Night, of day: Day) throws {
    place = night.workspace.published(day)
    partial = night.partial(of: place)
    checkLock = { try night.checkLock() }
    try Leftovers.remove(partialsOf: place)
    try DurableFile.createFolder(partial)
    try filled {
      for list in PublishedFolder.lists {
        files[list] = try BulkWriter(url(of: list))
        fingerprints[list] = FingerprintWriter()
      }
    }
  }

  /// What `body` gives, which writes to the folder; where it fails, the folder goes.
  func filled<Result>(_ body: () throws -> Result) throws -> Result {
    try Leftovers.removing(at: partial) {
      do {
        return try body()
      } catch {
        // A file that is open keeps its room.
        files = [:]
        throw error
      }
    }
  }

  func url(of name: String) -> URL { partial.appending(path: name) }

  /// Adds lines to one list's file.
  ///
  /// - Precondition: it is one of `lists`.
  func write(_ lines: PublishedLine, to list: String) throws {
    guard let file = files[list] else { preconditionFailure("there is no list \(list)") }
    try file.write(lines.bytes)
    fingerprints[list]?.add(lines.bytes)
  }

  /// Puts the folder in its place.
  ///
  /// - Returns: all its files, by their paths, and their sizes in bytes.
  func close() throws -> [String: Int] {
    let sizes = try filled { try complete() }
    try checkLock()
    try DurableFile.replaceFolder(place, with: partial)
    return sizes
  }

  private func complete() throws -> [String: Int] {
    for file in files.values { try file.finish() }
    files = [:]
    // The lists were on their way to the disk: what they are is known without reading them again.
    var sums = fingerprints.mapValues(\.fingerprint)
    for name in try DurableFile.files(below: partial) where sums[name] == nil {
      sums[name] = try Fingerprint(ofFile: url(of: name))
    }
    try DurableFile.writePlainly(Checksums(sums).text.utf8, to: url(of: Checksums.fileName))
    var sizes: [String: Int] = [:]
    for name in try DurableFile.files(below: partial) {
      sizes[name] = try DurableFile.size(of: url(of: name))
    }
    return sizes
  }
}
