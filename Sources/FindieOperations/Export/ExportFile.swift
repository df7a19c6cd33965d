import FindieFiles
import Foundation

/// The output of an export: a file that appears when it is complete, or a stream.
///
/// Not copyable, since it owns the file.
struct ExportFile: ~Copyable {
  private enum Destination {
    case file(URL, partial: URL)
    case stream((_ bytes: [UInt8]) throws -> Void)
  }

  private let destination: Destination
  private var pending: [UInt8] = []
  private(set) var bytes = 0
  private static let pieceInBytes = 1 << 20

  /// - Parameters:
  ///   - folder: nil for the stream.
  ///   - stream: receives the bytes of an export without a folder.
  init(_ name: String, in folder: URL?, stream: @escaping ([UInt8]) throws -> Void) throws {
    guard let folder else {
      destination = .stream(stream)
      return
    }
    let partial = folder.appending(path: ".\(name).partial")
    try DurableFile.writePlainly([], to: partial)
    destination = .file(folder.appending(path: name), partial: partial)
  }

  mutating func write(_ more: some Sequence<UInt8>) throws {
    pending += more
    if pending.count >= ExportFile.pieceInBytes { try flush() }
  }

  private mutating func flush() throws {
    bytes += pending.count
    switch destination {
    case .file(_, let partial): try DurableFile.append(pending, to: partial)
    case .stream(let put): try put(pending)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, and renames the file.
  consuming func close() throws -> Int {
    try flush()
    if case .file(let url, let partial) = destination { try DurableFile.move(partial, to: url) }
    return bytes
  }
}
