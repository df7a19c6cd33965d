import FindieAnalytics
package import FindieDomain
import FindieText

/// A studio with its games, and the name of its report folder.
package struct Studio: Hashable, Sendable {
  package let developerId: String
  /// As the studio writes it: untrusted text.
  package let name: String
  /// Unique; lower-case letters, digits and hyphens.
  package let safeName: String
  /// Nil if its record has no follower count.
  package let followers: Int?
  /// In order of id.
  package let games: [Game]

  /// The name for pages.
  var shownName: String { DisplayText.shortened(name) }
}

extension Game {
  /// The title for pages.
  var shownTitle: String { DisplayText.shortened(title) }
}

/// All studios in order of developer id, each with a safe name.
///
/// A safe name is a slug of the studio's name and a hash of its id: `valve-1f0a66c2`. Ids are
/// untrusted, so none is ever part of a path.
package struct StudioDirectory: Sendable {
  /// By developer id.
  package let studios: [Studio]

  /// Takes the developers with a record, and those that only games refer to.
  package init(developers: [Developer], games: [Game]) {
    var names: [ExactText: String] = [:]
    var followers: [ExactText: Int] = [:]
    for developer in developers {
      names[ExactText(developer.id)] = developer.studioName
      followers[ExactText(developer.id)] = developer.followerCount
    }
    var gamesOf: [ExactText: [Game]] = [:]
    for game in games {
      let id = ExactText(game.developerId)
      gamesOf[id, default: []].append(game)
      guard names[id] == nil else { continue }
      names[id] = game.studioName ?? game.developerName ?? "Unnamed studio"
    }
    var taken = Set<String>()
    let sorted = names.sorted { $0.key < $1.key }
    studios = sorted.map { id, name in
      let safeName = Self.safeName(id: id.text, name: name, taken: taken)
      taken.insert(safeName)
      let games = gamesOf[id, default: []].sorted {
        ExactText($0.id) < ExactText($1.id)
      }
      return Studio(
        developerId: id.text, name: name, safeName: safeName, followers: followers[id],
        games: games)
    }
  }

  /// The index of a studio; nil if there is none.
  ///
  /// - Complexity: O(log studios).
  package func index(of developerId: String) -> Int? {
    var (low, high) = (0, studios.count)
    let id = ExactText(developerId)
    while low < high {
      let middle = (low + high) / 2
      if ExactText(studios[middle].developerId) < id {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < studios.count && ExactText(studios[low].developerId) == id ? low : nil
  }

  private static func safeName(id: String, name: String, taken: Set<String>) -> String {
    let slug = slug(of: name)
    let digits = fnv1a(id.utf8).padded(to: 16, radix: 16)
    let name = (slug.isEmpty ? "studio" : slug) + "-" + digits.prefix(8)
    guard taken.contains(name) else { return name }
    var attempt = 2
    while taken.contains("\(name)-\(attempt)") { attempt += 1 }
    return "\(name)-\(attempt)"
  }

  /// Lower-case ASCII letters and digits, with a hyphen for each run of other characters; at most
  /// 40 bytes.
  private static func slug(of name: String) -> String {
    var slug = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        slug.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        slug.unicodeScalars.append(Unicode.Scalar(byte + 32))
      default:
        if !slug.isEmpty, slug.last != "-" { slug.append("-") }
      }
      if slug.utf8.count == 40 { break }
    }
    while slug.last == "-" { slug.removeLast() }
    return slug
  }

  /// FNV-1a, 64 bits; not a cryptographic hash. Source: RFC 9923.
  private static func fnv1a(_ bytes: String.UTF8View) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The table of a studio's games.
struct StudioGamesTable {
  private let report: StudioReport

  /// The indices of the games with a section to link to.
  private let linked: Set<Int>

  init(_ report: StudioReport, linked: Set<Int>) {
    self.report = report
    self.linked = linked
  }

  private var extras: [Measure] {
    [.wishlistAdds, .externalClicks].filter { report.setting.recorded.contains($0) }
  }

  private var columns: [HTMLTable.Column] {
    guard !report.isEmpty else { return [] }
    return [
      .init("Like rate", isInterval: true), .init(report.setting.name(of: .impressions)),
      .init("Players"),
    ] + extras.map { .init($0.name) } + [
      .init("Similar games", isText: true), .init("By week"), .init("All time"),
    ]
  }

  var html: HTML {
    let rows = rows
    let period = report.isEmpty ? "In the catalogue" : report.period.inWords.capitalizedFirst
    let part: HTML =
      report.games.count > rows.count ? "; first \(rows.count) of \(report.games.count) games" : ""
    var table = HTMLTable(
      "Your games", caption: "\(text: period)\(part)", head: "Game", columns: columns)
    for row in rows { table.append(row.head, row.cells) }
    return table.html
  }

  /// The first games within the page's budget; without cells if the studio has no event.
  private var rows: [(head: HTML, cells: [HTML])] {
    var rows: [(head: HTML, cells: [HTML])] = []
    var bytes = 0
    for game in report.games.prefix(PageBudget.rows) {
      let title = HTML.title(game.game.title)
      let link: HTML =
        linked.contains(game.index) ? "<a href=\"#game-\(game.index)\">\(title)</a>" : title
      let head: HTML =
        "\(link)<small>\(text: game.status(on: report.tonight))</small>"
      let row = (head: head, cells: report.isEmpty ? [] : cells(of: game))
      bytes += row.cells.reduce(row.head.bytes.count) { $0 + $1.bytes.count }
      guard bytes < PageBudget.table else { break }
      rows.append(row)
    }
    return rows
  }

  private func cells(of game: StudioReport.GameFigures) -> [HTML] {
    let own = report.own(game)
    var change: HTML = ""
    if let moved = own.shownImpressionsChange, moved.isSignificant {
      change = "<small>\(moved.ratio > 1 ? "▲" : "▼") \(Figure.change(moved.ratio))</small>"
    } else if let before = own.before?[.impressions], before > 0 {
      change = "<small>before: \(Figure.count(before))</small>"
    }
    return [
      SmallCharts.rate(.likeRate, of: own.tally, in: own.recorded),
      "\(Figure.count(own.tally[.impressions]))\(change)",
      Figure.players(own.players).html,
    ] + extras.map { Figure.count(own.tally[$0]).html } + [
      own.rate(.likeRate) == nil
        ? Figure.rate(.likeRate, of: own.tally, in: own.recorded).html
        : PeriodsTable.standing(own.standing),
      sparkline(of: game),
      Figure.count(report.numbers.games[game.index].allTime[.impressions]).html,
    ]
  }

  /// Impressions by week: 90 bars would be too thin, and cost more bytes.
  private func sparkline(of game: StudioReport.GameFigures) -> HTML {
    SmallCharts.sparkline(
      report.weeks(of: game).dropFirst(report.firstRecordedWeek).map { $0.tally[.impressions] },
      of: "\(report.setting.name(of: .impressions)) per week")
  }
}

extension StudioReport.GameFigures {
  /// Whether the game is released, in words.
  func status(on night: Day) -> String {
    let release = game.releaseDate?.day.inWords
    return switch game.availability(on: night) {
    case .withdrawn: "withdrawn"
    case .announced: release.map { "announced for \($0)" } ?? "announced"
    case .out where game.releaseStatus == .earlyAccess:
      release.map { "in early access since \($0)" } ?? "in early access"
    case .out: release.map { "released on \($0)" } ?? "released"
    }
  }
}
