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

  private var columns: [HTMLTable.Column] {
    [.init(setting.name(of: counted)), .init("Chart", isInterval: true, isRoomy: true)]
      + (hasLikes ? [.init("Likes", isRoomy: true)] : [])
      + (hasLikes && hasSuperLikes ? [.init("Super-likes", isRoomy: true)] : [])
      + (hasLikes ? [.init("Like rate", isInterval: true)] : [])
      + (hasClicks ? [.init(setting.name(of: .externalClicks), isRoomy: true)] : [])
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
    var table = HTMLTable(
      "\(breakdown.cut.name), \(name)", caption: caption, head: breakdown.cut.head,
      columns: columns, leavingOut: HTMLTable.noNumber)
    let listed = listed
    for cell in listed {
      table.append(
        .title(breakdown.cut.words(for: cell.value)),
        cells(cell.tally, cell.likeRate))
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
      table.append("Others", spanning: "\(counts, separator: ", ")\(more)")
    }
    if breakdown.isSuppressed {
      if breakdown.cut.addsUp {
        table.append(
          "Too few players to show<small>\(reason)</small>",
          cells(breakdown.suppressed, nil))
      } else {
        table.append("Too few players to show", spanning: reason)
      }
    }
    return table.html
  }

  private func cells(_ tally: Tally, _ rate: Proportion?) -> [HTML] {
    let largest = max(
      1, breakdown.suppressed[counted], breakdown.cells.map { $0.tally[counted] }.max() ?? 1)
    func count(_ measure: Measure) -> HTML {
      (tally[measure] == 0 ? Figure.none : .atLeast(tally[measure])).html
    }
    var cells = [count(counted), HTMLTable.bar(Double(tally[counted]) / Double(largest))]
    if hasLikes {
      cells.append(count(.likes))
      if hasSuperLikes { cells.append(count(.superLikes)) }
      cells.append(
        // The rate of rounded counts is known between these ends only.
        rate.map { rate in
          """
          \(text: rate.lower.percent())–\(text: rate.upper.percent())\(SmallCharts.interval(rate))
          """
        }
          ?? Figure.none.html)
    }
    if hasClicks { cells.append(count(.externalClicks)) }
    return cells
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
