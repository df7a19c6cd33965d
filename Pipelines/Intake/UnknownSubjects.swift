package import FindieDomain
package import FindieIngest
import FindieText

/// Annotations, promotions, vectors or candidates of games or studios that the catalogue lacks.
package struct UnknownSubjects: Sendable {
  /// `annotations`, `promotions`, `vectors` or `candidates`.
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
    return [
      UnknownSubjects("annotations", "game", annotations.compactMap(\.gameId), in: games),
      UnknownSubjects("annotations", "studio", annotations.compactMap(\.developerId), in: studios),
      UnknownSubjects("promotions", "game", promotions.map(\.gameId), in: games),
      UnknownSubjects("vectors", "game", packedVectors.map(\.id), in: games),
    ].compactMap(\.self)
  }
}

extension UnknownSubjects {
  /// Nil if all ids are known.
  fileprivate init?(
    _ collection: String, _ subject: String, _ ids: [String], in known: Set<ExactText>
  ) {
    let unknown = ids.filter { !known.contains(ExactText($0)) }
    guard !unknown.isEmpty else { return nil }
    self.init(
      collection: collection, subject: subject, records: unknown.count,
      ids: unknown.distinctSortedByBytes)
  }
}

extension ReadCatalogue {
  /// The candidates and players' vectors that change nothing, as sentences. It is not known here
  /// which players have lists.
  package func withoutEffect(in catalogue: Catalogue) -> [String] {
    let games = Set(catalogue.games.lazy.map { ExactText($0.id) })
    let unknown = UnknownSubjects(
      "candidates", "game", candidates.packed.map(\.gameId), in: games)
    let length = catalogue.packedVectors.commonLength ?? 0
    let others = vectors.packed.ofPlayers.count { $0.length != length }
    return (unknown.map { [$0.sentence] } ?? [])
      + (others == 0
        ? []
        : [
          "\(others.counted("vector")) of players \(others.verb("has")) no effect: "
            + (length == 0
              ? "no game has a vector"
              : "the vectors of games have \(length.counted("number"))")
        ])
  }
}
