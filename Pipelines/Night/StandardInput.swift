import FindieFiles
package import FindieHistory
package import FindieIngest
package import Foundation

/// Event lines from a stream instead of from the files of a folder.
package struct StandardInput: Sendable {
  private let collection: EventCollection
  private let next: @Sendable () throws -> Data?

  /// - Parameters:
  ///   - collection: of the lines. A stream has no file name that determines it.
  ///   - next: returns the next bytes, plain or compressed; nil or nothing at the end.
  package init(of collection: EventCollection, next: @escaping @Sendable () throws -> Data?) {
    self.collection = collection
    self.next = next
  }

  /// Writes the stream to a file in `folder`, in pieces. The file and the empty folder are removed
  /// afterwards.
  package func withFile<Result>(
    in folder: URL, _ body: (InputSource) throws -> Result
  ) throws -> Result {
    try InputSpool.remove(in: folder)
    let result = Swift.Result { try body(file(in: folder)) }
    try InputSpool.remove(in: folder)
    return try result.get()
  }

  private func nextBytes() throws -> Data? {
    do {
      return try next()
    } catch let failure as FileFailure where failure.operation == .read {
      throw IngestFailure.unreadableStream(code: failure.code)
    }
  }

  private func file(in folder: URL) throws -> InputSource {
    var spool = try InputSpool(in: folder)
    while let bytes = try nextBytes(), !bytes.isEmpty { try spool.append(bytes) }
    return try spool.finish(as: InputCollection(collection))
  }
}
