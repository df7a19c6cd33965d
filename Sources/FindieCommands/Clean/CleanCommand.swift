import ArgumentParser
import FindieDomain
import FindieNight
import FindieText
import FindieWorkers
import FindieWorkspace
import Foundation

struct CleanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Delete expired nights and the leftovers of killed runs.",
    discussion: """
      Keeps the published night and the one before it, the nights whose models are in use, the \
      newest retention.nights nights, and the last night of each of the newest retention.monthly \
      months. Every other night is deleted with its reports, its rejected lines and its run record \
      (the newest 28 records remain). The history and the store never change. Every run does the \
      same when it ends.

      Examples:
        findie clean --dry-run
        findie clean --workspace /srv/findie --reports /srv/reports --json
      """)

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var parameters: ParametersOption
  @Flag(help: "List what would be deleted, and change nothing.")
  var dryRun = false
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      let night = Night(
        workspace: workspace.value(reports),
        parameters: try parameters.load(), workers: Workers(threads: 1),
        clock: RunClock(now: Timestamp(milliseconds: Clock.now)))
      try Console.print(night.clean(isDryRun: dryRun).answer, asJSON: json.json)
    }
  }
}

extension CleaningResult {
  var answer: Answer {
    let verb = isDryRun ? "would remove" : "removed"
    var lines = removed.map { item in
      "\(verb) \(item.url.path) (\(item.kind.text), \(FileSize(item.bytes)))"
        + (item.others > 0
          ? ", without \(item.others.counted("file")) there that findie did not make" : "")
    }
    let nights = retained.count.counted("night")
    lines.append(
      isEmpty
        ? "Nothing to remove. \(nights) retained."
        : "Total: \(FileSize(bytes)). \(nights) retained.")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(JSON(self)))
  }

  private struct JSON: Encodable {
    struct Item: Encodable {
      let kind: Kind
      let path: String
      let bytes: Int
    }

    let isDryRun: Bool
    let removed: [Item]
    let bytes: Int
    let retained: [Day]

    init(_ result: CleaningResult) {
      isDryRun = result.isDryRun
      removed = result.removed.map { Item(kind: $0.kind, path: $0.url.path, bytes: $0.bytes) }
      bytes = result.bytes
      retained = result.retained
    }
  }
}
