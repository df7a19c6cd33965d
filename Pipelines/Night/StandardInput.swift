import FindieFiles
package import FindieIngest
package import Foundation

/// Lines of events that come in a stream instead of in a folder's files.
package struct StandardInput: Sendable {
  /// What the lines are of: a stream has no name that could tell.
  package enum Collection: String, CaseIterable, Sendable {
    case interactions, analytics
  }

  private let collection: Collection
  private let next: @Sendable () throws -> Data?

  /// - Parameter next: the next bytes, plain or compressed; nil or none at the stream's end.
  package init(of collection: Collection, next: @escaping @Sendable () throws -> Data?) {
    self.collection = collection
    self.next = next
  }

  /// Takes the stream into a file of `folder`, a piece at a time; the folder is removed afterwards.
  ///
  /// - Parameter folder: nobody else's, since what an earlier run left there is removed too.
  package func withFile<Result>(
    in folder: URL, _ body: (InputSource) throws -> Result
  ) throws -> Result {
    try DurableFile.remove(folder)
    let result = Swift.Result { try body(file(in: folder)) }
    try DurableFile.remove(folder)
    return try result.get()
  }

  private func file(in folder: URL) throws -> InputSource {
    var spool = try InputSpool(in: folder)
    while let bytes = try next(), !bytes.isEmpty { try spool.append(bytes) }
    switch collection {
    case .interactions: return try spool.finish(as: .interactions)
    case .analytics: return try spool.finish(as: .analytics)
    }
  }
}
