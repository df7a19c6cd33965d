import FindieDomain
import FindieFiles
import FindieHistory
import FindieRanking
import FindieStore
import FindieWorkspace
package import Foundation

/// The players' lists of the newest published night, from which equal lists are copied.
package struct EarlierLines: Sendable {
  /// By fingerprint.
  private let indices: [SIMD2<UInt64>: Int]
  private let lists: PublishedLists
  /// The lines begin at these bytes of the file; one more for its end.
  private let offsets: [Int]
  private let lines: FileReader
  /// The night's store; nil if it is damaged.
  package let store: URL?

  /// - Parameters:
  ///   - folder: the published night.
  ///   - lists: what was published there.
  /// - Throws: `FileFailure`, also if a file is missing; `WorkspaceFailure.unreadableChecksums`.
  package init?(_ lists: PublishedLists, in folder: URL) throws {
    var offsets = [0]
    for length in lists.lengths { offsets.append(offsets[offsets.count - 1] + Int(length)) }
    let file = folder.appending(path: "recommendations.ndjson")
    guard try DurableFile.size(of: file) == offsets.last else { return nil }
    self.lists = lists
    self.offsets = offsets
    lines = try FileReader(file)
    indices = Dictionary(
      (0..<lists.count).map { (lists.fingerprint($0), $0) }, uniquingKeysWith: { $1 })
    // Rows are copied without a look at each, so all bytes of the store are verified.
    let store = folder.appending(path: Workspace.storeName)
    let sum = try Checksums(in: folder)?.sums[Workspace.storeName]
    self.store = try Fingerprint(ofFile: store).hexadecimal == sum ? store : nil
  }

  /// The consecutive lists that equal the first of some lists; nil if there is none.
  func lists(equalTo fingerprints: ArraySlice<SIMD2<UInt64>>) -> Range<Int>? {
    guard let start = fingerprints.first.flatMap({ indices[$0] }) else { return nil }
    var end = start
    for fingerprint in fingerprints {
      guard end < lists.count, lists.fingerprint(end) == fingerprint else { break }
      end += 1
    }
    return start..<end
  }

  /// The length of a line in bytes.
  func length(of index: Int) -> Int { Int(lists.lengths[index]) }

  func hash(of index: Int) -> UInt64 { lists.hashes[index] }

  /// Appends the lines of some lists to `bytes`.
  ///
  /// - Returns: the lists before the first one whose line is damaged.
  func append(_ range: Range<Int>, to bytes: inout [UInt8]) -> Range<Int> {
    var start = bytes.count
    do {
      try lines.append(offsets[range.lowerBound]..<offsets[range.upperBound], to: &bytes)
    } catch {
      return range.lowerBound..<range.lowerBound
    }
    for index in range {
      let line = start..<start + length(of: index)
      guard hash64(of: bytes.span.extracting(line)) == lists.hashes[index] else {
        bytes.removeLast(bytes.count - start)
        return range.lowerBound..<index
      }
      start = line.upperBound
    }
    return range
  }
}

extension PublishedLists {
  fileprivate func fingerprint(_ index: Int) -> SIMD2<UInt64> {
    SIMD2(fingerprints[2 * index], fingerprints[2 * index + 1])
  }
}
