import ArgumentParser
import FindieDomain
import FindieIngest
import FindieNight
import FindieText
import FindieWorkspace
import Foundation

struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine",
    abstract: "Inspect rejected input lines.",
    discussion: """
      Examples:
        findie quarantine
        findie quarantine --day 2026-03-01 --reason badTimestamp --examples 5
      """,
    subcommands: [QuarantineListCommand.self],
    defaultSubcommand: QuarantineListCommand.self)
}

struct QuarantineListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List rejected lines by reason and by file, with examples.",
    discussion: """
      Examples:
        findie quarantine list --all
        findie quarantine list --file interactions-2026-03.ndjson.gz --examples 3
      """)

  @Option(
    help: ArgumentHelp(
      "The day of the run, YYYY-MM-DD. Default: the newest day with rejected lines.",
      valueName: "day"))
  var day: Day?
  @Flag(help: "All days.")
  var all = false
  @Option(
    help: ArgumentHelp("Only lines of this input file. May be repeated.", valueName: "file"))
  var file: [String] = []
  @Option(help: "Only lines with this reason, such as badTimestamp.")
  var reason: String?
  @Option(help: "The number of examples per reason.")
  var examples = 1
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if day != nil, all { throw ValidationError("--day and --all cannot be combined.") }
    if examples < 0 { throw ValidationError("--examples must be 0 or more.") }
  }

  func run() throws {
    try reportingErrors {
      let listing = try QuarantineListing(
        of: workspace.value,
        QuarantineSelection(days: all ? .all : day.map { .one($0) } ?? .newest, files: file),
        reason: reason, examples: examples)
      try Console.print(listing.answer(in: workspace.value), asJSON: json.json)
    }
  }
}

/// A part of the quarantine.
struct QuarantineSelection {
  enum Days {
    /// The newest day that has rejected lines.
    case newest
    case one(Day)
    case all
  }

  let days: Days
  /// Input files by path, or files of the quarantine by name; empty for all.
  let files: [String]

  /// Reads the selected files, by day and name; none if no day has rejected lines.
  ///
  /// - Throws: `NotFound` for a day or a file without rejected lines.
  func read(_ quarantine: Quarantine) throws -> [(day: Day, file: QuarantineFile)] {
    var missing = Set(files.map { ExactText($0) })
    var found: [(day: Day, file: QuarantineFile)] = []
    for day in try wantedDays(of: quarantine) {
      for url in try quarantine.urls(on: day) {
        let file = try QuarantineFile(reading: url)
        let names = files.filter { Self.isName($0, of: file, at: url) }
        missing.subtract(names.map { ExactText($0) })
        guard files.isEmpty || !names.isEmpty else { continue }
        found.append((day, file))
      }
    }
    if let name = missing.min()?.text {
      throw NotFound(
        "The quarantine of these days has no lines of '\(printable(name))'. Name the file as "
          + "`findie quarantine` shows it, or choose another --day.")
    }
    return found
  }

  private func wantedDays(of quarantine: Quarantine) throws -> [Day] {
    let days = try quarantine.days()
    switch self.days {
    case .newest: return Array(days.suffix(1))
    case .all: return days
    case .one(let day):
      guard days.contains(day) else {
        let last = days.suffix(3).map(\.description).joined(separator: ", ")
        throw NotFound(
          "The quarantine has no lines of \(day)."
            + (last.isEmpty ? " It is empty." : " Its last days: \(last)."))
      }
      return [day]
    }
  }

  private static func isName(_ name: String, of file: QuarantineFile, at url: URL) -> Bool {
    ExactText(name) == ExactText(file.file)
      || URL(filePath: name).lastPathComponent == url.lastPathComponent
  }
}
