import FindieDomain
import FindieFiles
import FindieHistory
import FindieReports
import FindieStore
package import FindieWorkspace
package import Foundation

/// Hands a published night to other systems: lists as NDJSON or CSV, factors for NumPy and faiss.
///
/// All files are of the night that is served when it begins, whatever is published meanwhile.
package struct Export {
  private let what: ExportSubject
  private let format: ExportFormat
  /// nil for the stream.
  private let folder: URL?
  private let stream: ([UInt8]) throws -> Void
  private let key: String?

  /// - Parameters:
  ///   - isAnonymous: whether players are to stand under keyed hashes: events leave in no other form,
  ///     lists in none but their own.
  ///   - key: the environment's `FINDIE_KEY`.
  ///   - format: nil for the usual one of `what`.
  ///   - folder: is made where it is not there; nil for the stream.
  ///   - stream: takes the bytes of what has no folder.
  /// - Throws: `ExportProblem` where `what` has no such form, or is several files and has no folder.
  package init(
    _ what: ExportSubject, as format: ExportFormat?, to folder: URL?, isAnonymous: Bool = false,
    key: String? = nil,
    stream: @escaping ([UInt8]) throws -> Void
  ) throws {
    let format = format ?? what.formats[0]
    guard what.formats.contains(format) else {
      throw ExportProblem(
        "\(what.rawValue) cannot be written as \(format.rawValue); "
          + "take \(what.formats.map(\.rawValue).joined(separator: " or ")).")
    }
    guard what != .factors || folder != nil else {
      throw ExportProblem("factors are several files: name their folder by --output.")
    }
    guard isAnonymous == (what.events != nil) else {
      throw ExportProblem(
        isAnonymous
          ? "\(what.rawValue) cannot be made anonymous; interactions and analytics can."
          : "\(what.rawValue) leave without the ids of players only: add --anonymous, with FINDIE_KEY "
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
  /// - Returns: what they are of, in words, and the files with their sizes in bytes; of a stream none.
  package func write(
    workspace: Workspace
  ) throws -> (subject: String, files: [(name: String, bytes: Int)]) {
    func night(_ day: Day) -> String { "night of \(day)" }
    if let folder { try DurableFile.createFolder(folder) }
    // Only reading is tried again where a night is published meanwhile: a stream is written once.
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
    case .recommendations, .similar, .trending, .newReleases, .announced:
      let store = try ServedFolder.read(workspace: workspace) { $0.store }
      let lists = ListExport(store: store)
      return (
        night(try store.night().day),
        [
          try write(what.rawValue) { format, file in
            try lists.write(what, format, to: &file)
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

/// What was asked for cannot be exported.
package struct ExportProblem: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
