import FindieAnalytics
import FindieDomain
import FindieText

/// The team's headline figures of a period.
struct TeamCards {
  let kpis: KPIComparison
  let setting: ReportSetting
  let recorded: RecordedData

  var cards: [Card] {
    KPI.forReaders.filter { $0.places.contains(.firstCards) }.compactMap(card)
      + KPI.forReaders.filter {
        $0.places.contains(.cards) && $0.isRecorded(in: recorded, on: kpis.current.range.last)
      }.compactMap(card)
  }

  /// Nil without a value.
  private func card(_ kpi: KPI) -> Card? {
    let (now, name) = (kpis.current, setting.name(of: kpi))
    guard let figure = kpi.figure(of: now, in: recorded), kpi.isRate || figure != .none else {
      return nil
    }
    if kpi.isRate && figure != .notRecorded && figure != .tooEarly { return likeRate(kpi) }
    guard figure.digits != nil else {
      return Card(
        name, figure,
        change: kpi.width > 1 ? "from the \(kpi.width)th recorded day on" : "")
    }
    let before = kpis.previous.flatMap { kpi.isRecorded(in: recorded, over: $0.range) ? $0 : nil }
    guard let count = kpi.count(of: now, in: recorded) else {
      if kpi == .discoveriesPerSession {
        let likes = KPI.likesPerSession.figure(of: now, in: recorded)
        return Card(
          name, figure, change: likes?.digits == nil ? "" : "likes per session: \(likes ?? .none)")
      }
      let earlier = before.flatMap { kpi.figure(of: $0, in: recorded) }
      return Card(name, figure, change: earlier?.digits == nil ? "" : "from \(earlier ?? .none)")
    }
    let earlier = before.flatMap { kpi.count(of: $0, in: recorded) }
    // Impressions are what the app calls discoveries.
    return Card(
      kpi.key == Measure.impressions.rawValue ? name + " (discoveries)" : name, figure,
      change: earlier.map { change(kpi, from: $0, to: count) } ?? start(kpi))
  }

  private func change(_ kpi: KPI, from before: Int, to now: Int) -> HTML {
    let change = kpis.change(of: kpi)
    return """
      \(Card.change(change, from: before, to: now))\
      \(change != nil && kpis.isAdjustedForWeekdays ? "; adjusted for weekdays" : "")
      """
  }

  /// From when on it is recorded, if not as long as the other numbers.
  private func start(_ kpi: KPI) -> HTML {
    guard let first = kpi.firstDay(in: recorded), first > kpis.current.range.first,
      recorded.events.map({ first > $0 }) ?? false
    else { return "" }
    return "recorded since \(text: first.inWords)"
  }

  private func likeRate(_ kpi: KPI) -> Card {
    let now = kpi.proportion(of: kpis.current.range, in: kpis.current.tally, recorded)
    let before = kpis.previous.flatMap {
      kpi.isRecorded(in: recorded, over: $0.range)
        ? kpi.proportion(of: $0.range, in: $0.tally, recorded) : nil
    }
    return .likeRate(
      of: kpis.current.tally, in: setting,
      change: Card.change(kpis.change(of: kpi), from: before, to: now))
  }
}

extension KPIComparison {
  /// Whether its periods have different weekdays.
  var isAdjustedForWeekdays: Bool {
    previous.map { current.range.first.days(since: $0.range.first) % 7 != 0 } ?? false
  }
}
extension CatalogueHealth {
  /// - Parameter first: the first recorded day.
  func cards(in setting: ReportSetting, since first: Day) -> [Card] {
    let none = "Without \(setting.impression)s"
    let hidden = notShownInRange.flatMap { inRange in
      neverShown.map { never in
        [
          Card("\(none) in the period", .count(inRange), change: "of the released games"),
          Card(
            "\(none) at all", .count(never),
            change: "of the released games, since \(text: first.inWords)"),
        ]
      }
    }
    let top = topShare.map { share in
      Card(
        "\(setting.name(of: .impressions)) of the top 1%", .share(share.estimate),
        change: """
          go to \(Figure.count(topGames)) \(topGames == 1 ? "game" : "games")
          """)
    }
    return [
      Card(
        "Released games", .count(gamesOut),
        change: "\(Figure.count(gamesAnnounced)) more announced")
    ] + (hidden ?? []) + (top.map { [$0] } ?? [])
  }
}
