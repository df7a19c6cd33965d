package import FindieDomain
package import FindieText
import FindieWorkspace

/// A published night compared with its reproduction.
package struct Reproduction: Codable, Sendable {
  package let day: Day
  /// Whether all files are the same.
  package let isEqual: Bool
  /// The lists, the store and the reports, by path.
  package let files: [FileComparison]
  /// Whether the published night has reports.
  package let hasReports: Bool
  /// The days whose events have changed since the night was built, in order.
  package let changedDays: [Day]
  /// Whether the current history was used because the night's events are no longer stored.
  package let usesPresentHistory: Bool
  /// Whether the published store's catalogue differs from the one that the night was built from.
  package let hasOtherCatalogue: Bool
  /// The champion whose models built the published lists; nil for the night's own.
  package let champion: Day?
  /// The versions that built the night, and those that reproduced it.
  package let versions: [String: String]
  package let presentVersions: [String: String]
  /// The folder with the reproduced workspace and reports; nil if it was removed.
  package let folder: String?

  package init(
    day: Day, files: [FileComparison], hasReports: Bool, changedDays: [Day] = [],
    usesPresentHistory: Bool = false, hasOtherCatalogue: Bool = false, champion: Day? = nil,
    versions: [String: String], presentVersions: [String: String], folder: String? = nil
  ) {
    self.day = day
    isEqual = files.allSatisfy(\.isEqual)
    self.files = files
    self.hasReports = hasReports
    self.changedDays = changedDays
    self.usesPresentHistory = usesPresentHistory
    self.hasOtherCatalogue = hasOtherCatalogue
    self.champion = champion
    self.versions = versions
    self.presentVersions = presentVersions
    self.folder = folder
  }
}

// MARK: - For people

extension Reproduction {
  private static let shownFiles = 20
  private static let shownDays = 10

  package var answer: Answer {
    let paragraphs = [table, differences, verdict, causes].filter { !$0.isEmpty }
    return Answer(
      text: paragraphs.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"),
      json: canonicalLine(self))
  }

  private var reports: [FileComparison] { files.filter { $0.file.hasPrefix("reports/") } }
  private var different: [FileComparison] { files.filter { !$0.isEqual } }

  /// One line per list, and one for all reports.
  private var table: [String] {
    var table = TextTable(
      ("file", .left), ("result", .left), ("published", .left), ("reproduced", .left))
    for file in files where !file.file.hasPrefix("reports/") {
      table.add(
        file.file, file.isEqual ? "same" : "differs",
        // The bytes of equal rows may differ.
        file.rows.map { "\($0.grouped) rows" } ?? file.published?.description ?? "missing",
        file.rows == nil ? file.reproduced?.description ?? "missing" : "")
    }
    let equal = reports.count(where: \.isEqual)
    table.add(
      "reports",
      hasReports ? (equal == reports.count ? "same" : "differ") : "not compared",
      hasReports
        ? "\(equal.grouped) of \(reports.count.grouped) files are the same" : "missing",
      "")
    return [table.text]
  }

  private var differences: [String] {
    var lines: [String] = []
    for file in different.prefix(Self.shownFiles) {
      guard let difference = file.firstDifference else {
        lines.append("\(file.file): only \(file.published == nil ? "reproduced" : "published")")
        continue
      }
      let position =
        if let table = difference.table {
          "table \(table), row \(difference.line)"
        } else {
          "line \(difference.line)" + (difference.byte.map { ", byte \($0)" } ?? "")
        }
      lines += [
        "\(file.file): first at \(position)",
        "  published   \(difference.published ?? "(ends before)")",
        "  reproduced  \(difference.reproduced ?? "(ends before)")",
      ]
    }
    if different.count > Self.shownFiles {
      lines.append("… and \((different.count - Self.shownFiles).grouped) more files; see --json.")
    }
    return lines
  }

  private var verdict: [String] {
    let rows = files.compactMap(\.rows).reduce(0, +)
    let compared =
      files.count.counted("file")
      + (rows > 0 ? " (the store compared by \(rows.counted("row")))" : "")
    var lines = [
      isEqual
        ? "The night of \(day) is reproduced exactly: \(compared)."
        : "The reproduced night of \(day) differs in \(different.count.grouped) of \(compared)."
    ]
    if let folder { lines.append("The reproduction is in \(folder).") }
    return lines
  }

  /// Reasons why it may differ.
  private var causes: [String] {
    var lines: [String] = []
    if !changedDays.isEmpty {
      let days = changedDays.prefix(Self.shownDays).map(\.description).joined(separator: ", ")
      let more = changedDays.count - Self.shownDays
      lines.append(
        "Changed inputs: the events of \(days)"
          + (more > 0 ? " and \(more.grouped) more days" : "")
          + (usesPresentHistory
            ? ". The night's own events are no longer stored, so it was built from the current "
              + "history, "
              + "which may cause differences. Your usual command with --date \(day) publishes it "
              + "again."
            : ". The night's own events are still stored and were used."))
    } else if usesPresentHistory {
      lines.append("Files of the history are missing. Run `findie verify`.")
    }
    if hasOtherCatalogue {
      lines.append(
        "Changed inputs: the catalogue in the published findie.sqlite is not the one that the "
          + "night was built from. Another program wrote to that file.")
    }
    if let champion {
      lines.append(
        "The published lists were built with the models and parameters of the champion of "
          + "\(champion). A reproduction uses the night's own.")
    }
    for name in Set(versions.keys).union(presentVersions.keys).sorted()
    where versions[name] != presentVersions[name] {
      lines.append(
        "Changed version of \(name == "blas" ? "BLAS" : name): \(versions[name] ?? "none") before, "
          + "\(presentVersions[name] ?? "none") now"
          + (name == "blas" ? "; scores may differ by rounding." : "."))
    }
    return lines
  }
}
