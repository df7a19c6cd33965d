package import Foundation
import Synchronization

/// A folder for one test. It is removed with its contents when the last reference ends, or with the
/// process.
///
/// A class, because `deinit` removes the folder.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// Tests write and sync thousands of small files, so the folder is in memory if there is space.
  package init() throws {
    url = TemporaryFolder.parent.appending(path: "findie-test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    _ = Self.removesAll
    _ = Self.all.withLock { $0.insert(url) }
  }

  private static let all = Mutex<Set<URL>>([])

  /// Folders that static properties hold are never deinitialized.
  private static let removesAll: Void = {
    atexit { for url in TemporaryFolder.all.withLock(\.self) { TemporaryFolder.remove(url) } }
  }()

  private static func remove(_ url: URL) { try? FileManager.default.removeItem(at: url) }

  /// `/dev/shm` if it has a gigabyte free, as containers often limit it; else the system's folder
  /// for temporary files.
  private static let parent: URL = {
    let memory = URL(filePath: "/dev/shm")
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)
    guard let free = attributes?[.systemFreeSize] as? Int, free > 1 << 30,
      FileManager.default.isWritableFile(atPath: memory.path)
    else { return FileManager.default.temporaryDirectory }
    return memory
  }()

  deinit {
    _ = Self.all.withLock { $0.remove(url) }
    Self.remove(url)
  }

  /// Writes `text` to a file of this folder and creates the folders of its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }
}
