import FindieDomain
import FindieModelsTestSupport
import FindieRanking
import Foundation

/// `ListBuilder` by its definition, in Double: with few candidates every possible list is tried;
/// with more, the best list with some entries is completed in the order of relevance.
struct ListOracle {
  let world: VarietyWorld
  let candidates: [RankedCandidate]
  let taste: GenreTaste
  let parameters: VarietyParameters
  let length: Int
  private let cap: Int
  /// All lists of that length within the studios' cap, as bits of candidates; nil for too many.
  private let lists: [Int]?
  private var best = 0.0

  init(
    _ world: VarietyWorld, _ candidates: [RankedCandidate], _ taste: GenreTaste, count: Int,
    _ parameters: VarietyParameters
  ) {
    self.world = world
    self.candidates = candidates
    self.taste = taste
    self.parameters = parameters
    length = min(count, candidates.count)
    let bySize = Dictionary(grouping: candidates) { world.studio($0.game) }.values.map(\.count)
    var cap = max(1, Int(parameters.maximumStudioShare * Double(length)))
    while bySize.reduce(0, { $0 + min(cap, $1) }) < length { cap += 1 }
    self.cap = cap
    let length = length
    lists =
      candidates.count > 10
      ? nil
      : (0..<1 << candidates.count).filter { list in
        list.nonzeroBitCount == length
          && world.largestStudio(Self.entries(candidates, list)) <= cap
      }
    best = mostLikes(with: []) ?? 0
  }

  /// The expected likes of the best list with these entries; nil if there is none.
  private func mostLikes(with entries: [RankedCandidate]) -> Double? {
    if let lists {
      let taken = entries.reduce(0) { $0 | 1 << (candidates.firstIndex(of: $1) ?? 0) }
      return lists.filter { $0 & taken == taken }
        .map { expectedLikes(Self.entries(candidates, $0)) }.max()
    }
    var list = entries
    for candidate in candidates where list.count < length && !entries.contains(candidate) {
      if world.largestStudio(list + [candidate]) <= cap { list.append(candidate) }
    }
    return list.count == length && world.largestStudio(list) <= cap ? expectedLikes(list) : nil
  }

  private static func entries(_ candidates: [RankedCandidate], _ list: Int) -> [RankedCandidate] {
    candidates.indices.filter { list >> $0 & 1 == 1 }.map { candidates[$0] }
  }

  /// The candidates that are allowed after these, each with its score.
  func scores(after chosen: [RankedCandidate]) -> [UInt32: Double] {
    var scores: [UInt32: Double] = [:]
    for candidate in candidates where !chosen.contains(candidate) {
      guard let most = mostLikes(with: chosen + [candidate]),
        most >= (1 - parameters.maximumLoss) * best - 1e-12
      else { continue }
      let nearest = chosen.map { world.cosine(candidate.game, $0.game) }.max() ?? 0
      scores[candidate.game] =
        candidate.expectedLikes / candidates[length / 2].expectedLikes
        + parameters.noveltyWeight * novelty(candidate.game)
        - parameters.similarityWeight * nearest
        - (taste.isEmpty
          ? 0
          : parameters.calibrationWeight * Double(chosen.count + 1)
            * divergence(chosen + [candidate]))
    }
    return scores
  }

  /// 1 for a game without positives, 0 for the most popular one.
  private func novelty(_ game: UInt32) -> Double {
    let most = world.positives.max() ?? 0
    return most > 0
      ? log(Double(most + 1) / Double(world.positives[Int(game)] + 1)) / log(Double(most + 1)) : 0
  }

  /// Steck's C_KL(p, q) of a list's genres q from the player's p.
  func divergence(_ list: [RankedCandidate]) -> Double {
    let withGenres = list.map { Set(world.games[Int($0.game)].genres) }.filter { !$0.isEmpty }
    return Genre.allCases.reduce(0) { sum, genre in
      let preference = taste[genre]
      guard preference > 0 else { return sum }
      let share = withGenres.reduce(0) { $0 + ($1.contains(genre) ? 1 / Double($1.count) : 0) }
      let listed = withGenres.isEmpty ? 0 : share / Double(withGenres.count)
      let alpha = parameters.calibrationSmoothing
      return sum + preference * log(preference / ((1 - alpha) * listed + alpha * preference))
    }
  }
}
