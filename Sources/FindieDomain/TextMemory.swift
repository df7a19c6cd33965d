/// Texts that come again and again, most of which are kept once instead of once a mention.
///
/// What it gives out is always the text of the bytes that it is given. A class, since it changes while
/// what holds it is read.
package final class TextMemory {
  /// Each text at the place of its hash; the later of two that fall on one place stays.
  private var texts: [String] = []

  private static let places = 1 << 15

  /// Texts up to this length lie in the `String` itself.
  private static let inlineBytes = 15

  package init() {}

  /// The text of `bytes`, which `make` makes where it is not there.
  package func text(_ bytes: Span<UInt8>, make: () -> String) -> String {
    guard bytes.count > TextMemory.inlineBytes else { return make() }
    if texts.isEmpty { texts = Array(repeating: "", count: TextMemory.places) }
    let place = TextMemory.place(of: bytes)
    if TextMemory.areSame(texts[place].utf8.span, bytes) { return texts[place] }
    let text = make()
    texts[place] = text
    return text
  }

  /// From the last bytes: ids of one kind begin alike.
  private static func place(of bytes: Span<UInt8>) -> Int {
    var hash = UInt64(bytes.count)
    for place in bytes.count - inlineBytes - 1..<bytes.count {
      hash = (hash ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash >> 20) & (places - 1)
  }

  private static func areSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for place in left.indices where left[place] != right[place] { return false }
    return true
  }
}
