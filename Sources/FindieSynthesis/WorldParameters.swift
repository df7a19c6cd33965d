package import FindieDomain

/// The numbers that make a world. The same numbers make the same bytes, everywhere.
package struct WorldParameters: Codable, Hashable, Sendable {
  /// Names the world among all worlds of the same size. Default 1.
  package var seed: UInt64 = 1
  /// Players in all, the burst's fresh accounts among them. Default 2,000; 20 to 5,000,000.
  package var players = 2000
  /// Games of the catalogue, unless one is given. Default 400; 20 to 1,000,000.
  package var games = 400
  /// Studios of the catalogue, unless one is given. Default 150; 1 to 1,000,000.
  package var developers = 150
  /// The first day with events. Default 2025-07-03.
  package var firstDay = Day(daysSinceEpoch: 20_272)
  /// Days with events. Default 90; 14 to 3,660.
  package var days = 90

  /// Sessions of a player over all days, on average. Default 4.35; above 0, to 1,000.
  package var sessionsPerPlayer = 4.35
  /// Cards of a session, on average. Default 9; 1 to 40.
  package var cardsPerSession = 9.0
  /// The share of players who joined within the days; the others joined in the two years before.
  /// Default 0.5; 0 to 1.
  package var newcomerShare = 0.5
  /// How much the sign-ups of a day grow from the first day to the last, as a share of the first
  /// day's. Default 1; 0 to 100.
  package var growth = 1.0
  /// The exponent of the games' popularity by rank. Default 0.85; 0 (all alike) to 2.
  package var popularityExponent = 0.85
  /// The exponent of the players' activity: the smaller, the more a few play most. Default 1.6; 1.1
  /// to 10.
  package var activityExponent = 1.6
  /// The share of players who synced a library from a shop. Default 0.2; 0 to 1.
  package var libraryShare = 0.2
  /// Games of a synced library, on average. Default 15; 1 to 500.
  package var libraryItems = 15.0

  /// Pairs of games that are liked by the same players. Default 8; 0 to 100.
  package var twinPairs = 8
  /// The share of cards that the trending game takes on its days. Default 0.06; 0 to 0.5.
  package var trendShare = 0.06
  /// The last days of the world on which the trending game trends. Default 5; 1 to 7.
  package var trendDays = 5
  /// Fresh accounts that push one game on the last day but one. Default 12; 0 to 1,000.
  package var burstAccounts = 12
  /// Cards of that game a burst account swipes, one after the other. Default 20; 1 to 1,000.
  package var burstCards = 20
  /// Games of which the truth states totals and true rates. Default 50; 0 to all.
  package var truthGames = 50

  /// Broken lines added to the interactions, as a share of the sound ones. Default 0; 0 to 1.
  package var badLineShare = 0.0
  /// Sound interactions written twice, as a share. Default 0; 0 to 1.
  package var duplicateShare = 0.0
  /// Whether analytics events are written too. Default true.
  package var writesAnalytics = true

  enum CodingKeys: String, CodingKey {
    case seed, players, games, developers, firstDay, days
    case sessionsPerPlayer, cardsPerSession, newcomerShare, growth
    case popularityExponent, activityExponent, libraryShare, libraryItems
    case twinPairs, trendShare, trendDays, burstAccounts, burstCards, truthGames
    case badLineShare, duplicateShare, writesAnalytics
  }

  package init() {}

  package var lastDay: Day { firstDay.adding(days: days - 1) }

  /// The first day with events and the last one.
  package var range: DayRange { DayRange(first: firstDay, last: lastDay) }
}
