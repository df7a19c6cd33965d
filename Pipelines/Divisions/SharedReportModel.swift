import FindieDomain
import FindieReports
import FindieWorkspace

/// What every task that writes studios' reports is given, besides the events by game.
struct SharedReportModel: Artifact {
  static var grain: String { ClosedWeeks.grain }
  static var formatVersion: Int { 6 }

  let values: Values
  let weeks: ClosedWeeks

  /// What is stored as JSON besides the weeks.
  struct Values: Codable {
    let day: Day
    let uncounted: [UncountedPlayer]
    let sources: StudioSources
    /// The indices of the studios whose reports are written.
    let studios: [Int]
  }

  var counts: [String: Int] { ["studios": values.studios.count] }

  init(_ values: Values, _ weeks: ClosedWeeks) {
    self.values = values
    self.weeks = weeks
  }

  func write(to file: inout ArtifactWriter) {
    file.put("reports", json: values)
    weeks.write(to: &file)
  }

  init(from file: ArtifactReader) throws {
    values = try file.json("reports")
    weeks = try ClosedWeeks(from: file)
  }
}
