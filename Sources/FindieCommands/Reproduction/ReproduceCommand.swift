import ArgumentParser
import FindieDomain
import FindieNight
import FindieWorkspace
import Foundation

struct ReproduceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Rebuild a published night in another workspace, and compare every file.",
    discussion: """
      The night is rebuilt with its original parameters, contract and clock, from the history and \
      the catalogue of that time, in a temporary workspace. Published files are only read.

      Examples:
        findie reproduce
        findie reproduce 2026-03-01 --workspace /srv/findie --reports /srv/reports --threads 1
        findie reproduce 2026-03-01 --scratch /mnt/scratch --keep --json

      Exit status: 0 if all files are equal, 1 if one differs, 66 if there is no such night.
      """)

  @Argument(
    help: ArgumentHelp(
      "The as-of day of the night, YYYY-MM-DD. Default: the published night.", valueName: "day"))
  var day: Day?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @Option(
    help: ArgumentHelp(
      "The folder for the temporary workspace. Default: the parent folder of the workspace.",
      valueName: "folder"))
  var scratch: String?
  @Flag(help: "Keep the temporary workspace and its reports.")
  var keep = false
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      let progress = TerminalProgress()
      let reproducer = try NightReproduction(
        of: day, from: workspace.value(reports),
        in: scratch.map { URL(filePath: $0) }, isRetained: keep, workers: threads.workers)
      StopSignal.listen()
      let reproduction = try reproducer.reproduction(RunControl(stoppingOnSignal: progress))
      Console.clearLine()
      try Console.print(reproduction.answer, asJSON: json.json)
      if !reproduction.isEqual { throw ExitCode(.failed) }
    }
  }
}
