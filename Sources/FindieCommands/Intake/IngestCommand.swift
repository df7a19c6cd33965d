import ArgumentParser
import FindieDomain
import FindieNight
import Foundation

struct IngestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "Import new and changed event files into the history, without a full run.",
    discussion: """
      This is the first step of a nightly run, and the next run skips the files that were \
      imported. Invalid lines go to the quarantine. If there are too many, or if a file has the name \
      of an earlier export and lacks its events, the command fails with status 65 and the history \
      does not change.

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
    try reportingErrors {
      let progress = TerminalProgress()
      let night = try intake.night(workspace.value, reading: input.value)
      StopSignal.listen()
      let ingestion = try Ingestion(night, RunControl(stoppingOnSignal: progress))
      Console.clearLine()
      try Console.print(ingestion.answer(in: night.workspace), asJSON: json.json)
    }
  }
}
