package import Foundation

/// Writes a large new file in large pieces.
///
/// A class, since it owns a descriptor and is stored in collections.
package final class BulkWriter {
  private var file: FileWriter
  private var piece: [UInt8] = []

  private static let pieceBytes = 4 << 20

  package init(_ url: URL) throws(FileFailure) { file = try FileWriter(url) }

  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    piece += bytes
    if piece.count >= Self.pieceBytes { try finish() }
  }

  /// Writes the remaining bytes.
  package func finish() throws(FileFailure) {
    try file.write(piece)
    // So that the disk is not waited for when the file is synced.
    file.startSync()
    piece.removeAll(keepingCapacity: true)
  }
}
