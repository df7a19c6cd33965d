package import FindieDomain
import FindieHistory

/// For each game, the number of players with a positive action on it in the last days.
///
/// Grain: one number per game and window.
package struct RecentPositives: Sendable, Equatable {
  /// The lengths of the windows in days. All end with the day before the night.
  package static let windows = [1, 3, 7, 28, 90]

  /// [games, windows].
  package private(set) var counts: [UInt32]

  package init(games: Int) {
    counts = [UInt32](repeating: 0, count: games * Self.windows.count)
  }

  /// - Parameter counts: [games, windows].
  package init(counts: [UInt32]) {
    precondition(counts.count.isMultiple(of: Self.windows.count), "\(counts.count) counts")
    self.counts = counts
  }

  /// Counts each player once per game and window, whatever the player did later.
  ///
  /// - Parameters:
  ///   - interactions: ordered by time.
  ///   - day: the day of the night.
  /// - Complexity: O(interactions of the longest window).
  init(_ interactions: EventTable, games: Identifiers, before day: Day) {
    self.init(games: games.count)
    let (users, named) = (interactions[.userId], interactions[.gameId])
    let longest = Self.windows.max() ?? 0
    let days = interactions.days.filter { (day.adding(days: -longest)..<day).contains($0.day) }
    let (kinds, isPositive) = (interactions.kinds, SwipeAction.allCases.map(\.isPositive))
    // A counting sort by game, newest first: the player, and the shortest window.
    var ends = [Int](repeating: 0, count: named.vocabulary.count + 1)
    for (_, rows) in days {
      for row in rows where isPositive[Int(kinds[row])] { ends[Int(named.codes[row]) + 1] += 1 }
    }
    for code in 0..<named.vocabulary.count { ends[code + 1] += ends[code] }
    let starts = ends
    var players = [UInt32](repeating: 0, count: ends[named.vocabulary.count])
    var shortest = [UInt8](repeating: 0, count: players.count)
    for (own, rows) in days.reversed() {
      let window = UInt8(Self.windows.firstIndex { own >= day.adding(days: -$0) } ?? 0)
      for row in rows.reversed() where isPositive[Int(kinds[row])] {
        let code = Int(named.codes[row])
        players[ends[code]] = users.codes[row]
        shortest[ends[code]] = window
        ends[code] += 1
      }
    }
    // By player, the last game that counted the player, plus 1.
    var last = [UInt32](repeating: 0, count: users.vocabulary.count)
    for code in 0..<named.vocabulary.count where starts[code] < starts[code + 1] {
      guard let game = games.index(of: named.vocabulary.text(UInt32(code))) else { continue }
      for position in starts[code]..<starts[code + 1] {
        let player = Int(players[position])
        guard last[player] != UInt32(code) + 1 else { continue }
        last[player] = UInt32(code) + 1
        for window in Int(shortest[position])..<Self.windows.count {
          counts[game * Self.windows.count + window] += 1
        }
      }
    }
  }

  /// The name of the popularity of a window as a model.
  package static func name(ofWindow window: Int) -> String {
    windows[window] == 1 ? "popularity of 1 day" : "popularity of \(windows[window]) days"
  }

  package var games: Int { counts.count / Self.windows.count }

  /// - Parameter window: an index in `windows`.
  package func count(ofGame game: Int, window: Int) -> Int {
    Int(counts[game * Self.windows.count + window])
  }

  /// By game.
  package func counts(window: Int) -> [Int] {
    (0..<games).map { count(ofGame: $0, window: window) }
  }
}

extension SwipeAction {
  /// Whether the action is evidence of a positive.
  package var isPositive: Bool {
    switch self {
    case .like, .superLike, .wishlist, .share, .viewDetails, .neutral: true
    case .dislike, .skip: false
    }
  }
}
