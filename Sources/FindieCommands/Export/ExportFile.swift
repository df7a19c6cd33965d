import FindieFiles
import Foundation

/// The output of an export: a file that appears when it is complete, or standard output.
///
/// Not copyable, since it owns the file.
struct ExportFile: ~Copyable {
  /// Nil for standard output.
  private var file: FileWriter?
  private var pending: [UInt8] = []
  private var bytes = 0
  private static let pieceInBytes = 1 << 20

  /// - Parameter url: nil for standard output.
  init(_ url: URL?) throws {
    file = nil
    if let url { file = try FileWriter(replacing: url) }
  }

  mutating func write(_ more: some Sequence<UInt8>) throws {
    pending += more
    if pending.count >= Self.pieceInBytes { try flush() }
  }

  private mutating func flush() throws {
    bytes += pending.count
    if try file?.write(pending) == nil { try Console.out(pending) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, and renames the file.
  ///
  /// - Returns: the number of bytes.
  consuming func close() throws -> Int {
    try flush()
    try file?.replace()
    return bytes
  }
}
