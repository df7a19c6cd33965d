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

  /// The newest night that this workspace published; nil if nothing can be copied from it.
  init?(of night: Night) {
    do {
      let file = try ArtifactReader(night.artifacts.appending(path: "publish.artifact"))
      guard file.header.formatVersion == Publication.formatVersion,
        file.header.provenance?.program == Versions.program
      else { return nil }
      let publication = try Publication(from: file)
      guard let sums = publication.checksums,
        try night.workspace.publishedFingerprint(of: publication.day) == sums
      else { return nil }
      try self.init(publication.players, in: night.workspace.published(publication.day))
    } catch {
      // Without it, all lists are printed.
      return nil
    }
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

/// The fingerprints of players' lists: 128 bits of everything that decides a published line. They
/// name games by their ids, since indices change with the catalogue.
struct ListFingerprints: Sendable {
  private let games: [UInt64]
  private let genres = Genre.allCases.map { hash64(of: $0.rawValue.utf8.span) }
  private let table: RecommendationTable

  init(_ table: RecommendationTable, games: [Game]) {
    self.table = table
    self.games = games.map { hash64(of: $0.id.utf8.span) }
  }

  /// The fingerprint of a player's list.
  ///
  /// - Parameter arm: the experiment whose arm the player is in.
  func fingerprint(ofPlayer player: Int, id: String, arm: String?) -> SIMD2<UInt64> {
    let entries = table.offsets[player]..<table.offsets[player + 1]
    let reasons = entries.lowerBound * Self.reasons..<entries.upperBound * Self.reasons
    let drawn = table.drawnIndices(ofPlayer: player)
    var words: [UInt64] = [
      UInt64(entries.count), UInt64(drawn.count), UInt64(table.sources[player]),
      arm.map { hash64(of: $0.utf8.span) } ?? 0,
    ]
    words.reserveCapacity(words.count + (2 + Self.reasons) * entries.count + 2 * drawn.count)
    for entry in entries {
      words.append(games[Int(table.games[entry])])
      words.append(UInt64(table.scores[entry].bitPattern))
    }
    for reason in reasons {
      let subject = Int(table.reasonSubjects[reason])
      let kind = ReasonKind(code: table.reasonKinds[reason])
      words.append(
        kind?.namesGame == true
          ? games[subject] : kind?.namesGenre == true ? genres[subject] : 0)
    }
    for draw in drawn {
      words.append(UInt64(table.drawnEntries[draw] - entries.lowerBound))
      words.append(table.probabilities[draw].bitPattern)
    }
    if !table.promotedEntries.isEmpty {
      for entry in entries where table.isPromoted(entry) {
        words.append(UInt64(entry - entries.lowerBound))
      }
    }
    func hash(_ seed: UInt64) -> UInt64 {
      var hash = hash64(of: id.utf8.span, seed: seed)
      hash = hash64(ofNumbers: words.span, seed: hash)
      hash = hash64(ofNumbers: table.reasonKinds.span.extracting(reasons), seed: hash)
      return hash64(ofNumbers: table.reasonWeights.span.extracting(reasons), seed: hash)
    }
    return SIMD2(hash(0), hash(1))
  }

  private static let reasons = RecommendationTable.reasonsPerEntry
}
