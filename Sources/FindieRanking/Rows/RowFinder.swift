import FindieDomain
import FindieModels

/// Finds the rows of a player: up to ten games each that have something in common, the highest
/// score first. Scratch memory: one per thread.
///
/// The rows are, in this order, each if it has four games that no row before it has:
///
/// 1. games like the latest positive of the player that has four similar games;
/// 2. games with the tag or of the genre whose share of the player's positives is most above its
///    share of all players' positives;
/// 3. releases of the last year by studios of the player's positives;
/// 4. hidden gems (`GameSignals.hiddenGems`);
/// 5. and 6. as 1. and 2., for the next game and the next term. A term that half of the games of
///    the second row have says the same again, and is left out.
///
/// A row is about no game that is withdrawn, for adults or muted, by the player's own choice.
///
/// Similar are the neighbours of item-kNN if at least k players have a positive for either game, as
/// for reasons.
struct RowFinder: ~Copyable {
  private let audience: Audience
  private let profiles: SparseRows
  private let signals: GameSignals
  /// As of `ContentModel`.
  private let elements: [ContentModel.Element]
  private let offsets: [UInt32]
  private let genreTerms: [Int?]
  private let neighborhood: SparseRows
  private let facts: RowFacts
  private let maximum: Int

  /// The elements of the player's positives in `profiles`.
  private var positives: [Int] = []
  /// The positives that the player's rows are about, latest first.
  private var subjects: [(key: RecommendationList.Row.Key, game: UInt32)] = []
  /// The terms of the player's positives that stand out most, with the differences of shares.
  private var terms: [(term: UInt32, excess: Double)] = []
  /// By term, how many of the player's positives have it; 0 between players.
  private var counts: [UInt32]
  /// The terms that two of them have.
  private var common: [UInt32] = []
  /// By game: a bit for each of `subjects`, and others; only those of hidden gems between players.
  private var marks: [UInt8]
  /// The games that have another mark.
  private var marked: [UInt32] = []
  /// By position among the ranked candidates: the game's marks.
  private var flags: [UInt8] = []

  private static let (length, minimum) = (10, 4)
  /// The number of rows about games, and of those about terms.
  private static let perKind = 2
  private static let (subjectsTried, termsTried) = (10, 6)
  private static let (hiddenGem, ofStudios, isTaken): (UInt8, UInt8, UInt8) = (32, 64, 128)

  /// - Parameter maximum: the maximum number of rows of a player, at least 1.
  init(
    _ models: RankingModels, _ audience: Audience, _ signals: GameSignals, _ facts: RowFacts,
    maximum: Int
  ) {
    self.audience = audience
    profiles = audience.profiles
    self.signals = signals
    (elements, offsets) = (models.content.terms, models.content.offsets)
    genreTerms = models.content.genreTerms
    neighborhood = models.itemItem.neighborhood.weights
    self.facts = facts
    self.maximum = maximum
    counts = [UInt32](repeating: 0, count: models.content.names.count)
    marks = facts.isHiddenGem.map { $0 ? Self.hiddenGem : 0 }
  }

  /// Starts with a player.
  ///
  /// - Parameter finder: has begun with the player.
  /// - Returns: the games that rows need, which may not be candidates of the list.
  mutating func begin(_ player: Int, _ finder: borrowing CandidateFinder) -> [UInt32] {
    for game in marked { marks[Int(game)] &= Self.hiddenGem }
    marked.removeAll(keepingCapacity: true)
    positives.removeAll(keepingCapacity: true)
    subjects.removeAll(keepingCapacity: true)
    terms.removeAll(keepingCapacity: true)
    for element in profiles.range(ofRow: player) where profiles.values[element] > 0 {
      positives.append(element)
    }
    guard !positives.isEmpty else { return [] }
    findSubjects(player, finder)
    findNewGames(player, finder)
    findTerms()
    return marked
  }

  private mutating func mark(_ game: UInt32, _ bits: UInt8) {
    if marks[Int(game)] & ~Self.hiddenGem == 0 { marked.append(game) }
    marks[Int(game)] |= bits
  }

  private mutating func findSubjects(_ player: Int, _ finder: borrowing CandidateFinder) {
    var days = ProfileOrder.days(ofPlayer: player, audience)
    for _ in 0..<min(Self.subjectsTried, days.count) where subjects.count < Self.perKind {
      let index = latest(days)
      // Days are not negative.
      days[index] = -1
      let game = profiles.columnIndices[positives[index]]
      guard signals.isKnown(game), !facts.isWithdrawn[Int(game)],
        finder.mayName(game, to: player), let key = key(ofElement: positives[index])
      else { continue }
      let similar = neighborhood.columns(ofRow: Int(game)).filter {
        signals.isKnown($0) && finder.isAllowed($0, player: player)
      }
      guard similar.count >= Self.minimum else { continue }
      for other in similar { mark(other, 1 << UInt8(subjects.count)) }
      subjects.append((key, game))
    }
  }

  /// The index of the latest positive, of one day that of the highest confidence; ties by index.
  private func latest(_ days: [Float]) -> Int {
    var best = 0
    for index in days.indices.dropFirst() where days[index] >= days[best] {
      let isMore = profiles.values[positives[index]] > profiles.values[positives[best]]
      if days[index] > days[best] || isMore { best = index }
    }
    return best
  }

  /// The key of a row about a positive; nil if it is no sign of liking.
  private func key(ofElement element: Int) -> RecommendationList.Row.Key? {
    switch audience.reasonKind(element) {
    case .liked, .superLiked: .becauseYouLiked
    case .wishlisted: .becauseYouWished
    case .owned: .becauseYouOwn
    default: nil
    }
  }

  private mutating func findNewGames(_ player: Int, _ finder: borrowing CandidateFinder) {
    let studios = Set(positives.map { facts.studios[Int(profiles.columnIndices[$0])] })
    for studio in studios.sorted().map({ Int($0) }) {
      for position in facts.newOffsets[studio]..<facts.newOffsets[studio + 1] {
        let game = facts.newGames[Int(position)]
        if marks[Int(game)] & Self.ofStudios == 0, finder.isAllowed(game, player: player) {
          mark(game, Self.ofStudios)
        }
      }
    }
  }

  private mutating func findTerms() {
    let (profiles, elements, offsets) = (profiles, elements, offsets)
    let (columns, terms) = (profiles.columnIndices.span, elements.span)
    common.removeAll(keepingCapacity: true)
    for element in positives {
      let game = Int(columns[element])
      for position in Int(offsets[game])..<Int(offsets[game + 1]) {
        let term = terms[position].index
        counts[Int(term)] += 1
        if counts[Int(term)] == 2 { common.append(term) }
      }
    }
    for term in common { offer(term) }
    for element in positives {
      let game = Int(columns[element])
      for position in Int(offsets[game])..<Int(offsets[game + 1]) {
        counts[Int(terms[position].index)] = 0
      }
    }
  }

  /// Inserts a term among those that stand out most; ties by index.
  private mutating func offer(_ term: UInt32) {
    let excess =
      Double(counts[Int(term)]) / Double(positives.count) - facts.shares[Int(term)]
    guard excess > 0 else { return }
    var index = terms.count
    while index > 0, (terms[index - 1].excess, term) < (excess, terms[index - 1].term) {
      index -= 1
    }
    guard index < Self.termsTried else { return }
    if terms.count == Self.termsTried { terms.removeLast() }
    terms.insert((term, excess), at: index)
  }

  /// The rows of the player.
  ///
  /// - Parameter ranked: the player's candidates, the highest score first.
  mutating func rows(_ ranked: [RankedCandidate]) -> [PlayerRow] {
    var rows: [PlayerRow] = []
    guard !positives.isEmpty else { return rows }
    flags.removeAll(keepingCapacity: true)
    for candidate in ranked { flags.append(marks[Int(candidate.game)]) }
    var left = terms[...]
    for turn in 0..<Self.perKind {
      if turn < subjects.count {
        let (key, game) = subjects[turn]
        add(key, game, best(ranked, .marked(1 << UInt8(turn))), ranked, to: &rows)
      }
      while rows.count < maximum, let term = left.popFirst()?.term {
        let first = rows.first { $0.key.namesTerm }?.games ?? []
        var count = 0
        for game in first where has(game, term) { count += 1 }
        if !first.isEmpty, 2 * count >= first.count { continue }
        let key: RecommendationList.Row.Key =
          genreTerms.contains(Int(term)) ? .moreOfGenre : .moreOfTag
        if add(key, term, best(ranked, .term(term)), ranked, to: &rows) { break }
      }
      if turn == 0 {
        add(.newFromStudios, 0, best(ranked, .marked(Self.ofStudios)), ranked, to: &rows)
        add(.hiddenGems, 0, best(ranked, .marked(Self.hiddenGem)), ranked, to: &rows)
      }
    }
    return rows
  }

  /// Adds a row if it has enough games.
  ///
  /// - Parameter positions: of the games among the candidates.
  @discardableResult
  private mutating func add(
    _ key: RecommendationList.Row.Key, _ subject: UInt32, _ positions: [Int],
    _ ranked: [RankedCandidate], to rows: inout [PlayerRow]
  ) -> Bool {
    guard positions.count >= Self.minimum, rows.count < maximum else { return false }
    rows.append(
      PlayerRow(key: key, subject: subject, games: positions.map { ranked[$0].game }))
    for position in positions { flags[position] |= Self.isTaken }
    return true
  }

  /// What the games of a row have in common.
  private enum Member {
    case marked(UInt8), term(UInt32)
  }

  /// The positions of the first games of a row that no row before it has.
  private func best(_ ranked: [RankedCandidate], _ member: Member) -> [Int] {
    var positions: [Int] = []
    let (ranked, flags) = (ranked.span, flags.span)
    for position in flags.indices where flags[position] & Self.isTaken == 0 {
      let isIn =
        switch member {
        case .marked(let bits): flags[position] & bits != 0
        case .term(let term): has(ranked[position].game, term)
        }
      guard isIn else { continue }
      positions.append(position)
      if positions.count == Self.length { break }
    }
    return positions
  }

  private func has(_ game: UInt32, _ term: UInt32) -> Bool {
    guard facts.termBits[Int(game)] & (1 << UInt64(term % 64)) != 0 else { return false }
    let elements = elements.span
    for position in Int(offsets[Int(game)])..<Int(offsets[Int(game) + 1])
    where elements[position].index == term { return true }
    return false
  }
}
