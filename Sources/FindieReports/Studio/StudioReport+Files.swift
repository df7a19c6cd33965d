import FindieAnalytics
import FindieDomain
import FindieText

extension StudioReport {
  /// The report in a format.
  func file(as format: ReportFormat, in folder: String) -> ReportFile {
    switch format {
    case .html:
      ReportFile(
        path: folder + "index.html", bytes: StudioPage(self).html.bytes)
    case .json: ReportFile(path: folder + "report.json", bytes: json.document)
    case .csv: ReportFile(path: folder + "report.csv", bytes: csv.document)
    case .md: ReportFile(path: folder + "digest.md", bytes: Array(StudioDigest(self).markdown.utf8))
    }
  }

  /// One game's part of the report in a format.
  func file(of game: GameFigures, as format: ReportFormat) -> ReportFile {
    switch format {
    case .html: ReportFile(path: "game.html", bytes: GamePage(self, game).html.bytes)
    case .json: ReportFile(path: "game.json", bytes: json(of: game).document)
    case .csv: ReportFile(path: "game.csv", bytes: csv(of: game).document)
    case .md:
      ReportFile(path: "game.md", bytes: Array(StudioDigest(self).markdown(of: game).utf8))
    }
  }
}
