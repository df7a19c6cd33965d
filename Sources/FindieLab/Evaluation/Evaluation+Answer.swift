import FindieDomain
import FindieRanking
import FindieReports
import FindieText
import FindieWorkspace

extension Evaluation {
  /// The evaluation as tables, with the verdict below.
  var text: String {
    var paragraphs = [
      split.sentences.joined(separator: "\n"),
      "\(players.counted("player")) tested, "
        + "\(heldOutGames.counted("held-out game")), "
        + "\(candidates.counted("candidate game")).",
      table.text,
    ]
    if let model = differences.first?.model {
      paragraphs += [
        "Difference between \(model) and the others (paired by player):", comparison.text,
      ]
    }
    paragraphs += [verdict, "In brackets: 95% intervals over players."]
    return paragraphs.joined(separator: "\n\n")
  }

  private var headings: [(String, TextTable.Alignment)] {
    [("measure", .left), ("model", .left)] + ks.map { ("@\($0)", .right) }
  }

  /// One row per measure and model, one column per list length.
  private var table: TextTable {
    var table = TextTable(headings)
    for measure in RankingMetrics.Metric.allCases {
      for (index, row) in rows.enumerated() {
        table.add(
          [index == 0 ? measure.name : "", row.model]
            + row.cuts.map { cut in
              let interval = cut.quality[measure]
              return "\(fourDecimals(interval.mean)) "
                + "(\(fourDecimals(interval.low))–\(fourDecimals(interval.high)))"
            })
      }
    }
    for (name, value) in Self.shapes {
      guard rows.contains(where: { $0.cuts.contains { value($0.shape) != nil } }) else { continue }
      for (index, row) in rows.enumerated() {
        table.add(
          [index == 0 ? name : "", row.model]
            + row.cuts.map { value($0.shape).map { fourDecimals($0) } ?? "–" })
      }
    }
    return table
  }

  private static let shapes: [(name: String, value: @Sendable (ListShape) -> Double?)] = [
    ("coverage", { $0.coverage }), ("Gini", { $0.gini }), ("novelty, bits", { $0.novelty }),
    ("distance in a list", { $0.intraListDistance }),
    ("popularity shift", { $0.popularityShift }),
  ]

  private var comparison: TextTable {
    var table = TextTable(headings)
    var others: [String] = []
    for difference in differences where !others.contains(difference.other) {
      others.append(difference.other)
    }
    for measure in RankingMetrics.Metric.allCases {
      for (index, other) in others.enumerated() {
        table.add(
          [index == 0 ? measure.name : "", other]
            + differences.filter { $0.other == other }.map { difference in
              let interval = difference.quality[measure]
              return "\(signed(interval.mean)) "
                + "(\(signed(interval.low)) to \(signed(interval.high)))"
            })
      }
    }
    return table
  }
}

/// As `fourDecimals`, with a plus sign for positive numbers.
private func signed(_ number: Double) -> String {
  let text = fourDecimals(number)
  return number > 0 && text != "0.0000" ? "+" + text : text
}
