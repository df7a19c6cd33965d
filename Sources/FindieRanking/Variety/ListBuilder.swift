import FindieModels

/// Chooses and orders the games of players' lists. One per thread, reused for all players, so that
/// only the list itself is allocated.
///
/// ```swift
/// var builder = ListBuilder(catalogue: catalogue, parameters: night.variety)
/// let list = builder.list(of: candidates.span, genreTaste: taste, count: 50)
/// ```
///
/// A list grows game by game: the next one is, of those allowed, the candidate x with the largest
///
///     l(x) / l(middle)  +  ν h(x)  −  μ max_{i listed} cos(vₓ, vᵢ)  −  κ n C(p, q with x)
///
/// where n is its rank from 1, l is `RankedCandidate.expectedLikes`, h its novelty
/// (`VarietyCatalogue.novelties`), v are `ContentModel`'s vectors and C the divergence of the
/// list's genres from the player's (`GenreCalibration`; none for an empty taste); ties by
/// relevance. The middle candidate is at index length / 2: variety reorders similarly relevant
/// games. A candidate is allowed if its studio is below the cap and the list can still end with
///
///     Σ l over the list  ≥  (1 − maximumLoss) Σ l over the best list of that length
///
/// The best list has the most relevant candidates within the studios' cap: the result for ν = μ = κ
/// = 0. The cap is max(1, ⌊share · length⌋) entries per studio, including drawn entries; if that
/// does not fill the list, it is raised for all studios alike until it does.
///
/// Sources: Carbonell and Goldstein, *The use of MMR* (1998), DOI 10.1145/290941.291025; Vargas and
/// Castells, *Rank and relevance in novelty and diversity metrics* (2011),
/// DOI 10.1145/2043932.2043955; Steck, *Calibrated Recommendations* (2018),
/// DOI 10.1145/3240323.3240372. Steck weights C against the sum of a list's relevances; here n
/// weights it against their mean, so that κ means the same at each rank. The bound is not from the
/// literature; see `RelevanceBudget`.
package struct ListBuilder: Sendable {
  private let catalogue: VarietyCatalogue
  private let parameters: VarietyParameters
  private var budget: RelevanceBudget
  private var similarity: ListedSimilarity
  private var calibration = GenreCalibration()
  /// By candidate, sixteen per vector: l(x) / l(middle) + ν h(x), minus infinity once it is chosen
  /// or excluded.
  private var relevances: [SIMD16<Float>] = []
  private var scores: [SIMD16<Float>] = []

  package init(catalogue: VarietyCatalogue, parameters: VarietyParameters) {
    self.catalogue = catalogue
    self.parameters = parameters
    budget = RelevanceBudget(studios: catalogue.studioCount)
    similarity = ListedSimilarity(terms: catalogue.content.vectors.columns)
  }

  /// The list, in its order, with the given relevances; its length is `count`, or the number of
  /// candidates if that is smaller.
  ///
  /// - Parameters:
  ///   - candidates: best relevance first, distinct.
  ///   - genreTaste: the distribution of the player's likes over genres; empty for no calibration.
  ///   - drawn: other games on the list, none of which is a candidate.
  /// - Complexity: O(count · candidates) and the terms that they share.
  package mutating func list(
    of candidates: Span<RankedCandidate>, genreTaste: GenreTaste, count: Int,
    drawn: [UInt32] = []
  ) -> [RankedCandidate] {
    precondition(Self.isRanked(candidates), "candidates out of order")
    let length = min(count, candidates.count)
    guard length > 0 else { return [] }
    let isVaried = parameters.similarityWeight > 0
    let isCalibrated = parameters.calibrationWeight > 0 && !genreTaste.isEmpty
    budget.start(
      candidates, count: length, drawn: drawn, catalogue: catalogue, parameters: parameters)
    if isVaried { similarity.start(candidates, content: catalogue.content) }
    if isCalibrated {
      calibration.start(
        candidates, taste: genreTaste, smoothing: parameters.calibrationSmoothing,
        catalogue: catalogue)
    }
    startScores(candidates, length: length)
    var chosen: [RankedCandidate] = []
    chosen.reserveCapacity(length)
    var end = candidates.count
    while chosen.count < length {
      end = budget.end(below: end)
      if isCalibrated { calibration.updateGains(below: end) }
      let calibrationWeight = parameters.calibrationWeight * Double(chosen.count + 1)
      let next = choose(
        below: end, isVaried: isVaried,
        calibrationWeight: isCalibrated ? Float(calibrationWeight) : nil)
      let candidate = candidates[next]
      chosen.append(candidate)
      if isVaried { similarity.list(candidate.game, content: catalogue.content) }
      if isCalibrated { calibration.list(catalogue.genres[Int(candidate.game)]) }
    }
    return chosen
  }

  private static func isRanked(_ candidates: Span<RankedCandidate>) -> Bool {
    for index in 1..<max(1, candidates.count)
    where !(candidates[index - 1].relevance >= candidates[index].relevance) { return false }
    return true
  }

  private mutating func startScores(_ candidates: Span<RankedCandidate>, length: Int) {
    relevances.removeAll(keepingCapacity: true)
    let middle = budget.likes[length / 2]
    let unit = middle > 0 ? 1 / middle : 0
    let (count, novelty) = (candidates.count, Float(parameters.noveltyWeight))
    let (likes, novelties) = (budget.likes, catalogue.novelties)
    for vector in 0..<(count + 15) / 16 {
      var lanes = SIMD16<Float>(repeating: -.infinity)
      for index in 16 * vector..<min(16 * vector + 16, count) {
        lanes[index % 16] =
          Float(likes[index] * unit) + novelty * novelties[Int(candidates[index].game)]
      }
      relevances.append(lanes)
    }
    scores = relevances
  }

  /// Chooses the best candidate within the budget.
  private mutating func choose(below end: Int, isVaried: Bool, calibrationWeight: Float?) -> Int {
    let vectors = (end + 15) / 16
    if isVaried { similarity.includeLast(vectors: vectors) }
    var largest = Self.score(
      relevances, vectors: vectors,
      isVaried ? (similarity.nearest, Float(parameters.similarityWeight)) : nil,
      calibrationWeight.map { (calibration.candidateGains, $0) }, into: &scores)
    while true {
      let best = Self.first(largest, in: scores)
      let (vector, lane) = (best / 16, best % 16)
      precondition(scores[vector][lane] > -.infinity, "no candidate is left")
      relevances[vector][lane] = -.infinity
      scores[vector][lane] = -.infinity
      if budget.choose(best) { return best }
      largest = scores[..<vectors].reduce(-.infinity) { max($0, $1.largest) }
    }
  }

  /// Computes the scores of the first vectors of candidates.
  ///
  /// - Parameters:
  ///   - similar: the largest cosines with a listed game, and their weight.
  ///   - gains: of calibration, and their weight.
  /// - Returns: the largest score.
  private static func score(
    _ relevances: [SIMD16<Float>], vectors: Int, _ similar: ([SIMD16<Float>], Float)?,
    _ gains: ([Float], Float)?, into scores: inout [SIMD16<Float>]
  ) -> Float {
    let (ofSimilar, ofGains) = (similar?.0 ?? [], gains?.0 ?? [])
    let (relevances, similarities, allGains) = (relevances.span, ofSimilar.span, ofGains.span)
    let similarityWeight = SIMD16(repeating: similar?.1 ?? 0)
    let gainWeight = SIMD16(repeating: gains?.1 ?? 0)
    var scores = scores.mutableSpan
    var largest = SIMD16(repeating: -Float.infinity)
    for vector in 0..<vectors {
      var score = relevances[vector]
      if !similarities.isEmpty { score -= similarityWeight * similarities[vector] }
      if !allGains.isEmpty { score += gainWeight * allGains.vector(vector) }
      scores[vector] = score
      largest.replace(with: score, where: score .> largest)
    }
    return largest.largest
  }

  /// The first index of a score among them.
  private static func first(_ score: Float, in scores: [SIMD16<Float>]) -> Int {
    var position = 0
    let lanes = unsafe scores.span.bytes
    // The index is within the span, since the score is one of its elements.
    while unsafe lanes.unsafeLoad(fromByteOffset: 4 * position, as: Float.self) != score {
      position += 1
    }
    return position
  }
}
