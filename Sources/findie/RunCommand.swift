import ArgumentParser
import FindieBatch
import FindiePipelines

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
  @OptionGroup(title: "Records") var records: RecordOptions
  @OptionGroup(title: "Log") var log: LogOptions
  @OptionGroup var start: StartOptions
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey(log) {
      var night = try options.night(date: choice.date)
      start.apply(to: &night)
      night.publishing = choice.publish
      night.selection = try choice.selection.selection()
      try records.add(to: &night)
      if let finishBy {
        let end = Clock.elapsedSeconds + Clock.secondsUntil(finishBy)
        night.deadline = NightDeadline("\(finishBy)") { end - Clock.elapsedSeconds }
      }
      StopSignal.listen()
      log.endSoon { true }
      let manifest = try NightRun(
        night, observer: log.observer, log: log.log,
        elapsedSeconds: { Clock.elapsedSeconds }, isStopping: { StopSignal.isAsked },
        pause: { try Clock.pause($0) }, beginning: { log.endSoon($0) }
      ).run()
      log.say(manifest)
      if json.json {
        try Console.out(canonicalJSON(manifest) + "\n")
      } else {
        try Console.answer(NightSummary(manifest, night: night).answer, asJSON: false)
      }
    }
  }
}
