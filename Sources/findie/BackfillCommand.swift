import ArgumentParser
import FindieBatch
import FindieDomain
import FindiePipelines

struct BackfillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Make the nights of many days that are missing or outdated, in order.",
    discussion: """
      A night is outdated where the history has other events before its day than it saw, or where \
      parameters, contract or program changed. What is right is kept, so an interrupted backfill \
      goes on where it stopped. Such nights are compared with none before them; what is served in the \
      end is the newest night.

      Examples:
        findie backfill --from 2026-03-01 --to 2026-03-31 --dry-run
        findie backfill --from 2026-03-01 --to 2026-03-31 --keep-going

      Ends with 0 where all nights are right or impossible (before the first event, or after the day \
      that follows the newest), else with the status of the first that failed; 75 where \
      it was stopped; with --dry-run 2 where there is something to make, or a file to read first.
      """)

  @Option(help: ArgumentHelp("The first as-of day, YYYY-MM-DD.", valueName: "day"))
  var from: Day
  @Option(help: ArgumentHelp("The last as-of day.", valueName: "day"))
  var to: Day
  @Flag(help: "Go on with the next night where one fails.")
  var keepGoing = false
  @Flag(help: "Only say which nights would be made.")
  var dryRun = false
  @OptionGroup var options: NightOptions
  @OptionGroup(title: "Records") var records: RecordOptions
  @OptionGroup(title: "Log") var log: LogOptions
  @OptionGroup var start: StartOptions
  @OptionGroup var json: JSONFlag

  func validate() throws {
    try options.refuseStream()
    if to < from { throw ValidationError("--to must not be before --from.") }
  }

  func run() throws {
    var status: Int32 = 0
    try obey(log) {
      var night = try options.night(date: nil)
      start.apply(to: &night)
      try records.add(to: &night)
      StopSignal.listen()
      log.endSoon { true }
      let backfill = Backfill(
        night, days: from...to, keepGoing: keepGoing, observer: log.observer,
        log: log.log, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isAsked }, pause: { try Clock.pause($0) },
        beginning: { log.endSoon($0) })
      let result = try dryRun ? backfill.outlook() : backfill.run()
      try Console.answer(result.answer, asJSON: json.json)
      if let failure = result.failure { status = ExitStatus.status(of: failure) }
      if result.isPlanned { status = ExitStatus.thereIsWork }
    }
    if status != 0 { throw ExitCode(status) }
  }
}
