import FindieAnalytics
import FindieDomain
import FindieModels

/// What rows depend on besides the player: computed once per night.
struct RowFacts: Sendable {
  /// The dense numbers of the games' studios, [games].
  let studios: [UInt32]
  /// The listed games that came out in the last year, by studio; a studio's are at
  /// `newOffsets[studio]..<newOffsets[studio + 1]`.
  let newGames: [UInt32]
  let newOffsets: [UInt32]
  /// [games]
  let isHiddenGem: [Bool]
  let isWithdrawn: [Bool]
  /// By game: the bits of its terms' indices modulo 64. A game without a term's bit lacks the term.
  let termBits: [UInt64]
  /// Of all positives, the share with a game that has the term, [terms].
  let shares: [Double]

  /// A release counts as new for so many days.
  private static let newDays = 365

  /// - Parameters:
  ///   - games: in the order of their indices.
  ///   - studios: of the games.
  ///   - day: the day of the run.
  init(
    _ games: [Game], studios: [UInt32], signals: GameSignals, content: ContentModel, on day: Day
  ) {
    self.studios = studios
    var newGames = [[UInt32]](repeating: [], count: Int(studios.max() ?? 0) + 1)
    for game in games.indices where signals.isListed[game] {
      guard let release = games[game].releaseDate?.day, day.days(since: release) <= Self.newDays
      else { continue }
      newGames[Int(studios[game])].append(UInt32(game))
    }
    self.newGames = newGames.flatMap(\.self)
    newOffsets = newGames.reduce(into: [0]) { $0.append($0[$0.count - 1] + UInt32($1.count)) }
    isHiddenGem = signals.hiddenGems
    isWithdrawn = games.map(\.isWithdrawn)
    var shares = [Double](repeating: 0, count: content.names.count)
    var termBits = [UInt64](repeating: 0, count: games.count)
    for game in games.indices {
      for element in content.elements(of: UInt32(game)) {
        let term = content.terms[element].index
        shares[Int(term)] += Double(signals.positives[game])
        termBits[game] |= 1 << UInt64(term % 64)
      }
    }
    self.termBits = termBits
    let all = Double(max(1, signals.positives.reduce(0, +)))
    self.shares = shares.map { $0 / all }
  }
}

extension GameSignals {
  /// Whether each game is a hidden gem: listed, with at least k positives, at most as many as the
  /// middle one of such games, and liked by a larger share of those who saw it than all games
  /// together, by the lower bound of its 95% interval.
  var hiddenGems: [Bool] {
    let known = isListed.indices.filter { isListed[$0] && isKnown(UInt32($0)) }
    let counts = known.map { positives[$0] }.sorted()
    let usual = likeRate
    var gems = [Bool](repeating: false, count: isListed.count)
    for game in known where positives[game] <= counts[counts.count / 2] {
      let share = Proportion(min(likes[game], shown[game]), of: shown[game])
      gems[game] = share.map { $0.lower > usual } ?? false
    }
    return gems
  }
}
