import ArgumentParser
import FindieBatch
import FindiePipelines
import Logging

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a pipeline.",
    discussion: "Example:\n  findie run nightly --input Data/sample",
    subcommands: [RunNightlyCommand.self],
    defaultSubcommand: RunNightlyCommand.self)
}

extension PublishingRule: ExpressibleByArgument {}

struct RunNightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Take the app's export to published lists and reports.",
    discussion: """
      Reads games, developers, tags, users, wishlists, interactions and analytics (NDJSON, plain, \
      .gz or .zst) from the input folder. What was published before stays as it is until the whole \
      night is done.

      Examples:
        findie run nightly --input Data/sample
        findie run nightly --input /srv/export --workspace /srv/findie --date 2026-03-01 --threads 4
        findie run nightly --date 2026-03-01 --publish anyway
        findie run nightly --only matrix+ --exclude evaluation --force similar
        findie run nightly --finish-by 06:00
        zcat interactions-*.ndjson.gz | findie run nightly --input -
      """)

  @OptionGroup var options: NightOptions
  @OptionGroup var choice: NightChoice
  @Option(
    help: ArgumentHelp(
      "The time of day by which the night must be done, HH:MM here. Where it would be late, judged by "
        + "how long stages took last, stages are left out as the parameters' stages.….dropOrder "
        + "say, and the last ones serve.", valueName: "time"))
  var finishBy: ClockTime?
  @OptionGroup var start: StartOptions
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      var night = try options.night(date: choice.date)
      start.apply(to: &night)
      night.publishing = choice.publish
      night.selection = try choice.selection.selection()
      if let finishBy {
        let end = Clock.elapsedSeconds + Clock.secondsUntil(finishBy)
        night.deadline = NightDeadline("\(finishBy)") { end - Clock.elapsedSeconds }
      }
      StopSignal.listen()
      let manifest = try NightRun(
        night, observer: TerminalProgress(), log: .warnings,
        elapsedSeconds: { Clock.elapsedSeconds }, isStopping: { StopSignal.isAsked },
        pause: { try Clock.pause($0) }
      ).run()
      if json.json {
        try Console.out(canonicalJSON(manifest) + "\n")
      } else {
        try Console.answer(NightSummary(manifest, night: night).answer, asJSON: false)
      }
    }
  }
}

extension Logger {
  /// Warnings and worse, on standard error.
  static var warnings: Logger {
    var log = Logger(label: "findie") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = .warning
    return log
  }
}
