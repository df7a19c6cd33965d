import ArgumentParser
import FindieDomain
import FindiePipelines
import Foundation
import Logging

struct ReproduceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Make a published night again elsewhere, and compare every file.",
    discussion: """
      The night is made with the numbers, the contract and the clock that it was made with, from \
      the history and the catalogue as they were, in a workspace of its own that is removed \
      afterwards. What is published and served is only read.

      Examples:
        findie reproduce
        findie reproduce 2026-03-01 --workspace /srv/findie --reports /srv/reports --threads 1
        findie reproduce 2026-03-01 --in /mnt/scratch --keep --json

      Ends with 0 where all files are the same, with 1 where one differs, with 66 where there is no \
      such night.
      """)

  @Argument(
    help: ArgumentHelp(
      "The night's as-of day, YYYY-MM-DD. Default: the night that is served.", valueName: "day"))
  var day: Day?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The folder that gets the other workspace. Default: the one beside this workspace.",
      valueName: "folder"))
  var place: String?
  @Flag(help: "Keep the other workspace and its reports.")
  var keep = false
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var isEqual = false
    try obey {
      let progress = TerminalProgress()
      defer { progress.clear() }
      let remaking = try NightRemaking(
        of: day, workspace: workspace.url, reports: reports.url,
        in: place.map { URL(filePath: $0) }, isKept: keep, workers: threads.workers)
      StopSignal.listen()
      var log = Logger(label: "findie") { StreamLogHandler.standardError(label: $0) }
      log.logLevel = .warning
      let reproduction = try remaking.reproduction(
        observer: progress, log: log, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isAsked })
      progress.clear()
      try Console.answer(reproduction.answer, asJSON: json.json)
      isEqual = reproduction.isEqual
    }
    if !isEqual { throw ExitCode(ExitStatus.status(of: .failed)) }
  }
}
