import FindieDomain
import FindieFiles
import FindieWorkers
import FindieWorkspace
import Foundation

/// The folder of a published night during writing. Once complete, it replaces the old folder.
///
/// A class, since it holds open files.
package final class PublishedFolder {
  private let destination: URL
  private let partial: URL
  private let workers: Workers
  /// The requests to forget players.
  private let requests: URL
  private var files: [String: BulkWriter] = [:]
  private var fingerprints: [String: FingerprintWriter] = [:]
  /// The SHA-256 of the files of earlier nights, by path.
  private var linked: [String: Fingerprint] = [:]

  /// - Parameter hasRows: whether there is a file of rows of games.
  init(_ night: Night, of day: Day, hasRows: Bool) throws {
    destination = night.workspace.published(day)
    partial = Night.partial(of: destination)
    workers = night.workers
    requests = night.workspace.requestsToForget
    try Leftovers.remove(partialsOf: destination)
    try DurableFile.createFolder(partial)
    try filled {
      let format = night.parameters.lists.ndjson
      for list in [format.fileName] + (hasRows ? [format.rowsName] : []) + OwnFiles.lists {
        files[list] = try BulkWriter(url(of: list))
        fingerprints[list] = FingerprintWriter()
      }
    }
  }

  /// Calls `body`, which writes to the folder. If it fails, the folder is removed.
  func filled<Result>(_ body: () throws -> Result) throws -> Result {
    try Leftovers.removing(at: partial) {
      do {
        return try body()
      } catch {
        // An open file would still take up disk space.
        files = [:]
        throw error
      }
    }
  }

  func url(of name: String) -> URL { partial.appending(path: name) }

  /// Adds lines, or their frames, to one list's file.
  ///
  /// - Precondition: it is a list of the night.
  func write(_ bytes: [UInt8], to list: String) throws {
    guard let file = files[list] else { preconditionFailure("there is no list \(list)") }
    try file.write(bytes)
    fingerprints[list]?.add(bytes)
  }

  /// Adds a file of an earlier night, as a link to it.
  ///
  /// - Parameters:
  ///   - file: the path in the folder of the earlier night.
  ///   - name: the path in this folder.
  func link(_ file: String, of night: URL, as name: String) throws {
    let source = night.appending(path: file)
    try DurableFile.linkOrCopy(source, to: url(of: name))
    if let sum = try Checksums(in: night)?[file] { linked[name] = sum }
  }

  /// Completes the folder and replaces the old one.
  ///
  /// - Parameter describe: adds the recipe, given the SHA-256 of the list of checksums.
  /// - Returns: the size of each file in bytes, by path.
  func close(describing describe: (Fingerprint) throws -> Void) throws -> [String: Int] {
    let sizes = try filled {
      let sizes = try complete()
      try describe(Fingerprint(ofFile: url(of: Checksums.fileName)))
      if DurableFile.exists(requests) {
        try DurableFile.writePlainly(
          DurableFile.read(requests), to: url(of: OwnFiles.requestsName))
      }
      return sizes
    }
    try DurableFile.replaceFolder(
      destination, with: partial, where: OwnFiles.ofNight(in: destination))
    return sizes
  }

  private func complete() throws -> [String: Int] {
    for file in files.values { try file.finish() }
    files = [:]
    // The lists need not be read again: their fingerprints were computed as they were written.
    var sums = fingerprints.mapValues(\.fingerprint).merging(linked) { $1 }
    let names = try DurableFile.files(below: partial).filter { sums[$0] == nil }
    let (folder, read) = (partial, FileSums { false })
    let others = try workers.map(names.count) {
      try read.sum(of: folder.appending(path: names[$0]))
    }
    for (name, sum) in zip(names, others) { sums[name] = sum }
    try DurableFile.writePlainly(Checksums(sums).text.utf8, to: url(of: Checksums.fileName))
    var sizes: [String: Int] = [:]
    for name in try DurableFile.files(below: partial) {
      sizes[name] = try DurableFile.size(of: url(of: name))
    }
    return sizes
  }
}
