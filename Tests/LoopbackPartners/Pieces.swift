import FlyingSocks

/// The bytes of an answer, piece by piece.
struct Pieces: AsyncBufferedSequence {
  typealias Element = UInt8

  let piece: @Sendable (Int) async throws -> [UInt8]?

  func makeAsyncIterator() -> Iterator { Iterator(piece: piece) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    typealias Element = UInt8

    let piece: @Sendable (Int) async throws -> [UInt8]?
    private var index = 0
    private var rest: ArraySlice<UInt8> = []

    init(piece: @escaping @Sendable (Int) async throws -> [UInt8]?) {
      self.piece = piece
    }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      while rest.isEmpty {
        guard let bytes = try await piece(index) else { return nil }
        index += 1
        rest = bytes[...]
      }
      let buffer = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      return buffer
    }
  }
}
