/// Memory that is handed out in pieces and given back all at once.
@safe struct RawListMemory: ~Copyable {
  private var blocks: [UnsafeMutablePointer<UInt8>] = unsafe []
  private var filled = 0
  private var size = 0
  /// How many bytes all blocks have.
  private(set) var count = 0

  private static let blockSize = 1 << 20

  deinit {
    unsafe blocks.forEach { unsafe $0.deallocate() }
  }

  /// `count` bytes that stay where they are until `removeAll`.
  mutating func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if size - filled < count {
      size = max(RawListMemory.blockSize, count)
      filled = 0
      self.count += size
      unsafe blocks.append(.allocate(capacity: size))
    }
    filled += count
    return unsafe blocks[blocks.count - 1] + (filled - count)
  }

  /// Takes back the last bytes of the piece handed out last.
  mutating func giveBack(_ count: Int) {
    filled -= count
  }

  mutating func removeAll() {
    unsafe blocks.forEach { unsafe $0.deallocate() }
    unsafe blocks.removeAll()
    (filled, size, count) = (0, 0, 0)
  }
}
