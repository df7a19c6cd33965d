import ArgumentParser
import FindieDomain
import FindieText
import FindieWorkspace

struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine",
    abstract: "List rejected input lines by reason and by file, with examples.",
    discussion: """
      Examples:
        findie quarantine
        findie quarantine --day 2026-03-01 --reason badTimestamp --examples 5
        findie quarantine --file interactions-2026-03.ndjson.gz
      """)

  @Option(
    help: ArgumentHelp(
      "The day of the run, YYYY-MM-DD. Default: the newest day with rejected lines.",
      valueName: "day"))
  var day: Day?
  @Option(
    help: ArgumentHelp("Only lines of this input file. May be repeated.", valueName: "file"))
  var file: [String] = []
  @Option(help: "Only lines with this reason, such as badTimestamp.")
  var reason: String?
  @Option(help: "The number of examples per reason.")
  var examples = 1
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if examples < 0 { throw ValidationError("--examples must be 0 or more.") }
  }

  func run() throws {
    try reportingErrors {
      let listing = try QuarantineListing(
        workspace: workspace.value, day: day, files: file, reason: reason, examples: examples)
      try Console.print(listing.answer(in: workspace.value), asJSON: json.json)
    }
  }
}
