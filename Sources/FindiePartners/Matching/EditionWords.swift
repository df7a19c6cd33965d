/// The words at the end of a title that name an edition of the same game.
enum EditionWords {
  /// The edition that the last words name, and the number of these words. Nil if they name none or
  /// no other word would remain.
  static func last(of words: [String]) -> (edition: String, count: Int)? {
    guard var count = count(words) else { return nil }
    let name = words.suffix(count).first { $0 != "edition" } ?? "edition"
    // 20th Anniversary Edition
    if name == "anniversary", words.count > count + 1,
      words[words.count - count - 1].wholeMatch(of: /\d+(?:st|nd|rd|th|year|years)/) != nil
    {
      count += 1
    }
    return words.count > count ? (names[name] ?? name, count) : nil
  }

  private static func count(_ words: [String]) -> Int? {
    if let phrase = phrases.first(where: {
      words.count > $0.count && words.suffix($0.count) == $0[...]
    }) {
      return phrase.count
    }
    guard words.count > 2, words.last == "edition",
      qualifiers.contains(words[words.count - 2])
    else { return nil }
    return 2
  }

  private static let phrases: [[String]] = [
    ["game", "of", "the", "year", "edition"], ["game", "of", "the", "year"], ["goty", "edition"],
    ["goty"], ["directors", "cut"], ["final", "cut"], ["remastered"], ["remaster"], ["remake"],
    ["redux"], ["hd"],
  ]

  private static let qualifiers: Set = [
    "anniversary", "classic", "collectors", "complete", "console", "definitive", "deluxe",
    "digital",
    "directors", "enhanced", "expanded", "extended", "final", "gold", "golden", "hd", "legacy",
    "legendary", "limited", "original", "pc", "platinum", "premium", "remastered", "royal",
    "special",
    "standard", "steam", "super", "supreme", "ultimate",
  ]

  /// Alternative names for the same edition.
  private static let names = ["game": "goty", "remaster": "remastered", "golden": "gold"]
}
