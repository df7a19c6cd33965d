import ArgumentParser
import FindieDomain
import FindieNight
import FindieWorkspace
import Foundation

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify the checksums of everything in the workspace.",
    discussion: """
      Reads the artifacts, the history, the store, the published nights and their reports, and \
      changes nothing. Each damaged or missing file is listed with the command that repairs it.

      Examples:
        findie verify
        findie verify --recompute 1%
        findie verify --workspace /srv/findie --reports /srv/reports --json

      Exit status: 1 if something is damaged.
      """)

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  @Option(
    help: ArgumentHelp(
      "Compute this share of the published lists again and compare them.", valueName: "percent"))
  var recompute: Percentage?

  func run() throws {
    try reportingErrors {
      StopSignal.listen()
      var night = Night(
        workspace: workspace.value(reports), workers: threads.workers,
        clock: RunClock(now: Timestamp(milliseconds: Clock.now)))
      night.key = Secrets.key
      let verification = try WorkspaceVerification(
        of: night, recomputing: recompute?.value ?? 0,
        elapsedSeconds: { Clock.elapsedSeconds }, isStopping: { StopSignal.isRequested })
      try Console.print(verification.answer, asJSON: json.json)
      if !verification.isIntact { throw ExitCode(.failed) }
    }
  }
}

/// A share such as `1%` or `0.5`.
struct Percentage: ExpressibleByArgument {
  let value: Double

  init?(argument: String) {
    guard let value = Double(argument.hasSuffix("%") ? String(argument.dropLast()) : argument),
      value > 0, value <= 100
    else { return nil }
    self.value = value
  }
}
