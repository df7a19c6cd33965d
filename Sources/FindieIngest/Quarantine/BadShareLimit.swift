package import FindieHistory
import FindieText

/// The maximum share of rejected lines of a file.
package struct BadShareLimit: Sendable, Hashable, Codable {
  /// The share of the lines of one file. Default 0.05; from 0 to 1.
  package var share = 0.05
  /// A file with fewer rejected lines never exceeds the limit. Default 20.
  package var minimumLines = 20

  package init() {}

  /// The error of a file that has too many rejected lines, or that ends in the middle; else nil.
  ///
  /// - Parameter quarantine: the path of the file with its rejected lines; nil if nothing is written.
  package func breach(
    by counts: LineCounts, of file: String, quarantine: String?
  ) -> TooManyBadLines? {
    let isCut = counts.rejectedByReason[RejectionReason.truncatedFile.rawValue] != nil
    let areTooMany =
      counts.rejected >= minimumLines && counts.rejected > 0
      && Double(counts.rejected) > share * Double(counts.read)
    guard isCut || areTooMany else { return nil }
    return TooManyBadLines(
      file: file, isCut: isCut, read: counts.read, rejected: counts.rejected, limit: share,
      reasons: counts.rejectedByReason.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { .init(name: $0.key, count: $0.value) },
      quarantine: quarantine)
  }
}

/// A file with too many rejected lines, or one that ends in the middle. Its other lines alone would give a
/// wrong picture.
package struct TooManyBadLines: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// Whether it is compressed and ends in the middle.
  package let isCut: Bool
  package let read: Int
  package let rejected: Int
  package let limit: Double
  /// The most frequent first.
  package let reasons: [Reason]
  /// The path of the file with the rejected lines; nil if nothing was written.
  package let quarantine: String?

  package struct Reason: Sendable, Equatable {
    package let name: String
    package let count: Int
  }

  package var share: Double { Double(rejected) / Double(read) }

  package var description: String {
    guard !isCut else {
      return """
        \(file) ends in the middle, after \(read - rejected) good lines: it was truncated, or is \
        still being written. Download it again, or remove it from the input folder\(next).
        """
    }
    let named = reasons.prefix(3).map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    return """
      \(rejected) of \(read) lines of \(file) were rejected (\(share.percent(sign: " %")); the limit is \
      \(limit.percent(sign: " %"))): \(named). \(place)Repair the file, remove it from the \
      input folder, or raise ingest.maximumBadShare\(next).
      """
  }

  private var place: String { quarantine.map { "They are in \($0). " } ?? "" }

  private var next: String { quarantine == nil ? "" : ", then run the same command again" }
}
