import FindieAnalytics
import FindieDomain
import FindieText

/// A breakdown of events: a row and a bar per cell, and how much is suppressed.
struct CutTable {
  let breakdown: Breakdown
  /// Whose events, such as "all games".
  let name: String
  let minimumPlayers: Int
  let setting: ReportSetting
  private static let shown = 6

  private var counted: Measure { breakdown.cut.counted }

  private var total: HTML {
    """
    \(Figure.count(breakdown.total[counted])) \(text: setting.name(of: counted).lowercased()) in \
    \(text: breakdown.range.fromTo)
    """
  }

  private var caption: HTML {
    let several: HTML =
      breakdown.cut.addsUp ? "" : ". A player who likes several genres counts in each"
    return
      "\(text: breakdown.cut.name): \(total), from \(text: breakdown.source.recordInWords)s\(several). +: or more, since counts are rounded down to multiples of \(minimumPlayers) and small groups left out"
  }

  private var reason: HTML {
    "fewer than \(minimumPlayers) players in a week"
  }

  private var hasLikes: Bool {
    !breakdown.cut.isOfClicks && Rate.likeRate.isRecorded(in: setting.recorded)
  }

  private var hasSuperLikes: Bool { breakdown.total[.superLikes] > 0 }

  /// Whether to show clicks to shops: by the kind of list that showed the game.
  private var hasClicks: Bool {
    breakdown.cut == .surface && breakdown.total[.externalClicks] > 0
  }

  /// A row: the events of a value, or a sentence.
  private struct Row {
    let name: HTML
    var tally = Tally()
    var rate: Proportion?
    var sentence: HTML?
  }

  private var columns: [HTMLTable<Row>.Column] {
    let largest = max(
      1, breakdown.suppressed[counted], breakdown.cells.map { $0.tally[counted] }.max() ?? 1)
    func count(_ measure: Measure) -> (Row) -> Figure {
      { $0.tally[measure] == 0 ? .none : .atLeast($0.tally[measure]) }
    }
    return [
      .init(setting.name(of: counted), count(counted)),
      .chart(isRoomy: true) { Double($0.tally[counted]) / Double(largest) },
    ]
      + (hasLikes ? [.init("Likes", isRoomy: true, count(.likes))] : [])
      + (hasLikes && hasSuperLikes
        ? [.init("Super-likes", isRoomy: true, count(.superLikes))] : [])
      + (hasLikes ? [.init("Like rate", isInterval: true, html: rate)] : [])
      + (hasClicks
        ? [.init(setting.name(of: .externalClicks), isRoomy: true, count(.externalClicks))] : [])
  }

  /// The rate of rounded counts is known between these ends only.
  private func rate(_ row: Row) -> HTML {
    row.rate.map { rate in
      """
      \(text: rate.lower.percent())–\(text: rate.upper.percent())\(SmallCharts.interval(rate))
      """
    } ?? Figure.none.html
  }

  /// The breakdowns with cells, and one sentence for all others.
  static func html(
    _ breakdowns: [Breakdown], of name: String, minimumPlayers: Int, setting: ReportSetting
  ) -> HTML {
    let tables = breakdowns.filter { !$0.cells.isEmpty }.map {
      CutTable(breakdown: $0, name: name, minimumPlayers: minimumPlayers, setting: setting).html
    }
    let hidden = breakdowns.filter(\.cells.isEmpty).map(\.cut.name)
    return hidden.isEmpty
      ? "\(tables)" : "\(tables)\(Page.note("Too few players to show: \(hidden.listed)."))"
  }

  /// The cells with a number to show: others have events of other kinds only.
  private var seen: [Breakdown.Cell] { breakdown.cells.filter { $0.tally[counted] > 0 } }

  /// The cells with a row of their own: if some have a like rate, those.
  private var listed: [Breakdown.Cell] {
    let rated = hasLikes ? seen.filter { $0.likeRate != nil } : []
    return Array((rated.isEmpty ? seen : rated).prefix(Self.shown))
  }

  private var html: HTML {
    let listed = listed
    var rows = listed.map {
      Row(
        name: .title(breakdown.cut.words(for: $0.value)), tally: $0.tally, rate: $0.likeRate)
    }
    let values = Set(listed.map { ExactText($0.value) })
    let others = seen.filter { !values.contains(ExactText($0.value)) }
    if !others.isEmpty {
      let counts = others.prefix(Self.shown).map { cell -> HTML in
        """
        \(HTML.title(breakdown.cut.words(for: cell.value))) \
        \(Figure.atLeast(cell.tally[counted]))
        """
      }
      let more: HTML =
        others.count > Self.shown
        ? ", and \(text: (others.count - Self.shown).counted("smaller value")) in report.json" : ""
      rows.append(Row(name: "Others", sentence: "\(counts, separator: ", ")\(more)"))
    }
    if breakdown.isSuppressed {
      rows.append(
        breakdown.cut.addsUp
          ? Row(
            name: "Too few players to show<small>\(reason)</small>", tally: breakdown.suppressed)
          : Row(name: "Too few players to show", sentence: reason))
    }
    return HTMLTable<Row>(
      label: "\(breakdown.cut.name), \(name)", caption: caption, head: breakdown.cut.head,
      blanks: HTML.noNumber, sentence: \.sentence, columns: columns, name: \.name
    ).html(of: rows)
  }
}

extension Cut {
  /// What its tables count.
  var counted: Measure { isOfClicks ? .externalClicks : .impressions }

  /// The heading of the column of values.
  var head: String {
    switch self {
    case .genrePreference: "Favourite genre"
    case .deviceType: "Device"
    case .appVersion: "Version"
    case .shop: "Shop"
    case .surface: "Shown in"
    case .campaign: "Campaign"
    case .country: "Country"
    }
  }

  /// A value as people read it; most come from the data.
  func words(for value: String) -> String {
    guard value != Self.unknown else { return self == .campaign ? "No campaign" : "unknown" }
    if self == .country { return Country.names[value] ?? value }
    guard self == .surface else { return value }
    return switch value {
    case "personal": "Personal list"
    case "similar": "Similar games"
    case "trending": "Trending"
    case "new": "New releases"
    case "exploration": "Exploration"
    default: value
    }
  }
}
