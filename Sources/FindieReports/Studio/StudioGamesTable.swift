import FindieAnalytics
import FindieDomain

/// The table of a studio's games.
struct StudioGamesTable {
  private let report: StudioReport
  /// The games a page shows; the others stand in the CSV and JSON.
  private static let limit = 60

  init(_ report: StudioReport) {
    self.report = report
  }

  private var isQuiet: Bool { report.current.rollUp.tally.isEmpty }

  private var extras: [Measure] {
    [.wishlistAdds, .externalClicks].filter { report.setting.recorded.contains($0) }
  }

  var context: [String: Any] {
    let shown = report.games.prefix(Self.limit)
    let bins = DayBins(of: report.period)
    var context: [String: Any] = ["hasSparks": !isQuiet]
    if report.isEmpty {
      context["columns"] = [[String: Any]]()
      context["gamesCaption"] = "In the catalogue tonight"
    } else {
      let period =
        isQuiet ? [] : ["Impressions", "Like rate"] + extras.map(\.name)
      context["columns"] = (period + ["All time", "Like rate, all time"]).map { name in
        ["name": name, "isInterval": name.hasPrefix("Like rate")] as [String: Any]
      }
      context["gamesCaption"] =
        (isQuiet ? "All time" : report.period.inWords.capitalizedFirst)
        + (report.games.count > shown.count
          ? "; the first \(shown.count) of \(report.games.count) games" : "")
    }
    context["games"] = shown.map { game in
      [
        "title": game.game.title, "status": status(of: game.game),
        "cells": cells(of: game),
        "spark": SmallCharts.sparkline(
          bins.sums(game.days.map { $0[.impressions] }), of: "Impressions \(bins.grain)"),
      ] as [String: Any]
    }
    return context
  }

  private func cells(of game: StudioReport.GameFigures) -> [[String: Any]] {
    guard !report.isEmpty else { return [] }
    func plain(_ figure: Figure) -> [String: Any] { ["html": figure.html] }
    var cells: [[String: Any]] = []
    if !isQuiet {
      let before = "<small>before: \(game.previous[.impressions].html)</small>"
      cells = [["html": game.current[.impressions].html + before]]
      cells.append(Self.rate(game.current.rollUp.tally.likeRate))
      cells += extras.map { plain(game.current[$0]) }
    }
    cells.append(plain(game.allTime[.impressions]))
    cells.append(Self.rate(game.allTime.rollUp.tally.likeRate))
    return cells
  }

  private static func rate(_ proportion: Proportion?) -> [String: Any] {
    ["html": SmallCharts.rate(proportion), "isInterval": true]
  }

  private func status(of game: Game) -> String {
    switch game.availability(on: report.night) {
    case .withdrawn: return "withdrawn"
    case .announced:
      guard let release = game.releaseDate?.day else { return "announced" }
      return "announced for \(release.inWords)"
    case .out:
      let access = game.releaseStatus == .earlyAccess ? "in early access" : "out"
      guard let release = game.releaseDate?.day else { return access }
      return "\(access) since \(release.inWords)"
    }
  }
}
