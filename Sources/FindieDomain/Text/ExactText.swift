/// A text that is compared byte by byte, for ids and paths as keys.
///
/// `String` treats two spellings of "é" as equal; in files and in the store they are two ids.
public struct ExactText: Hashable, Comparable, Sendable {
  /// The text itself.
  public let text: String

  /// Wraps a text.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether both texts have the same UTF-8 bytes.
  public static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    // Texts with equal bytes are equal as `String`, too, and have equal hashes.
    hasher.combine(text)
  }

  /// Whether the bytes of `left` precede those of `right`.
  public static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension String {
  /// Whether both texts have the same UTF-8 bytes.
  package func hasSameBytes(as other: String) -> Bool { utf8.span.isEqual(to: other.utf8.span) }
}

extension Span<UInt8> {
  /// Whether both spans contain the same bytes.
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}

extension ExactText: ExpressibleByStringLiteral {
  /// Wraps a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}
