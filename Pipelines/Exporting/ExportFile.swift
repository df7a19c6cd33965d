import FindieFiles
import Foundation

/// Where an export's bytes go: a file that appears when it is whole, or a stream.
///
/// Not copyable, since it owns the file.
struct ExportFile: ~Copyable {
  private enum Place {
    case file(URL, partial: URL)
    case stream((_ bytes: [UInt8]) throws -> Void)
  }

  private let place: Place
  private var pending: [UInt8] = []
  private(set) var bytes = 0
  private static let pieceInBytes = 1 << 20

  /// - Parameters:
  ///   - folder: nil for the stream.
  ///   - stream: takes the bytes of an export that has no folder.
  init(_ name: String, in folder: URL?, stream: @escaping ([UInt8]) throws -> Void) throws {
    guard let folder else {
      place = .stream(stream)
      return
    }
    let partial = folder.appending(path: ".\(name).partial")
    try DurableFile.writePlainly([], to: partial)
    place = .file(folder.appending(path: name), partial: partial)
  }

  mutating func write(_ more: some Sequence<UInt8>) throws {
    pending += more
    if pending.count >= ExportFile.pieceInBytes { try flush() }
  }

  private mutating func flush() throws {
    bytes += pending.count
    switch place {
    case .file(_, let partial): try DurableFile.append(pending, to: partial)
    case .stream(let put): try put(pending)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes what is left, and gives the file its name.
  consuming func close() throws -> Int {
    try flush()
    if case .file(let url, let partial) = place { try DurableFile.move(partial, to: url) }
    return bytes
  }
}
