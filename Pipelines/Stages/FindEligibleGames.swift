package import FindieBatch
import FindieDomain
import FindieRanking
import FindieText
import Foundation

extension Stage<NightEligibility> {
  /// Finds the games that lists may show. All lists of the night follow it, also those by the
  /// champion's models; training, evaluation and the numbers of the reports do not.
  package static func findEligibleGames(
    from catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.recommendations.eligible
    return Stage(
      "eligible", from: catalogue, parameters: ["eligible": parameters] as NamedParameters
    ) { context, catalogue in
      let games = catalogue.catalogue.games
      let currency = night.parameters.recommendations.currency
      if let warning = catalogue.catalogue.otherCurrencies(than: currency) { context.warn(warning) }
      let (tags, ids) = parameters.unknown(in: games)
      for tag in tags {
        context.warn("recommendations.eligible.tags: no game has the tag '\(tag)'. Check its name.")
      }
      for id in ids {
        context.warn(
          "recommendations.eligible.ids: the catalogue has no game '\(id)'. Check the id.")
      }
      let isEligible = parameters.isEligible(games)
      if !games.isEmpty, !isEligible.contains(true) {
        context.warn("no game is eligible for lists: see recommendations.eligible")
      }
      return NightEligibility(isEligible: isEligible)
    }
  }
}

extension Catalogue {
  /// A warning of games whose price cannot be compared with players' price ranges; nil without such games
  /// or players.
  fileprivate func otherCurrencies(than currency: String) -> String? {
    guard users.contains(where: { $0.priceRange != .any }) else { return nil }
    var counts: [String: Int] = [:]
    for game in games where game.isActive && !game.isFree && game.price ?? 0 > 0 {
      if let own = game.currency, own != currency { counts[own, default: 0] += 1 }
    }
    guard !counts.isEmpty else { return nil }
    let games = counts.values.reduce(0, +)
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
      .map { "\($0.key) \($0.value.grouped)" }
    return
      "\(games.counted("game")) \(games == 1 ? "has" : "have") a price in another currency than "
      + "\(currency) (\(names.joined(separator: ", "))), so players with a price range do not see "
      + "\(games == 1 ? "it" : "them"): see recommendations.currency"
  }
}
