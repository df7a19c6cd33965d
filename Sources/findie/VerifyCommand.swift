import ArgumentParser
import FindieDomain
import FindiePipelines
import Foundation

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read all that the workspace holds again and compare checksums.",
    discussion: """
      Artifacts, history, store, published nights and their reports. Each thing that is not as it \
      was written is named, with what makes it good again. Nothing is changed.

      Examples:
        findie verify
        findie verify --workspace /srv/findie --reports /srv/reports --json

      Ends with 1 where something is damaged.
      """)

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var isSound = true
    try obey {
      let progress = TerminalProgress()
      defer { progress.clear() }
      StopSignal.listen()
      let verification = try WorkspaceVerification(
        of: Night(
          workspace: workspace.url, reports: reports.url, workers: threads.workers,
          now: Timestamp(milliseconds: Clock.now)),
        observer: progress, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isAsked })
      progress.clear()
      try Console.answer(verification.answer, asJSON: json.json)
      isSound = verification.isSound
    }
    if !isSound { throw ExitCode(ExitStatus.status(of: .failed)) }
  }
}
