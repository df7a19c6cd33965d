import ArgumentParser
import FindieDomain
import FindieFiles
import FindieHistory
import FindieNight
package import FindieWorkspace
package import Foundation

/// Hands data to other systems: factors for NumPy and faiss, the ranker's weights, anonymous
/// events. Lists are published as NDJSON and SQLite.
///
/// Factors and weights come from the night that is published when the export begins, even if
/// another night is published during the export.
package struct Export {
  private let what: ExportSubject
  private let format: ExportFormat
  /// Nil for the stream.
  private let folder: URL?
  private let stream: ([UInt8]) throws -> Void
  private let key: String?

  /// - Parameters:
  ///   - isAnonymous: whether ids are replaced by keyed hashes. Required for events, and not
  ///     possible for other data.
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - format: nil for the default of `what`.
  ///   - folder: created if it is missing; nil for the stream.
  ///   - stream: receives the bytes of an export without a folder.
  /// - Throws: `CommandFailure` if `what` does not have the format, or needs a folder and has none.
  package init(
    _ what: ExportSubject, as format: ExportFormat?, to folder: URL?, isAnonymous: Bool = false,
    key: String? = nil,
    stream: @escaping ([UInt8]) throws -> Void
  ) throws {
    let format = format ?? what.formats[0]
    guard what.formats.contains(format) else {
      throw CommandFailure(
        usage: "\(what.rawValue) cannot be exported as \(format.rawValue). "
          + "Use \(what.formats.map(\.rawValue).joined(separator: " or ")).")
    }
    guard what != .factors || folder != nil else {
      throw CommandFailure(
        usage: "factors are exported to several files. Name their folder by --output.")
    }
    guard isAnonymous == (what.events != nil) else {
      throw CommandFailure(
        usage: isAnonymous
          ? "--anonymous applies only to interactions and analytics, not to \(what.rawValue)."
          : "\(what.rawValue) can only be exported without player ids. Add --anonymous, and set "
            + "FINDIE_KEY in the environment.")
    }
    self.key = key
    self.what = what
    self.format = format
    self.folder = folder
    self.stream = stream
  }

  /// Writes the files.
  ///
  /// - Returns: a description of the data, and each file with its size in bytes.
  package func write(
    workspace: Workspace
  ) throws -> (subject: String, files: [(name: String, bytes: Int)]) {
    func night(_ day: Day) -> String { "night of \(day)" }
    if let folder { try DurableFile.createFolder(folder) }
    // A stream can be written only once. If a night is published during the export, only the
    // reading of its data is repeated.
    switch what {
    case .factors:
      let model = try ServedFolder.read(workspace: workspace) { try $0.model() }
      return (night(model.night), try FactorExport(model).write(format, file))
    case .ranker:
      let model = try ServedFolder.read(workspace: workspace) { try $0.model() }
      return (night(model.night), [try write("ranker", RankerExport(model.ranker).write)])
    case .interactions, .analytics:
      let export = try AnonymousExport(workspace: workspace, key: key)
      return (
        "the whole history, before \(export.end)",
        [
          try write(what.rawValue) { format, file in
            try export.write(what.events ?? .interactions, format, to: &file)
          }
        ]
      )
    }
  }

  private func file(_ name: String) throws -> ExportFile {
    try ExportFile(name, in: folder, stream: stream)
  }

  private func write(
    _ name: String, _ body: (ExportFormat, inout ExportFile) throws -> Void
  ) throws -> (name: String, bytes: Int) {
    let name = "\(name).\(format.rawValue)"
    var file = try file(name)
    try body(format, &file)
    return (name, try file.close())
  }
}

/// The output of an export: a file that appears when it is complete, or a stream.
///
/// Not copyable, since it owns the file.
struct ExportFile: ~Copyable {
  /// Nil for a stream.
  private var file: FileWriter?
  private let stream: ([UInt8]) throws -> Void
  private var pending: [UInt8] = []
  private(set) var bytes = 0
  private static let pieceInBytes = 1 << 20

  /// - Parameters:
  ///   - folder: nil for the stream.
  ///   - stream: receives the bytes of an export without a folder.
  init(_ name: String, in folder: URL?, stream: @escaping ([UInt8]) throws -> Void) throws {
    self.stream = stream
    file = nil
    if let folder { file = try FileWriter(replacing: folder.appending(path: name)) }
  }

  mutating func write(_ more: some Sequence<UInt8>) throws {
    pending += more
    if pending.count >= Self.pieceInBytes { try flush() }
  }

  private mutating func flush() throws {
    bytes += pending.count
    if try file?.write(pending) == nil { try stream(pending) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, and renames the file.
  consuming func close() throws -> Int {
    try flush()
    try file?.replace()
    return bytes
  }
}

extension ExportSubject: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export model factors, ranker weights or events for other systems.",
    discussion: """
      Factors are NumPy arrays by default: players.npy and games.npy, with the ids of their rows \
      in players.ids.ndjson and games.ids.ndjson. Ranker weights are NDJSON or CSV. In CSV, text \
      that a spreadsheet would read as a formula starts with an apostrophe. Events (interactions, \
      analytics) can only be exported with --anonymous: player and session ids become HMAC-SHA-256 \
      codes under the key in FINDIE_KEY, and event ids are left out.

      Examples:
        findie export factors --output exports
        findie export interactions --anonymous --format csv --output exports
        python3 -c 'import numpy; print(numpy.load("exports/games.npy").shape)'

      Exit status: 64 if the data has no such format, 66 if nothing was published, 78 if \
      FINDIE_KEY is missing.
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
          "Wrote \(URL(filePath: output).appending(path: file.name).path): \(file.bytes) bytes, "
            + "\(subject)"
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
    } catch let failure as CommandFailure where failure.isUsage {
      throw ValidationError(failure.description)
    }
  }
}

/// The data that can be exported.
package enum ExportSubject: String, CaseIterable, Sendable {
  case factors, ranker
  /// The accepted events, without the ids of players, events and sessions.
  case interactions, analytics

  /// The collection of events; nil for data of a published night.
  var events: EventCollection? {
    switch self {
    case .interactions: .interactions
    case .analytics: .analytics
    default: nil
    }
  }

  /// The possible formats, the default first.
  package var formats: [ExportFormat] {
    switch self {
    case .factors: [.npy, .ndjson, .csv]
    case .ranker, .interactions, .analytics: [.ndjson, .csv]
    }
  }
}

package enum ExportFormat: String, CaseIterable, Sendable {
  /// One JSON object per line.
  case ndjson
  /// RFC 4180 with a header, one row per entry; text that a spreadsheet would read as a formula
  /// starts with an apostrophe.
  case csv
  /// NumPy's array file, version 1.0, with the ids of its rows in another file.
  case npy
}
