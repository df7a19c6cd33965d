package import FindieDomain
import FindieFiles
package import FindieReports
package import FindieWorkspace
package import Foundation

/// The reports of a night that were written.
package struct WrittenReports: JSONArtifact {
  package static var grain: String {
    "one page, JSON file and CSV file per active studio and for the team"
  }
  package static var formatVersion: Int { 10 }

  package let day: Day
  /// The number of studios with a report.
  package let studios: Int
  /// The number of them whose closed weeks were rendered; the files of the others are links.
  package let rendered: Int
  /// The number of files, including the list of checksums.
  package let files: Int
  package let bytes: Int
  /// The number of files that equal those of an earlier night's reports and are links to them.
  package let unchanged: Int
  /// The fingerprint of the team's `index.html`.
  package let teamPage: Fingerprint
  /// The night's list quality, for the reports of later nights.
  package let health: NightHealth
  /// The files of closed weeks, for links of later nights.
  let editions: [WrittenStudio]

  package var counts: [String: Int] {
    [
      "studios": studios, "rendered": rendered, "files": files, "bytes": bytes,
      "unchanged": unchanged,
    ]
  }

  /// The day of a folder of reports, from its `kpi.json`; nil if that cannot be read.
  package static func day(of folder: URL) -> Day? {
    struct TeamReport: Decodable {
      let date: Day
    }
    do {
      let bytes = try DurableFile.read(folder.appending(path: "kpi.json"))
      return try JSONDecoder().decode(TeamReport.self, from: Data(bytes)).date
    } catch {
      return nil
    }
  }
}
