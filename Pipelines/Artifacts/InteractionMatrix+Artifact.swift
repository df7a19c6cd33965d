package import FindieWorkspace
import FindieDomain
package import FindieModels

extension InteractionMatrix: Artifact {
  package static var grain: String { "one element per player and game with evidence" }
  package static var countOfGrain: String? { "elements" }
  package static var formatVersion: Int { 5 }

  package var counts: [String: Int] {
    [
      "players": players.count, "games": games.count, "elements": observed.count,
      "positives": observed.values.count { $0 > 0 }, "dislikes": observed.values.count { $0 < 0 },
      "interactionsWithUnknownGames": interactionsWithUnknownGames,
    ]
  }

  package func write(to file: inout ArtifactWriter) {
    file.put("players", json: players.ids)
    file.put("games", json: games.ids)
    file.put("observed", observed)
    file.put("strongestActions", strongestActions)
    file.put("seen", seen)
    file.put("skips", skips)
    file.put("recent", recent.counts)
    file.put("unknown", [interactionsWithUnknownGames])
  }

  package init(from file: ArtifactReader) throws {
    let players = Identifiers(try file.json("players", as: [String].self))
    let games = Identifiers(try file.json("games", as: [String].self))
    let observed = try file.sparseRows("observed", rows: players.count, columns: games.count)
    let seen = try file.sparseRows("seen", rows: players.count, columns: games.count)
    let skips = try file.sparseRows("skips", rows: players.count, columns: games.count)
    let recent = try file.numbers("recent", as: UInt32.self)
    let strongestActions = try file.numbers("strongestActions", as: UInt8.self)
    let unknown = try file.numbers("unknown", as: Int.self)
    guard strongestActions.count == observed.count, unknown.count == 1,
      strongestActions.allSatisfy({ $0 < EvidenceKind.allCases.count })
    else {
      throw ArtifactDamage.array("strongestActions")
    }
    guard recent.count == games.count * RecentPositives.windows.count else {
      throw ArtifactDamage.array("recent")
    }
    self.init(
      players: players, games: games, observed: observed, strongestActions: strongestActions,
      seen: seen, skips: skips, recent: RecentPositives(counts: recent),
      interactionsWithUnknownGames: unknown[0])
  }
}

extension ArtifactWriter {
  mutating func put(_ name: String, _ rows: SparseRows) {
    put(name + ".offsets", rows.offsets)
    put(name + ".columns", rows.columnIndices)
    put(name + ".values", rows.values)
  }
}

extension ArtifactReader {
  func sparseRows(_ name: String, rows: Int, columns: Int) throws -> SparseRows {
    let offsets = try numbers(name + ".offsets", as: Int.self)
    let indices = try numbers(name + ".columns", as: UInt32.self)
    let values = try numbers(name + ".values", as: Float.self)
    guard offsets.count == rows + 1, offsets.first == 0, offsets.last == indices.count,
      indices.count == values.count, indices.allSatisfy({ $0 < columns }),
      (0..<rows).allSatisfy({ offsets[$0] <= offsets[$0 + 1] })
    else { throw ArtifactDamage.array(name) }
    return SparseRows(
      rows: rows, columns: columns, offsets: offsets, columnIndices: indices, values: values)
  }
}
