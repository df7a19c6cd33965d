import Foundation

/// A title without the words that only name an edition: `Portal Stories: GOTY Edition` is `portal
/// stories`.
///
/// Ambiguous words are not removed: numbers such as `2` and `II`, years, subtitles (`Tomb Raider:
/// Anniversary` is a separate game), "+" and "++". A title that consists only of such words is
/// unchanged.
package struct EditionTitle: Sendable, Equatable {
  package enum Kind: UInt8, Sendable, Comparable {
    /// The game under its own name.
    case plain
    /// The full game under a longer name: a remaster, a definitive edition.
    case edition
    /// A part of the game, or an addition to it: a demo, a soundtrack.
    case part

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// The title's words, in lower case without accents and punctuation, joined by spaces.
  package let key: String
  package let kind: Kind

  package init(_ title: String) {
    var words = Self.words(of: title)
    var kind = Kind.plain
    while let end = Self.ending(of: words) {
      let rest = words.dropLast(end.count)
      guard let last = rest.lastIndex(where: { $0.text != "+" && $0.text != "the" }) else { break }
      words = Array(rest[...last])
      kind = max(kind, end.kind)
    }
    key = words.map(\.text).joined(separator: " ")
    self.kind = kind
  }

  /// The normalized form of a name: its words alone.
  package static func key(ofName name: String) -> String {
    words(of: name).map(\.text).joined(separator: " ")
  }
}

extension EditionTitle {
  private struct Word {
    var text: String
    /// Whether it follows a colon, a bracket or a separate dash.
    let opensPart: Bool
  }

  private static func words(of title: String) -> [Word] {
    // Most titles are ASCII, of which Foundation and Unicode take ten times as long.
    let plain =
      title.utf8.allSatisfy { $0 < 0x80 }
      ? title.lowercased()
      : title.folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var words: [Word] = []
    var (isInside, opensPart, before) = (false, false, Character(" "))
    for character in plain {
      switch character {
      case "a"..."z", "0"..."9",
        _ where !character.isASCII && (character.isLetter || character.isNumber):
        if isInside {
          words[words.count - 1].text.append(character)
        } else {
          words.append(Word(text: String(character), opensPart: opensPart))
        }
        (isInside, opensPart) = (true, false)
      case "+":
        words.append(Word(text: "+", opensPart: opensPart))
        (isInside, opensPart) = (false, false)
      case "'", "’", "‘", "`", "´", "™", "®", "©": break
      case ":", "(", "[", "{", "|", "–", "—": (isInside, opensPart) = (false, true)
      case "-": (isInside, opensPart) = (false, opensPart || before == " ")
      default: isInside = false
      }
      before = character
    }
    return words
  }

  /// The trailing words of a title that name an edition, if others precede them.
  private static func ending(of words: [Word]) -> (count: Int, kind: Kind)? {
    let texts = words.map(\.text)
    for (phrase, kind) in phrases where texts.count > phrase.count {
      if texts.suffix(phrase.count) == phrase[...] { return (phrase.count, kind) }
    }
    guard let last = words.last, words.count > 1 else { return nil }
    if last.text == "edition" {
      let count = adjectives(before: texts.dropLast())
      return count > 0 && count + 1 < texts.count ? (count + 1, .edition) : nil
    }
    guard last.opensPart else { return nil }
    if partsOfTitle.contains(last.text) { return (1, .edition) }
    return previews.contains(last.text) ? (1, .part) : nil
  }

  /// The number of trailing words that describe the kind of edition.
  private static func adjectives(before texts: ArraySlice<String>) -> Int {
    var rest = texts
    while let last = rest.last {
      if ["game", "of", "the", "year"] == rest.suffix(4) {
        rest.removeLast(4)
      } else if last == "cut", ["directors", "director"].contains(rest.dropLast().last) {
        rest.removeLast(2)
      } else if last == "anniversary" {
        rest.removeLast()
        if rest.last == "year" { rest.removeLast() }
        if let number = rest.last, isOrdinal(number) { rest.removeLast() }
      } else if kindsOfEdition.contains(last) {
        rest.removeLast()
      } else {
        break
      }
    }
    return texts.count - rest.count
  }

  /// `10th`, or `10` before "year".
  private static func isOrdinal(_ text: String) -> Bool {
    let digits = text.prefix { ("0"..."9").contains($0) }
    return !digits.isEmpty && ["", "st", "nd", "rd", "th"].contains(text.dropFirst(digits.count))
  }

  private static let kindsOfEdition: Set<String> = [
    "definitive", "complete", "komplete", "ultimate", "deluxe", "digital", "gold", "golden",
    "platinum", "silver", "premium", "special", "collectors", "collector", "limited", "enhanced",
    "extended", "expanded", "remastered", "hd", "goty", "legendary", "standard", "classic", "steam",
    "pc", "windows", "mac", "linux",
  ]

  /// Words that name an edition only as a separate part of the title: `Rayman: Gold`, not `Fool's
  /// Gold`.
  private static let partsOfTitle: Set<String> = [
    "complete", "definitive", "deluxe", "enhanced", "gold", "platinum", "premium",
  ]
  private static let previews: Set<String> = ["alpha", "beta", "trial"]

  /// Endings that need no context, the longer of two first.
  private static let phrases: [([String], Kind)] = [
    (["original", "game", "soundtrack"], .part), (["original", "soundtrack"], .part),
    (["official", "soundtrack"], .part), (["soundtrack"], .part), (["ost"], .part),
    (["playable", "demo"], .part), (["free", "demo"], .part), (["demo"], .part),
    (["playtest"], .part), (["open", "beta"], .part), (["closed", "beta"], .part),
    (["early", "access"], .edition), (["game", "of", "the", "year"], .edition),
    (["goty"], .edition), (["directors", "cut"], .edition), (["hd", "remaster"], .edition),
    (["remaster"], .edition), (["remastered"], .edition), (["redux"], .edition),
    (["hd"], .edition),
  ]
}
