import ArgumentParser
import FindiePipelines
import Foundation

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Look at the history of accepted events.",
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
    abstract: "List the days with their events.",
    discussion: "Example:\n  findie history show --json")

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      try Console.answer(HistoryReader(workspace: workspace.url).days(), asJSON: json.json)
    }
  }
}

struct HistoryVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read the whole history again and compare all checksums and counts.",
    discussion: """
      Example:
        findie history verify --workspace Data/warehouse

      Ends with 0 where the history is sound, with 1 where it is not.
      """)

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var isSound = true
    try obey {
      let progress = TerminalProgress()
      defer { progress.clear() }
      let reader = try HistoryReader(workspace: workspace.url)
      StopSignal.listen()
      let verification = try reader.verification(
        workers: threads.workers, observer: progress, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isAsked })
      progress.clear()
      try Console.answer(verification.answer, asJSON: json.json)
      isSound = verification.isSound
    }
    if !isSound { throw ExitCode(ExitStatus.status(of: .failed)) }
  }
}
