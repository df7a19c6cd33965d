package import FindieDomain
import FindieFiles
package import FindieWorkers
package import Foundation
import Synchronization

/// The SHA-256 of each file of a published night or of its reports, `SHA256SUMS` in the same
/// folder.
///
/// `sha256sum --check SHA256SUMS` and `findie verify` compare the files with it.
package struct Checksums {
  package static let fileName = OwnFiles.checksumsName

  /// By path, relative to the folder.
  package let sums: [String: String]

  package init(_ fingerprints: [String: Fingerprint]) {
    self.init(fingerprints.mapValues(\.hexadecimal))
  }

  private init(_ sums: [String: String]) { self.sums = sums }

  /// Nil if the file is missing.
  ///
  /// - Throws: `FileFailure`; `WorkspaceFailure.unreadableChecksums`.
  package init?(in folder: URL) throws {
    let file = folder.appending(path: Self.fileName)
    guard DurableFile.exists(file) else { return nil }
    let lines = String(decoding: try DurableFile.read(file), as: UTF8.self)
      .split(separator: "\n")
    var sums: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: "  ", maxSplits: 1)
      guard parts.count == 2, parts[0].count == 64 else {
        throw WorkspaceFailure.unreadableChecksums
      }
      sums[String(parts[1])] = String(parts[0])
    }
    self.sums = sums
  }

  /// The SHA-256 of a file; nil if it is not listed.
  package subscript(path: String) -> Fingerprint? {
    sums[path].map { Fingerprint(hexadecimal: $0) }
  }

  /// The checksums after some of the listed files in a copy of the folder were changed.
  package func updated(for paths: [String], in copy: URL) throws -> Checksums {
    var sums = sums
    for path in paths where sums[path] != nil {
      sums[path] = try Fingerprint(ofFile: copy.appending(path: path)).hexadecimal
    }
    return Checksums(sums)
  }

  package var text: String {
    sums.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }.joined()
  }

  /// The files that differ from their checksums, by path.
  ///
  /// - Throws: `FileFailure` if the folder cannot be listed; `Stopped`.
  package func differences(
    in folder: URL, _ read: FileSums, _ workers: Workers
  ) throws -> [(path: String, problem: String)] {
    let found = try Set(DurableFile.files(below: folder).filter { !OwnFiles.isUnlisted($0) })
    var differences = found.subtracting(sums.keys).map {
      (path: $0, problem: "The file does not belong to the night.")
    }
    let listed = Array(sums)
    let problems = try workers.map(listed.count) { index -> String? in
      let (path, sum) = listed[index]
      do {
        return try read.sum(of: folder.appending(path: path)).hexadecimal == sum
          ? nil : "The checksum differs."
      } catch let failure as FileFailure {
        return failure.isMissing ? "The file is missing." : "\(failure)"
      }
    }
    for (file, problem) in zip(listed, problems) {
      if let problem { differences.append((file.key, problem)) }
    }
    return differences.sorted { $0.path < $1.path }
  }
}

extension Workspace {
  /// The SHA-256 of a published night's checksums; nil if there are none.
  package func publishedFingerprint(of day: Day) throws -> Fingerprint? {
    let file = published(day).appending(path: Checksums.fileName)
    return DurableFile.exists(file) ? try Fingerprint(ofFile: file) : nil
  }
}

/// The SHA-256 of files. Each file is read once even if it has several names: most of a night's
/// reports are hard links to the previous night's.
///
/// A class, since threads share it.
package final class FileSums: Sendable {
  private let sums = Mutex<[[UInt64]: Fingerprint]>([:])
  private let isStopping: @Sendable () -> Bool

  package init(isStopping: @escaping @Sendable () -> Bool) { self.isStopping = isStopping }

  /// - Throws: `FileFailure`; `Stopped`.
  package func sum(of file: URL) throws -> Fingerprint {
    if isStopping() { throw Stopped() }
    let identity = FileStatus(file)?.identity
    if let identity, let sum = sums.withLock({ $0[identity] }) { return sum }
    let sum = try Fingerprint(ofFile: file)
    if let identity { sums.withLock { $0[identity] = sum } }
    return sum
  }
}

extension OwnFiles {
  /// For `published/<day>` or `<reports>/<day>`: the files that `SHA256SUMS` lists, that file
  /// itself, and those that every published night has.
  package static func ofNight(in folder: URL) -> (_ path: String) -> Bool {
    let listed = sums(in: folder)
    return { path in listed.contains(path) || isOfEveryNight(path) }
  }

  private static func sums(in folder: URL) -> Set<String> {
    do {
      return try Checksums(in: folder).map { Set($0.sums.keys) } ?? []
    } catch {
      // A damaged list names nothing, so the files stay.
      return []
    }
  }
}
