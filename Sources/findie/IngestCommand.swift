import ArgumentParser
import FindieDomain
import FindiePipelines
import Foundation

struct IngestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "Take new and changed files of events into the history, without a night.",
    discussion: """
      What a night does first, and nothing else: the next night finds the files known. Bad lines go to \
      the quarantine; too many of them end it with 65 before the history changes.

      Examples:
        findie ingest --input Data/sample
        zcat interactions-*.ndjson.gz | findie ingest --input -
        findie ingest --input - --as analytics < events.ndjson.zst
      """)

  @OptionGroup var input: InputOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var intake: IntakeOptions
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let progress = TerminalProgress()
      defer { progress.clear() }
      var night = Night(
        input: input.url, workspace: workspace.url, parameters: try intake.parameters.load(),
        contract: try intake.contract.load(), workers: intake.threads.workers,
        now: try intake.now.instant())
      night.stream = input.stream
      night.rehash = intake.rehash
      night.key = Secrets.key
      StopSignal.listen()
      let ingestion = try Ingestion(
        night, observer: progress, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isAsked }, pause: { try Clock.pause($0) })
      progress.clear()
      try Console.answer(ingestion.answer, asJSON: json.json)
    }
  }
}
