import ArgumentParser
import FindieDomain
import FindieReports
import FindieText
import Foundation

extension ReportFormat: ExpressibleByArgument {}

extension PeriodName: ExpressibleByArgument {}

extension ReportSchema: ExpressibleByArgument {}

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
      ReportDigestCommand.self, ReportSchemaCommand.self,
    ])
}

/// The period of a report for a studio.
struct StudioPeriodOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "day, week, 4-weeks, 13-weeks, month or quarter: the last complete ones. Default: 4-weeks."))
  var period: PeriodName?

  var value: PeriodName { period ?? .last4Weeks }

  func validate() throws {
    guard value.kind != nil else {
      throw ValidationError(
        "Reports for studios have fixed periods only, because the difference of two overlapping "
          + "ranges could reveal a single player. Use --period day, week, 4-weeks, 13-weeks, month "
          + "or quarter.")
    }
  }
}

/// The days of a team report.
struct TeamDaysOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "day, week, 4-weeks, 13-weeks, month or quarter: the last complete ones; or 7, 28 or 90 "
        + "days."))
  var period = PeriodName.last28Days
  @Option(
    help: ArgumentHelp(
      "The first day, YYYY-MM-DD. Days before the first event are left out.", valueName: "day"))
  var from: Day?
  @Option(
    help: ArgumentHelp(
      "The last day. Without --from, the period that ends with it, or the week or month that "
        + "contains it.", valueName: "day"))
  var to: Day?

  var requested: RequestedDays { RequestedDays(from: from, to: to, over: period) }

  func validate() throws {
    if let from, let to, to < from { throw ValidationError("--to is before --from.") }
  }
}

struct ReportOutputOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the report to this file. Default: standard output.", valueName: "file"))
  var output: String?
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

  /// Nil for text.
  var chosen: ReportFormat? { json ? .json : format }

  /// Writes a report in the chosen format; the text is its Markdown without marks.
  func deliver(to path: String?, _ report: (ReportFormat) throws -> ReportFile) throws {
    let bytes = try report(chosen ?? .md).bytes
    try chosen == nil
      ? Console.deliver(text: Markdown.plain(String(decoding: bytes, as: UTF8.self)), to: path)
      : Console.deliver(bytes, to: path)
  }
}

struct ReportStudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Create a studio's report: as text, in a format, or as a folder.",
    discussion: """
      With --output, writes a folder that can be given to the studio: index.html, report.json, \
      report.csv, digest.md (the last week in a few lines, to send by mail), since.html and \
      since.json (the days since the closed weeks) and SHA256SUMS. It \
      names no other studio and links to nothing outside. A folder that this command wrote is \
      replaced in one step; any other folder must be empty. With --json, it prints the files.

      Examples:
        findie report studio "Facepunch Studios"
        findie report studio dev-facepunch-studios --output facepunch
        findie report studio "Facepunch Studios" --period month --format csv > month.csv

      Exit status: 64 if several studios have the name, 66 if none has, 73 if the folder has \
      other files.
      """)

  @Argument(help: "The studio's id or name.")
  var studio: String
  @Option(
    help: ArgumentHelp(
      "Write all formats to this folder. Default: print one of them.", valueName: "folder"))
  var output: String?
  @OptionGroup var period: StudioPeriodOption
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup var source: HistoryOptions

  func validate() throws {
    if output != nil, period.period != nil || form.format != nil {
      throw ValidationError(
        "--output writes a folder with all formats and periods. For one of them, leave --output "
          + "out and redirect the output to a file.")
    }
  }

  func run() throws {
    try reportingErrors {
      let reader = try source.reader()
      if let output {
        let folder = StudioFolder(URL(filePath: output))
        return try Console.print(folder.write(reader.studioFolder(studio)), asJSON: form.json)
      }
      try form.deliver(to: nil) {
        try reader.developerReport(studio, over: period.value, format: $0)
      }
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
        findie report game steam-4000 --period 13-weeks --format html --output game.html
      """)

  @Argument(help: "The game's id or title.")
  var game: String
  @OptionGroup var period: StudioPeriodOption
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup var output: ReportOutputOption
  @OptionGroup var source: HistoryOptions

  func run() throws {
    try reportingErrors {
      let reader = try source.reader()
      try form.deliver(to: output.output) {
        try reader.gameReport(game, over: period.value, format: $0)
      }
    }
  }
}

struct ReportKPICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kpi", abstract: "Create the team's KPI report for a period or a range of days.",
    discussion: """
      Examples:
        findie report kpi --from 2015-12-01 --to 2015-12-31 --format csv
        findie report kpi --period month --format html --output kpi.html
      """)

  @OptionGroup var days: TeamDaysOptions
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup var output: ReportOutputOption
  @OptionGroup var source: HistoryOptions

  func run() throws {
    try reportingErrors {
      let reader = try source.reader()
      guard let format = form.chosen else {
        return try Console.deliver(text: reader.kpiTable(over: days.requested), to: output.output)
      }
      try Console.deliver(
        reader.kpiReport(over: days.requested, format: format).bytes, to: output.output)
    }
  }
}

struct ReportDigestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Create a short Markdown summary for the team's chat: report kpi --format md.",
    discussion: """
      Examples:
        findie report digest
        findie report digest --period week
      """)

  @OptionGroup var days: TeamDaysOptions
  @OptionGroup var output: ReportOutputOption
  @OptionGroup var source: HistoryOptions

  func run() throws {
    try reportingErrors {
      try Console.deliver(
        source.reader().kpiReport(over: days.requested, format: .md).bytes, to: output.output)
    }
  }
}

struct ReportSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a report.",
    discussion: """
      The schema has the meaning and the unit of each number. It changes with schemaVersion.

      Examples:
        findie report schema report > report.schema.json
        findie report schema kpi
      """)

  @Argument(help: "report (of a studio), game or kpi (of the team).")
  var document: ReportSchema

  func run() throws { try Console.deliver(document.document, to: nil) }
}
