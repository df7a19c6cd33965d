import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Testing

/// Seeded random events, counted event by event.
@Suite struct BruteForceTests {
  private let swipes: [Swipe]
  private let logs: [Log]
  private let night = day(40)
  private let catalogue = games("g0", "g1", "g2", "g3", "g4", "g5", "g6")
  private let users: [User]

  init() {
    var random = SeededGenerator(seed: 20)
    var swipes: [Swipe] = []
    var logs: [Log] = []
    for _ in 0..<4000 {
      let user = Int.random(in: 0..<60, using: &random)
      let on = Int.random(in: 0..<42, using: &random)
      let game = "g\(min(Int.random(in: 0..<9, using: &random), 7))"
      if Bool.random(using: &random) {
        swipes.append(
          Swipe(
            user: "u\(user)", game: game,
            action: SwipeAction.allCases.randomElement(using: &random) ?? .like, day: day(on),
            session: "s\(user)-\(on / 2)",
            viewSeconds: Float(Int.random(in: 1..<200, using: &random)) / 4))
      } else {
        let kind = Int.random(in: 0..<7, using: &random)
        // Views are rare, so that impressions are counted in both ways.
        if kind == 0, Int.random(in: 0..<3, using: &random) > 0 { continue }
        logs.append(
          Log(
            user: "h\(user)", game: game, type: EventType.allCases[kind], day: day(on),
            session: "s\(user)-\(on / 2)"))
      }
    }
    self.swipes = swipes.shuffled(using: &random)
    self.logs = logs.shuffled(using: &random)
    users = (0..<60).map { number in
      var user = User(id: "u\(number)")
      user.joinedDate = day(Int.random(in: -5..<42, using: &random)).start
      return user
    }
  }

  private func activity(threads: Int = 2) -> Activity {
    Activity(
      interactions: EventTable(swipes), analytics: EventTable(logs), games: catalogue, night: night,
      workers: Workers(threads: threads))
  }

  /// The measures of one game and day, directly by their definitions.
  private func counted(_ game: String, _ on: Day) -> [Measure: Int] {
    let swipes = swipes.filter { $0.game == game && $0.day == on }
    let logs = logs.filter { $0.game == game && $0.day == on }
    func done(_ action: SwipeAction) -> Int { swipes.count { $0.action == action } }
    func logged(_ type: EventType) -> Int { logs.count { $0.type == type } }
    let hasVerdicts = swipes.contains { $0.action.isVerdict }
    var result: [Measure: Int] = [
      .likes: hasVerdicts ? done(.like) : logged(.gameLike),
      .superLikes: done(.superLike),
      .dislikes: hasVerdicts ? done(.dislike) : logged(.gameDislike),
      .skips: done(.skip),
      .detailOpens: done(.viewDetails) > 0 ? done(.viewDetails) : logged(.gameClick),
      .wishlistAdds: done(.wishlist) > 0 ? done(.wishlist) : logged(.gameWishlist),
      .shares: done(.share) > 0 ? done(.share) : logged(.gameShare),
      .externalClicks: logged(.externalLinkClick),
    ]
    let verdicts = [Measure.likes, .superLikes, .dislikes, .skips].reduce(0) { $0 + result[$1]! }
    result[.impressions] = max(logged(.gameView), verdicts)
    return result
  }

  @Test func `every game's measures are those of counting day by day`() throws {
    let activity = activity()
    let range = DayRange(first: day(7), last: day(33))
    for game in (0..<8).map({ "g\($0)" }) {
      let index = try #require(activity.index(of: game))
      let tally = activity.tally(of: index, in: range)
      for measure in Measure.allCases {
        let expected = range.days.reduce(0) { $0 + (counted(game, $1)[measure] ?? 0) }
        #expect(tally[measure] == expected, "\(measure.rawValue) of \(game)")
      }
    }
  }

  @Test func `active players of 1, 7 and 28 days are distinct ones`() {
    let range = DayRange(first: day(12), last: day(39))
    let kpis = activity().teamKPIs(over: range, users: PackedRecords(users))
    func distinct(_ width: Int, _ last: Day) -> Int {
      let window = DayRange(lastDays: width, before: last.adding(days: 1))
      return max(
        Set(swipes.filter { window.contains($0.day) }.map(\.user)).count,
        Set(logs.filter { window.contains($0.day) }.map(\.user)).count)
    }
    for kpi in kpis.days {
      #expect(kpi.dailyActive == distinct(1, kpi.day))
      #expect(kpi.weeklyActive == distinct(7, kpi.day))
      #expect(kpi.monthlyActive == distinct(28, kpi.day))
    }
    #expect(kpis.activePlayers == distinct(28, day(39)))
  }

  @Test func `sessions of a range are distinct ones`() {
    let range = DayRange(first: day(12), last: day(19))
    let kpis = activity().teamKPIs(over: range, users: PackedRecords(users))
    /// One that is longer than a day is one on each of its days.
    func sessions(_ events: [(id: String, day: Day)], at times: [Int64]) -> Int {
      let known = zip(events, times).filter { $0.0.day < night }
      let spans = Dictionary(grouping: known) { $0.0.id }.mapValues { event in
        let times = event.map(\.1)
        return (times.max() ?? 0) - (times.min() ?? 0)
      }
      let inRange = known.map(\.0).filter { range.contains($0.day) }
      return Set(
        inRange.map { event in
          (spans[event.id] ?? 0) > 86_400_000 ? "\(event.id) on \(event.day)" : event.id
        }
      ).count
    }
    let expected = max(
      sessions(
        swipes.map { ("\($0.user) \($0.session)", $0.day) },
        at: EventTable(swipes).milliseconds),
      sessions(
        logs.map { ("\($0.user) \($0.session)", $0.day) }, at: EventTable(logs).milliseconds))
    #expect(kpis.sessions == expected)
  }

  @Test func `sign-ups are users by the day they joined`() {
    let range = DayRange(first: day(0), last: day(39))
    let kpis = activity().teamKPIs(over: range, users: PackedRecords(users))
    for kpi in kpis.days {
      #expect(kpi.signUps == users.count { $0.joinedDate?.day == kpi.day })
    }
  }

  @Test func `retention is activity on exactly the n-th day`() {
    let firstDay = swipes.map(\.day).min() ?? night
    for cohort in activity().retention(of: PackedRecords(users))[.month] ?? [] {
      let members = users.filter { user in
        guard let joined = user.joinedDate?.day else { return false }
        return joined < night && joined.civil.month == cohort.start.civil.month
      }
      #expect(cohort.size == members.count)
      for (offset, share) in zip(RetentionCohort.offsets, cohort.retained) {
        let isOver = cohort.last.adding(days: offset) < night
        let isRecorded = members.allSatisfy {
          $0.joinedDate!.day.adding(days: offset) >= firstDay
        }
        let back = members.count { user in
          swipes.contains {
            $0.user == user.id && $0.day == user.joinedDate!.day.adding(days: offset)
          }
        }
        #expect(share == (isOver && isRecorded ? Proportion(back, of: members.count) : nil))
      }
    }
  }

  @Test func `one thread and two count the same`() {
    let range = DayRange(first: day(0), last: day(39))
    let (one, two) = (activity(threads: 1), activity(threads: 2))
    for game in one.gameIds.indices {
      #expect(one.tally(of: game, in: range) == two.tally(of: game, in: range))
    }
    #expect(
      one.teamKPIs(over: range, users: PackedRecords(users))
        == two.teamKPIs(over: range, users: PackedRecords(users)))
  }
}
