package import FindieAnalytics
import FindieTestSupport
import Foundation

/// Players who differ in how often they come and what they like, as in an app: half are there on
/// the first night, the others arrive later; weekends are busier.
package struct ExperimentWorld {
  private struct Player {
    let isInArm: Bool
    let arrival: Int
    /// The chance to come on an average day.
    let visits: Double
    let cards: Int
    let like: Double
    let wish: Double
    let click: Double
    /// Whether the player's analytics events arrive.
    let isMeasured: Bool
    var totals = [0, 0, 0, 0]
  }

  private var players: [Player]
  private var random: SeededGenerator
  private let isArmSeenByClicksOnly: Bool
  private static let week = [0.8, 0.8, 0.9, 0.9, 1.1, 1.3, 1.2]

  /// - Parameters:
  ///   - effect: how much larger the arm's chances are, relative.
  ///   - isArmSeenByClicksOnly: whether analytics have no event of a player of the arm who does not
  ///     click.
  package init(
    seed: UInt64, players count: Int, share: Double, nights: Int, effect: Double = 0,
    isArmSeenByClicksOnly: Bool = false
  ) {
    self.isArmSeenByClicksOnly = isArmSeenByClicksOnly
    var random = SeededGenerator(seed: seed)
    func uniform() -> Double { Double.random(in: 0..<1, using: &random) }
    func exponential() -> Double { -log(1 - uniform()) }
    players = (0..<count).map { _ in
      let isInArm = uniform() < share
      let factor = isInArm ? 1 + effect : 1
      // Products of an exponential and a uniform number: many small values, a few large ones.
      return Player(
        isInArm: isInArm, arrival: uniform() < 0.5 ? 0 : Int(uniform() * Double(nights)),
        visits: min(0.7, 0.4 * exponential()), cards: 1 + Int(8 * exponential()),
        like: min(1, (0.1 + 0.5 * uniform() * uniform() + 0.1 * uniform()) * factor),
        wish: min(1, 0.04 * uniform() * exponential() * factor),
        click: min(1, 0.02 * uniform() * exponential() * factor), isMeasured: uniform() < 0.7)
    }
    self.random = random
  }

  package mutating func addNight(_ night: Int) {
    for index in players.indices where players[index].arrival <= night {
      let player = players[index]
      guard Double.random(in: 0..<1, using: &random) < player.visits * Self.week[night % 7] else {
        continue
      }
      let cards = Int.random(in: 1...2 * player.cards, using: &random)
      for _ in 0..<cards {
        players[index].totals[0] += 1
        if Double.random(in: 0..<1, using: &random) < player.like {
          players[index].totals[1] += 1
        }
        if Double.random(in: 0..<1, using: &random) < player.wish {
          players[index].totals[2] += 1
        }
        if Double.random(in: 0..<1, using: &random) < player.click {
          players[index].totals[3] += 1
        }
      }
    }
  }

  package var numbers: ExperimentNumbers {
    var numbers = ExperimentNumbers()
    for player in players where player.totals[0] > 0 {
      numbers[.likes, player.isInArm].add(player.totals[1], of: player.totals[0])
      numbers[.wishes, player.isInArm].add(player.totals[2], of: 1)
      let clicks = player.totals[3]
      if player.isMeasured, clicks > 0 || !player.isInArm || !isArmSeenByClicksOnly {
        numbers[.shopClicks, player.isInArm].add(clicks, of: 1)
      }
    }
    return numbers
  }
}
