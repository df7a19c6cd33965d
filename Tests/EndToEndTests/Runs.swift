import FindieTestSupport
import Foundation
import Synchronization

/// The first nights of test workspaces. A night over the same files with the same arguments is run
/// once; later tests get a copy of its workspace and reports.
enum FirstNights {
  private struct Input: Hashable {
    let files: [String: Data]
    let arguments: [String]
  }

  private struct Night {
    let folder: TemporaryFolder
    let output: String
  }

  private static let nights = Mutex<[Input: Night]>([:])

  /// Copies the finished night to `folder`; returns the output of the run.
  ///
  /// - Parameter run: runs the night in `folder` and returns its output.
  static func output(
    of arguments: [String], in folder: URL, run: () throws -> String
  ) throws -> String {
    guard let files = try files(in: folder) else { return try run() }
    let input = Input(files: files, arguments: arguments)
    if let night = nights.withLock({ $0[input] }) {
      try copy(night.folder.url, to: folder)
      return night.output
    }
    let night = Night(folder: try TemporaryFolder(), output: try run())
    try copy(folder, to: night.folder.url)
    nights.withLock { $0[input] = night }
    return night.output
  }

  /// All files by path; nil if the folder contains links or special files.
  private static func files(in folder: URL) throws -> [String: Data]? {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appending(path: path)
      let type = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
      switch type as? FileAttributeType {
      case .typeDirectory: break
      case .typeRegular: files[path] = try Data(contentsOf: url)
      default: return nil
      }
    }
    return files
  }

  /// Copies with modification times, by which a night recognizes the files that it read before.
  static func copy(_ source: URL, to target: URL) throws {
    try copyPart(source.appending(path: "."), to: target)
  }

  /// Copies a file or a folder to a path that does not exist, with modification times.
  static func copyPart(_ source: URL, to target: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/cp")
    process.arguments = ["-a", source.path, target.path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
