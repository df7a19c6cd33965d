import ArgumentParser
import FindieDomain
import FindiePipelines
import FindieReports
import Foundation

extension ReportFormat: ExpressibleByArgument {}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Make one report by hand.",
    subcommands: [ReportDeveloperCommand.self, ReportKPICommand.self])
}

struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The first day, YYYY-MM-DD. Default: 28 days in all.", valueName: "day"))
  var from: Day?
  @Option(help: ArgumentHelp("The last day. Default: the day before the night.", valueName: "day"))
  var to: Day?
  @Option(help: "html, csv or json.")
  var format: ReportFormat = .json
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
  }

  func reader() throws -> WorkspaceReader {
    try WorkspaceReader(workspace: workspace.url, date: date, workers: threads.workers)
  }

  func deliver(_ report: ReportFile) throws {
    try Console.deliver(report.bytes, to: output)
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
      let reader = try options.reader()
      try options.deliver(
        reader.developerReport(
          developer, from: options.from, to: options.to, format: options.format))
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
      let reader = try options.reader()
      try options.deliver(
        reader.kpiReport(from: options.from, to: options.to, format: options.format))
    }
  }
}
