/// A text that equals another byte for byte, for ids and paths as keys.
///
/// `String` takes two spellings of "é" for one text; files, the store and its readers have two ids.
public struct ExactText: Hashable, Comparable, Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  public static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    // Equal bytes are equal texts, so they have equal hashes.
    hasher.combine(text)
  }

  public static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension ExactText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}
