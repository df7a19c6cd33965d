import ArgumentParser
import FindieDomain
import FindieReports
import FindieWorkspace
import FindieText
import Foundation

extension ReportFormat: ExpressibleByArgument {}

extension PeriodName: ExpressibleByArgument {}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Create one report.",
    discussion: """
      Examples:
        findie report kpi --from 2015-12-01 --to 2015-12-31
        findie report studio "Facepunch Studios" --output facepunch
        findie report digest
      """,
    subcommands: [
      ReportStudioCommand.self, ReportGameCommand.self, ReportKPICommand.self,
      ReportDigestCommand.self, ReportDeveloperCommand.self,
    ])
}

/// The period of a report.
struct ReportDaysOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "day, week, 4-weeks, 13-weeks, month or quarter: the last complete ones. Team reports also: "
        + "7, 28 or 90 days. Default: 4-weeks for studios, 28 for the team."))
  var period: PeriodName?
  @Option(
    help: ArgumentHelp(
      "The first day, YYYY-MM-DD. Team reports only. Days before the first event are left out.",
      valueName: "day"))
  var from: Day?
  @Option(
    help: ArgumentHelp(
      "The last day. Team reports only. Without --from, the period that ends with it, or the week "
        + "or month that contains it.",
      valueName: "day"))
  var to: Day?

  /// The days of a team report.
  var requested: RequestedDays { RequestedDays(from: from, to: to, over: period ?? .last28Days) }

  func validate() throws {
    if let from, let to, to < from { throw ValidationError("--to is before --from.") }
  }

  /// The period of a studio's report.
  var fixed: PeriodName { period ?? .last4Weeks }

  /// Reports for studios have fixed periods.
  func refuseRange() throws {
    guard from == nil, to == nil, fixed.kind != nil else {
      throw ValidationError(Self.onlyFixed)
    }
  }

  static let onlyFixed =
    "Reports for studios have fixed periods only, because the difference of two overlapping ranges "
    + "could reveal a single player. Use --period day, week, 4-weeks, 13-weeks, month or quarter."
}

/// A report in the format of a file, or as text for a terminal.
enum ReportContent {
  case file(ReportFile)
  case text(String)
}

/// The data of a report.
struct ReportSourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The as-of day, YYYY-MM-DD: only events before it are counted. Default: the day after the "
        + "newest event, at most today in UTC.",
      valueName: "day"))
  var date: Day?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption

  func reader() throws -> WorkspaceReader {
    try WorkspaceReader(
      workspace.value, date: date, now: now.instant(), workers: threads.workers)
  }
}

/// The output of a report.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the report to this file. Default: standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "Open the file after writing it. Requires --output.")
  var open = false
  @OptionGroup var source: ReportSourceOptions

  func validate() throws {
    guard !open || output != nil else {
      throw ValidationError("--open requires --output.")
    }
  }

  /// Writes a report on the workspace.
  func deliver(_ report: (WorkspaceReader) throws -> ReportContent) throws {
    switch try report(source.reader()) {
    case .file(let file): try Console.deliver(file.bytes, to: output)
    case .text(let text): try Console.deliver(text: text, to: output)
    }
    if open, let output { try Console.show(output) }
  }
}

extension Console {
  /// Opens a file that was written.
  static func show(_ path: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdg-open", URL(filePath: path).path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandFailure(
        .failed, "The report was written to \(path), but xdg-open could not open it.")
    }
  }
}

/// The format of a report.
struct ReportFormatOptions: ParsableArguments {
  @Option(help: "html, csv, json or md (Markdown). Default: text.")
  var format: ReportFormat?
  @Flag(help: "Short for --format json.")
  var json = false

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) cannot be combined.")
    }
  }

  var chosen: ReportFormat? { json ? .json : format }
}

/// The period, format and output of a report for a studio.
struct StudioReportOptions: ParsableArguments {
  @OptionGroup var days: ReportDaysOptions
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup var options: ReportOptions

  func validate() throws { try days.refuseRange() }

  /// Writes a report on the workspace.
  func deliver(
    _ report: (WorkspaceReader, PeriodName, ReportFormat) throws -> ReportFile
  ) throws {
    try options.deliver { reader in
      let file = try report(reader, days.fixed, form.chosen ?? .md)
      guard form.chosen == nil else { return .file(file) }
      return .text(Markdown.plain(String(decoding: file.bytes, as: UTF8.self)))
    }
  }
}

/// The name of `report studio` before folders; scripts use it.
struct ReportDeveloperCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "developer", abstract: "Create a studio's report in a file: see studio.",
    discussion: """
      Example:
        findie report developer "Facepunch Studios" --period month --format csv --output month.csv
      """, shouldDisplay: false)

  @Argument(help: "The studio's id or name.")
  var studio: String
  @OptionGroup var report: StudioReportOptions

  func run() throws {
    try reportingErrors {
      try report.deliver { try $0.developerReport(studio, over: $1, format: $2) }
    }
  }
}

struct ReportGameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "game",
    abstract: "Create a game's report for a fixed period, as its studio sees it.",
    discussion: """
      Examples:
        findie report game undertale
        findie report game steam-4000 --period 13-weeks --format html --output game.html --open
      """)

  @Argument(help: "The game's id or title.")
  var game: String
  @OptionGroup var report: StudioReportOptions

  func run() throws {
    try reportingErrors {
      try report.deliver { try $0.gameReport(game, over: $1, format: $2) }
    }
  }
}

struct ReportKPICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kpi", abstract: "Create the team's KPI report for a period or a range of days.",
    discussion: """
      Examples:
        findie report kpi --from 2015-12-01 --to 2015-12-31 --format csv
        findie report kpi --period month --format html --output kpi.html --open
      """)

  @OptionGroup var days: ReportDaysOptions
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup var options: ReportOptions

  func run() throws {
    try reportingErrors {
      try options.deliver { reader in
        guard let format = form.chosen else {
          return .text(try reader.kpiTable(over: days.requested))
        }
        return .file(try reader.kpiReport(over: days.requested, format: format))
      }
    }
  }
}

struct ReportDigestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Create a short Markdown summary for a chat, for the team or a studio.",
    discussion: """
      Examples:
        findie report digest
        findie report digest --developer "Facepunch Studios" --period week
      """)

  @Option(help: "The studio's id or name. Default: a digest for the team.")
  var developer: String?
  @OptionGroup var days: ReportDaysOptions
  @OptionGroup var options: ReportOptions

  func validate() throws { if developer != nil { try days.refuseRange() } }

  func run() throws {
    try reportingErrors {
      try options.deliver { reader in
        if let developer {
          return .file(try reader.developerReport(developer, over: days.fixed, format: .md))
        }
        return .file(try reader.kpiReport(over: days.requested, format: .md))
      }
    }
  }
}
