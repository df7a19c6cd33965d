/// The choices that remain for a list that may lose at most a given share of its relevance.
///
/// The lists within the studios' cap are the bases of a matroid (a maximum per studio, n entries in
/// all), so the best of them takes the candidates in the order of their relevance. This type
/// maintains the best list B that contains all choices so far. Choosing x outside B makes B + x − y
/// the best list, where y is the least relevant entry of B that is not chosen yet (from the studio
/// of x, if B has reached its cap). That costs l(y) − l(x), where l are the expected likes. While
/// the costs stay within the budget, a list within the bound exists, and at the end it is the
/// chosen one: Σ l over the list ≥ (1 − loss) Σ l over the best list.
///
/// The cap is the smallest one, not below the configured one, that fills the list; drawn entries
/// count towards the cap of their studio.
struct RelevanceBudget: Sendable {
  /// By candidate.
  private(set) var likes: [Double] = []
  private var studios: [Int32] = []
  /// In B, and not chosen yet.
  private var isSpare: [Bool] = []
  private var isInBest: [Bool] = []
  /// By local number of a studio.
  private var counts: [Counts] = []
  /// The studios that have a local number.
  private var numbered: [Int] = []
  /// The local number of each studio of the catalogue, −1 between lists.
  private var localNumbers: [Int32]
  /// What a studio has.
  private struct Counts {
    var candidates = 0
    /// Candidates in B.
    var best = 0
    var drawn = 0
  }

  private var cap = 0
  /// The remaining loss, in expected likes.
  private var rest = 0.0
  /// The last spare candidate; −1 for none.
  private var worst = -1

  init(studios: Int) {
    localNumbers = [Int32](repeating: -1, count: studios)
  }

  /// Starts a list of `count` of the candidates, in addition to the drawn games.
  mutating func start(
    _ candidates: Span<RankedCandidate>, count: Int, drawn: [UInt32],
    catalogue: VarietyCatalogue, parameters: VarietyParameters
  ) {
    numberStudios(candidates, drawn: drawn, catalogue)
    setCap(count: count, drawnCount: drawn.count, share: parameters.maximumStudioShare)
    likes.removeAll(keepingCapacity: true)
    isSpare.removeAll(keepingCapacity: true)
    var (best, entries) = (0.0, 0)
    for index in candidates.indices {
      let studio = Int(studios[index])
      let isBest = entries < count && counts[studio].best < room(of: counts[studio])
      likes.append(candidates[index].expectedLikes)
      isSpare.append(isBest)
      if isBest {
        counts[studio].best += 1
        entries += 1
        best += likes[index]
        worst = index
      }
    }
    isInBest = isSpare
    rest = parameters.maximumLoss * best
  }

  private mutating func numberStudios(
    _ candidates: Span<RankedCandidate>, drawn: [UInt32], _ catalogue: VarietyCatalogue
  ) {
    studios.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    numbered.removeAll(keepingCapacity: true)
    let ofGames = catalogue.studios.span
    for index in candidates.indices {
      let studio = Int(ofGames[Int(candidates[index].game)])
      var number = localNumbers[studio]
      if number < 0 {
        number = Int32(counts.count)
        localNumbers[studio] = number
        numbered.append(studio)
        counts.append(Counts())
      }
      studios.append(number)
      counts[Int(number)].candidates += 1
    }
    for game in drawn {
      let number = localNumbers[Int(ofGames[Int(game)])]
      if number >= 0 { counts[Int(number)].drawn += 1 }
    }
    for studio in numbered { localNumbers[studio] = -1 }
  }

  private mutating func setCap(count: Int, drawnCount: Int, share: Double) {
    // Rounding of the product must not cost an entry.
    cap = max(1, Int(min(1, share) * Double(count + drawnCount) + 1e-9))
    while counts.reduce(0, { $0 + min(room(of: $1), $1.candidates) }) < count { cap += 1 }
  }

  /// The maximum number of a studio's candidates on a list.
  private func room(of studio: Counts) -> Int { max(0, cap - studio.drawn) }

  /// The index from which on no candidate is relevant enough to be chosen.
  func end(below end: Int) -> Int {
    guard worst >= 0 else { return 0 }
    var end = end
    while end > worst + 1, likes[worst] - likes[end - 1] > rest { end -= 1 }
    return end
  }

  /// Chooses a candidate if the budget allows it, and returns whether it did. A candidate that is
  /// refused once is always refused.
  mutating func choose(_ index: Int) -> Bool {
    if isInBest[index] {
      isSpare[index] = false
    } else {
      let studio = studios[index]
      var removed = worst
      if counts[Int(studio)].best == room(of: counts[Int(studio)]) {
        while removed >= 0, !isSpare[removed] || studios[removed] != studio { removed -= 1 }
      }
      guard removed >= 0, likes[removed] - likes[index] <= rest else { return false }
      rest -= likes[removed] - likes[index]
      counts[Int(studios[removed])].best -= 1
      counts[Int(studio)].best += 1
      (isInBest[removed], isSpare[removed]) = (false, false)
      isInBest[index] = true
    }
    while worst >= 0, !isSpare[worst] { worst -= 1 }
    return true
  }
}
