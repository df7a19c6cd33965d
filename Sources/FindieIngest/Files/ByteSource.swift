import Dispatch
import Foundation
import Synchronization

/// The source of a line reader's bytes: the file, or a thread that decodes it ahead.
///
/// Not copyable, since it owns the file or the thread.
struct ByteSource: ~Copyable {
  private let opened: OpenFile
  private let file: DecodedFile?
  private let ahead: DecodingAhead?
  /// The last bytes from the thread that were not yet returned.
  private var block: ArraySlice<UInt8> = []
  private var end: (isTruncated: Bool, blockHashes: [UInt64])?
  private var bytesReadAhead = 0
  private var mostBytesAhead = Int.max
  private var layoutAhead = ContentFormat.Layout.lines(end: 0x0A)

  /// - Parameters:
  ///   - slice: must be the whole file if it is compressed.
  ///   - decodesAhead: whether another thread decodes a compressed file.
  init(_ opened: OpenFile, _ slice: Range<Int>, decodesAhead: Bool) throws(IngestFailure) {
    self.opened = opened
    if decodesAhead, case .compressed = opened.format {
      file = nil
      ahead = DecodingAhead(opened)
    } else {
      file = try DecodedFile(opened, slice)
      ahead = nil
    }
  }

  /// A source without bytes.
  init(nothingOf opened: OpenFile) {
    self.opened = opened
    file = nil
    ahead = nil
    end = (false, [])
  }

  /// Ends the thread.
  func close() { ahead?.abandon() }

  /// The hashes of the slice's blocks; complete once `read` has returned 0.
  var blockHashes: [UInt64] { ahead == nil ? file?.blockHashes ?? [] : end?.blockHashes ?? [] }

  /// The number of bytes read so far, before decompression.
  var bytesRead: Int { file?.bytesRead ?? bytesReadAhead }

  /// The maximum number of bytes, after decompression; known once `layout` was called.
  var mostBytes: Int { file?.mostBytes ?? mostBytesAhead }

  /// Whether the file ended inside a gzip member or a Zstandard frame.
  var isTruncated: Bool { file?.isTruncated ?? end?.isTruncated ?? false }

  /// How the decompressed text is divided.
  mutating func layout() throws(IngestFailure) -> ContentFormat.Layout {
    if let file { return file.layout }
    try takeNext()
    return layoutAhead
  }

  /// Whether a line begins at an offset of a plain file: the byte before it ends one.
  func lineBegins(at offset: Int, after end: UInt8) throws(IngestFailure) -> Bool {
    guard offset > 0 else { return true }
    var byte: [UInt8] = [0]
    return try opened.read(into: &byte, 0..<1, from: offset - 1) == 1 && byte[0] == end
  }

  /// - Throws: `changedFile` if another program wrote into the file since it was opened.
  func checkUnchanged() throws(IngestFailure) { try opened.checkUnchanged() }

  /// Fills a part of the range `free` of `output`.
  ///
  /// - Returns: the number of bytes; 0 only at the end.
  mutating func read(
    into output: inout [UInt8], _ free: Range<Int>
  ) throws(IngestFailure) -> Int {
    if let file { return try file.read(into: &output, free) }
    while block.isEmpty {
      guard end == nil else { return 0 }
      try takeNext()
    }
    let count = min(block.count, free.count)
    output.replaceSubrange(free.prefix(count), with: block.prefix(count))
    block = block.dropFirst(count)
    return count
  }

  /// Waits for the thread's next piece.
  private mutating func takeNext() throws(IngestFailure) {
    guard let ahead else { return }
    switch ahead.next() {
    case .bytes(let bytes, let layout, let mostBytes, let bytesRead):
      block = bytes
      mostBytesAhead = mostBytes
      layoutAhead = layout
      bytesReadAhead = bytesRead
    case .end(let isTruncated, let blockHashes, let bytesRead):
      end = (isTruncated, blockHashes)
      bytesReadAhead = bytesRead
    case .failure(let failure): throw failure
    }
  }
}

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
    // A semaphore must not end below its initial value, so it starts at 0.
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
