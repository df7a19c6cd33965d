import FindieRanking
import Foundation

/// Results of evaluations and checks, from the documents that a night stores.
enum GateFixtures {
  /// Two models on 50 players, and two values of `recommendations.discovery`.
  static func evaluation() -> Evaluation {
    func quality(_ recall: Double, _ nDCG: Double, halfWidth: Double = 0) -> String {
      let means = [
        ("recall", recall), ("nDCG", nDCG), ("MAP", 0.1), ("MRR", 0.1), ("hitRate", 0.1),
      ]
      return means.map { name, mean in
        let (low, high) = (mean - halfWidth, mean + halfWidth)
        return #""\#(name)":{"mean":\#(mean),"low":\#(low),"high":\#(high)}"#
      }.joined(separator: ",")
    }
    func model(_ name: String, _ recall: Double, _ nDCG: Double, _ coverage: Double) -> String {
      #"{"model":"\#(name)","at":[{"k":20,\#(quality(recall, nDCG)),"coverage":\#(coverage),"#
        + #""gini":0.5,"novelty":1,"popularityShift":0}]}"#
    }
    let difference = quality(0.1, 0.07, halfWidth: 0.02)
    return decoded(
      """
      {"split":{"method":{"random":{"seed":1,"share":0.2}},"notes":[]},"k":[20],"players":50,
      "heldOutGames":60,"candidates":8,
      "models":[\(model("Popularity", 0.1, 0.05, 0.01)),\(model("ALS", 0.2, 0.12, 0.4))],
      "differences":[{"model":"ALS","other":"Popularity","k":20,\(difference)}],
      "discovery":[{"discovery":0,"nDCG":0.12,"gini":0.9,"longTailShare":0.1},
      {"discovery":0.5,"nDCG":0.11,"gini":0.8,"longTailShare":0.2}]}
      """)
  }

  /// - Parameter failed: the number of checks that failed.
  static func gate(checks: Int, failed: Int) -> GateFindings {
    GateFindings(
      day: ReportWorld.night, champion: nil,
      checks: (0..<checks).map { GateCheck("check \($0)", $0 < failed ? 2 : 1, .atMost(1)) },
      filters: decoded(#"{"counts":{"price":1234},"remaining":5}"#),
      exposure: decoded(
        """
        [{"size":"1 game","studios":3,"shareOfGames":0.31,"shareOfEntries":0.2567,
        "shareOfTopPositions":0.1}]
        """))
  }

  static func decoded<Value: Decodable>(_ text: String) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
