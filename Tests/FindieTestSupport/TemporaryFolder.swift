package import Foundation

/// A folder of its own for one test, removed with all in it when the test lets go of it.
///
/// A class, since its end has an effect.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// - Parameter inMemory: whether it may lie in memory where the system has a place for that: for
  ///   tests of much, to which it is all the same whether a disk holds it.
  package init(inMemory: Bool = false) throws {
    let memory = URL(filePath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let place = inMemory && isThere ? memory : FileManager.default.temporaryDirectory
    url = place.appending(path: "findie-test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes `text` to a file of this folder; folders on the way are made.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }
}
