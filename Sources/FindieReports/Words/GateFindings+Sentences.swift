package import FindieDomain
package import FindieRanking
import FindieText

extension GateFindings {
  /// The results of all checks, and the exposure of studios by size.
  package var sentence: String {
    (["Checks of the lists: " + checks.map(\.sentence).joined(separator: "; ") + "."]
      + exposure.map(\.sentence)).joined(separator: " ")
  }

  /// The decision to publish; empty if all checks passed and the run's models were promoted.
  ///
  /// - Parameters:
  ///   - champion: the night whose models made the lists; nil if the run's own did.
  ///   - isOverridden: whether `--publish anyway` overrides failed checks.
  func sentences(
    _ comparison: Comparison?, champion: Day?, isOverridden: Bool
  ) -> [String] {
    var sentences: [String] = []
    if let comparison, comparison.verdict == .worse {
      sentences.append(comparison.sentence)
      sentences.append(
        champion.map { Self.notPromoted(servedBy: $0) }
          ?? "Tonight's models were promoted because of --publish anyway.")
    }
    let problems = (violations + failed).map(\.sentence).joined(separator: "; ")
    if !allowsPublishing(isOverridden: isOverridden) {
      sentences.append(
        "Tonight's lists were not published, and the previous lists are still published: "
          + "\(problems).")
    } else if !failed.isEmpty {
      sentences.append(
        "Tonight's lists were published because of --publish anyway, although checks failed: "
          + "\(problems).")
    }
    return sentences
  }

  package static func notPromoted(servedBy champion: Day) -> String {
    "Tonight's models are not promoted: the lists are computed by the models and parameters of the "
      + "night of \(champion), for tonight's players and games."
  }
}

extension StudioExposure {
  fileprivate var sentence: String {
    func percent(_ share: Double) -> String { share.percent(sign: " %") }
    return "Studios with \(size) have \(percent(shareOfGames)) of the games and "
      + "\(percent(shareOfEntries)) of the lists' entries, \(percent(shareOfTopPositions)) of the "
      + "top positions."
  }
}
