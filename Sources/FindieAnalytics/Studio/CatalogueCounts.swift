import FindieDomain

/// Counts of part of the catalogue for comparisons: totals, by day too, and the like rates of
/// games.
struct CatalogueCounts: Sendable {
  /// By day of those that reports list: the totals of all games.
  private(set) var days: [Tally]
  /// By game of the range: the total of the complete days that no report shows any more, with the
  /// events that forgotten players had on them.
  private(set) var earlier: [Tally]
  /// By period: the games with a like rate.
  private(set) var reaches: [[CatalogueTotals.Reach]]
  /// By game of the range, then by period and by period before.
  private(set) var ranges: [CatalogueTotals.RangeCounts] = []
  /// By game of the range: its days of those that reports list.
  private(set) var daysByGame: [[CatalogueTotals.DayCounts]] = []
  /// Of the games released on the days that reports list: their totals of these days.
  private(set) var launches: [Int: [Tally]] = [:]
  /// By period, then by period before: the totals of all games.
  private(set) var totals: [Tally]
  /// By period: the studios whose games have impressions.
  private(set) var studios: [Set<ExactText>]
  /// By period: the games with impressions, and those of them with a link to a shop.
  private(set) var links: [LinkCounts]
  /// By game of the range: the hash of its events, and the players who liked it in the last 13
  /// complete weeks. Empty if no hashes are made.
  private(set) var hashes: [UInt64] = []
  private(set) var likers: [[UInt32]] = []

  /// - Parameter hashing: makes the hashes; nil for none.
  init(
    of range: Range<Int>, games: [Game], in events: [ReportEvents], forgotten: ForgottenRows,
    times: ReportTimes, setting: StudioSetting, hashing: GameHashes? = nil
  ) {
    let (periods, segments, days) = (times.periods, times.segments, times.days)
    self.days = [Tally](repeating: Tally(), count: times.listed.count)
    reaches = periods.map { _ in [] }
    totals = [Tally](repeating: Tally(), count: 2 * periods.count)
    studios = periods.map { _ in [] }
    links = periods.map { _ in LinkCounts() }
    earlier = [Tally](repeating: Tally(), count: range.count)
    var kinds = KindCounts(days: days.days.count)
    var rows = events.map { GameRows($0.source, cuts: $0.cuts.count) }
    for game in range {
      if let hashing {
        // All events of a game are read once.
        for record in events.indices {
          rows[record].removeAll()
          events[record].append(game, to: &rows[record], countingAll: &kinds)
        }
        hashes.append(hashing.hash(of: game, rows, events))
        let swipes = rows.first { $0.source == .interactions }
        likers.append(swipes?.likers(in: times.last13Weeks, days) ?? [])
      } else {
        for record in events { record.count(game, in: &kinds) }
      }
      forgotten.add(game, to: &kinds)
      var pieces = [Tally](repeating: Tally(), count: segments.count)
      var ownDays: [Int: Tally] = [:]
      kinds.take { day, counts in
        guard days.over.contains(day) else { return }
        let tally = Tally(ofGameDay: counts)
        if days.reportIndices[day] >= 0 {
          self.days[Int(days.reportIndices[day])] += tally
          ownDays[Int(days.reportIndices[day]), default: Tally()] += tally
        }
        let segment = Int(days.segments[day])
        if segment >= 0 { pieces[segment] += tally }
        if !days.isShown(day) { earlier[game - range.lowerBound] += tally }
      }
      forgotten.add(game, toTotal: &earlier[game - range.lowerBound])
      for index in totals.indices {
        var tally = Tally()
        for segment in pieces.indices where segments.masks[index] & 1 << UInt32(segment) != 0 {
          tally += pieces[segment]
        }
        totals[index] += tally
        ranges.append(CatalogueTotals.RangeCounts(tally))
        guard index < periods.count else { continue }
        tally = setting.published(tally)
        if tally[.impressions] > 0 {
          studios[index].insert(ExactText(games[game].developerId))
          links[index].add(games[game], tally)
        }
        guard tally.likeRate != nil else { continue }
        reaches[index].append(CatalogueTotals.Reach(tally, game: game))
      }
      if let release = games[game].releaseDate?.day, times.listed.contains(release) {
        launches[game] = (0..<times.listed.count).map { ownDays[$0] ?? Tally() }
      }
      daysByGame.append(
        ownDays.sorted { $0.key < $1.key }.compactMap {
          CatalogueTotals.DayCounts($0.value, day: $0.key)
        })
    }
  }
}

/// The shop clicks of games with a link to a shop in a period.
struct LinkCounts: Sendable {
  private var games = 0
  private var linked = 0
  private var studios: Set<ExactText> = []
  private var tally = Tally()

  /// Adds a game with impressions.
  mutating func add(_ game: Game, _ own: Tally) {
    games += 1
    guard game.hasLink else { return }
    linked += 1
    studios.insert(ExactText(game.developerId))
    tally += own
  }

  mutating func add(_ other: LinkCounts) {
    games += other.games
    linked += other.linked
    studios.formUnion(other.studios)
    tally += other.tally
  }

  /// Whether clicks per impression of games with a link say something: most games have one, there
  /// are 30 clicks or more, and three studios have a link, or else the clicks would be a rival's.
  var areUsual: Bool {
    2 * linked >= games && studios.count >= AppNumbers.minimumStudios
      && tally[.externalClicks] >= Change.minimumCount
      && tally[.externalClicks] <= tally[.impressions]
  }
}
