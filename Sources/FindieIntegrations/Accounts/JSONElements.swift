/// Cuts the text of a JSON object into the objects of its arrays, without keeping the whole text.
///
/// It finds where objects begin and end; whoever decodes them checks their content.
struct JSONElements {
  private var element: [UInt8] = []
  /// The brackets that are open, outermost first.
  private var open: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  private var hasEnded = false

  /// An element may have this many bytes.
  private static let maximumBytes = 1 << 20
  private static let maximumDepth = 100

  struct Malformed: Error {}

  /// Whether the outermost object has begun and ended.
  var isComplete: Bool { hasEnded }

  /// The objects that end in the next piece of the text.
  mutating func next(_ bytes: [UInt8]) throws(Malformed) -> [[UInt8]] {
    var ended: [[UInt8]] = []
    for byte in bytes {
      let isInElement = open.count > 2
      if isInElement { element.append(byte) }
      guard element.count <= JSONElements.maximumBytes else { throw Malformed() }
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard !hasEnded, open.count < JSONElements.maximumDepth,
          !open.isEmpty || byte == UInt8(ascii: "{")
        else { throw Malformed() }
        open.append(byte)
        if !isInElement, open.count == 3 { element = [byte] }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // In ASCII, a closing bracket is the opening one plus two.
        guard let last = open.popLast(), byte == last + 2 else { throw Malformed() }
        if isInElement, open.count == 2 {
          ended.append(element)
          element = []
        }
        hasEnded = open.isEmpty
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
      default: guard !open.isEmpty else { throw Malformed() }
      }
    }
    return ended
  }
}
