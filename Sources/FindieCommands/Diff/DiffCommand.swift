import ArgumentParser
import FindieDomain

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Explain how recommendation lists changed between two nights.",
    discussion: """
      Each entry that entered, left or moved is attributed to one cause: the player's new actions, \
      the models, the catalogue, a filter, or exploration. The causes add up to all changes.

      Examples:
        findie diff 2026-03-01 2026-03-02
        findie diff 2026-03-01 2026-03-02 --user u014577d780fd --json
      """)

  @Argument(help: ArgumentHelp("The earlier night, YYYY-MM-DD.", valueName: "night1"))
  var first: Day
  @Argument(help: ArgumentHelp("The later night, YYYY-MM-DD.", valueName: "night2"))
  var second: Day
  @Option(help: ArgumentHelp("Show every change of one player's list.", valueName: "id"))
  var user: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if first >= second { throw ValidationError("The first night must be earlier than the second.") }
  }

  func run() throws {
    try reportingErrors {
      let diff = try NightDiff(
        of: first, and: second, user: user, in: workspace.value, workers: threads.workers)
      try Console.print(diff.answer, asJSON: json.json)
    }
  }
}
