import ArgumentParser
import FindieOperations
import Foundation

extension ExportSubject: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export model factors, ranker weights or events for other systems.",
    discussion: """
      Factors are NumPy arrays by default: players.npy and games.npy, with the ids of their rows in \
      players.ids.ndjson and games.ids.ndjson. Ranker weights are NDJSON or CSV. In CSV, text that a \
      spreadsheet would read as a formula starts with an apostrophe. Events (interactions, analytics) \
      can only be exported with --anonymous: player and session ids become HMAC-SHA-256 codes under the \
      key in FINDIE_KEY, and event ids are left out.

      Examples:
        findie export factors --output exports
        findie export interactions --anonymous --format csv --output exports
        python3 -c 'import numpy; print(numpy.load("exports/games.npy").shape)'

      Exit status: 64 if the data has no such format, 66 if nothing was published, 78 if FINDIE_KEY is \
      missing.
      """)

  @Argument(
    help: ArgumentHelp("factors, ranker, interactions or analytics.", valueName: "data"))
  var what: ExportSubject
  @Flag(
    help:
      "Replace player and session ids by codes under the key in FINDIE_KEY. Required for events.")
  var anonymous = false
  @Option(help: "ndjson, csv or npy. Default: npy for factors, else ndjson.")
  var format: ExportFormat?
  @Option(
    help: ArgumentHelp(
      "Write files to this folder, which is created if necessary. Default: standard output.",
      valueName: "folder"))
  var output: String?
  @OptionGroup var workspace: WorkspaceOption

  func validate() throws { _ = try export() }

  func run() throws {
    try reportingErrors {
      let (subject, files) = try export().write(workspace: workspace.value)
      guard let output else { return }
      for file in files {
        Console.log(
          "Wrote \(URL(filePath: output).appending(path: file.name).path): \(file.bytes) bytes, \(subject)"
        )
      }
    }
  }

  private func export() throws -> Export {
    do {
      return try Export(
        what, as: format, to: output.map { URL(filePath: $0) }, isAnonymous: anonymous,
        key: Secrets.key
      ) {
        try Console.out($0)
      }
    } catch let problem as ExportProblem {
      throw ValidationError(problem.description)
    }
  }
}
