import ArgumentParser
import FindieBatch
import FindieDomain
import FindiePipelines
import FindieWorkers
import Foundation

struct CleanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Remove the nights that are not kept, and what killed runs left.",
    discussion: """
      Kept are the night that is served and the one before it, those whose models serve, the newest \
      keep.nights, and the last of each of the newest keep.monthly months. With a night go its reports, \
      its rejected lines and, but of the newest 28, its record. The \
      history and the store are never touched. Every night does the same at its end.

      Examples:
        findie clean --dry-run
        findie clean --workspace /srv/findie --reports /srv/reports --json
      """)

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var parameters: ParametersOption
  @Flag(help: "Only say what would be removed.")
  var dryRun = false
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let night = Night(
        workspace: workspace.url, reports: reports.url,
        parameters: try parameters.load(), workers: Workers(threads: 1),
        now: Timestamp(milliseconds: Clock.now))
      try Console.answer(night.clean(isDryRun: dryRun).answer, asJSON: json.json)
    }
  }
}
