import FindieAnalytics

/// One way to break a game's events down: a bar and a row a cell, and how much is withheld.
struct CutTable {
  private let breakdown: Breakdown
  /// Of whose events, in words.
  private let name: String
  private let playersToTell: Int
  /// The measures of which the data holds anything.
  private let recorded: Set<Measure>
  private let shown = 12

  init(
    _ breakdown: Breakdown, of name: String, playersToTell: Int, recorded: Set<Measure>
  ) {
    self.breakdown = breakdown
    self.name = name
    self.playersToTell = playersToTell
    self.recorded = recorded
  }

  private var counted: Measure { breakdown.cut == .shop ? .externalClicks : .impressions }

  private var caption: String {
    let record = breakdown.source == .interactions ? "swipe records" : "analytics events"
    let total = Figure.count(breakdown.total[counted]).html
    let note =
      (breakdown.cut.addsUp ? "" : ". A player may like several genres, and counts with each")
      + (breakdown.cells.contains(where: \.isAtLeast)
        ? ". ≥: more of it may be among what is withheld" : "")
    return "\(breakdown.cut.name): \(total) \(counted.name.lowercased()) in "
      + "\(breakdown.range.inWords), from \(record)" + note
  }

  private var reason: String {
    "fewer than \(playersToTell) players of a week stand in one of these, or could be made out by "
      + "subtraction"
  }

  var html: String {
    guard !breakdown.cells.isEmpty else {
      return "<p class=\"note\">\(breakdown.cut.name): withheld, since \(reason). "
        + "\(Figure.count(breakdown.total[counted]).html) \(counted.name.lowercased()) in "
        + "\(breakdown.range.inWords).</p>"
    }
    let hidesLikes = breakdown.cut == .shop || !Rate.likeRate.isRecorded(in: recorded)
    let hasSuper = breakdown.total[.superLikes] > 0
    var columns = [
      HTMLTable.Column(name: counted.name), .init(name: "To scale", isInterval: true),
    ]
    if !hidesLikes {
      columns.append(.init(name: "Likes"))
      if hasSuper { columns.append(.init(name: "Super-likes")) }
      columns.append(.init(name: "Like rate", isInterval: true))
    }
    var table = HTMLTable(
      "\(breakdown.cut.name), \(name)", caption: caption, head: breakdown.cut.head,
      columns: columns)
    let most = max(1, breakdown.cells.map { $0.tally[counted] }.max() ?? 1)
    func cells(_ tally: Tally, isAtLeast: Bool) -> [String] {
      let sign = isAtLeast ? "≥ " : ""
      var cells = [
        sign + Figure.count(tally[counted]).html,
        HTMLTable.bar(Double(tally[counted]) / Double(most)),
      ]
      guard !hidesLikes else { return cells }
      cells.append(sign + Figure.count(tally[.likes]).html)
      if hasSuper { cells.append(sign + Figure.count(tally[.superLikes]).html) }
      let rate = isAtLeast ? nil : tally.likeRate
      cells.append(
        rate.map { Figure.share($0.estimate).words + SmallCharts.interval($0) } ?? Figure.none.html)
      return cells
    }
    for cell in breakdown.cells.prefix(shown) {
      table.append(
        "<bdi>\(escaped(DisplayText.shortened(breakdown.cut.words(for: cell.value))))</bdi>",
        cells(cell.tally, isAtLeast: cell.isAtLeast))
    }
    if breakdown.cells.count > shown {
      table.append(
        "Others",
        spanning: "\(breakdown.cells.count - shown) smaller values stand in report.json")
    }
    if breakdown.isWithheld {
      if breakdown.cut.addsUp {
        table.append(
          "Withheld<small>\(reason)</small>", cells(breakdown.withheld, isAtLeast: false))
      } else {
        table.append("Withheld", spanning: reason)
      }
    }
    return table.html
  }
}

extension Cut {
  /// The head of the column of values.
  fileprivate var head: String {
    switch self {
    case .genrePreference: "Likes the genre"
    case .deviceType: "Device"
    case .appVersion: "Version"
    case .shop: "Shop"
    case .surface: "Place"
    }
  }

  /// A value as people read it; other than ours it is hostile text.
  fileprivate func words(for value: String) -> String {
    guard value != Self.unknown else { return "not said" }
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
