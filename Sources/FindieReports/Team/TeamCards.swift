import FindieAnalytics
import FindieText

/// The team's headline figures of a period.
struct TeamCards {
  let kpis: KPIComparison
  let setting: ReportSetting

  var cards: [Card] {
    let isRecorded = { (kpi: KPI) in
      KPI.ofSessions.contains(kpi)
        ? kpis.current.sessions > 0 : kpi.isRecorded(in: setting.recorded)
    }
    return KPI.forReaders.filter { $0.places.contains(.firstCards) }.compactMap(card)
      + KPI.forReaders.filter { $0.places.contains(.cards) && isRecorded($0) }.compactMap(card)
  }

  /// Nil without a value.
  private func card(_ kpi: KPI) -> Card? {
    let (now, before) = (kpis.current, kpis.previous)
    let recorded = setting.recorded
    let name = setting.name(of: kpi)
    switch kpi.formula {
    case .countOfDay: return nil
    case .count(let count): return card(kpi, name, count(now), before.map(count))
    case .countOfPeriod(let count): return card(kpi, name, count(now), before.map(count))
    case .number:
      guard let figure = kpi.figure(of: now, in: recorded), figure != .none else { return nil }
      if kpi == .discoveriesPerSession {
        let likes = KPI.likesPerSession.figure(of: now, in: recorded) ?? .none
        return Card(name, figure, change: "likes per session: \(likes)")
      }
      let earlier = before.flatMap { kpi.figure(of: $0, in: recorded) }
      return Card(
        name, figure,
        change: earlier.map { $0.digits == nil ? "" : "from \($0)" } ?? "")
    case .rate:
      return .likeRate(
        of: now.tally, in: setting,
        change: Card.change(
          kpis.change(of: kpi), from: before.flatMap { kpi.proportion(in: $0.tally, recorded) },
          to: kpi.proportion(in: now.tally, recorded)))
    }
  }

  /// Impressions are what the app calls discoveries.
  private func card(_ kpi: KPI, _ name: String, _ now: Int, _ before: Int?) -> Card {
    Card(
      kpi.key == Measure.impressions.rawValue ? name + " (discoveries)" : name, .count(now),
      change: before.map { Card.change(kpis.change(of: kpi), from: $0, to: now) } ?? "")
  }
}

extension CatalogueHealth {
  func cards(in setting: ReportSetting) -> [Card] {
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
        change: "\(Figure.count(gamesAnnounced)) more announced"),
      Card(
        "Not shown in the period", .count(notShownInRange), change: "of the released games"),
      Card("Never shown", .count(neverShown), change: "of the released games"),
    ] + (top.map { [$0] } ?? [])
  }
}
