import FindieHistory

/// The texts that a contract allows in a field.
struct AllowedTexts {
  private var texts = Vocabulary()

  init(_ values: [String]) {
    for value in values { _ = texts.code(of: value.utf8.span) }
  }

  /// The index of a text among the values; nil if it is not one of them.
  func code(of text: Span<UInt8>) -> UInt32? { texts.existingCode(of: text) }

  func contains(_ text: Span<UInt8>) -> Bool { texts.existingCode(of: text) != nil }

  /// Whether every element of a joined list is allowed.
  func containsElements(of joined: Span<UInt8>) -> Bool {
    guard !joined.isEmpty else { return true }
    var start = 0
    for index in 0..<joined.count where joined[index] == TextColumn.separator {
      guard contains(joined.extracting(start..<index)) else { return false }
      start = index + 1
    }
    return contains(joined.extracting(start..<joined.count))
  }
}

extension FieldContract {
  /// The default of a column of text as it is stored: a list's elements joined, without empty ones.
  var standInBytes: [UInt8] {
    switch standIn {
    case .text(let text): Array(text.utf8)
    case .list(let texts):
      Array(
        texts.filter { !$0.isEmpty }.map { Array($0.utf8) }
          .joined(separator: [TextColumn.separator]))
    case .number, nil: []
    }
  }
}
