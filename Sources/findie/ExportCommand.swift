import ArgumentParser
import FindiePipelines
import Foundation

extension ExportWhat: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Write a published night's lists, factors or weights, or all events, for other systems.",
    discussion: """
      Lists are ndjson (as published) or csv (a row an entry; text that a spreadsheet would take for \
      a formula begins with an apostrophe). Factors are npy, for numpy and faiss: players.npy and \
      games.npy, the ids of their rows in players.ids.ndjson and games.ids.ndjson; also ndjson and \
      csv. The ranker's weights are ndjson or csv. Events (interactions, analytics) leave only \
      anonymous: players as HMAC-SHA-256 of their ids under the key in FINDIE_KEY, sessions likewise, \
      events without ids.

      Examples:
        findie export --what recommendations --format csv --output exports
        findie export --what trending | jq .games
        findie export --what factors --output exports
        findie export --what interactions --anonymous --format csv --output exports
        python3 -c 'import numpy; print(numpy.load("exports/games.npy").shape)'

      Ends with 64 where that has no such form, with 66 where no night was published, with 78 where an \
      anonymous export lacks FINDIE_KEY.
      """)

  @Option(
    help:
      "recommendations, similar, trending, new-releases, announced, factors, ranker, interactions or analytics."
  )
  var what: ExportWhat
  @Flag(
    help: "Players under keyed hashes, by the key in FINDIE_KEY; events leave in no other form.")
  var anonymous = false
  @Option(help: "ndjson, csv or npy. Default: ndjson, for factors npy.")
  var format: ExportFormat?
  @Option(
    help: ArgumentHelp(
      "The folder for the files, made where it is not there. Default: standard output.",
      valueName: "folder"))
  var output: String?
  @OptionGroup var workspace: WorkspaceOption

  func validate() throws { _ = try export() }

  func run() throws {
    try obey {
      let (subject, files) = try export().write(workspace: workspace.url)
      guard let output else { return }
      for file in files {
        Console.say(
          "\(URL(filePath: output).appending(path: file.name).path): \(file.bytes) bytes, \(subject)"
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
