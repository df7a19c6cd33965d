/// How much two records of shops agree, from 0 to 1.
///
/// value = 0.6 · title + 0.25 · studio + 0.15 · year
///
/// - title: `TitleKey.similarity`. Titles that differ in the edition have 0.95 times that if the release
///   years are known and equal, else 0.7 times: an edition of another year is sold as another product,
///   with its own page and price, while one of the same year is the same page under a longer name.
/// - studio: the similarity of the studios that are most alike; 0.5 if one record names none.
/// - year: 1 for the same release year, 0.8 for the next one, 0.4 for two years apart, else 0; 0.5 if it
///   is unknown.
package struct MatchScore: Hashable, Sendable {
  package let title: Double
  /// Nil if one record names no studio.
  package let studio: Double?
  /// Nil if one record has no release year.
  package let yearsApart: Int?

  package init(title: Double, studio: Double?, yearsApart: Int?) {
    self.title = title
    self.studio = studio
    self.yearsApart = yearsApart
  }

  package var value: Double {
    0.6 * title + 0.25 * (studio ?? 0.5) + 0.15 * (yearsApart.map(MatchScore.year) ?? 0.5)
  }

  private static func year(_ apart: Int) -> Double {
    switch apart {
    case 0: 1
    case 1: 0.8
    case 2: 0.4
    default: 0
    }
  }
}
