package import FindieHistory

/// The largest share of bad lines with which a file is still taken in.
package struct BadShareLimit: Sendable, Hashable, Codable {
  /// Of the lines read of one file. Default 0.05; from 0 to 1.
  package var share = 0.05
  /// Fewer bad lines than this stop nothing, whatever their share. Default 20.
  package var minimumLines = 20

  package init() {}

  /// What is to be thrown where a file has too many bad lines, or ends in the middle so that nobody knows
  /// how many it lacks, else nil.
  ///
  /// - Parameter quarantine: the path of the file that keeps its rejected lines.
  package func breach(
    by counts: LineCounts, of file: String, quarantine: String
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

/// A file of which more lines are bad than may be, or that ends in the middle: taking in the rest would
/// publish half a truth.
package struct TooManyBadLines: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// Whether it is compressed and ends in the middle.
  package let isCut: Bool
  package let read: Int
  package let rejected: Int
  package let limit: Double
  /// The most frequent first.
  package let reasons: [Reason]
  package let quarantine: String

  package struct Reason: Sendable, Equatable {
    package let name: String
    package let count: Int
  }

  package var share: Double { Double(rejected) / Double(read) }

  package var description: String {
    guard !isCut else {
      return """
        \(file) ends in the middle, after \(read - rejected) sound lines: it was cut, or is still being \
        written. Fetch it again, or take it out of the input folder, then run the same command again.
        """
    }
    let named = reasons.prefix(3).map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    return """
      \(rejected) of \(read) lines of \(file) are bad (\(percent(share)), at most \(percent(limit)) \
      may be): \(named). They stand in \(quarantine). Repair the file or take it out of the input \
      folder, or raise the limit, then run the same command again.
      """
  }

  /// With one decimal, made of whole numbers so that no locale has a say.
  private func percent(_ share: Double) -> String {
    let thousandths = Int((share * 1000).rounded())
    return "\(thousandths / 10).\(thousandths % 10) %"
  }
}
