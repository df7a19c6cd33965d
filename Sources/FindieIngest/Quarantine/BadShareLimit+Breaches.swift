package import FindieDomain
package import FindieHistory
import FindieText

extension BadShareLimit {
  /// The error if a file has too many rejected lines, is cut off, or has only rejected lines,
  /// however few; else nil.
  ///
  /// - Parameter quarantine: the path of the file with its rejected lines; nil if nothing is
  ///   written.
  package func breach(
    by counts: LineCounts, of file: String, quarantine: String?
  ) -> TooManyBadLines? {
    let isCut = counts.rejectedByReason[RejectionReason.truncatedFile.rawValue] != nil
    let areTooMany =
      counts.rejected >= minimumLines && counts.rejected > 0
      && Double(counts.rejected) > share * Double(counts.read)
    // A share of 1 accepts any file.
    let isUnreadable =
      counts.rejected > 0 && counts.rejected == counts.read && counts.forgotten == 0 && share < 1
    guard isCut || areTooMany || isUnreadable else { return nil }
    return TooManyBadLines(
      file: file, counts: counts, isCut: isCut, limit: share, quarantine: quarantine)
  }
}

extension BadShareLimit {
  /// The error if a file, or all files together, have too many events that share an id with another
  /// event but differ in content; else nil. Redelivered events are not conflicts, nor are those
  /// that a changed file replaces.
  ///
  /// - Parameter paths: the paths of the files that were read for the update.
  package func breach(by update: History.Update, reading paths: Set<ExactText>) -> TooManyConflicts?
  {
    let files = update.ledger.sources.filter { paths.contains(ExactText($0.path)) }
    func breach(_ name: String, _ files: [Ledger.Source], conflicts: Int) -> TooManyConflicts? {
      let read = files.reduce(0) { $0 + $1.counts.read }
      guard conflicts >= minimumLines, Double(conflicts) > share * Double(read) else { return nil }
      let known = Set(files.map { ExactText($0.path) })
      return TooManyConflicts(
        files: name, read: read, conflicts: conflicts, limit: share,
        fields: EventCollection.allCases.filter { files.map(\.collection).contains($0) }
          .map { EventField.id.name(in: $0) },
        first: update.ledger.conflicts.lazy.flatMap(\.allDropped).filter {
          known.contains(ExactText($0.file))
        }.min())
    }
    for file in files {
      if let breach = breach(file.path, [file], conflicts: file.conflicts ?? 0) { return breach }
    }
    let name = files.count == 1 ? files[0].path : "the \(files.count) files"
    return breach(name, files, conflicts: update.conflicts)
  }

  /// Whether this many conflicts are worth a notice.
  package func isNotable(conflicts: Int) -> Bool { conflicts >= minimumLines }
}

/// Too many events share an id but differ in content: it is probably not an id.
package struct TooManyConflicts: Error, Equatable, CustomStringConvertible {
  /// The file, or the number of files.
  package let files: String
  package let read: Int
  package let conflicts: Int
  package let limit: Double
  /// The names of the id fields.
  package let fields: [String]
  /// The first event with another one's id.
  package let first: Conflict.Location?

  package var description: String {
    let share = (Double(conflicts) / Double(read)).percent()
    let place = first.map { " An example is at byte \($0.byteOffset) of \($0.file)." } ?? ""
    return """
      \(conflicts.grouped) of \(read.counted("line")) of \(files) have an id that another event with different \
      content has (\(share); the limit is \(limit.percent())), and would be \
      lost.\(place) Is `\(fields.joined(separator: "` or `"))` unique for each event? Export the \
      event's own id, or raise ingest.maximumBadShare, then run the same command again. Nothing \
      was added to the history.
      """
  }
}

/// A file that has too many rejected lines or is cut off. Its other lines, if any, would give a
/// wrong picture.
package struct TooManyBadLines: Error, Equatable, CustomStringConvertible {
  package let file: String
  package let counts: LineCounts
  /// Whether it is compressed or an array, and is cut off.
  package let isCut: Bool
  package let limit: Double
  /// The path of the file with the rejected lines; nil if nothing was written.
  package let quarantine: String?

  package var description: String {
    let (read, rejected) = (counts.read, counts.rejected)
    guard !isCut else {
      return """
        \(file) ends in the middle, after \((read - rejected).counted("good line")): it was truncated, or is \
        still being written\(orQuote). Download it again, or remove it from the input folder\(next).
        """
    }
    let reasons = counts.rejectedByReason.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let named = reasons.prefix(3).map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    guard rejected < read else {
      return """
        None of the \(read.counted("line")) of \(file) can be used: \(named). \(place)\(Self.form(reasons.first?.key))Repair \
        the file, or remove it from the input folder\(next).
        """
    }
    return """
      \(rejected.grouped) of \(read.counted("line")) of \(file) were rejected \
      (\((Double(rejected) / Double(read)).percent()); the \
      limit is \(limit.percent())): \(named). \(place)Repair the file, remove it from \
      the input folder, or raise ingest.maximumBadShare\(next).
      """
  }

  /// What a file is, if its lines are none.
  private static func form(_ reason: String?) -> String {
    let isOther = ["notJSON", "notAnObject", "notUTF8", "badRow"].contains(reason)
    return isOther
      ? "A file must have one JSON document per line, or one JSON array, or a header and rows of CSV. "
      : "`findie validate` names the field and the value. "
  }

  private var orQuote: String {
    InputSource.format(of: file) == .csv ? ", or a quotation mark is not closed" : ""
  }

  private var place: String { quarantine.map { "They are in \($0). " } ?? "" }

  private var next: String { quarantine == nil ? "" : ", then run the same command again" }
}
