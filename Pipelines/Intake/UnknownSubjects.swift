package import FindieDomain
import FindieText

/// Annotations, promotions or vectors of games or studios that the catalogue lacks.
package struct UnknownSubjects: Sendable {
  /// `annotations`, `promotions` or `vectors`.
  let collection: String
  /// `game` or `studio`.
  let subject: String
  let records: Int
  /// The first ids.
  let ids: [String]

  /// A warning.
  package var sentence: String {
    let names = ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? ", …" : "")
    return "\(records.counted(String(collection.dropLast()))) "
      + "\(records == 1 ? "concerns a \(subject)" : "concern \(subject)s") that the catalogue "
      + "lacks (\(names)) and \(records.verb("has")) no effect there"
  }
}

extension Catalogue {
  /// The annotations, promotions and vectors that change nothing, as sentences.
  package var withoutEffect: [String] {
    let length = packedVectors.commonLength ?? 0
    let others = packedVectors.count { $0.length != length }
    let sentences =
      others == 0
      ? []
      : [
        "\(others.counted("vector")) \(others.verb("has")) no effect: "
          + (others == 1 ? "it does" : "they do")
          + " not have \(length.counted("number")), as most do"
      ]
    return unknownSubjects.map(\.sentence) + sentences
  }

  /// What annotations, promotions and vectors name but the catalogue lacks; withdrawn ones do not
  /// count.
  package var unknownSubjects: [UnknownSubjects] {
    let annotations = annotations.filter(\.isActive)
    let promotions = promotions.filter(\.isActive)
    guard !annotations.isEmpty || !promotions.isEmpty || !packedVectors.isEmpty else { return [] }
    let games = Set(games.map { ExactText($0.id) })
    let studios = Set(
      developers.map { ExactText($0.id) } + self.games.map { ExactText($0.developerId) })
    func unknown(
      _ collection: String, _ subject: String, _ ids: [String], in known: Set<ExactText>
    ) -> UnknownSubjects? {
      let unknown = ids.filter { !known.contains(ExactText($0)) }
      guard !unknown.isEmpty else { return nil }
      return UnknownSubjects(
        collection: collection, subject: subject, records: unknown.count,
        ids: unknown.distinctSortedByBytes)
    }
    return [
      unknown("annotations", "game", annotations.compactMap(\.gameId), in: games),
      unknown("annotations", "studio", annotations.compactMap(\.developerId), in: studios),
      unknown("promotions", "game", promotions.map(\.gameId), in: games),
      unknown("vectors", "game", packedVectors.map(\.id), in: games),
    ].compactMap(\.self)
  }
}
