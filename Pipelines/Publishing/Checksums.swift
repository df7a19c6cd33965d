import FindieBatch
import FindieFiles
import FindieWorkers
import Foundation

/// The SHA-256 of each file of a published night or of its reports, `SHA256SUMS` beside them:
/// `sha256sum --check SHA256SUMS` says whether they are as they were written, and so does `findie verify`.
struct Checksums {
  static let fileName = "SHA256SUMS"

  /// By the files' paths from the folder.
  let sums: [String: String]

  init(_ fingerprints: [String: Fingerprint]) {
    sums = fingerprints.mapValues(\.hexadecimal)
  }

  /// Nil where the files were written before there were any.
  ///
  /// - Throws: `FileFailure`; `Unreadable` where a line is none.
  init?(in folder: URL) throws {
    let file = folder.appending(path: Checksums.fileName)
    guard DurableFile.exists(file) else { return nil }
    let lines = String(decoding: try DurableFile.read(file), as: UTF8.self)
      .split(separator: "\n")
    var sums: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: "  ", maxSplits: 1)
      guard parts.count == 2, parts[0].count == 64 else { throw Unreadable() }
      sums[String(parts[1])] = String(parts[0])
    }
    self.sums = sums
  }

  struct Unreadable: Error, CustomStringConvertible {
    var description: String { "it has a line that is no checksum" }
  }

  var text: String {
    sums.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }.joined()
  }

  /// What is not as it was written, by its path, and how; all threads read.
  ///
  /// - Throws: `FileFailure` where the folder cannot be listed; `Stopped`.
  func differences(
    in folder: URL, _ read: FileSums, _ workers: Workers
  ) throws -> [(path: String, problem: String)] {
    let found = try Set(DurableFile.files(below: folder)).subtracting([Checksums.fileName])
    var differences = found.subtracting(sums.keys).map {
      (path: $0, problem: "it is not one of the night's files")
    }
    let listed = Array(sums)
    let problems = try workers.map(listed.count) { place -> String? in
      let (path, sum) = listed[place]
      do {
        return try read.sum(of: folder.appending(path: path)).hexadecimal == sum
          ? nil : "it is not as it was written"
      } catch let failure as FileFailure {
        return failure.isMissing ? "it is gone" : "\(failure)"
      }
    }
    for (file, problem) in zip(listed, problems) {
      if let problem { differences.append((file.key, problem)) }
    }
    return differences.sorted { $0.path < $1.path }
  }
}
