import FindieDomain
import FindieModelsTestSupport
import FindieRanking
import Foundation
import Testing

struct ExplorationTests {
  private let day = Day(daysSinceEpoch: 20_000)
  /// Games 3, 5, … 17 of 20.
  private let newGames = (0..<8).map { NewGame(game: UInt32(3 + 2 * $0), shown: 5 * $0, likes: $0) }

  private func exploration(
    _ newGames: [NewGame], games: Int = 20, on day: Day? = nil,
    _ change: (inout ExplorationParameters) -> Void = { _ in }
  ) -> ExplorationSlots {
    var parameters = ExplorationParameters()
    change(&parameters)
    return ExplorationSlots(
      newGames, games: games, likeRate: 0.2, on: day ?? self.day, parameters: parameters)
  }

  /// exp(score / τ) from the Beta posterior's moments by hand, for prior Beta(2, 8), c 1 and τ .05.
  private func weight(_ game: UInt32) -> Double {
    let (likes, shown) = (Double(game - 3) / 2, 5 * Double(game - 3) / 2)
    let (a, b) = (2 + likes, 8 + shown - likes)
    let variance = a * b / ((a + b) * (a + b) * (a + b + 1))
    return exp((a / (a + b) + variance.squareRoot()) / 0.05)
  }

  @Test func `the posterior has the moments of Beta`() {
    // Beta(1, 1) after one like of one: Beta(2, 1), mean 2/3, variance 2 / (9 · 4).
    let (mean, deviation) = NewGame(game: 0, shown: 1, likes: 1)
      .posterior(likeRate: 0.5, strength: 2)
    #expect(abs(mean - 2 / 3.0) < 1e-15)
    #expect(abs(deviation - (2 / 36.0).squareRoot()) < 1e-15)
  }

  @Test func `stated probabilities are those of the softmax for each slot`() {
    let exploration = exploration(newGames) { $0.slots = 4 }
    let isAllowed = { (game: Int) in game != 7 }
    let pool = exploration.pool(isAllowed)
    let seen: [UInt32] = [17, 4, 5, 17, 19, 0]
    for player in 0..<200 {
      var left = newGames.map(\.game).filter { isAllowed(Int($0)) && !seen.contains($0) }
      let slots = pool.draw(player: "p\(player)", listLength: 50, excluding: seen)
      #expect(slots.count == 4)
      for slot in slots {
        #expect(left.contains(slot.game))
        let expected = weight(slot.game) / left.reduce(0) { $0 + weight($1) }
        #expect(abs(slot.probability - expected) < 1e-10)
        left.removeAll { $0 == slot.game }
      }
    }
  }

  @Test func `games are drawn as often as stated`() {
    let pool = exploration(newGames).pool { $0 != 7 }
    let seen: [UInt32] = [9]
    let games = newGames.map(\.game).filter { $0 != 7 && !seen.contains($0) }
    let total = games.reduce(0) { $0 + weight($1) }
    var counts: [[UInt32]: Int] = [:]
    let players = 60_000
    for player in 0..<players {
      let slots = pool.draw(player: "player \(player)", listLength: 50, excluding: seen)
      counts[slots.map(\.game), default: 0] += 1
    }
    var chiSquare = 0.0
    var cells = 0
    for first in games {
      for second in games where second != first {
        let share = weight(first) / total * weight(second) / (total - weight(first))
        let expected = share * Double(players)
        let found = Double(counts[[first, second]] ?? 0)
        chiSquare += (found - expected) * (found - expected) / expected
        cells += 1
        #expect(expected > 5)
      }
    }
    #expect(counts.values.reduce(0, +) == players)
    // Of 30 cells, 29 degrees of freedom: above 58.3 once in a thousand.
    #expect(cells == 30)
    #expect(chiSquare < 58.3)
  }

  @Test func `the tenth that suits the player best is drawn nine times as often`() {
    // Twenty games alike: two are preferred, for one of the slots each.
    let games = (0..<20).map { NewGame(game: UInt32($0), shown: 0, likes: 0) }
    let pool = exploration(games) { $0.slots = 3 }.pool { $0 != 19 }
    var counts = [Int](repeating: 0, count: 20)
    for player in 0..<20_000 {
      // Game 19 is not allowed and game 18 is excluded, so that 17 and 16 are the best.
      let slots = pool.draw(player: "\(player)", listLength: 30, excluding: [18]) {
        $0.map { Float($0) }
      }
      var (preferred, others) = (2, 16)
      for slot in slots {
        let weight = slot.game >= 16 ? 9.0 : 1
        #expect(abs(slot.probability - weight / Double(9 * preferred + others)) < 1e-10)
        if slot.game >= 16 { preferred -= 1 } else { others -= 1 }
      }
      #expect(Set(slots.map(\.game)).count == 3)
      if let first = slots.first { counts[Int(first.game)] += 1 }
    }
    // 9 of 34 each, with a standard deviation of 62.
    #expect(counts[16...17].allSatisfy { abs($0 - 20_000 * 9 / 34) < 250 })
    #expect(counts[18] == 0 && counts[19] == 0)
    #expect(counts[..<16].allSatisfy { abs($0 - 20_000 / 34) < 110 })
  }

  @Test(arguments: [(4, 0), (15, 2), (40, 4), (190, 19)])
  func `the tenth is of the games that can be drawn`(of: (allowed: Int, preferred: Int)) {
    let games = (0..<200).map { NewGame(game: UInt32($0), shown: 0, likes: 0) }
    let pool = exploration(games, games: 200) { $0.slots = 1 }.pool { $0 < of.allowed + 5 }
    let expected = (
      best: 9 / Double(of.allowed + 8 * of.preferred),
      other: 1 / Double(of.allowed + 8 * of.preferred)
    )
    // Five of the allowed ones are excluded, which would be the best.
    let excluded = (of.allowed..<of.allowed + 5).map { UInt32($0) }
    for player in 0..<300 {
      let slots = pool.draw(player: "\(player)", listLength: 30, excluding: excluded) {
        $0.map { Float($0 + 1) }
      }
      for slot in slots {
        let isBest = Int(slot.game) >= of.allowed - of.preferred
        let probability = isBest ? expected.best : expected.other
        #expect(Int(slot.game) < of.allowed && abs(slot.probability - probability) < 1e-10)
      }
      #expect(slots.count == 1)
    }
  }

  @Test func `inverse stated probabilities sum to the number of games`() {
    // Horvitz and Thompson: the mean over draws of 1 / p is the number of games that can be drawn.
    let pool = exploration(newGames) { $0.slots = 1 }.pool { _ in true }
    let players = 40_000
    let sum = (0..<players).reduce(0.0) { sum, player in
      let slots = pool.draw(player: "\(player)", listLength: 9, excluding: [UInt32]())
      return sum + (slots.first.map { 1 / $0.probability } ?? 0)
    }
    #expect(abs(sum / Double(players) - 8) < 0.2)
  }

  @Test func `each part of a list has one slot at a random position, never the first`() {
    let pool = exploration(newGames).pool { _ in true }
    var positions: [Set<Int>] = [[], []]
    for player in 0..<2_000 {
      let slots = pool.draw(player: "\(player)", listLength: 11, excluding: [UInt32]())
      #expect(slots.count == 2)
      for (part, slot) in slots.enumerated() { positions[part].insert(slot.position) }
    }
    #expect(positions == [Set(1...5), Set(6...10)])
  }

  @Test(arguments: [0, 1, 2, 3])
  func `slots of a short list have distinct positions`(length: Int) {
    let pool = exploration(newGames).pool { _ in true }
    for player in 0..<50 {
      let slots = pool.draw(player: "\(player)", listLength: length, excluding: [UInt32]())
      #expect(slots.count == min(2, length))
      #expect(Set(slots.map(\.position)).count == slots.count)
      #expect(slots.allSatisfy { $0.position < length && (length < 3 || $0.position > 0) })
    }
  }

  @Test func `fewer games than slots are all drawn, the last with probability one`() {
    let pool = exploration(newGames) { $0.slots = 5 }.pool { $0 < 8 }
    for player in 0..<50 {
      let slots = pool.draw(player: "\(player)", listLength: 20, excluding: [7])
      #expect(Set(slots.map(\.game)) == [3, 5])
      #expect(slots.last?.probability == 1)
    }
    #expect(pool.draw(player: "p", listLength: 20, excluding: [3, 5, 7]) == [])
    let none = exploration([]).pool { _ in true }
    #expect(none.draw(player: "p", listLength: 20, excluding: [1]) == [])
  }

  @Test func `a game with negligible probability is drawn if it is the only one`() {
    let games = [NewGame(game: 1, shown: 0, likes: 0), NewGame(game: 2, shown: 9_999, likes: 0)]
    let exploration = exploration(games) { $0.temperature = 1e-3 }
    let slots = exploration.pool { $0 == 2 }.draw(
      player: "p", listLength: 5, excluding: [UInt32]())
    #expect(slots.map(\.game) == [2])
    #expect(slots.map(\.probability) == [1])
  }

  @Test func `draws are reproducible, and differ on another day or with another seed`() {
    func games(_ exploration: ExplorationSlots) -> [ExplorationSlot] {
      let pool = exploration.pool { _ in true }
      return (0..<30).flatMap {
        pool.draw(player: "\($0)", listLength: 30, excluding: [UInt32]())
      }
    }
    let drawn = games(exploration(newGames))
    #expect(drawn == games(exploration(newGames)))
    #expect(drawn != games(exploration(newGames, on: day.adding(days: 1))))
    #expect(drawn != games(exploration(newGames) { $0.seed += 1 }))
  }
}
