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
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var contract: ContractOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption
  @Flag(help: "Read all files again, also those that look unchanged by size and time.")
  var rehash = false
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let progress = TerminalProgress()
      defer { progress.clear() }
      var night = Night(
        input: input.url, workspace: workspace.url, parameters: try parameters.load(),
        contract: try contract.load(), workers: threads.workers, now: try now.instant())
      night.stream = input.stream
      night.rehash = rehash
      StopSignal.listen()
      let ingestion = try Ingestion(
        night, observer: progress, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isAsked })
      progress.clear()
      try Console.answer(ingestion.answer, asJSON: json.json)
    }
  }
}
