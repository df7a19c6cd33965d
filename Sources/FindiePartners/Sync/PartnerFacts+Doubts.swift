import FindieDomain
import Foundation

extension PartnerFacts {
  /// If a shop seems to have lost many games, they keep what the last synchronization wrote.
  mutating func keepLostGames(_ input: SyncInput) {
    guard let shop else { return }
    let known = input.games.filter { game in
      // IGDB is asked by the ids on Steam.
      let isAsked =
        switch shop {
        case .itch: game.itchioURL != nil
        case .steam, .igdb: input.id(of: game, in: .steam) != nil
        }
      return isAsked && input.isKnown(game.id, to: shop)
    }.map { ExactText($0.id) }
    let lost = known.filter { games[$0] == nil && !unanswered.contains($0) }
    guard Loss.isTooLarge(lost.count, of: known.count) else { return }
    keep(lost)
    fail(
      .invalid(
        "\(partner.title)'s games",
        detail:
          "it lacks \(lost.count) of \(known.count) known games, more than a tenth. Their stored "
          + "data is kept. If these games no longer exist there, delete their lines in "
          + "games.partners.ndjson"))
  }

  /// If too many games are no longer for sale, they keep their last prices.
  mutating func keepLostPrices(_ history: PriceHistory, in shop: Shop) {
    let known = prices.flatMap { id, answers in
      answers.filter { history.hasPrice(of: id.text, in: shop, country: $0.price.country) }
    }
    let lost = known.count { $0.price.price == nil }
    guard Loss.isTooLarge(lost, of: known.count) else { return }
    for id in prices.keys { prices[id]?.removeAll { $0.price.price == nil } }
    fail(
      .invalid(
        "\(partner.title)'s prices",
        detail:
          "\(lost) of \(known.count) are missing, more than a tenth. The last ones stay. If these "
          + "games are no longer for sale, delete their lines in prices.partners.ndjson"))
  }

  /// Leaves out the numbers that a nightly run would reject, and those of a file that lacks much of
  /// what an earlier one had for the same days.
  mutating func leaveOutDoubtfulMetrics(recorded: [PartnerMetric]) {
    let broken = metrics.compactMap { metric in
      metric.brokenRules.first { $0.severity == .reject }.map { "\(metric.id): \($0.sentence)" }
    }
    metrics.removeAll { $0.brokenRules.contains { $0.severity == .reject } }
    fail(broken, "numbers", "The last value of each stays")
    guard partner.client.fileHelp != nil else { return }
    let last = Dictionary(recorded.map { (ExactText($0.id), $0.total ?? $0.value) }) { $1 }
    let again = Dictionary(grouping: metrics.filter { last[ExactText($0.id)] != nil }, by: \.metric)
    let falls = again.sorted { $0.key < $1.key }.compactMap { name, metrics in
      let before = metrics.reduce(0) { $0 + (last[ExactText($1.id)] ?? 0) }
      let after = metrics.reduce(0) { $0 + ($1.total ?? $1.value) }
      return Loss.isTooLarge(before - after, of: before) ? (name, before, after) : nil
    }
    guard let (name, before, after) = falls.first else { return }
    metrics.removeAll { last[ExactText($0.id)] != nil }
    fail(
      .file(
        "\(partner.title)'s files",
        detail:
          "\(name) fell from \(before) to \(after) for the same days, by more than a tenth. "
          + "The recorded numbers stay. If the new ones are right, delete the lines of "
          + "\(partner.rawValue) in metrics.partners.ndjson"))
  }

  /// Counts values that a nightly run would reject.
  mutating func fail(_ broken: [String], _ what: String, _ result: String) {
    guard let first = broken.first else { return }
    fail(
      .invalid(
        "\(partner.title)'s \(what)",
        detail: "\(broken.count) cannot be used, such as \(first). \(result)"))
  }
}
