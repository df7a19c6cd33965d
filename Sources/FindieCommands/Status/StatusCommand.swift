import ArgumentParser
import FindieDomain
import FindieWorkspace

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the published night, the last run, and what to do next.",
    discussion: """
      Changes no file and needs no lock. A run that fails before it starts, with status 64, 69 or \
      78, leaves no record. Watch its exit status, or use --max-age.

      Examples:
        findie status
        findie status --max-age 24h || mail -s 'findie' oncall@example.org
        findie status --json

      Exit status: 1 if no run is active and the last run failed, was stopped or killed, or \
      nothing is published; 1 if the published night is older than --max-age; 66 if there is no \
      workspace.
      """)

  @OptionGroup var workspace: WorkspaceOption
  @Option(
    help: ArgumentHelp(
      "The maximum age of the published night, from the start of its as-of day, such as 36h or 2d.",
      valueName: "age"))
  var maxAge: Age?
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      let status = try WorkspaceStatus(
        of: workspace.value, now: now.instant(), maximumAge: maxAge?.seconds)
      try Console.print(status.answer, asJSON: json.json)
      if !status.isHealthy { throw ExitCode(.failed) }
    }
  }
}

/// A duration, such as 90m, 36h or 2d.
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
