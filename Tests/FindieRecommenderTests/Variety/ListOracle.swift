import FindieDomain
import FindieRecommender
import Foundation

/// `ListMaker` by its definition, in Double: every list that may come of few candidates is tried.
struct ListOracle {
  let world: VarietyWorld
  let candidates: [RankedCandidate]
  let taste: GenreTaste
  let parameters: VarietyParameters
  let length: Int
  /// All lists of that length that keep the studios' cap, as bits of candidates.
  private let lists: [Int]
  private let best: Double

  init(
    _ world: VarietyWorld, _ candidates: [RankedCandidate], _ taste: GenreTaste, count: Int,
    _ parameters: VarietyParameters
  ) {
    self.world = world
    self.candidates = candidates
    self.taste = taste
    self.parameters = parameters
    let length = min(count, candidates.count)
    self.length = length
    let all = (0..<1 << candidates.count).filter { $0.nonzeroBitCount == length }
    var cap = max(1, Int(parameters.maximumStudioShare * Double(length)))
    var lists: [Int] = []
    while lists.isEmpty {
      lists = all.filter { world.largestStudio(ListOracle.entries(candidates, $0)) <= cap }
      cap += 1
    }
    self.lists = lists
    best = lists.map { expectedLikes(ListOracle.entries(candidates, $0)) }.max() ?? 0
  }

  private static func entries(_ candidates: [RankedCandidate], _ list: Int) -> [RankedCandidate] {
    candidates.indices.filter { list >> $0 & 1 == 1 }.map { candidates[$0] }
  }

  /// The candidates that may come after these, each with its score.
  func scores(after chosen: [RankedCandidate]) -> [UInt32: Double] {
    var scores: [UInt32: Double] = [:]
    for (index, candidate) in candidates.enumerated() where !chosen.contains(candidate) {
      let taken = chosen.reduce(1 << index) { bits, entry in
        bits | 1 << (candidates.firstIndex(of: entry) ?? 0)
      }
      let goodEnough = lists.contains { list in
        list & taken == taken
          && expectedLikes(ListOracle.entries(candidates, list))
            >= (1 - parameters.maximumLoss) * best - 1e-12
      }
      guard goodEnough else { continue }
      let nearest = chosen.map { world.cosine(candidate.game, $0.game) }.max() ?? 0
      scores[candidate.game] =
        candidate.expectedLikes / candidates[0].expectedLikes
        - parameters.similarityWeight * nearest
        - (taste.isEmpty
          ? 0
          : parameters.calibrationWeight * Double(chosen.count + 1)
            * divergence(chosen + [candidate]))
    }
    return scores
  }

  /// Steck's C_KL(p, q) of a list's genres q from the player's p.
  func divergence(_ list: [RankedCandidate]) -> Double {
    let withGenres = list.map { Set(world.games[Int($0.game)].genres) }.filter { !$0.isEmpty }
    return Genre.allCases.reduce(0) { sum, genre in
      let wanted = taste[genre]
      guard wanted > 0 else { return sum }
      let share = withGenres.reduce(0) { $0 + ($1.contains(genre) ? 1 / Double($1.count) : 0) }
      let listed = withGenres.isEmpty ? 0 : share / Double(withGenres.count)
      let alpha = parameters.calibrationSmoothing
      return sum + wanted * log(wanted / ((1 - alpha) * listed + alpha * wanted))
    }
  }
}
