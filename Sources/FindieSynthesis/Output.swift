/// Gathers lines into pieces of about a megabyte, hands them on, and counts them.
struct Output {
  static let pieceSize = 1 << 20

  private let sink: World.Sink
  private var path = ""
  private var piece: [UInt8] = []
  /// Lines by path.
  private(set) var lines: [String: Int] = [:]

  init(_ sink: @escaping World.Sink) {
    self.sink = sink
  }

  /// Appends one line to the file at `path`; what waits for another file is handed on first.
  mutating func write(line: [UInt8], to path: String) throws {
    if path != self.path {
      try finish()
      self.path = path
    }
    piece.append(contentsOf: line)
    lines[path, default: 0] += 1
    if piece.count >= Output.pieceSize { try finish() }
  }

  /// Hands on what waits.
  mutating func finish() throws {
    guard !piece.isEmpty else { return }
    try sink(path, piece)
    piece.removeAll(keepingCapacity: true)
  }

  /// Hands on `piece`, which has room for the next one afterwards.
  mutating func write(piece: inout [UInt8], lines count: Int, to path: String) throws {
    if count > 0 { lines[path, default: 0] += count }
    guard !piece.isEmpty else { return }
    try sink(path, piece)
    piece.removeAll(keepingCapacity: true)
  }
}
