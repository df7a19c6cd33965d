/// The names of studios in a form in which those of two shops can be compared.
struct StudioName: Hashable, Sendable {
  let text: String

  /// Nil if the name says nothing.
  init?(_ name: String) {
    let plain = name.contains("(") ? name.replacing(/\([^)]*\)/, with: " ") : name
    let words = FoldedText.words(plain)
    let distinctive = words.filter { !StudioName.commonWords.contains($0) }
    let chosen =
      distinctive.isEmpty ? words.filter { !StudioName.legalForms.contains($0) } : distinctive
    let text = chosen.joined()
    guard !text.isEmpty, !StudioName.placeholders.contains(words.joined()) else { return nil }
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

  /// The similarity of the two names that are most alike, from 0 to 1. Nil if one side has no name.
  static func similarity(_ left: Set<StudioName>, _ right: Set<StudioName>) -> Double? {
    guard !left.isEmpty, !right.isEmpty else { return nil }
    if !left.isDisjoint(with: right) { return 1 }
    let best = left.flatMap { one in right.map { one.text.similarity(to: $0.text) } }.max() ?? 0
    // Less than this is the likeness of any two names.
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
