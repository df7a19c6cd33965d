import FindieDomain

/// itch.io: details and prices of the app's games.
package struct ItchPartner: Partner {
  private let site: ItchSite
  private let countries: [String]

  package init(_ transport: Transport, _ settings: PartnerSettings) {
    site = ItchSite(transport, settings)
    countries = settings.countries
  }

  package func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts {
    var facts = PartnerFacts(.itch)
    let games = input.games.compactMap { game in
      game.itchioURL.flatMap { ItchGameAddress(url: $0) }.map { (id: game.id, address: $0) }
    }
    // A game without a page in any shop may be on itch.io.
    let others = input.games.filter {
      $0.itchioURL == nil && input.id(of: $0, in: .steam) == nil
    }
    var steps = RequestProgress(of: games.count + others.count, progress)
    for game in games {
      if let answer = try facts.add({ try site.details(of: game.address) }),
        let details = answer.value
      {
        facts.games[game.id] = details
        // A shop's price is the same in all countries.
        for price in details.prices {
          for country in countries {
            let local = ShopPrice(
              country: country, currency: price.currency, price: price.price,
              regularPrice: price.regularPrice)
            facts.prices[game.id, default: []].append((local, answer.receivedAt))
          }
        }
      }
      steps.step()
    }
    try facts.search(others, &steps) { try site.search($0) }
    return facts
  }
}
