import ArgumentParser
import FindieDomain
import FindieWorkspace

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show the record of a day's last run, or list all runs.",
    discussion: """
      Examples:
        findie log
        findie log 2026-03-01
        findie log undated            # a run that failed before its day was known
        findie log 2026-03-01 --json | jq .failure
      """)

  @Argument(help: "The as-of day, YYYY-MM-DD, or undated. Default: list all days.")
  var night: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if let night, night != RunFolder.undated, Day(night) == nil {
      throw ValidationError("The day must be a date such as 2026-03-01, or undated.")
    }
  }

  func run() throws {
    try reportingErrors {
      let answer =
        try night.map { try NightLog($0, in: workspace.value).answer }
        ?? NightList(of: workspace.value).answer
      try Console.print(answer, asJSON: json.json)
    }
  }
}
