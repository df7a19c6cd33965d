/// The leaves of one line of JSON, in the order they stand, each with its key and place.
///
/// - Precondition: the line is sound JSON; of one that is not, the leaves mean nothing, but no byte
///   outside of it is read.
struct LineLeaves: ~Escapable {
  struct Leaf: Equatable {
    let key: String
    let parent: Parent
    let kind: Kind
    /// Of the value's bytes in the line, quotes and brackets among them.
    let range: Range<Int>
  }

  /// Which object of the line a leaf stands in.
  enum Parent {
    /// The line's own object, or the `data` that it wraps.
    case outer, inner
    /// The `timestamp` of one of the two, where it is an object.
    case outerInstant, innerInstant
  }

  enum Kind {
    case string, list, null, other
  }

  private(set) var leaves: [Leaf] = []
  /// The keys of objects, as leaves have them.
  private(set) var objects: [(key: String, parent: Parent)] = []
  private let line: Span<UInt8>
  private var position = 0

  /// More leaves are not learned, so that a hostile line costs little.
  private static let limit = 200

  /// Nil where the line has another form than those that can be learned: objects in it, but for
  /// `data` and `timestamp`; lists of anything but strings; keys with escapes; many leaves.
  @_lifetime(copy line)
  init?(of line: Span<UInt8>) {
    self.line = line
    skipBlanks()
    guard readObject(.outer) else { return nil }
    skipBlanks()
    guard position == line.count else { return nil }
  }

  // MARK: - Reading

  private var byte: UInt8? { position < line.count ? line[position] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte, UInt32(byte) == character.value else { return false }
    position += 1
    return true
  }

  private mutating func readObject(_ parent: Parent) -> Bool {
    guard take("{") else { return false }
    repeat {
      skipBlanks()
      guard let key = readKey() else { return false }
      skipBlanks()
      guard take(":") else { return false }
      skipBlanks()
      guard leaves.count < LineLeaves.limit, readValue(key, parent) else { return false }
      skipBlanks()
    } while take(",")
    return take("}")
  }

  private mutating func readKey() -> String? {
    let start = position
    guard readString(), !line.extracting(start..<position).contains(UInt8(ascii: "\\")) else {
      return nil
    }
    return String(copying: line.extracting(start + 1..<position - 1))
  }

  private mutating func readValue(_ key: String, _ parent: Parent) -> Bool {
    let start = position
    let kind: Kind
    switch byte {
    case UInt8(ascii: "{"):
      guard let child = LineLeaves.child(key, of: parent) else { return false }
      objects.append((key, parent))
      return readObject(child)
    case UInt8(ascii: "["):
      guard readList() else { return false }
      kind = .list
    case UInt8(ascii: "\""):
      guard readString() else { return false }
      kind = .string
    default:
      kind = byte == UInt8(ascii: "n") ? .null : .other
      guard readWord() else { return false }
    }
    leaves.append(Leaf(key: key, parent: parent, kind: kind, range: start..<position))
    return true
  }

  /// The objects that are known inside of others.
  private static func child(_ key: String, of parent: Parent) -> Parent? {
    switch (key, parent) {
    case ("data", .outer): .inner
    case ("timestamp", .outer): .outerInstant
    case ("timestamp", .inner): .innerInstant
    default: nil
    }
  }

  /// A string, with whatever escapes.
  private mutating func readString() -> Bool {
    guard take("\"") else { return false }
    while let byte {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  private mutating func readList() -> Bool {
    guard take("[") else { return false }
    skipBlanks()
    if take("]") { return true }
    repeat {
      skipBlanks()
      guard readString() else { return false }
      skipBlanks()
    } while take(",")
    return take("]")
  }

  /// A number, true, false or null: up to what may follow it.
  private mutating func readWord() -> Bool {
    let start = position
    while let byte, !", }]\t\r\n".utf8.contains(byte) { position += 1 }
    return position > start
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    for place in 0..<count where self[place] == byte { return true }
    return false
  }
}
