/// Finds the end of an element of a JSON array, whose bytes may come in pieces.
///
/// The element need not be valid: a line end inside a text ends the element.
struct ElementScanner {
  private var depth = 0
  private var isText = false
  private var isEscaped = false
  private var isBegun = false
  /// The number of line ends inside the element so far.
  private(set) var newlines = 0

  /// Reads on at the first byte of `range`, and replaces line ends by blanks, so that the element
  /// is one line.
  ///
  /// - Returns: the index after the element's last byte; nil if it continues after the range.
  mutating func end(in buffer: inout [UInt8], _ range: Range<Int>) -> Int? {
    for index in range {
      let byte = buffer[index]
      defer { isBegun = true }
      if isText {
        if byte == 0x0A { return index }
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
          if depth == 0 { return index + 1 }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return isBegun ? index : index + 1 }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return index }
        if byte == 0x0A {
          newlines += 1
          buffer[index] = 0x20
        }
      default: break
      }
    }
    return nil
  }
}
