import FindieDomain
import FindieHistory
import FindieIngest
import FindieText
import FindieWorkspace
import Foundation

/// The quarantine's content: reasons with counts and examples, and the files that the lines are in.
struct QuarantineListing: Codable, Sendable {
  struct Reason: Codable, Sendable {
    let reason: String
    var lines: Int
    var examples: [Example]
  }

  struct Example: Codable, Sendable {
    let day: String
    let file: String
    let line: Int
    /// The offset of the line's first byte, in decompressed bytes.
    let offset: Int
    let detail: String
    /// The line's beginning, made safe for a terminal.
    let beginning: String
  }

  struct File: Codable, Sendable {
    let day: String
    let file: String
    let collection: String?
    var lines = 0
    /// The number of these lines that are stored only in part.
    var truncated = 0
    /// The number of rejected lines that are not stored, since the quarantine has a limit.
    let notStored: Int
    /// How to store more.
    let note: String?
    /// Whether the history has the file's other events. If not, the run that rejected the lines
    /// failed.
    let isImported: Bool
    /// The number of lines in the quarantine's file that cannot be read.
    var unreadable = 0
  }

  let folder: String
  let days: [String]
  private(set) var lines = 0
  /// The most frequent first.
  private(set) var reasons: [Reason] = []
  private(set) var files: [File] = []

  /// - Parameters:
  ///   - day: nil for the newest day with rejected lines.
  ///   - files: input files by path, or files of the quarantine by name; empty for all.
  ///   - reason: the only reason to list; nil for all.
  ///   - examples: the number of examples per reason.
  /// - Throws: `NotFound` if there are no such lines.
  init(
    workspace: Workspace, day: Day?, files: [String], reason: String?, examples: Int
  ) throws {
    try workspace.checkExists()
    let quarantine = workspace.quarantine
    folder = quarantine.folder.path
    let chosen = try quarantine.day(day)
    days = chosen.map { [$0.description] } ?? []
    guard let day = chosen else { return }
    let found = try quarantine.files(on: day, named: files)
    let imported = try Set(workspace.history.ledger().sources.map { ExactText($0.path) })
    var byReason: [String: Reason] = [:]
    for source in found where !source.isEmpty {
      var file = File(
        day: day.description, file: source.file, collection: source.collection?.rawValue,
        notStored: source.gap?.lines ?? 0, note: source.gap?.note,
        isImported: imported.contains(ExactText(source.file)))
      file.unreadable = source.lines.count { $0.entry == nil }
      for entry in source.entries where reason == nil || entry.reason == reason {
        file.lines += 1
        if entry.truncated { file.truncated += 1 }
        byReason[entry.reason, default: Reason(reason: entry.reason, lines: 0, examples: [])]
          .add(Example(entry, day: day), atMost: examples)
      }
      lines += file.lines
      if reason == nil || file.lines > 0 { self.files.append(file) }
    }
    if let reason, byReason.isEmpty {
      throw NotFound("No line of \(day) was rejected for the reason \(printable(reason)).")
    }
    reasons = byReason.values.sorted { ($1.lines, $0.reason) < ($0.lines, $1.reason) }
  }
}

extension Quarantine {
  /// The day to list; nil if the quarantine is empty.
  ///
  /// - Parameter wanted: nil for the newest one.
  /// - Throws: `NotFound` for a day without rejected lines.
  fileprivate func day(_ wanted: Day?) throws -> Day? {
    let days = try days()
    guard let wanted else { return days.last }
    guard days.contains(wanted) else {
      let last = days.suffix(3).map(\.description).joined(separator: ", ")
      throw NotFound(
        "The quarantine has no lines of \(wanted)."
          + (last.isEmpty ? " It is empty." : " Its last days: \(last)."))
    }
    return wanted
  }

  /// The files of a day, by name.
  ///
  /// - Parameter names: input files by path, or files of the quarantine by name; empty for all.
  /// - Throws: `NotFound` for a file without rejected lines.
  fileprivate func files(on day: Day, named names: [String]) throws -> [QuarantineFile] {
    var missing = Set(names.map { ExactText($0) })
    let files = try urls(on: day).compactMap { url -> QuarantineFile? in
      let file = try QuarantineFile(reading: url)
      let own = names.filter {
        ExactText($0) == ExactText(file.file)
          || URL(filePath: $0).lastPathComponent == url.lastPathComponent
      }
      missing.subtract(own.map { ExactText($0) })
      return names.isEmpty || !own.isEmpty ? file : nil
    }
    if let name = missing.min()?.text {
      throw NotFound(
        "The quarantine of \(day) has no lines of '\(printable(name))'. Name the file as "
          + "`findie quarantine` shows it, or choose another --day.")
    }
    return files
  }
}

extension QuarantineListing.Reason {
  fileprivate mutating func add(_ example: QuarantineListing.Example, atMost limit: Int) {
    lines += 1
    if examples.count < limit { examples.append(example) }
  }
}

extension QuarantineListing.Example {
  fileprivate init(_ entry: QuarantineEntry, day: Day) {
    let beginning = printable(entry.bytes, limit: 80)
    self.init(
      day: day.description, file: entry.file, line: entry.line, offset: entry.offset,
      detail: entry.detail,
      beginning: entry.truncated && !beginning.hasSuffix("…") ? beginning + "…" : beginning)
  }
}

// MARK: - For people

extension QuarantineListing {
  /// - Parameter workspace: the one of the quarantine.
  func answer(in workspace: Workspace) -> Answer {
    guard let day = days.first else {
      return Answer(text: "The quarantine is empty.", json: canonicalLine(self))
    }
    var reasonTable = TextTable(
      ("reason", .left), ("lines", .right), ("example", .left), ("byte", .right), ("detail", .left),
      ("beginning of the line", .left))
    for reason in reasons {
      let count = reason.lines.grouped
      if reason.examples.isEmpty { reasonTable.add(reason.reason, count, "", "", "", "") }
      for (index, example) in reason.examples.enumerated() {
        reasonTable.add(
          index == 0 ? printable(reason.reason) : "", index == 0 ? count : "",
          "\(printable(example.file)):\(example.line)", "\(example.offset)",
          printable(example.detail), example.beginning)
      }
    }
    var fileTable = TextTable(
      ("day", .left), ("file", .left), ("lines", .right), ("truncated", .right),
      ("not stored", .right))
    for file in files {
      fileTable.add(
        file.day, printable(file.file), file.lines.grouped,
        file.truncated.grouped, file.notStored.grouped)
    }
    let heading =
      "Quarantine of \(day): \(lines.counted("line")) of \(files.count.counted("file"))"
    return Answer(
      text: ([heading, "", reasonTable.text, "", fileTable.text, ""] + notes(workspace))
        .joined(separator: "\n"),
      json: canonicalLine(self))
  }

  private func notes(_ workspace: Workspace) -> [String] {
    var notes: [String] = []
    for file in files {
      if let note = file.note { notes.append("\(printable(file.file)): \(printable(note)).") }
      if file.unreadable > 0 {
        notes.append(
          "\(printable(file.file)): \(file.unreadable.counted("line")) of its quarantine cannot be "
            + "read.")
      }
    }
    if files.contains(where: { $0.truncated > 0 }) {
      notes.append(
        "Only the first bytes of truncated lines are stored. To store more, raise "
          + "advanced.ingest.storedBytesPerLine: the next run reads the file again.")
    }
    let refused = files.filter { $0.isOfEvents && !$0.isImported }
    if !refused.isEmpty {
      notes.append(
        "The history has no events of "
          + "\(refused.map { printable($0.file) }.joined(separator: ", ")), because the run "
          + "failed. Repair this input as its error says, then run again: "
          + workspace.command("run nightly --input DIR"))
    }
    if files.contains(where: { !$0.isOfEvents || $0.isImported }) {
      notes.append(
        "To repair lines: fix them in the input file, or change the contract. The next run reads "
          + "the file again. The lines are in \(folder)/<day>/.")
    }
    return notes
  }
}

extension QuarantineListing.File {
  fileprivate var isOfEvents: Bool {
    collection.flatMap { InputCollection(rawValue: $0) }?.events != nil
  }
}
