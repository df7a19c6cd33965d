import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation

/// The files of a backup while it is written.
struct BackupCopy {
  private let folder: URL
  private let previous: URL?
  private var known: [ExactText: BackupManifest.File] = [:]
  private var added: [ExactText: BackupManifest.File] = [:]
  /// The first path of each file with several names (hard links), such as most reports.
  private var paths: [[UInt64]: String] = [:]
  private let isStopping: @Sendable () -> Bool
  private(set) var copiedBytes: Int64 = 0
  private(set) var damagedNights: [String] = []
  /// The files of the previous backup that are missing, cannot be read or differ from their
  /// checksums, and were copied again.
  private(set) var damagedCopies: Set<String> = []

  /// - Parameter previous: the backup whose files are linked if they did not change; nil for none.
  init(
    to folder: URL, previous: URL?, isStopping: @escaping @Sendable () -> Bool
  ) throws {
    self.folder = folder
    self.previous = previous
    self.isStopping = isStopping
    do {
      let manifest = try previous.map { try BackupManifest(of: $0) }
      for file in manifest?.files ?? [] { known[ExactText(file.path)] = file }
    } catch is UnusablePart {
      // Everything is copied.
      damagedCopies = [BackupManifest.fileName]
    }
    try DurableFile.createFolder(folder, access: .ownerOnly)
  }

  var files: [BackupManifest.File] { Array(added.values) }

  /// Adds a file, as a link to the previous backup's if size and modification time are the same and
  /// the previous backup's file has its checksum: nothing else shows that a disk still has what was
  /// written.
  ///
  /// - Throws: `FileFailure`; `isMissing` if the file was removed.
  mutating func add(_ source: URL, as path: String) throws {
    while true {
      guard let before = FileStatus(source) else {
        throw FileFailure(missing: source)
      }
      // Pipes and devices would block.
      guard before.kind == .file else { return }
      if try !link(before, as: path) {
        try write(path) { try DurableFile.copy(source, to: $0) }
        guard FileStatus(source) == before else { continue }
        try record(path, modified: before.modifiedNanoseconds)
        copiedBytes += before.size
      }
      if paths[before.identity] == nil { paths[before.identity] = path }
      return
    }
  }

  /// Adds a file that `body` writes.
  mutating func add(as path: String, _ body: (URL) throws -> Void) throws {
    try write(path, body)
    try record(path, modified: 0)
    copiedBytes += added[ExactText(path)]?.size ?? 0
  }

  /// Adds the files below a folder, without hidden ones and without those that are removed during
  /// the copy.
  mutating func addFolder(_ source: URL, as path: String) throws {
    guard DurableFile.exists(source) else { return }
    for entry in try DurableFile.entries(of: source) {
      let name = entry.url.lastPathComponent
      if name.hasPrefix("."), !OwnFiles.isOfNight(hidden: name) { continue }
      do {
        if entry.isFolder {
          try addFolder(entry.url, as: "\(path)/\(name)")
        } else {
          try add(entry.url, as: "\(path)/\(name)")
        }
      } catch let failure as FileFailure where failure.isMissing {
        continue
      }
    }
  }

  /// Adds a published night, or its reports, as a whole: the files must match the checksums in it.
  ///
  /// - Parameter isNeeded: whether it is an error if the night disappears during the copy.
  mutating func addNight(_ source: URL, as path: String, isNeeded: Bool) throws {
    let attempts = 3
    for attempt in 1...attempts {
      guard isNeeded || DurableFile.exists(source) else { return }
      let before = added
      do {
        try addFolder(source, as: path)
        guard let sums = try Checksums(in: folder.appending(path: path)) else { return }
        let isWhole = sums.sums.allSatisfy { name, sum in
          added[ExactText("\(path)/\(name)")]?.sha256.hexadecimal == sum
        }
        if isWhole { return }
      } catch WorkspaceFailure.unreadableChecksums {
        // Treated like a file that differs.
      }
      if attempt == attempts {
        damagedNights.append(source.path)
      } else {
        added = before
      }
    }
  }

  private mutating func link(_ source: FileStatus, as path: String) throws -> Bool {
    let places = [
      paths[source.identity].flatMap { added[ExactText($0)] }.map { (folder, $0) },
      previous.flatMap { previous in known[ExactText(path)].map { (previous, $0) } },
    ]
    for case (let place, let file)? in places
    where file.size == source.size && file.modifiedNanoseconds == source.modifiedNanoseconds {
      let copy = place.appending(path: file.path)
      do {
        if place == folder || isWhole(copy, file) {
          try write(path) { try DurableFile.linkOrCopy(copy, to: $0) }
          added[ExactText(path)] = BackupManifest.File(
            path: path, size: file.size, modifiedNanoseconds: file.modifiedNanoseconds,
            sha256: file.sha256)
          return true
        }
      } catch let failure as FileFailure where failure.isMissing {
        // It was removed after it was read.
      }
      damagedCopies.insert(file.path)
    }
    return false
  }

  private func isWhole(_ copy: URL, _ file: BackupManifest.File) -> Bool {
    do {
      return try Int64(DurableFile.size(of: copy)) == file.size
        && Fingerprint(ofFile: copy) == file.sha256
    } catch {
      // It is missing, or the disk cannot read it.
      return false
    }
  }

  private func write(_ path: String, _ body: (URL) throws -> Void) throws {
    if isStopping() { throw Stopped() }
    let url = folder.appending(path: path)
    try DurableFile.createFolder(url.deletingLastPathComponent(), access: .ownerOnly)
    try DurableFile.remove(url)
    try body(url)
  }

  private mutating func record(_ path: String, modified: Int64) throws {
    let url = folder.appending(path: path)
    added[ExactText(path)] = BackupManifest.File(
      path: path, size: Int64(try DurableFile.size(of: url)), modifiedNanoseconds: modified,
      sha256: try Fingerprint(ofFile: url))
  }
}
