import FindieDomain
import FindieRecommender

extension Evaluation {
  /// The evaluation as tables, with the verdict under them.
  var text: String {
    var paragraphs = [
      ([split] + notes).joined(separator: "\n"),
      "\(NightSummary.grouped(players)) players tested, "
        + "\(NightSummary.grouped(heldOutGames)) held-out games, "
        + "\(NightSummary.grouped(candidates)) games to list.",
      table.text,
    ]
    if let model = differences.first?.model {
      paragraphs += ["\(model) less the others, player by player:", comparison.text]
    }
    paragraphs += [
      verdict,
      "In brackets: 95 % intervals, by drawing the players again \(NightSummary.grouped(resamples)) "
        + "times, seed \(seed).",
    ]
    return paragraphs.joined(separator: "\n\n")
  }

  private var headings: [(String, TextTable.Alignment)] {
    [("measure", .left), ("model", .left)] + ks.map { ("@\($0)", .right) }
  }

  /// A row a measure and model, a column a length of the lists.
  private var table: TextTable {
    var table = TextTable(headings)
    for measure in RankingMetrics.Measure.allCases {
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
    for (name, value) in Evaluation.shapes {
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
    for measure in RankingMetrics.Measure.allCases {
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

/// `number` with four decimals, made of whole numbers so that no locale has a say; as it is where it is
/// so large that they say nothing, or none.
package func fourDecimals(_ number: Double) -> String {
  guard abs(number) < 1e12 else { return "\(number)" }
  let tenThousandths = Int((abs(number) * 10_000).rounded())
  let sign = number < 0 && tenThousandths > 0 ? "-" : ""
  return "\(sign)\(tenThousandths / 10_000).\((tenThousandths % 10_000).padded(to: 4))"
}

/// As `fourDecimals`, with the sign of what is above zero too.
private func signed(_ number: Double) -> String {
  let text = fourDecimals(number)
  return number > 0 && text != "0.0000" ? "+" + text : text
}
