import FindieBatch
import FindieFiles
import Foundation

/// The SHA-256 of each file of a published night, `SHA256SUMS` beside them: `sha256sum --check SHA256SUMS`
/// says whether they are as they were written, and so does `findie verify`.
struct Checksums {
  static let fileName = "SHA256SUMS"

  /// By the files' paths from the folder.
  let sums: [String: String]

  init(_ fingerprints: [String: Fingerprint]) {
    sums = fingerprints.mapValues(\.hexadecimal)
  }

  /// Nil where the night was published before there were any.
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

  /// What is not as it was written, by its path, and how.
  func differences(in folder: URL) throws -> [(path: String, problem: String)] {
    let found = try Set(DurableFile.files(below: folder)).subtracting([Checksums.fileName])
    var differences = found.subtracting(sums.keys).map {
      (path: $0, problem: "it is not one of the night's files")
    }
    for (path, sum) in sums {
      let file = folder.appending(path: path)
      if !found.contains(path) {
        differences.append((path, "it is gone"))
      } else if try Fingerprint(ofFile: file).hexadecimal != sum {
        differences.append((path, "it is not as it was written"))
      }
    }
    return differences.sorted { $0.path < $1.path }
  }
}
