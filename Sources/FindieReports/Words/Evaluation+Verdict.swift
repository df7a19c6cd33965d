package import FindieRanking

extension Evaluation {
  /// A sentence on which models the last or best one is better than, for the first list length.
  package var verdict: String {
    guard players > 0 else { return "No player has enough history for an evaluation yet." }
    let compared = differences.filter { $0.k == ks[0] }
    let model = compared.first?.model ?? rows.last?.model ?? ""
    guard !compared.isEmpty else { return "\(model) was evaluated alone (\(players) players)." }
    let groups: [(words: String, Bool?)] = [
      ("better than", true), ("worse than", false), ("not significantly different from", nil),
    ]
    let comparisons = groups.compactMap { words, isBetter in
      let models = compared.filter { $0.isBetter == isBetter }.map(\.other)
      return models.isEmpty ? nil : "\(words) \(Self.listed(models))"
    }
    return
      "\(model), by recall@\(ks[0]) and nDCG@\(ks[0]) (95 % paired intervals, \(players) players): "
      + comparisons.joined(separator: "; ") + "."
  }

  /// "a", "a and b", "a, b and c".
  private static func listed(_ names: [String]) -> String {
    let rest = names.dropLast().joined(separator: ", ")
    return rest.isEmpty ? names.joined() : "\(rest) and \(names.suffix(1).joined())"
  }
}
