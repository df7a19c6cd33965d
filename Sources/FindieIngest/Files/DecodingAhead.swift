import Dispatch
import Foundation
import Synchronization

/// Decodes a compressed file on a separate thread, a few blocks ahead of the parser.
///
/// A class, since two threads share it.
final class DecodingAhead: Sendable {
  private static let blockBytes = 1 << 20
  private static let blocksAhead = 4

  /// The results of the thread, in order.
  enum Piece: Sendable {
    case bytes(ArraySlice<UInt8>, ContentFormat.Layout, mostBytes: Int, bytesRead: Int)
    case end(isTruncated: Bool, blockHashes: [UInt64], bytesRead: Int)
    case failure(IngestFailure)
  }

  private let pieces = Mutex<[Piece]>([])
  private let isAbandoned = Atomic(false)
  private let decodedPieces = DispatchSemaphore(value: 0)
  private let freeSlots = DispatchSemaphore(value: 0)

  /// Starts the thread, which ends with the file, its first fault, or `abandon`.
  init(_ opened: OpenFile) {
    // A semaphore must not end below its first value, so it starts with 0.
    for _ in 0..<DecodingAhead.blocksAhead { freeSlots.signal() }
    let thread = Thread { [self] in decode(opened) }
    thread.name = "findie decoding"
    thread.start()
  }

  /// Waits for the next piece. It must not be called after the end or a failure.
  func next() -> Piece {
    decodedPieces.wait()
    let piece = pieces.withLock { $0.removeFirst() }
    freeSlots.signal()
    return piece
  }

  /// Ends the thread early.
  func abandon() {
    isAbandoned.store(true, ordering: .relaxed)
    freeSlots.signal()
  }

  private func add(_ piece: Piece) {
    pieces.withLock { $0.append(piece) }
    decodedPieces.signal()
  }

  private func decode(_ opened: OpenFile) {
    do throws(IngestFailure) {
      let file = try DecodedFile(opened, 0..<Int.max)
      while true {
        freeSlots.wait()
        guard !isAbandoned.load(ordering: .relaxed) else { return }
        var block = [UInt8](repeating: 0, count: DecodingAhead.blockBytes)
        var filled = 0
        var isAtEnd = false
        while filled < block.count, !isAtEnd {
          let count = try file.read(into: &block, filled..<block.count)
          filled += count
          isAtEnd = count == 0
        }
        add(
          .bytes(
            block[..<filled], file.layout, mostBytes: file.mostBytes, bytesRead: file.bytesRead))
        if isAtEnd {
          let (isTruncated, hashes) = (file.isTruncated, file.blockHashes)
          add(.end(isTruncated: isTruncated, blockHashes: hashes, bytesRead: file.bytesRead))
          return
        }
      }
    } catch {
      add(.failure(error))
    }
  }
}
