import ArgumentParser
import FindieNight
import FindieOperations

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
      Reads games, developers, tags, users, wishlists, prices, partners, metrics, interactions and analytics from \
      the input folder (NDJSON, plain, .gz or .zst). Stages that are up to date are skipped. The previous night stays \
      published until the run has succeeded.

      Examples:
        findie run nightly --input Data/sample
        findie run nightly --input /srv/export --workspace /srv/findie --date 2026-03-01 --threads 4
        findie run nightly --date 2026-03-01 --publish anyway
        findie run nightly --only matrix+ --exclude evaluation --force similar
        findie run nightly --finish-by 06:00 --verbose
        zcat interactions-*.ndjson.gz | findie run nightly --input -
      """)

  @OptionGroup var options: NightOptions
  @OptionGroup var choice: NightChoice
  @Option(
    help: ArgumentHelp(
      "Finish by this local time, HH:MM. If the durations of earlier runs show that the run would be late, "
        + "it leaves out positions, evaluation and reports, in this order, and uses their previous results.",
      valueName: "time"))
  var finishBy: ClockTime?
  @OptionGroup var metrics: MetricsOption
  @OptionGroup(title: "Log") var log: LogOptions
  @OptionGroup var start: StartOptions
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors(log) {
      var night = try options.night(date: choice.date)
      start.apply(to: &night)
      night.publishing = choice.publish
      try choice.selection.apply(to: &night)
      metrics.apply(to: &night)
      if let finishBy {
        let end = Clock.elapsedSeconds + Clock.secondsUntil(finishBy)
        night.options.deadline = NightDeadline("\(finishBy)") { end - Clock.elapsedSeconds }
      }
      Console.ignoreClosedPipes()
      StopSignal.listen()
      log.endSoon { true }
      let isSummary = log.isQuiet && !json.json
      let warnings = CollectedWarnings(
        next: log.observer(RemainingStages(of: night, at: Clock.elapsedSeconds)),
        passesOn: !isSummary)
      do {
        let manifest = try NightRun(
          night, observer: warnings, log: log.logger,
          elapsedSeconds: { Clock.elapsedSeconds }, isStopping: { StopSignal.isRequested },
          pause: { try Clock.pause($0) }, beginning: { log.endSoon($0) }
        ).run()
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
