import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Foundation
import Testing

/// What another model says about players, compared with the definition.
struct SuggestionsTests {
  private typealias Line = (player: String, game: String, score: Double)

  private func suggestions(
    _ lines: [Line], _ vectors: [(player: String, vector: [Float])] = []
  ) -> Suggestions {
    Suggestions(candidates: lines, vectors: vectors)
  }

  /// By player and game, the discount of the mean rank of equal scores.
  private func expected(_ lines: [Line]) -> [String: [String: Double]] {
    var scores: [String: [String: Double]] = [:]
    for line in lines { scores[line.player, default: [:]][line.game] = line.score }
    return scores.mapValues { own in
      // Of equal scores at the limit, the first ids count.
      let best = own.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
        .prefix(100)
      return Dictionary(
        uniqueKeysWithValues: best.map { game, score in
          let higher = Double(best.count { $0.value > score })
          let equal = Double(best.count { $0.value == score })
          return (game, 1 / log2(1 + higher + (equal + 1) / 2))
        })
    }
  }

  private func found(_ suggestions: Suggestions) -> [String: [String: Double]] {
    var found: [String: [String: Double]] = [:]
    for (row, player) in suggestions.players.ids.enumerated() {
      for element in suggestions.candidates.range(ofRow: row) {
        let game = suggestions.games[Int(suggestions.candidates.columnIndices[element])]
        found[player, default: [:]][game] = Double(suggestions.candidates.values[element])
      }
    }
    return found
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a score counts by its rank among the player's, in any unit`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<3000).map { _ -> Line in
      (
        numbered("u", Int.random(in: 0..<12, using: &generator)),
        numbered("g", Int.random(in: 0..<150, using: &generator)),
        Double(Int.random(in: -40...40, using: &generator)) / 8
      )
    }
    let suggestions = self.suggestions(lines)
    let expected = expected(lines)
    let found = found(suggestions)
    #expect(Set(found.keys) == Set(expected.keys))
    for (player, own) in expected {
      #expect(Set(found[player, default: [:]].keys) == Set(own.keys))
      for (game, value) in own { #expect(abs((found[player]?[game] ?? .nan) - value) < 1e-6) }
    }
    #expect(found.values.contains { $0.count == Suggestions.candidatesPerPlayer })
    // Monotonic changes of the scores of each player change nothing.
    let scaled = lines.map { line -> Line in
      let unit = Double(line.player.utf8.last ?? 0) * 1e12
      return (line.player, line.game, line.score * unit - 3 * unit)
    }
    #expect(self.suggestions(scaled) == suggestions)
  }

  @Test func `equal scores count alike, and the last line of a player and a game counts`() {
    let constant = suggestions([("u", "a", -7), ("u", "b", -7), ("u", "c", -7), ("v", "a", 0)])
    #expect(Set(constant.candidates.values).count == 2)
    #expect(constant.candidates.value(row: 0, column: 0) == Float(1 / log2(3.0)))
    #expect(constant.candidates.value(row: 1, column: 0) == 1)
    let corrected = suggestions([("u", "a", 9), ("u", "b", 1), ("u", "a", 0)])
    #expect(corrected.candidates.value(row: 0, column: 1) == 1)
  }

  @Test func `they are mapped to players and games, and forget players`() throws {
    let embeddings = try #require(
      Embeddings(
        Catalogue(
          games: ["a", "b", "x"].map { game($0, []) }, developers: [], tags: [],
          packedUsers: [], packedWishlists: [],
          packedVectors: PackedRecords([
            GameVector(gameId: "a", [2, 0]), GameVector(gameId: "b", [0, 3]),
          ]), annotations: [], promotions: [])))
    let suggestions = self.suggestions(
      [("u", "b", 1), ("u", "nowhere", 2), ("w", "a", 1)], [("v", [5, 0]), ("w", [0, 0.5])])
    let games = Identifiers(["a", "b", "x"])
    let hints = try #require(
      suggestions.hints(for: ["w", "unknown", "u", "v"], games: games, embeddings))
    #expect(hints.candidates.doubles(0) == [1, 0, 0])
    #expect(hints.candidates.doubles(1) == [0, 0, 0])
    #expect(abs(hints.candidates.doubles(2)[1] - 1 / log2(3.0)) < 1e-6)
    // A player's vector is treated as a game's.
    #expect(hints.directions.doubles(0) == embeddings.vectors.doubles(1))
    #expect(hints.directions.doubles(3) == embeddings.vectors.doubles(0))
    #expect(hints.directions.doubles(1) == [0, 0] && hints.directions.doubles(2) == [0, 0])
    let other = suggestions.without { $0 == "w" }
    #expect(other.players.ids == ["u", "v"])
    #expect(
      other
        == Suggestions(
          players: other.players, games: suggestions.games,
          candidates: suggestions.candidates.gathering([0, 1]),
          vectors: suggestions.vectors.gathering([0, 1])))
    #expect(Suggestions.none.hints(for: ["u"], games: games, embeddings) == nil)
  }
}
