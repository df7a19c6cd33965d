import Foundation

/// A game's title in a form that can be compared between shops.
///
/// - Case, accents, punctuation and trademark signs are removed (`FoldedText`), and a leading
///   article.
/// - Roman numerals from II on are numbers: `Part II` is `Part 2`. `X` stays a letter: Mega Man X
///   is not Mega Man 10. `I` is 1 at the end of a title, and after a word such as `episode`.
/// - Numbers in words are numbers, except the first word: `Episode Two` is `Episode 2`.
/// - Words that name an edition (`Definitive Edition`, `Remastered`) are not part of the text.
/// - Numbers, single letters and words for other products (`demo`, `soundtrack`) are distinctions:
///   titles with different ones never name the same game.
package struct TitleKey: Hashable, Sendable {
  /// The words without article and edition, joined without spaces.
  package let text: String
  package let words: [String]
  /// The editions, sorted; empty for the original.
  package let editions: [String]
  /// The distinctions, sorted.
  package let distinctions: [String]
  /// The text before a subtitle; nil if there is none.
  package let head: String?

  package init(_ title: String) {
    var words = Self.words(title)
    var editions: Set<String> = []
    while let (edition, count) = EditionWords.last(of: words) {
      editions.insert(edition)
      words.removeLast(count)
    }
    if words.isEmpty {
      // A title that consists only of signs, such as `!!!`.
      words = [title.trimmingCharacters(in: .whitespacesAndNewlines)]
    }
    self.words = words
    let text = words.joined()
    self.text = text
    self.editions = editions.sorted()
    distinctions = words.filter { Self.isDistinction($0) }.sorted()
    head = Self.head(of: title).flatMap { $0 == text ? nil : $0 }
  }

  /// From 0 to 1. 0 if the distinctions differ; 1 if all words are equal.
  ///
  /// A title that equals the other's part before its subtitle has `subtitleSimilarity`: it may be
  /// the same game or a spin-off. Otherwise it is 1 − edit distance / length, without editions.
  package func similarity(to other: TitleKey) -> Double {
    if text == other.text { return 1 }
    guard distinctions == other.distinctions else { return 0 }
    let spelling = text.similarity(to: other.text)
    let isHead = head == other.text || text == other.head
    return isHead ? max(spelling, Self.subtitleSimilarity) : spelling
  }

  package static let subtitleSimilarity = 0.7

  private static func words(_ title: String) -> [String] {
    var title = title
    for article in [", The", ", the", ", A", ", An"] where title.hasSuffix(article) {
      title.removeLast(article.count)
    }
    var words = FoldedText.words(title)
    if words.count > 1, ["the", "a", "an"].contains(words[0]) { words.removeFirst() }
    for index in words.indices {
      words[index] = canonical(words[index], at: index, in: words)
    }
    return words
  }

  private static func canonical(_ word: String, at index: Int, in words: [String]) -> String {
    if word == "ost" { return "soundtrack" }
    if let number = romanNumbers[word] ?? numberWords[word], index > 0 { return "\(number)" }
    if word == "i", index > 0,
      index == words.count - 1 || countingWords.contains(words[index - 1])
    {
      return "1"
    }
    // 007 and 7 differ; other leading zeros are ignored.
    if word.count > 1, word.hasPrefix("0"), word.count < 3, let number = Int(word) {
      return "\(number)"
    }
    return word
  }

  private static func head(of title: String) -> String? {
    guard let end = headEnd(of: title.unicodeScalars) else { return nil }
    let head = words(String(title.unicodeScalars[..<end])).joined()
    return head.isEmpty ? nil : head
  }

  /// Where a subtitle begins: at a colon, a long dash or an opening bracket, or at a blank before a
  /// dash.
  private static func headEnd(of title: String.UnicodeScalarView) -> String.Index? {
    var last: Unicode.Scalar?
    for index in title.indices {
      let scalar = title[index]
      switch scalar {
      case ":", "\u{2013}", "\u{2014}", "(", "[", "\u{FF1A}", "\u{3010}": return index
      case "-", "~", "\u{2010}"..."\u{2015}":
        if let last, last.properties.isWhitespace { return index }
      default: break
      }
      last = scalar
    }
    return nil
  }

  private static func isDistinction(_ word: String) -> Bool {
    if word.unicodeScalars.contains(where: { $0.properties.numericType != nil }) { return true }
    if word.utf8.count == 1, word != "i", word != "a" { return true }
    return productWords.contains(word)
  }

  private static let countingWords: Set = [
    "episode", "part", "chapter", "volume", "vol", "book", "act", "season", "case", "world", "war",
  ]

  private static let productWords: Set = [
    "demo", "soundtrack", "dlc", "prologue", "epilogue", "beta", "alpha", "playtest", "trial",
    "teaser", "prototype", "benchmark", "expansion", "artbook", "wallpaper", "wallpapers", "sdk",
    "editor", "server", "vr", "pack", "bundle", "collection", "trilogy", "anthology", "compilation",
    "collectors", "lite", "free", "mobile", "online", "sequel", "prequel",
  ]

  private static let numberWords = [
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
  ]

  private static let romanNumbers: [String: Int] = Dictionary(
    uniqueKeysWithValues: zip(
      [
        "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "xi", "xii", "xiii", "xiv", "xv", "xvi",
        "xvii", "xviii", "xix", "xx",
      ], [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]))
}
