import FindieDomain
package import FindieRanking
import FindieReports
import FindieWorkspace

extension Comparison: JSONArtifact {
  package static var grain: String { "one row: tonight's models compared with the champion's" }
  package static var formatVersion: Int { 5 }

  package var counts: [String: Int] { ["players": players] }

  package var measures: [String: Double] {
    var measures = ["bound": bound]
    measures["challenger nDCG@\(k)"] = challenger
    measures["champion nDCG@\(k)"] = champion
    measures["reference nDCG@\(k)"] = reference?.nDCG
    measures["best single model nDCG@\(k)"] = bestModel?.nDCG
    for (name, relative) in [
      ("", relative), (" from the reference", reference?.relative),
      (" from the best single model", bestModel?.relative),
    ] {
      measures["relative difference\(name)"] = relative?.mean
      measures["relative difference\(name) low"] = relative?.low
      measures["relative difference\(name) high"] = relative?.high
    }
    return measures
  }

  package var conclusion: String? { sentence }
}
