import ArgumentParser
import FindieDomain
import FindiePipelines
import FindieReports
import Foundation

extension ReportFormat: ExpressibleByArgument {}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Make one report by hand.",
    discussion: "Example:\n  findie report kpi --from 2016-08-01 --to 2016-08-31",
    subcommands: [ReportDeveloperCommand.self, ReportKPICommand.self])
}

struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The first day, YYYY-MM-DD. Default: 28 days in all.", valueName: "day"))
  var from: Day?
  @Option(help: ArgumentHelp("The last day. Default: the day before the night.", valueName: "day"))
  var to: Day?
  @Option(help: "html, csv or json. Default: a table for people.")
  var format: ReportFormat?
  @Flag(help: "The same as --format json.")
  var json = false
  @Option(help: ArgumentHelp("Where to write it. Default: standard output.", valueName: "file"))
  var output: String?
  @Option(
    help: ArgumentHelp(
      "The as-of day; only events before it are counted. Default: the day after the newest event.",
      valueName: "day"))
  var date: Day?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var threads: ThreadsOption

  func validate() throws {
    if let from, let to, to < from { throw ValidationError("--from is later than --to.") }
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) contradict each other.")
    }
  }

  /// Writes the report in the form that was asked for, else the table.
  func deliver(
    table: (WorkspaceReader) throws -> String,
    report: (WorkspaceReader, ReportFormat) throws -> ReportFile
  ) throws {
    let reader = try WorkspaceReader(
      workspace: workspace.url, date: date, workers: threads.workers)
    if let format = json ? .json : format {
      try Console.deliver(report(reader, format).bytes, to: output)
    } else {
      try Console.deliver(Array(table(reader).utf8), to: output)
    }
  }
}

struct ReportDeveloperCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "developer", abstract: "One studio's report over a range of days.",
    discussion: """
      Examples:
        findie report developer --developer dev-valve --format html --output valve.html
        findie report developer --developer dev-valve --from 2016-08-01 --to 2016-08-31 --format csv
      """)

  @Option(help: "The developer's id.")
  var developer: String
  @OptionGroup var options: ReportOptions

  func run() throws {
    try obey {
      let (from, to) = (options.from, options.to)
      try options.deliver(
        table: { try $0.developerTable(developer, from: from, to: to) },
        report: { try $0.developerReport(developer, from: from, to: to, format: $1) })
    }
  }
}

struct ReportKPICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kpi", abstract: "The team's KPIs over a range of days.",
    discussion: "Example:\n  findie report kpi --from 2016-08-01 --to 2016-08-31 --format csv")

  @OptionGroup var options: ReportOptions

  func run() throws {
    try obey {
      let (from, to) = (options.from, options.to)
      try options.deliver(
        table: { try $0.kpiTable(from: from, to: to) },
        report: { try $0.kpiReport(from: from, to: to, format: $1) })
    }
  }
}
