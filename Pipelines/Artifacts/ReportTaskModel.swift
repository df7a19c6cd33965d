import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieReports
import FindieWorkspace

/// What every task that writes studios' reports is given, besides the events by game.
///
/// Grain: one row per player of the interactions.
struct ReportTaskModel: Artifact {
  static var grain: String { "one row per player of the interactions" }
  static var formatVersion: Int { 3 }

  let day: Day
  /// Identifies the history whose events are counted.
  private let history: Fingerprint
  let sources: StudioSources
  let parameters: ReportParameters
  let positions: PositionEffects
  let totals: CatalogueTotals

  var counts: [String: Int] { ["games": sources.games.count] }

  init(
    day: Day, history: Fingerprint, sources: StudioSources, parameters: ReportParameters,
    positions: PositionEffects, totals: CatalogueTotals
  ) {
    self.day = day
    self.history = history
    self.sources = sources
    self.parameters = parameters
    self.positions = positions
    self.totals = totals
  }

  func write(to file: inout ArtifactWriter) {
    file.put("day", [day.daysSinceEpoch])
    file.put("history", json: history)
    file.put("sources", json: sources)
    file.put("parameters", json: parameters)
    file.put("positions", json: positions)
    file.put("totals", json: totals)
    file.put("likedTags", totals.likedTags)
  }

  init(from file: ArtifactReader) throws {
    day = Day(daysSinceEpoch: try file.numbers("day", as: Int32.self).first ?? 0)
    history = try file.json("history")
    sources = try file.json("sources")
    parameters = try file.json("parameters")
    positions = try file.json("positions")
    var totals = try file.json("totals", as: CatalogueTotals.self)
    totals.likedTags = try file.numbers("likedTags")
    self.totals = totals
  }
}
