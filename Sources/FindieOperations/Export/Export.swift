import FindieDomain
import FindieFiles
import FindieHistory
package import FindieWorkspace
package import Foundation

/// Hands data to other systems: factors for NumPy and faiss, the ranker's weights, anonymous events. Lists
/// are published as NDJSON and SQLite.
///
/// Factors and weights are of the night that is published when the export begins, even if another night is
/// published during the export.
package struct Export {
  private let what: ExportSubject
  private let format: ExportFormat
  /// Nil for the stream.
  private let folder: URL?
  private let stream: ([UInt8]) throws -> Void
  private let key: String?

  /// - Parameters:
  ///   - isAnonymous: whether ids are replaced by keyed hashes. Required for events, and not possible for
  ///     other data.
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - format: nil for the default of `what`.
  ///   - folder: created if it is missing; nil for the stream.
  ///   - stream: receives the bytes of an export without a folder.
  /// - Throws: `ExportProblem` if `what` does not have the format, or needs a folder and has none.
  package init(
    _ what: ExportSubject, as format: ExportFormat?, to folder: URL?, isAnonymous: Bool = false,
    key: String? = nil,
    stream: @escaping ([UInt8]) throws -> Void
  ) throws {
    let format = format ?? what.formats[0]
    guard what.formats.contains(format) else {
      throw ExportProblem(
        "\(what.rawValue) cannot be exported as \(format.rawValue). "
          + "Use \(what.formats.map(\.rawValue).joined(separator: " or ")).")
    }
    guard what != .factors || folder != nil else {
      throw ExportProblem("factors are exported to several files. Name their folder by --output.")
    }
    guard isAnonymous == (what.events != nil) else {
      throw ExportProblem(
        isAnonymous
          ? "--anonymous applies only to interactions and analytics, not to \(what.rawValue)."
          : "\(what.rawValue) can only be exported without player ids. Add --anonymous, and set FINDIE_KEY "
            + "in the environment.")
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
    // If a night is published meanwhile, only reading is repeated, since a stream can be written only once.
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

/// The requested data cannot be exported in this way.
package struct ExportProblem: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
