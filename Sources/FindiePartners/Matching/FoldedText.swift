import Foundation

/// Text without the differences between shops: case, accents, punctuation, trademark signs.
enum FoldedText {
  /// The words of a text in lower case: runs of letters and digits of any script.
  ///
  /// The text is decomposed (Unicode NFKD) and loses the combining marks U+0300 to U+036F; those of
  /// kana and Indic scripts form other letters and stay. Apostrophes, points in an initialism
  /// (`S.T.A.L.K.E.R.`) and commas in a number (`40,000`) do not separate words.
  static func words(_ text: String) -> [String] {
    let scalars = folded(text)
    var words: [String] = []
    var word = String.UnicodeScalarView()
    func finish() {
      if !word.isEmpty { words.append(String(word)) }
      word = .init()
    }
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalar {
      case "'", "\u{2019}", "\u{2018}", "\u{02BC}", "`", "\u{00B4}": continue
      case ".":
        let isInitial = word.count == 1 && word.first.map(isLetter) ?? false
        let isInitialism = isInitial && (index < 2 || !isPart(scalars[index - 2]))
        if !(isInitialism || isPoint(index, in: scalars)) || !isLetter(next) { finish() }
      case "," where word.last.map(isDigit) ?? false && isDigit(next): continue
      case "&":
        finish()
        words.append("and")
      default:
        if isPart(scalar) { word.append(scalar) } else { finish() }
      }
    }
    finish()
    return words
  }

  /// Whether the point at `index` follows a single letter that follows another point.
  private static func isPoint(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    index >= 2 && scalars[index - 2] == "." && isLetter(scalars[index - 1])
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.lowercased().unicodeScalars) }
    // Compatibility decomposition would turn ™ into letters.
    let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { !signs.contains($0) }))
    let decomposed = plain.decomposedStringWithCompatibilityMapping.lowercased()
    var scalars = String.UnicodeScalarView()
    for scalar in decomposed.unicodeScalars where !(0x300...0x36F ~= scalar.value) {
      if let letters = letters[scalar] {
        scalars.append(contentsOf: letters.unicodeScalars)
      } else {
        scalars.append(scalar)
      }
    }
    return Array(String(scalars).precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  private static let signs: Set<Unicode.Scalar> = ["™", "®", "©", "℠", "℗", "\u{FE0F}", "\u{200B}"]

  /// Letters that Unicode does not decompose.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i",
  ]

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType == .decimal
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return isLetter(scalar) || isDigit(scalar) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }
}

extension String {
  /// 1 − Levenshtein distance / length of the longer text, in Unicode scalars. 1 for two empty
  /// texts.
  ///
  /// Source: V. Levenshtein, Soviet Physics Doklady 10, 1966; by the dynamic program of R. Wagner
  /// and M. Fischer, 1974, DOI 10.1145/321796.321811.
  func similarity(to other: String) -> Double {
    let (left, right) = (Array(unicodeScalars), Array(other.unicodeScalars))
    let longest = Swift.max(left.count, right.count)
    guard longest > 0 else { return 1 }
    var row = Array(0...right.count)
    for (i, scalar) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in right.indices {
        let replaced = diagonal + (scalar == right[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = Swift.min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return 1 - Double(row[right.count]) / Double(longest)
  }
}
