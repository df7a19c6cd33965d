import FindieAnalytics
import FindieDomain

/// The players who like a genre, and all others, in every piece of time that told periods cut.
///
/// Players like several genres, so cells do not add up, and nothing but a genre and all else follows
/// from them: that, over the periods in which it is told.
struct GenreAttack {
  private let world: StudioWorld
  private let numbers: StudioNumbers
  private let genres: [String: [Genre]]

  init(_ world: StudioWorld) {
    self.world = world
    numbers = world.numbers
    genres = Dictionary(uniqueKeysWithValues: world.users.map { ($0.id, $0.favoriteGenres) })
  }

  private func likes(_ swipe: Swipe) -> [String] {
    let own = swipe.genres.isEmpty ? genres[swipe.user, default: []].map(\.rawValue) : swipe.genres
    return own.isEmpty ? ["unknown"] : own
  }

  /// Cells of games, with the periods in which they are told.
  private var told: [(game: Int, value: String, periods: [DayRange])] {
    numbers.games.enumerated().flatMap { place, game in
      var periods: [String: [DayRange]] = [:]
      for (period, own) in zip(numbers.periods, game.periods) {
        for cell in own.breakdowns.first(where: { $0.cut == .genrePreference })?.cells ?? [] {
          periods[cell.value, default: []].append(period.range)
        }
      }
      return periods.map { (place, $0.key, $0.value) }
    }
  }

  func found(k: Int) -> [String] {
    var found: [String] = []
    for (game, value, ranges) in told {
      var pieces: [[Bool]: [Day]] = [:]
      for offset in 1...200 {
        let day = StudioWorld.night.adding(days: -offset)
        pieces[ranges.map { $0.contains(day) }, default: []].append(day)
      }
      for (members, days) in pieces where members.contains(true) {
        let events = world.swipes.filter { $0.game == "g\(game)" && days.contains($0.day) }
        let own = Set(events.filter { likes($0).contains(value) }.map(\.user)).count
        let others = Set(events.filter { !likes($0).contains(value) }.map(\.user)).count
        for few in [own, others] where few > 0 && few < k {
          found.append("g\(game) \(value): \(few) players")
        }
      }
    }
    return found
  }
}
