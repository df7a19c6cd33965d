/// Memory for copies of texts, which stay in place until all are removed together.
@safe struct TextMemory: ~Copyable {
  private var blocks: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
  /// How many bytes of the last block are in use.
  private var used = 0
  /// The bytes of all copies.
  private(set) var byteCount = 0

  private static let blockSize = 1 << 16

  deinit { unsafe blocks.forEach { unsafe $0.deallocate() } }

  /// A copy of `text`; nil if it is empty.
  mutating func copy(of text: Span<UInt8>) -> UnsafePointer<UInt8>? {
    guard !text.isEmpty else { return nil }
    if unsafe blocks.last.map({ $0.count - used < text.count }) ?? true {
      unsafe blocks.append(.allocate(capacity: max(Self.blockSize, text.count)))
      used = 0
    }
    // The block has room for the text, which is borrowed here.
    let start = unsafe blocks[blocks.count - 1].baseAddress! + used
    unsafe text.withUnsafeBufferPointer {
      unsafe start.update(from: $0.baseAddress!, count: text.count)
    }
    used += text.count
    byteCount += text.count
    return unsafe UnsafePointer(start)
  }

  /// Removes all copies; one block is retained for reuse.
  mutating func removeAll() {
    while unsafe blocks.count > 1 { unsafe blocks.removeLast().deallocate() }
    used = 0
    byteCount = 0
  }
}
