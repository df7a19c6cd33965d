/// A cache of texts that occur often, so that most of their occurrences share memory.
///
/// `text(_:create:)` always returns the text of the bytes that it is given. The cache is a class
/// because its owner is not mutable while it reads.
package final class TextCache {
  /// Each text at the index of its hash. A text replaces an earlier one with the same index.
  private var texts: [String] = []

  private static let capacity = 1 << 15

  /// `String` stores texts up to this length inline.
  private static let inlineBytes = 15

  package init() {}

  /// The text of `bytes`, which `create` returns if it is not cached.
  package func text(_ bytes: Span<UInt8>, create: () -> String) -> String {
    guard bytes.count > TextCache.inlineBytes else { return create() }
    if texts.isEmpty { texts = Array(repeating: "", count: TextCache.capacity) }
    let index = TextCache.index(of: bytes)
    if texts[index].utf8.span.isEqual(to: bytes) { return texts[index] }
    let text = create()
    texts[index] = text
    return text
  }

  /// The FNV-1a hash of the last bytes; ids of one kind share their first ones.
  private static func index(of bytes: Span<UInt8>) -> Int {
    var hash = UInt64(bytes.count)
    for index in bytes.count - inlineBytes - 1..<bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash >> 20) & (capacity - 1)
  }
}
