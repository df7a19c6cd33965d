import FindieDomain
import FindieIngest
package import Foundation

/// What stands in the quarantine: reasons with counts and examples, and the files they come from.
package struct QuarantineListing: Codable, Sendable {
  package struct Reason: Codable, Sendable {
    package let reason: String
    package var lines: Int
    package var examples: [Example]
  }

  package struct Example: Codable, Sendable {
    package let day: String
    package let file: String
    package let line: Int
    /// Of the line's first byte, in decompressed bytes.
    package let offset: Int
    package let detail: String
    /// The line's beginning, with what a terminal must not print written as numbers.
    package let beginning: String
  }

  package struct File: Codable, Sendable {
    package let day: String
    package let file: String
    package let collection: String?
    package var lines = 0
    /// Of these, how many are there with their first bytes only.
    package var cut = 0
    /// Rejected lines that are not here, since the quarantine has a cap.
    package let notKept: Int
    /// What to do to keep more.
    package let note: String?
    /// Lines of the quarantine's file that a hand has broken.
    package var unreadable: [String] = []
  }

  package let folder: String
  package let days: [String]
  package private(set) var lines = 0
  /// The most frequent first.
  package private(set) var reasons: [Reason] = []
  package private(set) var files: [File] = []

  private static let shownBytes = 80

  /// - Parameters:
  ///   - reason: the only reason to list; nil for all.
  ///   - examples: how many examples to give a reason.
  /// - Throws: `NothingPublished` where there is nothing of the kind.
  package init(
    workspace: URL, _ selection: QuarantineSelection, reason: String? = nil, examples: Int = 1
  ) throws {
    let quarantine = Quarantine(folder: workspace.appending(path: "quarantine"))
    let found = try selection.read(quarantine)
    folder = quarantine.folder.path
    days = Set(found.map(\.day)).sorted().map(\.description)
    var byReason: [String: Reason] = [:]
    for one in found where !one.file.isEmpty {
      var file = File(
        day: one.day.description, file: one.file.file, collection: one.file.collection?.rawValue,
        notKept: one.file.gap?.lines ?? 0, note: one.file.gap?.note)
      for item in one.file.items {
        switch item {
        case .unreadable(_, let why): file.unreadable.append(why)
        case .entry(let entry):
          guard reason == nil || entry.reason == reason else { continue }
          file.lines += 1
          if entry.isCut { file.cut += 1 }
          byReason[
            entry.reason, default: Reason(reason: entry.reason, lines: 0, examples: [])
          ].add(Example(entry, day: one.day, limit: Self.shownBytes), atMost: examples)
        }
      }
      lines += file.lines
      if reason == nil || file.lines > 0 { files.append(file) }
    }
    if let reason, byReason.isEmpty {
      throw NothingPublished("no line of these days was rejected as \(printable(reason))")
    }
    reasons = byReason.values.sorted { ($1.lines, $0.reason) < ($0.lines, $1.reason) }
  }
}

extension QuarantineListing.Reason {
  fileprivate mutating func add(_ example: QuarantineListing.Example, atMost limit: Int) {
    lines += 1
    if examples.count < limit { examples.append(example) }
  }
}

extension QuarantineListing.Example {
  fileprivate init(_ entry: QuarantineEntry, day: Day, limit: Int) {
    let beginning = printable(entry.bytes, limit: limit)
    self.init(
      day: day.description, file: entry.file, line: entry.line, offset: entry.byteOffset,
      detail: entry.detail,
      beginning: entry.isCut && !beginning.hasSuffix("…") ? beginning + "…" : beginning)
  }
}

// MARK: - For people

extension QuarantineListing {
  package var answer: Answer {
    var reasonTable = TextTable(
      ("reason", .left), ("lines", .right), ("example", .left), ("byte", .right), ("what", .left),
      ("how the line begins", .left))
    for reason in reasons {
      let count = NightSummary.grouped(reason.lines)
      if reason.examples.isEmpty { reasonTable.add(reason.reason, count, "", "", "", "") }
      for (place, example) in reason.examples.enumerated() {
        reasonTable.add(
          place == 0 ? printable(reason.reason) : "", place == 0 ? count : "",
          "\(printable(example.file)):\(example.line)", "\(example.offset)",
          printable(example.detail), example.beginning)
      }
    }
    var fileTable = TextTable(
      ("day", .left), ("file", .left), ("lines", .right), ("cut", .right), ("not kept", .right))
    for file in files {
      fileTable.add(
        file.day, printable(file.file), NightSummary.grouped(file.lines),
        NightSummary.grouped(file.cut), NightSummary.grouped(file.notKept))
    }
    let heading =
      "Quarantine of \(span): \(NightSummary.grouped(lines)) line\(lines == 1 ? "" : "s") of "
      + "\(files.count) file\(files.count == 1 ? "" : "s")"
    return Answer(
      text: ([heading, "", reasonTable.text, "", fileTable.text, ""] + notes)
        .joined(separator: "\n"),
      json: canonicalLine(self))
  }

  private var span: String {
    guard let first = days.first, let last = days.last else { return "no day" }
    return first == last ? first : "\(first) to \(last)"
  }

  private var notes: [String] {
    var notes: [String] = []
    for file in files {
      if let note = file.note { notes.append("\(printable(file.file)): \(printable(note)).") }
      for why in file.unreadable {
        notes.append(
          "\(printable(file.file)): a line of its quarantine cannot be read, since \(why); it is left "
            + "as it is.")
      }
    }
    if files.contains(where: { $0.cut > 0 }) {
      notes.append(
        "Cut lines are kept with their first bytes only and cannot be replayed: raise "
          + "ingest.keptBytesPerLine and read the file again, or repair them in the input file.")
    }
    if files.contains(where: { $0.isOfEvents }) {
      notes.append(
        "To repair events: edit `text` in \(folder)/<day>/…, delete the lines that you give up, then "
          + "run `findie quarantine replay\(days.count == 1 ? " --day \(days[0])" : " --all")`.")
    }
    if files.contains(where: { !$0.isOfEvents }) {
      notes.append(
        "To repair records of the catalogue: repair them in the input file; every night reads it.")
    }
    return notes
  }
}

extension QuarantineListing.File {
  fileprivate var isOfEvents: Bool {
    collection.flatMap { InputCollection(rawValue: $0) }?.events != nil
  }
}
