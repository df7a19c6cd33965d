import FindieFiles
import Foundation

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
    if pending.count >= ExportFile.pieceInBytes { try flush() }
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
