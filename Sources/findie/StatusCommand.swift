import ArgumentParser
import FindieDomain
import FindiePipelines

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say which night is served, how the last run went, and what to do.",
    discussion: """
      Changes nothing and needs no lock. Ends with 1 where the last run failed, was stopped or killed and \
      none runs now, where no night is served and none runs, or where the served night is older than \
      --max-age; with 66 where there is no workspace. A run that ended before it began, with 64, 69 or 78, \
      left no record: it is seen by its own exit status, or by --max-age.

      Examples:
        findie status
        findie status --max-age 24h || mail -s 'findie' oncall@example.org
        findie status --json
      """)

  @OptionGroup var workspace: WorkspaceOption
  @Option(
    help: ArgumentHelp(
      "How long ago the as-of day of the served night may have begun, such as 36h or 2d.",
      valueName: "age"))
  var maxAge: Age?
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var isFine = true
    try obey {
      let status = try WorkspaceStatus(
        workspace: workspace.url, now: now.instant(), maximumAge: maxAge?.seconds)
      try Console.answer(status.answer, asJSON: json.json)
      isFine = status.isFine
    }
    if !isFine { throw ExitCode(ExitStatus.status(of: .failed)) }
  }
}

/// A length of time, such as 90m, 36h or 2d.
struct Age: ExpressibleByArgument {
  let seconds: Double

  init?(argument: String) {
    let units: [Character: Double] = ["m": 60, "h": 3600, "d": 86_400]
    guard let letter = argument.last, let unit = units[letter],
      let number = Double(argument.dropLast()), number.isFinite, number > 0
    else { return nil }
    seconds = number * unit
  }
}

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show the record of a night's last run, or list the nights.",
    discussion: """
      Examples:
        findie log
        findie log 2026-03-01
        findie log undated            # a run that failed before its day was known
        findie log 2026-03-01 --json | jq .failure
      """)

  @Argument(help: "The night, YYYY-MM-DD, or undated. Default: all nights, a line each.")
  var night: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if let night, night != RunRecords.undated, Day(night) == nil {
      throw ValidationError("The night must be a day such as 2026-03-01, or undated.")
    }
  }

  func run() throws {
    try obey {
      let answer =
        try night.map { try NightLog($0, workspace: workspace.url).answer }
        ?? NightList(workspace: workspace.url).answer
      try Console.answer(answer, asJSON: json.json)
    }
  }
}
