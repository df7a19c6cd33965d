import ArgumentParser
import FindieDomain
import FindiePipelines
import Foundation

struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine",
    abstract: "Look at the lines that were rejected, and take them in once they are repaired.",
    discussion: """
      Examples:
        findie quarantine
        findie quarantine --day 2026-03-01 --reason badTimestamp --examples 5
        findie quarantine replay --dry-run
      """,
    subcommands: [QuarantineListCommand.self, QuarantineReplayCommand.self],
    defaultSubcommand: QuarantineListCommand.self)
}

struct QuarantineDaysOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The night's day, YYYY-MM-DD. Default: the newest that has rejected lines.",
      valueName: "day"))
  var day: Day?
  @Flag(help: "All days.")
  var all = false

  func validate() throws {
    if day != nil, all { throw ValidationError("--day and --all contradict each other.") }
  }

  var days: QuarantineSelection.Days { all ? .all : day.map { .one($0) } ?? .newest }
}

struct QuarantineListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the reasons with counts and examples, and the files.",
    discussion: """
      Examples:
        findie quarantine list --all
        findie quarantine list --file interactions-2026-03.ndjson.gz --examples 3
      """)

  @OptionGroup var days: QuarantineDaysOption
  @Option(
    help: ArgumentHelp("Only lines of this input file; may be given often.", valueName: "file"))
  var file: [String] = []
  @Option(help: "Only lines that were rejected for this reason, such as badTimestamp.")
  var reason: String?
  @Option(help: "How many examples to show of each reason.")
  var examples = 1
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if examples < 0 { throw ValidationError("--examples must be 0 or more.") }
  }

  func run() throws {
    try obey {
      let listing = try QuarantineListing(
        workspace: workspace.url, QuarantineSelection(days: days.days, files: file),
        reason: reason, examples: examples)
      try Console.answer(listing.answer, asJSON: json.json)
    }
  }
}

struct QuarantineReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Take repaired lines of events into the history, and show which days change.",
    discussion: """
      Repair `text` in the files of <workspace>/quarantine/<day> first. Lines that are sound then are \
      taken in and leave the quarantine; the others stay, with what is wrong with them now. It may be \
      run as often as you like.

      Examples:
        findie quarantine replay --dry-run
        findie quarantine replay --day 2026-03-01 interactions-2026-02.ndjson.gz
      """)

  @Argument(help: "Only lines of these input files. Default: all of the day.")
  var files: [String] = []
  @OptionGroup var days: QuarantineDaysOption
  @Flag(help: "Say what would change, and write nothing.")
  var dryRun = false
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var contract: ContractOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      var night = Night(
        workspace: workspace.url, parameters: try parameters.load(),
        contract: try contract.load(), workers: threads.workers, now: try now.instant())
      night.key = Secrets.key
      let result = try Replay(night).run(
        QuarantineSelection(days: days.days, files: files), isDryRun: dryRun)
      try Console.answer(result.answer, asJSON: json.json)
    }
  }
}
