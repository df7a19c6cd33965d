import ArgumentParser
import FindieDomain
import FindiePipelines

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say why players' lists of one night are not those of another.",
    discussion: """
      Every entry that entered, left or moved is laid to one cause: what the player did since, the \
      models, the catalogue, a filter, or exploration; the parts add up.

      Examples:
        findie diff 2026-03-01 2026-03-02
        findie diff 2026-03-01 2026-03-02 --user u014577d780fd --json
      """)

  @Argument(help: ArgumentHelp("The earlier night, YYYY-MM-DD.", valueName: "night1"))
  var first: Day
  @Argument(help: ArgumentHelp("The later night, YYYY-MM-DD.", valueName: "night2"))
  var second: Day
  @Option(help: "One player, with every change.")
  var user: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if first >= second { throw ValidationError("The first night must lie before the second.") }
  }

  func run() throws {
    try obey {
      let diff = try NightDiff(
        of: first, and: second, user: user, workspace: workspace.url, workers: threads.workers)
      try Console.answer(diff.answer, asJSON: json.json)
    }
  }
}
