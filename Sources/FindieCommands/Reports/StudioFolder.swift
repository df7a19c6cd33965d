import ArgumentParser
import FindieDomain
import FindieFiles
package import FindieReports
package import FindieText
import FindieWorkspace
package import Foundation

/// A folder to give to a studio: its report's files and their checksums.
package struct StudioFolder {
  private let url: URL
  private static let names: Set = [
    "index.html", "report.json", "report.csv", "digest.md", Checksums.fileName,
  ]

  /// - Parameter url: a folder that is missing, empty, or was written by this type. A link is
  ///   followed.
  package init(_ url: URL) { self.url = url.standardizedFileURL.resolvingSymlinksInPath() }

  /// Writes the files of a report and `SHA256SUMS`. A reader sees the old files or the new ones.
  ///
  /// - Throws: `CommandFailure` if the folder has other files; `FileFailure`.
  package func write(_ files: @autoclosure () throws -> [ReportFile]) throws -> Answer {
    try refuseOthers()
    let files = try files()
    let sums = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, Fingerprint(ofBytes: $0.bytes)) })
    let all =
      files + [ReportFile(path: Checksums.fileName, bytes: Array(Checksums(sums).text.utf8))]
    let partial = url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent).partial")
    try DurableFile.createFolder(url.deletingLastPathComponent())
    try DurableFile.removeTemporary(partial)
    // The folder that it replaces may be private.
    try DurableFile.createFolder(partial, access: DurableFile.exists(url) ? .ownerOnly : .shared)
    try Leftovers.removing(at: partial) {
      for file in all {
        try DurableFile.writePlainly(file.bytes, to: partial.appending(path: file.path))
      }
      try DurableFile.replaceFolder(url, with: partial)
    }
    return answer(all)
  }

  /// Only a folder with checksums of just such files was written by this type.
  private func refuseOthers() throws {
    guard DurableFile.exists(url) else { return }
    let found = try DurableFile.files(below: url)
    guard !found.isEmpty else { return }
    let others = found.filter { !Self.names.contains($0) }.sorted()
    guard others.isEmpty, found.contains(Checksums.fileName) else {
      let what = others.first.map { "such as '\($0)'" } ?? "without \(Checksums.fileName)"
      throw CommandFailure(
        .cannotWrite,
        "\(url.path) has files that are not of a studio's report, \(what). Choose a folder that "
          + "is empty or does not exist.")
    }
  }

  private func answer(_ files: [ReportFile]) -> Answer {
    let lines = files.map { "  \($0.path), \(FileSize($0.bytes.count))" }
    let json: JSONValue = [
      "folder": .string(url.path),
      "files": .array(
        files.map { .oneLine(["path": .string($0.path), "bytes": .integer($0.bytes.count)]) }),
    ]
    return Answer(
      text: "Wrote \(url.path):\n" + lines.joined(separator: "\n"),
      json: String(decoding: json.document, as: UTF8.self))
  }
}

struct ReportStudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Create a studio's report: as text, in a format, or as a folder.",
    discussion: """
      With --output, writes a folder that can be given to the studio: index.html, report.json, \
      report.csv, digest.md (the last week in a few lines, to send by mail) and SHA256SUMS. It \
      names no other studio and links to nothing outside. A folder that this command wrote is \
      replaced in one step; any other folder must be empty.

      Examples:
        findie report studio "Facepunch Studios"
        findie report studio dev-facepunch-studios --output facepunch --open
        findie report studio "Facepunch Studios" --period month --format csv > month.csv

      Exit status: 64 if several studios have the name, 66 if none has, 73 if the folder has \
      other files.
      """)

  @Argument(help: "The studio's id or name.")
  var studio: String
  @Option(
    help: ArgumentHelp(
      "Write all formats to this folder. Default: print one of them.", valueName: "folder"))
  var output: String?
  @Flag(help: "Open the page in the folder after writing it. Requires --output.")
  var open = false
  @Option(
    help: ArgumentHelp(
      "day, week, 4-weeks, 13-weeks, month or quarter: the last complete ones. Not with --output. "
        + "Default: 4-weeks."))
  var period: PeriodName?
  @Option(help: "html, csv, json or md (Markdown). Not with --output. Default: text.")
  var format: ReportFormat?
  @Flag(help: "Short for --format json. With --output, print the files as JSON.")
  var json = false
  @OptionGroup var source: ReportSourceOptions

  func validate() throws {
    guard period?.kind != nil || period == nil else {
      throw ValidationError(ReportDaysOptions.onlyFixed)
    }
    if output != nil, period != nil || format != nil {
      throw ValidationError(
        "--output writes a folder with all formats and periods. For one of them, leave --output "
          + "out and redirect the output to a file.")
    }
    if open, output == nil { throw ValidationError("--open requires --output.") }
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) cannot be combined.")
    }
  }

  func run() throws {
    try reportingErrors {
      let reader = try source.reader()
      guard let output else {
        let chosen = json ? .json : format
        let file = try reader.developerReport(
          studio, over: period ?? .last4Weeks, format: chosen ?? .md)
        return try chosen == nil
          ? Console.deliver(
            text: Markdown.plain(String(decoding: file.bytes, as: UTF8.self)), to: nil)
          : Console.deliver(file.bytes, to: nil)
      }
      let folder = StudioFolder(URL(filePath: output))
      try Console.print(folder.write(reader.studioFolder(studio)), asJSON: json)
      if open { try Console.show(URL(filePath: output).appending(path: "index.html").path) }
    }
  }
}
