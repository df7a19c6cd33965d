import FindieDomain
import FindieRanking
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import Foundation
import Testing

/// Estimated position effects, compared with planted ones.
struct PositionEffectsTests {
  private typealias Cell = PositionEffects.Cell
  private static let planted = [1, 0.8, 0.7, 0.6, 0.5, 0.4]

  /// 300 games of 400 cards; the better a game, the more of them at the top.
  private static func cells(seed: UInt64, effects: [Double] = planted) -> [[Cell]] {
    var random = SplitMix64(seed: seed)
    return (0..<300).map { game in
      let like = 0.1 + 0.7 * Double(game) / 300
      var cells = [Cell](
        repeating: Cell(shown: 0, likes: 0), count: PositionEffects.firstPositions.count)
      for _ in 0..<400 {
        // Uniform to the power of 1 … 3: good games have low positions.
        let bucket = Int(pow(random.nextUniform(), 1 + 2 * Double(game) / 300) * 6)
        cells[bucket].shown += 1
        if random.nextUniform() < like * effects[bucket] { cells[bucket].likes += 1 }
      }
      return cells
    }
  }

  @Test func `planted effects are found, and plain like rates are biased`() throws {
    let found = PositionEffects(Self.cells(seed: 5))
    #expect(found.notIdentifiable == nil)
    let top = try #require(found.buckets.first)
    for (bucket, planted) in zip(found.buckets, Self.planted) {
      let effect = try #require(bucket.effect)
      // One of five intervals may miss the planted effect; three standard errors, 3 / 1.96 half
      // widths, contain it.
      let error = abs(log(effect.mean / planted))
      #expect(error <= 3 / 1.96 * max(log(effect.high / effect.mean), 1e-12), "\(effect)")
      #expect(effect.high - effect.low < 0.1)
    }
    let last = found.buckets[5]
    let plain =
      Double(last.likes) / Double(last.shown) / (Double(top.likes) / Double(top.shown))
    #expect(plain < (last.effect?.low ?? 0) - 0.02, "\(plain)")
  }

  @Test func `about 95 of 100 intervals contain the planted effect`() {
    var (held, all) = (0, 0)
    for seed in 0..<40 {
      let found = PositionEffects(Self.cells(seed: UInt64(seed) &* 104_729))
      for (bucket, planted) in zip(found.buckets, Self.planted).dropFirst() {
        guard let effect = bucket.effect else { continue }
        all += 1
        held += effect.low <= planted && planted <= effect.high ? 1 : 0
      }
    }
    // 200 intervals, five per data set: 190 expected; buckets share the reference, so their errors
    // are correlated.
    #expect(all == 200)
    #expect(held >= 174 && held < 200, "\(held) of \(all)")
  }

  @Test func `the effect of two buckets equals a hand-computed one`() throws {
    // One game, shown equally often in both: likes 30 and 15, so the effect of the second is ½.
    var row = [Cell](
      repeating: Cell(shown: 0, likes: 0), count: PositionEffects.firstPositions.count)
    row[0] = Cell(shown: 101, likes: 30)
    row[2] = Cell(shown: 101, likes: 15)
    let effect = try #require(PositionEffects([row]).buckets.last?.effect)
    // The prior changes it by less than a tenth of a like.
    #expect(abs(effect.mean - 0.5) < 0.005)
  }

  @Test func `buckets that no chain of games links are not compared`() throws {
    func row(_ buckets: [Int]) -> [Cell] {
      PositionEffects.firstPositions.indices.map {
        buckets.contains($0) ? Cell(shown: 100 - $0, likes: 20) : Cell(shown: 0, likes: 0)
      }
    }
    let found = PositionEffects([row([0, 1]), row([1, 2]), row([4, 5])])
    #expect(found.buckets.map(\.name) == ["0", "1", "2", "5–9", "10–19"])
    #expect(found.buckets.map { $0.effect != nil } == [true, true, true, false, false])
  }

  private func events(_ cards: [(game: String, position: Float, action: SwipeAction)]) -> EventTable
  {
    var table = EventTable(.interactions)
    for card in cards {
      table.kinds.append(card.action.code)
      table.milliseconds.append(0)
      table[.cardPosition].append(card.position)
      table[.viewSeconds].append(.nan)
      for column in table.collection.textColumns {
        table[column].append((column == .gameId ? card.game : "").utf8.span)
      }
    }
    return table
  }

  @Test func `events from the end on do not count`() {
    var table = events([("a", 0, .like), ("a", 3, .skip), ("b", 0, .like), ("b", 3, .skip)])
    let closed = PositionEffects(table)
    let later = events((0..<50).map { ("a", Float($0 % 4), .like) })
    table.kinds += later.kinds
    table.milliseconds += later.milliseconds.map { _ in 1000 }
    table[.cardPosition] += later[.cardPosition]
    table[.gameId].codes += later[.gameId].codes
    #expect(PositionEffects(table, before: 1000) == closed)
    #expect(PositionEffects(table, before: 1001).cards == 54)
  }

  @Test func `with a constant position the effect is not identifiable, with the reason`() {
    let found = PositionEffects(
      events([("a", 0, .like), ("a", 0, .dislike), ("b", 0, .like), ("b", .nan, .skip)]))
    #expect(found.buckets == [])
    #expect(found.notIdentifiable == .onePosition(0) && found.cards == 3)
  }

  @Test func `without positions, or games at several, the effect is not identifiable`() {
    let without = PositionEffects(events([("a", .nan, .like), ("b", .nan, .skip)]))
    #expect(without.notIdentifiable == .noPosition(cards: 2))
    let single = PositionEffects(events([("a", 0, .like), ("b", 1, .like), ("b", 1, .skip)]))
    #expect(single.notIdentifiable == .oneBucketPerGame)
  }

  @Test func `only verdicts are cards, and only likes are likes`() {
    let found = PositionEffects(
      events([
        ("a", 0, .like), ("a", 1, .superLike), ("a", 1, .skip), ("a", 1, .viewDetails),
        ("a", 0, .wishlist), ("a", 1, .dislike),
      ]))
    #expect(found.cards == 4)
    #expect(found.buckets.map(\.shown) == [1, 3])
    #expect(found.buckets.map(\.likes) == [1, 1])
  }

  @Test func `each position has one bucket`() {
    #expect((0...6).map { PositionEffects.bucket(of: $0) } == [0, 1, 2, 3, 3, 4, 4])
    #expect(PositionEffects.bucket(of: 9) == 4)
    #expect(PositionEffects.bucket(of: 10) == 5)
    #expect(PositionEffects.bucket(of: 1000) == 7)
  }
}
