import FindieDomain
import FindieHistory

/// The active players and the sessions of one record, by day.
///
/// - Invariant: `days` ascends; the players of day d are `players[playerStarts[d]..<…[d + 1]]`,
///   distinct; sessions are stored in the same way.
struct Presence: Sendable {
  var days: [Int32] = []
  var playerStarts = [0]
  var players: [UInt32] = []
  var sessionStarts = [0]
  var sessions: [UInt32] = []
  /// By session: the first and the last instant before the as-of day.
  private(set) var sessionFirst: [Int64] = []
  private(set) var sessionLast: [Int64] = []
  /// The newest event before the as-of day; nil without events.
  var newest: Timestamp?
  /// The texts of the players' codes.
  var playerIds = Vocabulary()
  var doubtfulIds: [DoubtfulId] = []

  /// Sets the first and the last instants of the sessions. One that is longer than a day, since its
  /// id does not change, becomes one on each of its days.
  ///
  /// - Parameter spans: by entry of `sessions`, the first and the last instant of the day.
  /// - Returns: whether each of the `count` sessions was longer than a day.
  mutating func setSessions(of count: Int, _ spans: [(first: Int64, last: Int64)]) -> [Bool] {
    sessionFirst = [Int64](repeating: .max, count: count)
    sessionLast = [Int64](repeating: .min, count: count)
    for (session, span) in zip(sessions, spans) {
      sessionFirst[Int(session)] = min(sessionFirst[Int(session)], span.first)
      sessionLast[Int(session)] = max(sessionLast[Int(session)], span.last)
    }
    let isLong = zip(sessionFirst, sessionLast).map { first, last in
      first < last && last - first > Timestamp.millisecondsADay
    }
    for entry in sessions.indices where isLong[Int(sessions[entry])] {
      sessions[entry] = UInt32(sessionFirst.count)
      sessionFirst.append(spans[entry].first)
      sessionLast.append(spans[entry].last)
    }
    return isLong
  }

  var firstDayWithSession: Day? {
    days.indices.first { sessionStarts[$0] < sessionStarts[$0 + 1] }.map {
      Day(daysSinceEpoch: days[$0])
    }
  }

  private func dayIndices(in range: DayRange) -> Range<Int> {
    let first = days.firstIndex { $0 >= range.first.daysSinceEpoch } ?? days.count
    let end = days.firstIndex { $0 > range.last.daysSinceEpoch } ?? days.count
    return first..<end
  }

  /// The distinct players of a range of days.
  func playerCount(in range: DayRange) -> Int {
    distinct(players, from: playerStarts, of: playerIds.count, in: range)
  }

  /// The distinct sessions of a range of days; one that spans midnight counts once.
  func sessionCount(in range: DayRange) -> Int {
    distinct(sessions, from: sessionStarts, of: sessionFirst.count, in: range)
  }

  /// The number of distinct codes in a range; those of a single day are already distinct.
  private func distinct(
    _ codes: [UInt32], from starts: [Int], of count: Int, in range: DayRange
  ) -> Int {
    let days = dayIndices(in: range)
    let codes = codes[starts[days.lowerBound]..<starts[days.upperBound]]
    guard days.count > 1 else { return codes.count }
    var isSeen = [Bool](repeating: false, count: count)
    return codes.reduce(0) { sum, code in
      defer { isSeen[Int(code)] = true }
      return isSeen[Int(code)] ? sum : sum + 1
    }
  }

  /// The durations in milliseconds of the sessions that started in a range of days; ascending.
  ///
  /// - Complexity: O(n log n) in the sessions of the range.
  func sessionLengths(in range: DayRange) -> [Int64] {
    let dayIndices = dayIndices(in: range)
    let start = range.first.start.milliseconds
    // A session that spans days is on each of them, but starts on one.
    var lengths: [Int64] = []
    for index in dayIndices {
      let begin = max(start, Day(daysSinceEpoch: days[index]).start.milliseconds)
      let end = Day(daysSinceEpoch: days[index] + 1).start.milliseconds
      for session in sessions[sessionStarts[index]..<sessionStarts[index + 1]] {
        let first = sessionFirst[Int(session)]
        if begin <= first, first < end { lengths.append(sessionLast[Int(session)] - first) }
      }
    }
    return lengths.sorted()
  }

  /// For each day of a range, the distinct players of the `width` days ending with it.
  ///
  /// - Complexity: O(player-days of the range and the `width` days before it).
  func playersInWindow(of width: Int, over range: DayRange) -> [Int] {
    var inWindow = [Int32](repeating: 0, count: playerIds.count)
    var distinct = 0
    func change(_ day: Day, by step: Int32) {
      let dayIndices = dayIndices(in: DayRange(first: day, last: day))
      for player in players[
        playerStarts[dayIndices.lowerBound]..<playerStarts[dayIndices.upperBound]]
      {
        let before = inWindow[Int(player)]
        inWindow[Int(player)] = before + step
        if before == 0 { distinct += 1 }
        if before + step == 0 { distinct -= 1 }
      }
    }
    for back in (1..<width).reversed() { change(range.first.adding(days: -back), by: 1) }
    return range.days.map { day in
      change(day, by: 1)
      defer { change(day.adding(days: 1 - width), by: -1) }
      return distinct
    }
  }

  /// For each player, the active days, ascending.
  func daysOfPlayers() -> [[Int32]] {
    var result = [[Int32]](repeating: [], count: playerIds.count)
    for index in days.indices {
      for player in players[playerStarts[index]..<playerStarts[index + 1]] {
        result[Int(player)].append(days[index])
      }
    }
    return result
  }
}

/// One player's actions with one game on one day.
struct PlayerDay {
  let player: UInt64
  /// The weight of the strongest action, above 0.
  let weight: Double
  let isFresh: Bool
  /// The part of the weight that is above the player's engagement with the game in the days before.
  var added = 0.0

  /// A player's key; players of the two records are never joined.
  static func player(_ code: UInt32, of source: EventSource) -> UInt64 {
    UInt64(code) | (source == .analytics ? 1 << 32 : 0)
  }
}
