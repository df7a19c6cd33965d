import ArgumentParser
import FindieWorkspace
import Foundation

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Inspect the history of accepted events.",
    discussion: """
      Examples:
        findie history show
        findie history verify --json
      """,
    subcommands: [HistoryShowCommand.self, HistoryVerifyCommand.self])
}

struct HistoryShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the days and their numbers of events.",
    discussion: """
      Examples:
        findie history show
        findie history show --workspace /srv/findie --json
      """)

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      try Console.print(HistoryReader(workspace.value).days(), asJSON: json.json)
    }
  }
}

struct HistoryVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify the checksums and counts of the whole history.",
    discussion: """
      Examples:
        findie history verify
        findie history verify --workspace /srv/findie --json

      Exit status: 1 if the history is damaged.
      """)

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var isIntact = true
    try reportingErrors {
      let progress = TerminalProgress()
      let reader = try HistoryReader(workspace.value)
      StopSignal.listen()
      let verification = try reader.verification(
        workers: threads.workers, observer: progress, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isRequested })
      Console.clearLine()
      try Console.print(verification.answer, asJSON: json.json)
      isIntact = verification.isIntact
    }
    if !isIntact { throw ExitCode(ExitStatus.status(of: .failed)) }
  }
}
