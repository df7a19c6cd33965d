import FindieTestSupport
import Foundation
import Synchronization

/// Finished runs. A night or a generated world depends on its folder, arguments and environment
/// only, so the same run is made once; a later test gets a copy of the folder that it left. These
/// are first runs in a folder, and the nights of `withGeneratedWorld`: few others are made twice.
enum Runs {
  private struct Input: Hashable {
    /// What is in the folder, by path: the hash of a file's bytes, or the target of a link.
    let files: [String: Int]
    let arguments: [String]
    let environment: [String: String]
  }

  private struct Finished {
    let result: Binary.Result
    /// A copy of the folder.
    let folder: TemporaryFolder
  }

  /// Held while a test makes the run, so that others wait for it.
  private static let locks = Mutex<[Input: NSLock]>([:])
  private static let finished = Mutex<[Input: Finished]>([:])

  /// Runs a program in `folder`, or copies the folder that the same run left earlier.
  ///
  /// - Parameters:
  ///   - isNext: whether this may be the next night of a workspace.
  ///   - run: runs the program. Only successes are remembered: a failure may have a cause outside
  ///     of the folder, such as a lock.
  static func result(
    _ arguments: [String], in folder: URL, environment: [String: String], isNext: Bool,
    run: () throws -> Binary.Result
  ) throws -> Binary.Result {
    let workspace = folder.appending(path: "workspace").path
    guard ["run", "generate"].contains(arguments.first),
      isNext || !FileManager.default.fileExists(atPath: workspace),
      !arguments.contains(where: { $0.hasPrefix("/") || $0 == "-" }),
      let files = try hashes(of: folder)
    else { return try run() }
    let input = Input(files: files, arguments: arguments, environment: environment)
    let lock = locks.withLock { locks in
      let lock = locks[input] ?? NSLock()
      locks[input] = lock
      return lock
    }
    lock.lock()
    defer { lock.unlock() }
    if let earlier = finished.withLock({ $0[input] }) {
      try replace(folder, by: earlier.folder.url)
      return earlier.result
    }
    let result = try run()
    if result.status == 0 {
      let copy = try TemporaryFolder()
      try self.copy(folder, to: copy.url)
      finished.withLock { $0[input] = Finished(result: result, folder: copy) }
    }
    return result
  }

  private static let yesterday = Date(timeIntervalSinceNow: -86_400)

  /// Nil if the folder has special files, or another disk is mounted in it.
  private static func hashes(of folder: URL) throws -> [String: Int]? {
    let files = FileManager.default
    let disk = try files.attributesOfItem(atPath: folder.path)[.systemNumber] as? Int
    var hashes: [String: Int] = [:]
    for path in try files.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: path).path
      let attributes = try files.attributesOfItem(atPath: file)
      guard attributes[.systemNumber] as? Int == disk else { return nil }
      var hasher = Hasher()
      hasher.combine(attributes[.posixPermissions] as? Int)
      // A time that a test has set: nights compare it.
      if let time = attributes[.modificationDate] as? Date, time < yesterday {
        hasher.combine(time)
      }
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory: hasher.combine("folder")
      case .typeSymbolicLink: hasher.combine(try files.destinationOfSymbolicLink(atPath: file))
      case .typeRegular:
        unsafe try Data(contentsOf: URL(filePath: file)).withUnsafeBytes {
          unsafe hasher.combine(bytes: $0)
        }
      default: return nil
      }
      hashes[path] = hasher.finalize()
    }
    return hashes
  }

  private static func replace(_ folder: URL, by source: URL) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    try copy(source, to: folder)
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
    process.waitForEnd()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
