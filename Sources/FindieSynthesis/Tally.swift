import FindieDomain

/// Everything that was written, counted while it is written.
struct Tally {
  /// The counts of one game.
  struct GameCounts {
    var views = 0
    /// Cards that ended in a verdict.
    var verdicts = 0
    /// Interactions by the action's code.
    var actions = SIMD8<Int>.zero
    var steamClicks = 0
    var itchioClicks = 0
    /// The sum of the true like probabilities of the cards with a verdict, in 2⁻³² parts.
    var expected: UInt64 = 0
    /// The same, had each stood at the feed's first place.
    var expectedAtTop: UInt64 = 0
    /// Verdicts by accounts of the burst.
    var burstVerdicts = 0
  }

  /// The counts of one day.
  struct DayCounts {
    var activePlayers = 0
    var sessions = 0
    var actions = SIMD8<Int>.zero
    var events = SIMD8<Int>.zero
    /// Players who joined on this day and played 1, 7 and 30 days later.
    var retained = SIMD4<Int>.zero
    var duplicates = 0
    var badLines = 0
  }

  static let retentionAges = [1, 7, 30]

  var games: [GameCounts]
  var days: [DayCounts]
  var badLines = [Int](repeating: 0, count: FaultMaker.Kind.allCases.count)
  /// Lines by file, bad and doubled ones among them.
  var lines: [String: Int] = [:]

  init(games: Int, days: Int) {
    self.games = Array(repeating: GameCounts(), count: games)
    self.days = Array(repeating: DayCounts(), count: days)
  }

  mutating func countInteraction(_ action: SwipeAction, of game: Int, on day: Int) {
    games[game].actions[Int(action.code)] += 1
    days[day].actions[Int(action.code)] += 1
  }

  mutating func countEvent(_ type: EventType, on day: Int) {
    days[day].events[Int(type.code)] += 1
  }

  /// Notes that a player played on `day` for the first time on that day.
  mutating func countActive(joinedDay: Int, on day: Int) {
    days[day].activePlayers += 1
    guard joinedDay >= 0 else { return }
    for (slot, age) in Tally.retentionAges.enumerated() where day - joinedDay == age {
      days[joinedDay].retained[slot] += 1
    }
  }
}
