import ArgumentParser
import FindieDomain
import FindieFiles
import FindieHistory
import Foundation

struct ExportCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// One JSON object per line.
    case ndjson
    /// RFC 4180 with a header.
    case csv
  }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the events of the history without the ids of players.",
    discussion: """
      Player and session ids become HMAC-SHA-256 codes under the key in FINDIE_KEY; event ids, ids \
      of lists and players' preferences are left out. In CSV, text that a spreadsheet would read as \
      a formula starts with an apostrophe. Lists are published as NDJSON and SQLite.

      Examples:
        findie export interactions --anonymous
        findie export interactions --anonymous --format csv --output exports
        findie export interactions --anonymous --before 2025-09-01

      Exit status: 66 if there is no history, 78 if FINDIE_KEY is missing.
      """)

  @Argument(help: ArgumentHelp("interactions or analytics.", valueName: "data"))
  var collection: EventCollection
  @Flag(help: "Replace player and session ids by codes under the key in FINDIE_KEY. Required.")
  var anonymous = false
  @Option(
    help: ArgumentHelp(
      "Only events before this day, such as those that a week of findie-lab backtest learns from.",
      valueName: "day"))
  var before: Day?
  @Option(help: "ndjson or csv.")
  var format = Format.ndjson
  @Option(
    help: ArgumentHelp(
      "Write a file to this folder, which is created if necessary. Default: standard output.",
      valueName: "folder"))
  var output: String?
  @OptionGroup var workspace: WorkspaceOption

  func validate() throws {
    if !anonymous {
      throw ValidationError(
        "\(collection.rawValue) can only be exported without player ids. Add --anonymous, and set "
          + "FINDIE_KEY in the environment.")
    }
  }

  func run() throws {
    try reportingErrors {
      let export = try AnonymousExport(
        workspace: workspace.value, key: Secrets.key, before: before)
      let folder = output.map { URL(filePath: $0) }
      if let folder { try DurableFile.createFolder(folder) }
      let url = folder?.appending(path: "\(collection.rawValue).\(format.rawValue)")
      var file = try ExportFile(url)
      try export.write(collection, format, to: &file)
      let bytes = try file.close()
      guard let url else { return }
      Console.log("Wrote \(url.path): \(bytes) bytes, the history before \(export.end)")
    }
  }
}
