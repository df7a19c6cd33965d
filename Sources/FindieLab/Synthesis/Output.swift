/// Passes generated lines on in pieces of about a megabyte, and counts them.
struct Output {
  private static let pieceSize = 1 << 20

  private let sink: World.Sink
  /// The number of lines by path.
  private(set) var lines: [String: Int] = [:]

  init(_ sink: @escaping World.Sink) {
    self.sink = sink
  }

  /// Passes `piece` on to the file at `path` and empties it.
  mutating func write(_ piece: inout [UInt8], to path: String) throws {
    guard !piece.isEmpty else { return }
    lines[path, default: 0] += piece.count { $0 == UInt8(ascii: "\n") }
    try sink(path, piece)
    piece.removeAll(keepingCapacity: true)
  }

  /// The same, once the piece is large enough.
  mutating func writeIfFull(_ piece: inout [UInt8], to path: String) throws {
    if piece.count >= Self.pieceSize { try write(&piece, to: path) }
  }
}
