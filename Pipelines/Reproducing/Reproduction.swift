import FindieBatch
package import FindieDomain

/// What a night that was made again has in common with the one that was published.
package struct Reproduction: Codable, Sendable {
  package let day: Day
  /// Whether all that was compared is the same.
  package let isEqual: Bool
  /// The lists, the store and the reports, by path.
  package let files: [FileComparison]
  /// Whether the published night's reports were there to be compared.
  package let hasReports: Bool
  /// The days before the night whose events are not those that it saw, in order.
  package let changedDays: [Day]
  /// Whether the events that the night saw are gone, so that today's were taken.
  package let isOfPresentHistory: Bool
  /// Whether the published store holds another catalogue than the one that the night saw.
  package let isOfOtherCatalogue: Bool
  /// The earlier night whose models made the published lists; nil for the night's own.
  package let servedModels: Day?
  /// What the night was made by, and made again by.
  package let versions: [String: String]
  package let versionsNow: [String: String]
  /// The folder with the other workspace and its reports; nil where it was removed.
  package let keptIn: String?

  package init(
    day: Day, files: [FileComparison], hasReports: Bool, changedDays: [Day] = [],
    isOfPresentHistory: Bool = false, isOfOtherCatalogue: Bool = false, servedModels: Day? = nil,
    versions: [String: String], versionsNow: [String: String], keptIn: String? = nil
  ) {
    self.day = day
    isEqual = files.allSatisfy(\.isEqual)
    self.files = files
    self.hasReports = hasReports
    self.changedDays = changedDays
    self.isOfPresentHistory = isOfPresentHistory
    self.isOfOtherCatalogue = isOfOtherCatalogue
    self.servedModels = servedModels
    self.versions = versions
    self.versionsNow = versionsNow
    self.keptIn = keptIn
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

  /// A line a list, and one for all reports.
  private var table: [String] {
    var table = TextTable(
      ("file", .left), ("", .left), ("published", .left), ("made again", .left))
    for file in files where !file.file.hasPrefix("reports/") {
      table.add(
        file.file, file.isEqual ? "same" : "differs",
        // Equal rows may lie in other bytes, which then would look like a difference.
        file.rows.map { "\(grouped($0)) rows" } ?? file.published?.description ?? "missing",
        file.rows == nil ? file.remade?.description ?? "missing" : "")
    }
    let equal = reports.count(where: \.isEqual)
    table.add(
      "reports",
      hasReports ? (equal == reports.count ? "same" : "differ") : "not compared",
      hasReports
        ? "\(grouped(equal)) of \(grouped(reports.count)) files are the same" : "not there",
      "")
    return [table.text]
  }

  private var differences: [String] {
    var lines: [String] = []
    for file in different.prefix(Self.shownFiles) {
      guard let difference = file.firstDifference else {
        lines.append("\(file.file): only \(file.published == nil ? "made again" : "published")")
        continue
      }
      let place =
        if let table = difference.table {
          "table \(table), row \(difference.line)"
        } else {
          "line \(difference.line)" + (difference.byte.map { ", byte \($0)" } ?? "")
        }
      lines += [
        "\(file.file): first at \(place)",
        "  published   \(difference.published ?? "(ends before)")",
        "  made again  \(difference.remade ?? "(ends before)")",
      ]
    }
    if different.count > Self.shownFiles {
      lines.append("… and \(grouped(different.count - Self.shownFiles)) files more; see --json.")
    }
    return lines
  }

  private var verdict: [String] {
    let rows = files.compactMap(\.rows).reduce(0, +)
    let count = grouped(files.count)
    let compared =
      "\(count) file\(files.count == 1 ? "" : "s")"
      + (rows > 0 ? " (the store compared by its \(grouped(rows)) rows)" : "")
    var lines = [
      isEqual
        ? "The night of \(day), made again, is the same: \(compared)."
        : "The night of \(day), made again, differs in \(grouped(different.count)) of \(compared)."
    ]
    if let keptIn { lines.append("It is kept in \(keptIn).") }
    return lines
  }

  /// Why it may differ without anything being wrong.
  private var causes: [String] {
    var lines: [String] = []
    if !changedDays.isEmpty {
      let days = changedDays.prefix(Self.shownDays).map(\.description).joined(separator: ", ")
      let more = changedDays.count - Self.shownDays
      lines.append(
        "Inputs changed since: the history has other events on \(days)"
          + (more > 0 ? " and \(grouped(more)) days more" : "")
          + (isOfPresentHistory
            ? ". Those that the night saw are gone, so it was made from today's: what differs "
              + "may come of that. `findie run nightly --date \(day)` publishes the night anew."
            : ". Those that the night saw are all there still, and it was made from them."))
    } else if isOfPresentHistory {
      lines.append(
        "The history lacks files that it should have; see `findie history verify`.")
    }
    if isOfOtherCatalogue {
      lines.append(
        "Inputs changed since: the catalogue in the published findie.sqlite is not the one that "
          + "the night was made from, so somebody wrote to that file.")
    }
    if let servedModels {
      lines.append(
        "The models and numbers of lists of the night of \(servedModels) made the published lists, since "
          + "the night's own were worse; a night that is made again has its own.")
    }
    for name in Set(versions.keys).union(versionsNow.keys).sorted()
    where versions[name] != versionsNow[name] {
      lines.append(
        "Another \(name == "blas" ? "BLAS" : name): the night was made by "
          + "\(versions[name] ?? "none"), and again by \(versionsNow[name] ?? "none")"
          + (name == "blas" ? "; scores may differ by rounding." : "."))
    }
    return lines
  }

  private func grouped(_ number: Int) -> String { NightSummary.grouped(number) }
}
