import FindieDomain

/// The texts in which shops write a release date: `12 May, 2016`, `May 12, 2016`, `Jun 2015`, `Q3
/// 2026`.
enum ShopDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Nil if the text does not name a day.
  static func day(of text: String) -> Day? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard words.count == 3, let year = Int(words[2]), (1970...2200).contains(year) else {
      return nil
    }
    let (first, second) = (words[0], words[1])
    let (name, number) = first.first?.isNumber ?? false ? (second, first) : (first, second)
    guard let month = months.firstIndex(of: String(name.lowercased().prefix(3))),
      let day = Int(number)
    else { return nil }
    return Day(year: year, month: month + 1, day: day)
  }

  /// Nil if the text does not end in a year.
  static func year(of text: String) -> Int? {
    guard let word = text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).last,
      word.count == 4, let year = Int(word), (1970...2200).contains(year)
    else { return nil }
    return year
  }
}
