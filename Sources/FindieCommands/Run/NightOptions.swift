import ArgumentParser
import FindieDomain
import FindieNight
import FindieWorkspace
import Foundation

/// The input and output of a run.
struct NightOptions: ParsableArguments {
  @OptionGroup var input: InputOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var intake: IntakeOptions
  @OptionGroup var experiments: ExperimentsOption
  @Option(
    help: ArgumentHelp(
      "The collections of which the export has all records, separated by commas: "
        + CatalogueCollection.allCases.map(\.rawValue).joined(separator: ", ")
        + ". A stored game that it lacks is withdrawn, another record is removed. Default: "
        + "ingest.full of the parameters.", valueName: "collections"))
  var full: CommaList?

  private var fullCollections: [CatalogueCollection]? {
    get throws {
      try full?.elements.map { name in
        guard let collection = CatalogueCollection(rawValue: name) else {
          throw ValidationError(
            "--full: '\(name)' is none of "
              + "\(CatalogueCollection.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return collection
      }
    }
  }

  func night(date: Day?) throws -> Night {
    var night = try intake.night(workspace.value(reports), reading: input.value)
    night.date = date
    night.clock.readAt = Clock.elapsedSeconds
    if let full = try fullCollections { night.parameters.ingest.full = full }
    night.experiments = try experiments.load()
    night.settingsFiles = SettingsFiles(
      folder: SettingsFolder.url.path, parameters: intake.parameters.file?.path,
      contract: intake.contract.file?.path, experiments: experiments.file?.path)
    return night
  }

  func validate() throws {
    _ = try fullCollections
    let reports = reports.url.standardizedFileURL.path
    let workspace = workspace.url.standardizedFileURL.path
    let isUsed = Workspace.folderNames.contains { "\(reports)/".hasPrefix("\(workspace)/\($0)/") }
    if reports == workspace || isUsed {
      throw ValidationError(
        "--reports must be a separate folder: the workspace stores other data in \(reports).")
    }
  }

  /// For commands that read the input more than once.
  func refuseStream() throws {
    if input.input == "-" {
      throw ValidationError("--input must be a folder here: standard input can be read only once.")
    }
  }
}

/// The conditions under which a run starts.
struct StartOptions: ParsableArguments {
  @Option(
    defaultAsFlag: 60,
    help: ArgumentHelp(
      "If another run is using the workspace, wait for up to this many minutes (60 by default) "
        + "instead of failing with status 69.", valueName: "minutes"))
  var wait: Double? = nil
  @Flag(help: "Start even if there may be too little disk space.")
  var noSpaceCheck = false
  @Option(
    help: ArgumentHelp(
      "The memory to stay within, such as 800MB or 4GB. It decides whether stages run at the same "
        + "time, and whether EASE has dense weights. Default: what the system, its control groups and "
        + "ulimit -v allow.",
      valueName: "size"))
  var memory: MemorySize?

  func validate() throws {
    if let wait, !(0...100_000).contains(wait) {
      throw ValidationError("--wait must be from 0 to 100000 minutes.")
    }
  }

  func apply(to night: inout Night) {
    night.options.lockTimeoutInSeconds = (wait ?? 0) * 60
    night.options.checksDiskSpace = !noSpaceCheck
    night.memory = MemoryBudget(limitInBytes: memory?.bytes)
  }
}

/// A number of bytes in decimal units, such as 800MB or 4GB.
struct MemorySize: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    let units = ["GB": 1_000_000_000, "MB": 1_000_000]
    guard let unit = units.first(where: { argument.hasSuffix($0.key) }),
      let number = Double(argument.dropLast(2)), number > 0, number < 1_000_000
    else { return nil }
    bytes = Int(number * Double(unit.value))
  }
}

/// The day of a run, its publishing rule, and its stages.
struct NightChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The as-of day, YYYY-MM-DD: only events before it are used. Default: the day after the "
        + "newest accepted event, at most today in UTC.", valueName: "day"))
  var date: Day?
  @Option(
    help: ArgumentHelp(
      "checked: publish only if all checks pass, with models that are not significantly worse than "
        + "the published ones. anyway: publish in any case, and record it.", valueName: "rule"))
  var publish = PublishingRule.checked
  @OptionGroup(title: "Stages") var selection: SelectionOptions
}

/// The selected stages, by name; +NAME adds its inputs, NAME+ the stages that depend on it.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run only these stages, separated by commas: matrix, +matrix (with its inputs), or matrix+ "
        + "(with the stages that depend on it). The run fails if it needs another stage that is "
        + "out of date.",
      valueName: "stages"))
  var only: [String] = []
  @Option(
    help: ArgumentHelp("Run these stages and those that depend on them.", valueName: "stages"))
  var from: [String] = []
  @Option(help: ArgumentHelp("Run these stages and their inputs.", valueName: "stages"))
  var until: [String] = []
  @Option(help: ArgumentHelp("Do not run these stages.", valueName: "stages"))
  var exclude: [String] = []
  @Option(
    help: ArgumentHelp("Run these stages even if they are up to date.", valueName: "stages"))
  var force: [String] = []

  /// - Throws: a usage error if a name is unknown.
  func apply(to night: inout Night) throws {
    night.options.selection = StageSelection(
      only: only, from: from, until: until, exclude: exclude, force: force)
    do {
      _ = try night.options.selection.chosen(of: Nightly.stages(of: night))
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Show what a run would do and why, without running it.",
    discussion: """
      Examples:
        findie plan nightly --input Data/sample
        findie plan nightly --json
      """,
    subcommands: [PlanNightlyCommand.self],
    defaultSubcommand: PlanNightlyCommand.self)
}

struct PlanNightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Show for each stage of the nightly pipeline whether it would run, and why.",
    discussion: """
      Accepts the options of `findie run nightly`, changes no file and needs no lock. Each stage \
      is shown with the seconds of its last run; JSON has its counts too. A stage that depends on \
      unread files "may run". The plan also lists published nights whose events have changed since.

      Examples:
        findie plan nightly --input Data/sample
        findie plan nightly --parameters my.yaml --json
        findie plan nightly || findie run nightly

      Exit status: 0 if there is nothing to do, 2 if there is work.
      """)

  @OptionGroup var options: NightOptions
  @OptionGroup var choice: NightChoice
  @OptionGroup var json: JSONFlag

  func validate() throws { try options.refuseStream() }

  func run() throws {
    var hasWork = false
    try reportingErrors {
      var night = try options.night(date: choice.date)
      night.publishing = choice.publish
      try choice.selection.apply(to: &night)
      StopSignal.endAtOnce()
      let plan = try NightPlan(of: night)
      try Console.print(plan.answer, asJSON: json.json)
      hasWork = plan.hasWork
    }
    if hasWork { throw ExitCode(ExitStatus.hasWork) }
  }
}

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a pipeline.",
    discussion: """
      Examples:
        findie run nightly --input Data/sample
        findie run nightly --help
      """,
    subcommands: [RunNightlyCommand.self],
    defaultSubcommand: RunNightlyCommand.self)
}

extension PublishingRule: ExpressibleByArgument {}

struct RunNightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Import the app's export, and publish recommendations, lists and reports.",
    discussion: """
      Reads the collections of the input folder, such as games and interactions (NDJSON or CSV, \
      plain, .gz or .zst). Stages that are up to date are skipped. The previous night stays \
      published until the run has succeeded.

      Examples:
        findie run nightly --input Data/sample
        findie run nightly --input /srv/export --workspace /srv/findie --date 2026-03-01 --threads 4
        findie run nightly --date 2026-03-01 --publish anyway
        findie run nightly --only matrix+ --exclude evaluation --force similar
        findie run nightly --verbose
        zcat interactions-*.ndjson.gz | findie run nightly --input -
      """)

  @OptionGroup var options: NightOptions
  @OptionGroup var choice: NightChoice
  @OptionGroup var metrics: MetricsOption
  @OptionGroup(title: "Log") var log: LogOptions
  @OptionGroup var start: StartOptions
  @Option(
    help: ArgumentHelp(
      "Take the results of tasks on other machines from this folder instead of reading events: "
        + "see `findie shard --help`.", valueName: "folder"))
  var tasks: String?
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if let tasks { try refuseEmptyPath(tasks, "--tasks") }
  }

  func run() throws {
    try reportingErrors(log) {
      var night = try options.night(date: choice.date)
      start.apply(to: &night)
      if let tasks { night.options.executor = .tasks(TaskFolder(URL(filePath: tasks))) }
      night.publishing = choice.publish
      try choice.selection.apply(to: &night)
      metrics.apply(to: &night)
      Console.ignoreClosedPipes()
      StopSignal.listen()
      log.endSoon { true }
      let isSummary = log.isQuiet && !json.json
      let warnings = CollectedWarnings(
        next: log.observer(stages: Nightly.stages(of: night).count),
        passesOn: !isSummary)
      do {
        let manifest = try NightRun(night, log.control(warnings)).run()
        log.logEnd(of: manifest)
        Console.clearLine()
        let summary = NightSummary(
          manifest, night.workspace, warnings: warnings.all.map { $0.message })
        try Console.print(summary.answer, asJSON: json.json)
      } catch {
        Console.clearLine()
        // There is no summary.
        if isSummary {
          for (stage, message) in warnings.all { Console.log("! \(stage): \(message)") }
        }
        throw error
      }
    }
  }
}
