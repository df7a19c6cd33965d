import FindieDomain

/// The words of itch.io for genres, platforms and the state of a release.
enum ItchWords {
  /// A word in lower case with hyphens, as in the addresses of genres and tags: `Role Playing` is
  /// `role-playing`.
  static func hyphenated(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// Nil for genres that Findie lacks, such as `educational`; they become tags.
  static func genre(_ word: String) -> Genre? {
    if let genre = genres[word] { return genre }
    return Genre(rawValue: word)
  }

  private static let genres: [String: Genre] = [
    "role-playing": .rpg, "visual-novel": .adventure, "interactive-fiction": .adventure,
    "card-game": .strategy,
  ]

  static func status(_ word: String) -> ReleaseStatus? {
    switch word {
    case "released": .released
    case "in-development", "prototype": .earlyAccess
    case "canceled", "cancelled": .cancelled
    default: nil
    }
  }

  /// By the classes of icons, and the last words of addresses and of traits (`p_windows`).
  static func platform(_ word: String) -> Platform? {
    switch word {
    case "icon-windows8", "icon-windows", "windows", "p_windows": .windows
    case "icon-apple", "osx", "macos", "p_osx": .mac
    case "icon-tux", "linux", "p_linux": .linux
    default: nil
    }
  }

  /// In the order of `Platform`, beginning with itch.io.
  static func platforms(_ words: [String]) -> [Platform] {
    let found = Set(words.compactMap { platform($0) })
    return [.itchio] + Platform.allCases.filter { found.contains($0) }
  }
}
