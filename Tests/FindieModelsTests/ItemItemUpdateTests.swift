import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// Item-item models that are updated for newer evidence.
struct ItemItemUpdateTests {
  private let workers = Workers(threads: 2)
  /// So many players that each pair of games has common ones.
  private let now = SparseRows.random(rows: 600, columns: 14, seed: 12)

  private var parameters: ModelParameters {
    var parameters = ModelParameters()
    parameters.ease.regularization = 3
    parameters.ease.blasThreads = 1
    parameters.ease.minimumPositives = 1
    parameters.ease.maximumWeights = 14
    return parameters
  }

  private func trained(_ observed: SparseRows, denseGames: Int? = nil) throws -> ItemItemModels {
    var parameters = parameters
    parameters.ease.denseGames = denseGames
    return try ItemItemModels(trainedOn: observed, parameters: parameters, workers: workers)
  }

  /// The evidence of the first players, without some games.
  private func before(_ players: Int, without games: Set<UInt32> = []) -> SparseRows {
    SparseRows(
      dense: (0..<now.rows).map { row in
        (0..<now.columns).map { column in
          row < players && !games.contains(UInt32(column))
            ? now.value(row: row, column: UInt32(column)) ?? 0 : 0
        }
      })
  }

  @Test func `models whose games all changed are those of a training with local weights`() throws {
    let updated = try trained(before(300)).updated(
      for: now, parameters: parameters, workers: workers)
    let local = try trained(now, denseGames: 0)
    #expect(updated.neighborhood == local.neighborhood)
    let (ease, expected) = (try #require(updated.ease), try #require(local.ease))
    for game in 0..<14 {
      #expect(
        isClose(
          ease.weights.doubles(game).map { Float($0) },
          expected.weights.doubles(game)))
    }
    #expect(updated.positives == (try trained(before(300))).positives)
  }

  @Test func `a new game gets its weights, and the others keep theirs`() throws {
    let old = try trained(before(600, without: [5]))
    let updated = old.updated(for: now, parameters: parameters, workers: Workers(threads: 1))
    let fresh = try trained(now)
    let (ease, was, full) = (
      try #require(updated.ease).weights, try #require(old.ease).weights,
      try #require(fresh.ease).weights
    )
    for row in 0..<14 as Range<Int> {
      for column in 0..<14 as Range<UInt32> where Int(column) != row {
        let isNew = column == 5
        let value = ease.value(row: row, column: column)
        #expect(
          isNew
            ? isClose([value ?? 0], [Double(full.value(row: row, column: column) ?? 0)])
            : value == was.value(row: row, column: column))
        let similarity = updated.neighborhood.weights.value(row: row, column: column)
        #expect(
          similarity
            == (isNew || row == 5 ? fresh : old).neighborhood.weights.value(
              row: row, column: column))
      }
    }
    #expect(try #require(updated.ease).weights.columnCounts[5] == 13)
  }

  @Test func `games with a few more positives keep their weights`() throws {
    let old = try trained(before(480))
    #expect(old.updated(for: now, parameters: parameters, workers: workers) == old)
  }

  @Test func `the K most similar games stay, new ones among them`() throws {
    var few = parameters
    few.neighborhood.neighbors = 4
    let old = try ItemItemModels(
      trainedOn: before(600, without: [0, 7]), parameters: few, workers: workers)
    let updated = old.updated(for: now, parameters: few, workers: workers)
    let all = try trained(now).neighborhood.weights
    for row in 0..<14 {
      let rows = updated.neighborhood.weights.range(ofRow: row)
      #expect(rows.count == 4)
      let kept = updated.neighborhood.weights.columnIndices[rows]
      // Whichever new game is more similar than the last one that stayed is there.
      let least = updated.neighborhood.weights.values[rows].min() ?? 0
      for game in [0, 7] as [UInt32] where Int(game) != row {
        let similarity = try #require(all.value(row: row, column: game))
        #expect(kept.contains(game) == (similarity >= least))
      }
    }
  }
}
