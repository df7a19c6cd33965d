import FindieDomain
import FindieRanking
import FindieHistory
import FindieLab
import Foundation
import Testing

/// Estimated position effects of generated data, compared with the planted ones.
struct PlantedPositionTests {
  @Test func `the planted position bias is found`() throws {
    var parameters = WorldParameters()
    parameters.seed = 4
    parameters.players = 1500
    parameters.games = 200
    parameters.days = 56
    parameters.writesAnalytics = false
    let files = Files()
    let truth = try World(parameters).write { path, bytes in
      files.bytes[path, default: []] += bytes
    }
    var table = EventTable(.interactions)
    // How often each position was shown, to weight the planted effects of a bucket's positions.
    var shown = [Double](repeating: 0, count: truth.positionBias.count)
    for path in files.bytes.keys.filter({ $0.hasPrefix("interactions/") }).sorted() {
      for line in (files.bytes[path] ?? []).split(separator: UInt8(ascii: "\n")) {
        let swipe = try JSONDecoder().decode(SwipeInteraction.self, from: Data(line))
        guard truth.burst?.userIds.contains(swipe.userId) != true else { continue }
        let position = try #require(swipe.cardPosition)
        if swipe.action.isVerdict { shown[min(position, shown.count - 1)] += 1 }
        table.kinds.append(swipe.action.code)
        table.milliseconds.append(swipe.timestamp.milliseconds)
        table[.cardPosition].append(Float(position))
        table[.viewSeconds].append(.nan)
        for column in table.collection.textColumns {
          table[column].append((column == .gameId ? swipe.gameId : "").utf8.span)
        }
      }
    }
    let found = PositionEffects(table)
    #expect(found.notIdentifiable == nil)
    var planted = [Double](repeating: 0, count: PositionEffects.firstPositions.count)
    var weights = planted
    for (position, count) in shown.enumerated() {
      let bucket = PositionEffects.bucket(of: position)
      planted[bucket] += count * truth.positionBias[position]
      weights[bucket] += count
    }
    let truths = zip(planted, weights).filter { $0.1 > 0 }.map { $0.0 / $0.1 }
    let reference = try #require(
      found.buckets.indices.first {
        found.buckets[$0].effect?.low == found.buckets[$0].effect?.high
      })
    for (bucket, truth) in zip(found.buckets, truths) {
      let effect = try #require(bucket.effect)
      let relative = truth / truths[reference]
      // Within a bucket of several positions, games have different distributions of positions: a
      // tolerance of 3 %.
      #expect(effect.low * 0.97 <= relative && relative <= effect.high * 1.03)
    }
  }

  private final class Files {
    var bytes: [String: [UInt8]] = [:]
  }
}
