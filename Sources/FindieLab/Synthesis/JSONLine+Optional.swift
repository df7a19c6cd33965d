import FindieText

extension JSONLine {
  /// A text, unless it is nil.
  mutating func addIfPresent(_ key: String, _ text: String?) {
    if let text { add(key, text) }
  }
}
