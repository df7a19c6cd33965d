import ArgumentParser
import FindieDomain
import FindieHistory
import FindieNight
import FindieWorkers
import FindieWorkspace
import Foundation

struct ShardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard", abstract: "Run a part of a night, for a night on several machines.",
    discussion: """
      A program such as Pipelines/spark/findie_night.py runs these commands. `plan` lists the \
      tasks of a step; each task is one of the other commands, which need no workspace but copies \
      of the files that the plan names; `findie run nightly --tasks` takes their results. \
      docs/SPARK.md describes the folders and the results.

      Examples:
        findie shard plan read --input /srv/export --tasks /srv/tasks > read.json
        findie shard read --plan plans/….json --path interactions/2026-03-01.ndjson \\
          --workspace w --tasks t --input i --into t/read/….1
      """,
    subcommands: [
      ShardPlanCommand.self, ShardReadCommand.self, ShardDuplicatesCommand.self,
      ShardDaysCommand.self, ShardRecommendCommand.self, ShardReportCommand.self,
    ])
}

/// The folder of the tasks of a night.
struct TasksOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the tasks of a night on several machines.", valueName: "folder"))
  var tasks: String

  func validate() throws { try refuseEmptyPath(tasks, "--tasks") }

  var folder: TaskFolder { TaskFolder(URL(filePath: tasks)) }
}

extension TaskStep: ExpressibleByArgument {}

struct ShardPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "List the tasks of a step of a night as JSON.",
    discussion: """
      A step can be planned when all tasks of the steps before it are done. Each task has a key, \
      a name for people, the arguments of `findie shard`, and the files that it reads. A task \
      whose result exists is listed too.

      Examples:
        findie shard plan read --input /srv/export --tasks /srv/tasks
        findie shard plan days --input /srv/export --tasks /srv/tasks
      """)

  @Argument(help: "The step: \(TaskStep.allCases.map(\.rawValue).joined(separator: ", ")).")
  var step: TaskStep
  @OptionGroup var options: NightOptions
  @Option(help: ArgumentHelp("The as-of day, as for `findie run nightly`.", valueName: "day"))
  var date: Day?
  @Option(help: ArgumentHelp("checked or anyway, as for `findie run nightly`.", valueName: "rule"))
  var publish = PublishingRule.checked
  @OptionGroup var start: StartOptions
  @OptionGroup var tasks: TasksOption

  func validate() throws { try options.refuseStream() }

  func run() throws {
    try reportingErrors {
      StopSignal.listen()
      var night = try options.night(date: date)
      start.apply(to: &night)
      night.publishing = publish
      let plan = try night.plan(
        step, tasks.folder, RunControl(stoppingOnSignal: TerminalProgress()))
      Console.clearLine()
      try Console.out(canonicalLine(plan))
    }
  }
}

/// What each task is given.
struct ShardOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The plan of the step, below --tasks.", valueName: "file"))
  var plan: String
  @OptionGroup var tasks: TasksOption
  @OptionGroup var threads: ThreadsOption
  @Option(
    help: ArgumentHelp(
      "The folder of the results: <key>.<attempt>, below --tasks and the step. It must be "
        + "new or empty.",
      valueName: "folder"))
  var into: String

  func validate() throws { try refuseEmptyPath(into, "--into") }

  /// The empty folder for the results.
  func output() throws -> URL {
    let output = URL(filePath: into)
    try TaskFolder.prepare(output)
    return output
  }
}

struct ShardReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Read some input files of events.",
    discussion: """
      Writes the events by day, the hashes of their ids, the rejected lines and the counts. \
      The limit of bad lines is checked for each file by the night.
      """)

  @Option(help: "The path of a file, relative to the input folder; repeat it for more.")
  var path: [String]
  @Option(help: "The input folder.")
  var input: String
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var shard: ShardOptions

  func run() throws {
    try reportingErrors {
      try IntakeTasks.read(
        path, plan: shard.plan, of: shard.tasks.folder, workspace: workspace.value,
        input: URL(filePath: input), key: Secrets.key, into: shard.output(),
        workers: shard.threads.workers)
    }
  }
}

struct ShardDuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "Search some buckets of ids for duplicates.",
    discussion: """
      Compares the ids of the files that were read with each other and with the history. Events \
      whose ids have equal hashes are compared in the files of their days. If such a file is not \
      there, its path is printed, and the command ends with status 2: copy it and run the command \
      again, with a new folder for --into.
      """)

  @Option(help: "The collection: interactions or analytics.")
  var collection: EventCollection
  @Option(help: "The first and the last bucket, from 0 to 255.")
  var buckets: IndexRange
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var shard: ShardOptions

  func validate() throws {
    guard buckets.indices.upperBound <= 256 else {
      throw ValidationError("--buckets must be from 0 to 255.")
    }
  }

  func run() throws {
    var missing: [URL] = []
    try reportingErrors {
      do {
        try IntakeTasks.search(
          UpdateTasks.Search(collection, buckets: buckets.indices), plan: shard.plan,
          of: shard.tasks.folder, workspace: workspace.value, into: shard.output(),
          workers: shard.threads.workers)
      } catch let files as MissingFiles {
        missing = files.urls
      }
    }
    guard !missing.isEmpty else { return }
    for file in missing { try Console.out(file.path + "\n") }
    throw ExitCode(ExitStatus.hasWork)
  }
}

/// The first and the last of some indices, such as 0-63.
struct IndexRange: ExpressibleByArgument {
  let indices: Range<Int>

  init?(argument: String) {
    let ends = argument.split(separator: "-").compactMap { Int($0) }
    guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1], ends[1] < .max else { return nil }
    indices = ends[0]..<ends[1] + 1
  }
}

struct ShardDaysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "days", abstract: "Write the files of some days of the history.",
    discussion: """
      Merges the events of each day in the history with those that were read, without duplicates, \
      and sorts them by game.
      """)

  @Option(help: "The collection: interactions or analytics.")
  var collection: EventCollection
  @Option(help: "The first UTC day.")
  var first: Day
  @Option(help: "The last UTC day.")
  var last: Day
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var shard: ShardOptions

  func run() throws {
    try reportingErrors {
      try IntakeTasks.rebuild(
        UpdateTasks.Days(collection, from: first, to: last), plan: shard.plan,
        of: shard.tasks.folder, workspace: workspace.value, into: shard.output())
    }
  }
}

struct ShardRecommendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend", abstract: "Compute the lists of some players.",
    discussion: """
      Needs neither the history nor the other players: the plan has the models and the games, and \
      the file of players has their rows and those of their friends. Top positions are distributed \
      by the night.
      """)

  @Option(help: ArgumentHelp("The players, below --tasks.", valueName: "file"))
  var players: String
  @OptionGroup var shard: ShardOptions

  func run() throws {
    try reportingErrors {
      try PlayerLists.work(
        model: shard.plan, players: players, of: shard.tasks.folder, into: shard.output(),
        workers: shard.threads.workers)
    }
  }
}

struct ShardReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the reports of some studios.",
    discussion: """
      Reads the events by game: a report compares its studio with the others. The team's report is \
      written by the night.
      """)

  @Option(help: "The first and the last studio, in the order of their ids.")
  var studios: IndexRange
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var shard: ShardOptions

  func run() throws {
    try reportingErrors {
      try StudioFiles.work(
        studios.indices, model: shard.plan, of: shard.tasks.folder, workspace: workspace.value,
        into: shard.output(), workers: shard.threads.workers)
    }
  }
}
