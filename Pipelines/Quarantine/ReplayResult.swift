import FindieDomain
import FindieHistory
import FindieIngest

/// What a replay took in, what it left in the quarantine, and which days look different for it.
package struct ReplayResult: Codable, Sendable {
  package struct File: Codable, Sendable {
    package let day: String
    package let file: String
    package let collection: String?
    /// The path of what was taken in, as the history knows it; nil where nothing was.
    package let source: String?
    /// Lines that are sound now: accepted, duplicate, or ignored since the batch has no use for them.
    package let sound: Int
    package let accepted: Int
    package let duplicate: Int
    package let ignored: Int
    /// Lines that are still bad, by reason.
    package let bad: [String: Int]
    /// Lines of which only the first bytes are there.
    package let cut: Int
    package let unreadable: Int
    /// Whether its lines are not replayed at all, since they are of the catalogue.
    package let isOfCatalogue: Bool

    init(_ batch: ReplayBatch, source: String?, _ counts: LineCounts) {
      day = batch.day.description
      file = batch.file.file
      collection = batch.file.collection?.rawValue
      self.source = source
      sound = batch.sound.count
      accepted = counts.accepted
      duplicate = counts.duplicate
      ignored = counts.ignored
      bad = batch.bad
      cut = batch.cut
      unreadable = batch.unreadable
      isOfCatalogue = batch.isOfCatalogue
    }
  }

  /// Whether it was a dry run, of which nothing is written.
  package let isDryRun: Bool
  package let files: [File]
  /// The days that look different, by day.
  package let days: [DayChange]

  package var accepted: Int { files.reduce(0) { $0 + $1.accepted } }
}

// MARK: - For people

extension ReplayResult {
  package var answer: Answer {
    var table = TextTable(
      ("file", .left), ("sound", .right), ("accepted", .right), ("duplicate", .right),
      ("ignored", .right), ("still bad", .right), ("why", .left))
    for file in files where !file.isOfCatalogue {
      let reasons = file.bad.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      table.add(
        printable(file.file), "\(file.sound)", "\(file.accepted)", "\(file.duplicate)",
        "\(file.ignored)", "\(file.bad.values.reduce(0, +))", reasons.joined(separator: ", "))
    }
    var parts: [String] = []
    if !table.isEmpty { parts.append(table.text) }
    parts.append(days.isEmpty ? "No figure of any day changes." : dayTable.text)
    parts.append(sentences.joined(separator: "\n"))
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
        change { $0.likeRate.map { percent($0) } ?? "–" }, change { "\($0.wishlistAdds)" })
    }
    return table
  }

  private var sentences: [String] {
    var sentences: [String] = []
    for file in files {
      let name = printable(file.file)
      if file.isOfCatalogue {
        sentences.append(
          "\(name) is of the catalogue and is not replayed: repair it in the input folder; every "
            + "night reads it.")
      }
      if file.cut > 0 {
        sentences.append(
          "\(name): lines that stay since only their first bytes are kept: \(file.cut). Raise "
            + "ingest.keptBytesPerLine and read the file again, or repair them in the input file.")
      }
      if file.unreadable > 0 {
        sentences.append(
          "\(name): \(file.unreadable) lines of its quarantine cannot be read and stay as they are."
        )
      }
    }
    if isDryRun {
      sentences.append("A dry run: nothing was written.")
    } else if accepted > 0 {
      sentences.append(
        "The history has the events; lists and reports change with the next `findie run nightly`.")
    } else {
      sentences.append("No event was taken in.")
    }
    return sentences
  }

  private func percent(_ share: Double) -> String {
    let thousandths = Int((share * 1000).rounded())
    return "\(thousandths / 10).\(thousandths % 10) %"
  }
}
