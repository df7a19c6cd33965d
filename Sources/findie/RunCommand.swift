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
      """)

  @Option(help: "The folder with the app's export.")
  var input = "Data/inbox"
  @OptionGroup var workspace: WorkspaceOption
  @Option(help: "The folder that gets a folder of reports a night.")
  var reports = "Reports"
  @Option(
    help: ArgumentHelp(
      "The night's as-of day, YYYY-MM-DD; only events before it are seen. Default: the day after "
        + "the newest accepted event.", valueName: "day"))
  var date: Day?
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var contract: ContractOption
  @OptionGroup var threads: ThreadsOption
  @Option(
    help: ArgumentHelp(
      "The time to take for now, ISO 8601; later events than a day from it are rejected.",
      valueName: "time"))
  var now: String?
  @Flag(help: "Read all files again, also those that look unchanged by size and time.")
  var rehash = false
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let progress = TerminalProgress()
      var night = Night(
        input: URL(filePath: input), workspace: workspace.url, reports: URL(filePath: reports),
        date: date, parameters: try parameters.load(), contract: try contract.load(),
        workers: threads.workers, now: try instant())
      night.rehash = rehash
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

  private func instant() throws -> Timestamp {
    guard let now else { return Timestamp(milliseconds: Clock.now) }
    guard let instant = Timestamp(iso8601: now) else {
      throw ValidationError("--now must be a time such as 2026-03-01T03:00:00Z, not '\(now)'.")
    }
    return instant
  }
}
