import ArgumentParser
import FindieBatch
import FindieDomain
import FindiePipelines
import Foundation
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
        zcat interactions-*.ndjson.gz | findie run nightly --input -
      """)

  @OptionGroup var input: InputOption
  @OptionGroup var workspace: WorkspaceOption
  @Option(help: "The folder that gets a folder of reports a night.")
  var reports = "Reports"
  @Option(
    help: ArgumentHelp(
      "The night's as-of day, YYYY-MM-DD; only events before it are seen. Default: the day after "
        + "the newest accepted event.", valueName: "day"))
  var date: Day?
  @Option(
    help: ArgumentHelp(
      "checked: lists that the gate stops are not published, and worse models do not serve; "
        + "anyway: they are, and the record says so.", valueName: "rule"))
  var publish = PublishingRule.checked
  @OptionGroup var intake: IntakeOptions
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let progress = TerminalProgress()
      var night = Night(
        input: input.url, workspace: workspace.url, reports: URL(filePath: reports),
        date: date, parameters: try intake.parameters.load(),
        contract: try intake.contract.load(), workers: intake.threads.workers,
        now: try intake.now.instant())
      night.stream = input.stream
      night.rehash = intake.rehash
      night.publishing = publish
      night.key = Secrets.key
      StopSignal.listen()
      var log = Logger(label: "findie") { StreamLogHandler.standardError(label: $0) }
      log.logLevel = .warning
      let manifest = try NightRun(
        night, observer: progress, log: log, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isAsked }
      ).run()
      if json.json {
        try Console.out(canonicalJSON(manifest) + "\n")
      } else {
        try Console.answer(NightSummary(manifest, night: night).answer, asJSON: false)
      }
    }
  }
}
