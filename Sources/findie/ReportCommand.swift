import ArgumentParser
import FindieDomain
import FindiePipelines
import FindieReports
import Foundation

extension ReportFormat: ExpressibleByArgument {}

extension PeriodName: ExpressibleByArgument {}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Make one report by hand.",
    discussion: """
      Examples:
        findie report kpi --from 2016-08-01 --to 2016-08-31
        findie report developer --developer dev-valve --period week --format html --open
        findie report digest
      """,
    subcommands: [
      ReportDeveloperCommand.self, ReportGameCommand.self, ReportKPICommand.self,
      ReportDigestCommand.self,
    ])
}

/// The days that a report is about.
struct ReportDaysOptions: ParsableArguments {
  @Option(
    help:
      "The last day, ISO week or month that is over, or the last 7, 28 or 90 days: day, week, month, 7, 28 or 90."
  )
  var period = PeriodName.last28Days
  @Option(
    help: ArgumentHelp(
      "The first day, YYYY-MM-DD; of the team's reports only. Days before the first event are left out.",
      valueName: "day"))
  var from: Day?
  @Option(
    help: ArgumentHelp(
      "The last day; of the team's reports only. Without --from, the period that ends with it, or the week or month that holds it.",
      valueName: "day"))
  var to: Day?

  /// What the team's reports are asked for.
  var asked: AskedDays { AskedDays(from: from, to: to, over: period) }

  func validate() throws {
    if let from, let to, to < from { throw ValidationError("--from is later than --to.") }
  }

  /// A studio's and a game's periods are fixed.
  func refuseRange() throws {
    guard from == nil, to == nil else {
      throw ValidationError(
        "A studio sees fixed periods only, since single players could be had by subtracting free "
          + "ranges from one another; take --period day, week, month, 7, 28 or 90.")
    }
  }
}

/// Where a report goes.
struct ReportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where to write it. Default: standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "Show it when it is written: with --output, in the desktop's own program.")
  var open = false
  @Option(
    help: ArgumentHelp(
      "The as-of day; only events before it are counted. Default: the day after the newest event.",
      valueName: "day"))
  var date: Day?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption

  func validate() throws {
    guard !open || output != nil else {
      throw ValidationError("--open shows a file: say with --output where it shall stand.")
    }
  }

  /// Writes what `report` makes of the workspace.
  func deliver(_ report: (WorkspaceReader) throws -> [UInt8]) throws {
    let reader = try WorkspaceReader(
      workspace: workspace.url, date: date, now: now.instant(),
      workers: threads.workers)
    try Console.deliver(report(reader), to: output)
    if open, let output { try show(output) }
  }

  private func show(_ path: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdg-open", URL(filePath: path).path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw NotShown(path: path)
    }
  }
}

/// A report was written, and no program was found that shows it.
private struct NotShown: Error, CustomStringConvertible {
  let path: String

  var description: String { "\(path) is written, but xdg-open could not show it" }
}

/// The form of a report.
struct ReportFormatOptions: ParsableArguments {
  @Option(help: "html, csv, json or md (Markdown for a chat). Default: lines for people.")
  var format: ReportFormat?
  @Flag(help: "The same as --format json.")
  var json = false

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) contradict each other.")
    }
  }

  var chosen: ReportFormat? { json ? .json : format }
}

/// Of what period, in which form and where a studio's or a game's report goes.
struct StudioReportOptions: ParsableArguments {
  @OptionGroup var days: ReportDaysOptions
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup var options: ReportOptions

  func validate() throws { try days.refuseRange() }

  /// Writes what `report` makes of the workspace, in a period and a form.
  func deliver(
    _ report: (WorkspaceReader, PeriodName, ReportFormat) throws -> ReportFile
  ) throws {
    try options.deliver { try report($0, days.period, form.chosen ?? .md).bytes }
  }
}

struct ReportDeveloperCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "developer", abstract: "One studio's report over a fixed period.",
    discussion: """
      Examples:
        findie report developer --developer dev-valve --format html --output valve.html --open
        findie report developer --developer dev-valve --period month --format csv
      """)

  @Option(help: "The developer's id.")
  var developer: String
  @OptionGroup var report: StudioReportOptions

  func run() throws {
    try obey {
      try report.deliver { try $0.developerReport(developer, over: $1, format: $2) }
    }
  }
}

struct ReportGameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "game", abstract: "One game's report over a fixed period, as its studio's has it.",
    discussion: """
      Examples:
        findie report game --game steam-10
        findie report game --game steam-10 --period 90 --format html --output game.html --open
      """)

  @Option(help: "The game's id.")
  var game: String
  @OptionGroup var report: StudioReportOptions

  func run() throws {
    try obey {
      try report.deliver { try $0.gameReport(game, over: $1, format: $2) }
    }
  }
}

struct ReportKPICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kpi", abstract: "The team's KPIs over a period or any range of days.",
    discussion: """
      Examples:
        findie report kpi --from 2016-08-01 --to 2016-08-31 --format csv
        findie report kpi --period month --format html --output kpi.html --open
      """)

  @OptionGroup var days: ReportDaysOptions
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup var options: ReportOptions

  func run() throws {
    try obey {
      try options.deliver { reader in
        guard let format = form.chosen else {
          return Array(try reader.kpiTable(over: days.asked).utf8)
        }
        return try reader.kpiReport(over: days.asked, format: format).bytes
      }
    }
  }
}

struct ReportDigestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "A few lines of Markdown for a chat: the team's, or a studio's.",
    discussion: """
      Examples:
        findie report digest
        findie report digest --developer dev-valve --period week
      """)

  @Option(help: "The developer's id. Default: the team's digest.")
  var developer: String?
  @OptionGroup var days: ReportDaysOptions
  @OptionGroup var options: ReportOptions

  func validate() throws { if developer != nil { try days.refuseRange() } }

  func run() throws {
    try obey {
      try options.deliver { reader in
        if let developer {
          return try reader.developerReport(developer, over: days.period, format: .md).bytes
        }
        return try reader.kpiReport(over: days.asked, format: .md).bytes
      }
    }
  }
}
