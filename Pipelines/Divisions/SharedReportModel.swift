import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieReports
import FindieWorkspace

/// What every task that writes studios' reports is given, besides the events by game.
///
/// Grain: one row per player of the interactions.
struct SharedReportModel {
  let values: Values
  let totals: CatalogueTotals

  /// What is stored as JSON.
  struct Values: Codable {
    let day: Day
    /// Identifies the history whose events are counted.
    let history: Fingerprint
    let sources: StudioSources
    let parameters: ReportParameters
    let positions: PositionEffects
  }
}

extension SharedReportModel: Artifact {
  static var grain: String { "one row per player of the interactions" }
  static var formatVersion: Int { 3 }

  var counts: [String: Int] { ["games": values.sources.games.count] }

  func write(to file: inout ArtifactWriter) {
    file.put("value", json: values)
    file.put("totals", json: totals)
    file.put("likedTags", totals.likedTags)
  }

  init(from file: ArtifactReader) throws {
    values = try file.json("value")
    var totals = try file.json("totals", as: CatalogueTotals.self)
    totals.likedTags = try file.numbers("likedTags")
    self.totals = totals
  }
}
