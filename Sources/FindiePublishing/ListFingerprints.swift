import FindieDomain
import FindieHistory
import FindieRanking

/// The fingerprints of players' lists: 128 bits of everything that decides a published line. They
/// name games by their ids, since indices change with the catalogue.
struct ListFingerprints: Sendable {
  private let games: [UInt64]
  private let genres = Genre.allCases.map { hash64(of: $0.rawValue.utf8.span) }
  private let table: RecommendationTable

  init(_ table: RecommendationTable, games: [Game]) {
    self.table = table
    self.games = games.map { hash64(of: $0.id.utf8.span) }
  }

  /// The fingerprint of a player's list.
  ///
  /// - Parameter arm: the experiment whose arm the player is in.
  func fingerprint(ofPlayer player: Int, id: String, arm: String?) -> SIMD2<UInt64> {
    let entries = table.offsets[player]..<table.offsets[player + 1]
    let reasons = entries.lowerBound * Self.reasons..<entries.upperBound * Self.reasons
    let drawn = table.drawnIndices(ofPlayer: player)
    var words: [UInt64] = [
      UInt64(entries.count), UInt64(drawn.count), UInt64(table.sources[player]),
      arm.map { hash64(of: $0.utf8.span) } ?? 0,
    ]
    words.reserveCapacity(words.count + (2 + Self.reasons) * entries.count + 2 * drawn.count)
    for entry in entries {
      words.append(games[Int(table.games[entry])])
      words.append(UInt64(table.scores[entry].bitPattern))
    }
    for reason in reasons {
      let subject = Int(table.reasonSubjects[reason])
      let kind = ReasonKind(code: table.reasonKinds[reason])
      words.append(
        kind?.namesGame == true
          ? games[subject] : kind?.namesGenre == true ? genres[subject] : 0)
    }
    for draw in drawn {
      words.append(UInt64(table.drawnEntries[draw] - entries.lowerBound))
      words.append(table.probabilities[draw].bitPattern)
    }
    if !table.promotedEntries.isEmpty {
      for entry in entries where table.isPromoted(entry) {
        words.append(UInt64(entry - entries.lowerBound))
      }
    }
    func hash(_ seed: UInt64) -> UInt64 {
      var hash = hash64(of: id.utf8.span, seed: seed)
      hash = hash64(of: words.span.rawBytes, seed: hash)
      hash = hash64(of: table.reasonKinds.span.extracting(reasons).rawBytes, seed: hash)
      return hash64(of: table.reasonWeights.span.extracting(reasons).rawBytes, seed: hash)
    }
    return SIMD2(hash(0), hash(1))
  }

  private static let reasons = RecommendationTable.reasonsPerEntry
}
