import ArgumentParser
import FindieDomain
import FindieNight
import FindieWorkspace

struct BackfillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Run the pipeline for past days whose results are missing or outdated.",
    discussion: """
      Days run in order. A day is outdated if events before it were added or removed since it was \
      published, or if the parameters, the contract or the program changed. Days that are up to \
      date are skipped, so an interrupted backfill continues where it stopped. Backfilled days are \
      not compared with the champion, and the newest day is published in the end.

      Examples:
        findie backfill --from 2026-03-01 --to 2026-03-31 --dry-run
        findie backfill --from 2026-03-01 --to 2026-03-31 --keep-going

      Exit status: 0 if all days are up to date or impossible (before the first event, or after \
      the day that follows the newest event), else that of the first failure, or 75 if it was \
      stopped. With --dry-run: 2 if there is work to do.
      """)

  @Option(help: ArgumentHelp("The first as-of day, YYYY-MM-DD.", valueName: "day"))
  var from: Day
  @Option(help: ArgumentHelp("The last as-of day.", valueName: "day"))
  var to: Day
  @Flag(help: "Continue with the next day if one fails.")
  var keepGoing = false
  @Flag(help: "List the days that would run, and change nothing.")
  var dryRun = false
  @OptionGroup var options: NightOptions
  @OptionGroup var metrics: MetricsOption
  @OptionGroup(title: "Log") var log: LogOptions
  @OptionGroup var start: StartOptions
  @OptionGroup var json: JSONFlag

  func validate() throws {
    try options.refuseStream()
    if to < from { throw ValidationError("--to is before --from.") }
  }

  func run() throws {
    try reportingErrors(log) {
      var night = try options.night(date: nil)
      start.apply(to: &night)
      metrics.apply(to: &night)
      Console.ignoreClosedPipes()
      StopSignal.listen()
      log.endSoon { true }
      let backfill = Backfill(
        night, days: from...to, keepGoing: keepGoing, log.control(log.observer()))
      let result = try dryRun ? backfill.plan() : backfill.run()
      Console.clearLine()
      try Console.print(result.answer, asJSON: json.json)
      if result.isPlanned { throw ExitCode(ExitStatus.hasWork) }
      if let failure = result.failure { throw ExitCode(failure) }
    }
  }
}
