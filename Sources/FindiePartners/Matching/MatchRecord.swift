import FindieDomain

/// What two records are compared by.
struct MatchRecord: Sendable {
  let title: TitleKey
  let studios: Set<StudioName>
  /// The publishers, which some shops list as studios.
  let publishers: Set<StudioName>
  let year: Int?

  init(_ game: Game) {
    title = TitleKey(game.title)
    studios = StudioName.all([game.developerName, game.studioName].compactMap(\.self))
    publishers = []
    year = game.releaseDate.map { $0.day.civil.year }
  }

  init(_ game: ShopGame) {
    title = TitleKey(game.title)
    studios = StudioName.all(game.developers)
    publishers = StudioName.all(game.publishers)
    year = game.releaseYear ?? game.releaseDate.map { $0.day.civil.year }
  }

  func score(against other: MatchRecord) -> MatchScore {
    let yearsApart = year.flatMap { year in other.year.map { abs(year - $0) } }
    var similarity = title.similarity(to: other.title)
    if title.editions != other.title.editions { similarity *= yearsApart == 0 ? 0.95 : 0.7 }
    return MatchScore(title: similarity, studio: studio(other), yearsApart: yearsApart)
  }

  private func studio(_ other: MatchRecord) -> Double? {
    let similarity = StudioName.similarity(studios, other.studios)
    if let similarity, similarity > 0 { return similarity }
    let ours = studios.union(publishers)
    let theirs = other.studios.union(other.publishers)
    // A match between a publisher and a studio counts less.
    if let publisher = StudioName.similarity(ours, theirs), publisher > 0 { return 0.8 * publisher }
    return similarity
  }
}

/// How well two shop records agree, from 0 to 1.
///
/// value = 0.6 · title + 0.25 · studio + 0.15 · year
///
/// - title: `TitleKey.similarity`. For titles with different editions it is multiplied by 0.95 if
///   the release years are known and equal, else by 0.7. An edition from another year is sold as
///   another product, with its own page and price; one from the same year is the same page with a
///   longer name.
/// - studio: the similarity of the two most similar studios; 0.5 if one record names none.
/// - year: 1 for the same release year, 0.8 for the next one, 0.4 for two years apart, else 0; 0.5
///   if it is unknown.
package struct MatchScore: Hashable, Sendable {
  package let title: Double
  /// Nil if one record names no studio.
  package let studio: Double?
  /// Nil if one record has no release year.
  package let yearsApart: Int?

  package var value: Double {
    0.6 * title + 0.25 * (studio ?? 0.5) + 0.15 * (yearsApart.map(Self.year) ?? 0.5)
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

/// The name of a studio in a form that can be compared between shops.
struct StudioName: Hashable, Sendable {
  let text: String

  /// Nil if no meaningful word is left.
  init?(_ name: String) {
    let plain = name.contains("(") ? name.replacing(/\([^)]*\)/, with: " ") : name
    let words = FoldedText.words(plain)
    let distinctive = words.filter { !Self.commonWords.contains($0) }
    let chosen =
      distinctive.isEmpty ? words.filter { !Self.legalForms.contains($0) } : distinctive
    let text = chosen.joined()
    guard !text.isEmpty, !Self.placeholders.contains(words.joined()) else { return nil }
    self.text = text
  }

  /// The names in a list; a text may contain several, with commas between them.
  static func all(_ names: [String]) -> Set<StudioName> {
    Set(
      names.flatMap { name in
        name.split { $0 == "," || $0 == ";" || $0 == "/" }.compactMap { StudioName(String($0)) }
          + (StudioName(name).map { [$0] } ?? [])
      })
  }

  /// The similarity of the two most similar names, from 0 to 1. Nil if one side has no name.
  static func similarity(_ left: Set<StudioName>, _ right: Set<StudioName>) -> Double? {
    guard !left.isEmpty, !right.isEmpty else { return nil }
    if !left.isDisjoint(with: right) { return 1 }
    let best = left.flatMap { one in right.map { one.text.similarity(to: $0.text) } }.max() ?? 0
    // Any two names may be this similar by chance.
    return best < 0.75 ? 0 : best
  }

  private static let legalForms: Set = [
    "inc", "llc", "ltd", "limited", "gmbh", "ug", "co", "corp", "corporation", "company", "sa",
    "sas",
    "sarl", "srl", "spa", "bv", "ab", "as", "oy", "kk", "pty", "plc", "sl", "doo", "sro", "the",
    "and",
  ]

  private static let commonWords: Set<String> = legalForms.union([
    "studio", "studios", "game", "games", "entertainment", "interactive", "production",
    "productions", "software", "digital", "team", "dev", "development", "gaming", "media",
  ])

  private static let placeholders: Set = [
    "unknown", "unknownstudio", "unknowndeveloper", "na", "none",
  ]
}
