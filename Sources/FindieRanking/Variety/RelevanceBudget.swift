/// The choices that remain for a list that may lose at most a given share of its relevance.
///
/// The lists within the studios' cap are the bases of a matroid (at most so many of each studio, n
/// in all), so the best of them takes the candidates in the order of their relevance. This type
/// maintains the best list B that contains all choices so far. Choosing x that is not in B makes B
/// + x − y the best one, y being the least relevant entry of B that is not chosen yet (of the
/// studio of x, if B has reached its cap), and costs l(y) − l(x), l being the expected likes. While
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
  /// By local number of a studio: its numbers of candidates, of candidates in B, and of drawn
  /// entries.
  private var sizes: [Int] = []
  private var held: [Int] = []
  private var beside: [Int] = []
  /// The studios that have a local number.
  private var numbered: [Int] = []
  /// The local number of each studio of the catalogue, −1 between lists.
  private var localNumbers: [Int32]
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
    _ candidates: Span<RankedCandidate>, count: Int, beside drawn: [UInt32],
    catalogue: VarietyCatalogue, parameters: VarietyParameters
  ) {
    numberStudios(candidates, beside: drawn, catalogue)
    setCap(count: count, beside: drawn.count, share: parameters.maximumStudioShare)
    likes.removeAll(keepingCapacity: true)
    isSpare.removeAll(keepingCapacity: true)
    var (best, entries) = (0.0, 0)
    for index in candidates.indices {
      let studio = Int(studios[index])
      let isBest = entries < count && held[studio] < room(of: studio)
      likes.append(candidates[index].expectedLikes)
      isSpare.append(isBest)
      if isBest {
        held[studio] += 1
        entries += 1
        best += likes[index]
        worst = index
      }
    }
    isInBest = isSpare
    rest = parameters.maximumLoss * best
  }

  private mutating func numberStudios(
    _ candidates: Span<RankedCandidate>, beside drawn: [UInt32], _ catalogue: VarietyCatalogue
  ) {
    studios.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
    beside.removeAll(keepingCapacity: true)
    numbered.removeAll(keepingCapacity: true)
    let ofGames = catalogue.studios.span
    for index in candidates.indices {
      let studio = Int(ofGames[Int(candidates[index].game)])
      if localNumbers[studio] < 0 {
        localNumbers[studio] = Int32(sizes.count)
        numbered.append(studio)
        sizes.append(0)
        held.append(0)
        beside.append(0)
      }
      studios.append(localNumbers[studio])
      sizes[Int(localNumbers[studio])] += 1
    }
    for game in drawn {
      let number = localNumbers[Int(ofGames[Int(game)])]
      if number >= 0 { beside[Int(number)] += 1 }
    }
    for studio in numbered { localNumbers[studio] = -1 }
  }

  private mutating func setCap(count: Int, beside drawn: Int, share: Double) {
    // Rounding of the product must not cost an entry.
    cap = max(1, Int(min(1, share) * Double(count + drawn) + 1e-9))
    while sizes.indices.reduce(0, { $0 + min(room(of: $1), sizes[$1]) }) < count { cap += 1 }
  }

  /// The maximum number of a studio's candidates on a list.
  private func room(of studio: Int) -> Int { max(0, cap - beside[studio]) }

  /// The candidates from here on are too little relevant to be chosen any more.
  func end(below end: Int) -> Int {
    guard worst >= 0 else { return 0 }
    var end = end
    while end > worst + 1, likes[worst] - likes[end - 1] > rest { end -= 1 }
    return end
  }

  /// Whether a candidate could be chosen, and then is. One that cannot be now can never be again.
  mutating func choose(_ index: Int) -> Bool {
    if isInBest[index] {
      isSpare[index] = false
    } else {
      let studio = studios[index]
      var leaves = worst
      if held[Int(studio)] == room(of: Int(studio)) {
        while leaves >= 0, !isSpare[leaves] || studios[leaves] != studio { leaves -= 1 }
      }
      guard leaves >= 0, likes[leaves] - likes[index] <= rest else { return false }
      rest -= likes[leaves] - likes[index]
      held[Int(studios[leaves])] -= 1
      held[Int(studio)] += 1
      (isInBest[leaves], isSpare[leaves]) = (false, false)
      isInBest[index] = true
    }
    while worst >= 0, !isSpare[worst] { worst -= 1 }
    return true
  }
}
