import FindieHistory

/// Joins the elements of a list of texts, as it stands in a line of JSON.
///
/// Stricter than JSON: no escapes and no control characters.
struct ListJoiner {
  let elementLimit: Int

  /// Writes the elements of `raw`, from '[' to ']', joined by U+001F and without empty ones.
  ///
  /// - Returns: how many bytes were written, nil where `raw` is no such list.
  /// - Precondition: `target` has as many bytes as `raw`, which is UTF-8.
  func join(_ raw: Span<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    precondition(target.count >= raw.count, "\(target.count) bytes for a list of \(raw.count)")
    var written = 0
    var position = past(blanksOf: raw, from: 1)
    guard raw.count >= 2, raw[0] == UInt8(ascii: "["), position < raw.count else { return nil }
    if raw[position] == UInt8(ascii: "]") { return position + 1 == raw.count ? 0 : nil }
    while position < raw.count, raw[position] == UInt8(ascii: "\"") {
      guard let end = end(ofTextIn: raw, from: position + 1), end - position - 1 <= elementLimit
      else { return nil }
      if end > position + 1 {
        if written > 0 {
          unsafe target[written] = TextColumn.separator
          written += 1
        }
        for place in position + 1..<end {
          // Behind each element stand a quote and more, so that the target has room.
          unsafe target[written] = raw[place]
          written += 1
        }
      }
      position = past(blanksOf: raw, from: end + 1)
      guard position < raw.count else { return nil }
      if raw[position] == UInt8(ascii: "]") { return position + 1 == raw.count ? written : nil }
      guard raw[position] == UInt8(ascii: ",") else { return nil }
      position = past(blanksOf: raw, from: position + 1)
    }
    return nil
  }

  private func past(blanksOf raw: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < raw.count,
      raw[position] == UInt8(ascii: " ") || raw[position] == UInt8(ascii: "\t")
    { position += 1 }
    return position
  }

  /// The place of the quote that ends a text, nil where the text is not plain.
  private func end(ofTextIn raw: Span<UInt8>, from start: Int) -> Int? {
    for place in start..<max(start, raw.count) {
      switch raw[place] {
      case UInt8(ascii: "\""): return place
      case 0..<0x20, UInt8(ascii: "\\"), 0x7F: return nil
      default: break
      }
    }
    return nil
  }
}
