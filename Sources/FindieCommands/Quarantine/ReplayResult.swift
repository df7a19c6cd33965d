import FindieDomain
import FindieHistory
import FindieIngest
package import FindieText
package import FindieWorkspace

/// The lines that a replay accepted, those that it left in the quarantine, and the days that
/// changed.
package struct ReplayResult: Codable, Sendable {
  package struct File: Codable, Sendable {
    package let day: String
    package let file: String
    package let collection: String?
    /// The path of the accepted lines in the history; nil if there are none.
    package let source: String?
    /// Lines that are valid now: accepted, duplicate or ignored.
    package let valid: Int
    package let accepted: Int
    package let duplicate: Int
    package let ignored: Int
    /// Lines that are still invalid, by reason.
    package let invalid: [String: Int]
    /// Lines that are stored only in part.
    package let truncated: Int
    package let unreadable: Int
    /// Whether its lines are records of the catalogue, which are not replayed.
    package let isOfCatalogue: Bool

    init(_ batch: ReplayBatch, source: String?, _ counts: LineCounts) {
      day = batch.day.description
      file = batch.file.file
      collection = batch.file.collection?.rawValue
      self.source = source
      valid = batch.valid.count
      accepted = counts.accepted
      duplicate = counts.duplicate
      ignored = counts.ignored
      invalid = batch.invalid
      truncated = batch.truncated
      unreadable = batch.unreadable
      isOfCatalogue = batch.isOfCatalogue
    }
  }

  /// Whether nothing was written.
  package let isDryRun: Bool
  package let files: [File]
  /// The days whose figures change, in order.
  package let days: [DayChange]

  package var accepted: Int { files.reduce(0) { $0 + $1.accepted } }
}

// MARK: - For people

extension ReplayResult {
  /// - Parameter workspace: the one of the quarantine.
  package func answer(in workspace: Workspace) -> Answer {
    var table = TextTable(
      ("file", .left), ("valid", .right), ("accepted", .right), ("duplicate", .right),
      ("ignored", .right), ("still invalid", .right), ("reasons", .left))
    for file in files where !file.isOfCatalogue {
      let reasons = file.invalid.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      table.add(
        printable(file.file), "\(file.valid)", "\(file.accepted)", "\(file.duplicate)",
        "\(file.ignored)", "\(file.invalid.values.reduce(0, +))", reasons.joined(separator: ", "))
    }
    var parts: [String] = []
    if !table.isEmpty { parts.append(table.text) }
    parts.append(days.isEmpty ? "No figures change." : dayTable.text)
    parts.append(sentences(workspace).joined(separator: "\n"))
    return Answer(text: parts.joined(separator: "\n\n"), json: canonicalLine(self))
  }

  private var dayTable: TextTable {
    var table = TextTable(
      ("day", .left), ("events", .right), ("players", .right), ("impressions", .right),
      ("likes", .right), ("like rate", .right), ("wishlist adds", .right))
    for day in days {
      func change(_ figure: (DayFigures) -> String) -> String {
        let (before, after) = (figure(day.before), figure(day.after))
        return before == after ? after : "\(before) → \(after)"
      }
      table.add(
        "\(day.day)", change { "\($0.events)" }, change { "\($0.players)" },
        change { "\($0.impressions)" }, change { "\($0.likes)" },
        change { $0.likeRate.map { $0.percent() } ?? "–" },
        change { "\($0.wishlistAdds)" })
    }
    return table
  }

  private func sentences(_ workspace: Workspace) -> [String] {
    var sentences: [String] = []
    for file in files {
      let name = printable(file.file)
      if file.isOfCatalogue {
        sentences.append(
          "\(name) has catalogue records, which are not replayed. Fix them in the input file, "
            + "which the next run reads again.")
      }
      if file.truncated > 0 {
        sentences.append(
          "\(name): \(file.truncated.counted("truncated line")) cannot be replayed. Raise "
            + "advanced.ingest.storedBytesPerLine and read the file again, or repair the lines in "
            + "the input file."
        )
      }
      if file.unreadable > 0 {
        sentences.append(
          "\(name): \(file.unreadable.counted("line")) of its quarantine cannot be read and stay "
            + "there."
        )
      }
    }
    if isDryRun {
      sentences.append("Dry run: nothing was written.")
    } else if accepted > 0 {
      sentences.append(
        "The events are in the history. The next nightly run updates lists and reports: "
          + "\(workspace.command("run nightly --input DIR"))")
    } else {
      sentences.append("No events were accepted.")
    }
    return sentences
  }
}
