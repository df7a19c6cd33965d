extension Developer {
  /// Whether a studio's name is a placeholder for an unknown studio.
  package static func isPlaceholder(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return placeholders.contains(words.joined(separator: " "))
  }

  /// Of words in lower case.
  private static let placeholders: Set<String> = [
    "unknown", "unknown studio", "unknown developer", "n a", "none", "various", "anonymous",
  ]
}
