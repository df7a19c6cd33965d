import FindieDomain

/// Chooses the cards of a session: most match the player's taste, some are random.
struct Feed {
  /// The part of the app that shows a card.
  enum Surface: String {
    case personal, similar, trending, new, exploration
  }

  struct Card {
    var game: Int
    var surface: Surface
  }

  /// The mean number of cards per session.
  private static let meanCards = 9.0
  /// The probability that a more popular game moves one position up.
  private static let movesUp = Probability(0.5)

  private let catalogue: WorldCatalogue
  private let showcase: WorldCatalogue.Showcase
  private let isTrendDay: Bool

  init(_ catalogue: WorldCatalogue, on day: Day) {
    self.catalogue = catalogue
    showcase = WorldCatalogue.Showcase(catalogue, on: day)
    isTrendDay = catalogue.planted.hasTrend && catalogue.planted.trendRange.contains(day)
  }

  /// The cards of one session, none of which the player has seen.
  func deal(to player: inout Player, _ random: inout RandomStream) -> [Card] {
    var cards: [Card] = []
    var twin: Int?
    for _ in 0..<drawCount(&random) {
      let card: Card
      if let twin, random.chance(PlantedEffects.twinFollows), !player.knows(twin) {
        card = Card(game: twin, surface: .similar)
      } else if let drawn = drawUnseen(player, &random) {
        card = drawn
      } else {
        break
      }
      cards.append(card)
      // In a null world players forget what they saw, so that no game runs out of players.
      if catalogue.parameters.null == nil { player.seenGames.append(Int32(card.game)) }
      twin = catalogue.planted.twin(of: card.game)
    }
    // Popular games tend to be at the top, as in real feeds, so comparing games without regard to
    // position is biased.
    for position in cards.indices.dropFirst()
    where catalogue.parameters.null == nil
      && catalogue.ranks[cards[position].game] < catalogue.ranks[cards[position - 1].game]
      && random.chance(Self.movesUp)
    {
      cards.swapAt(position, position - 1)
    }
    return cards
  }

  /// One card and a geometric number of further ones, at most sixty in all.
  private func drawCount(_ random: inout RandomStream) -> Int {
    let more =
      PortableMath.log(random.positiveFraction()) / PortableMath.log(1 - 1 / Self.meanCards)
    return 1 + Int(min(more, 59))
  }

  private func drawUnseen(_ player: Player, _ random: inout RandomStream) -> Card? {
    let trend = catalogue.planted.trend
    if isTrendDay, random.chance(PlantedEffects.trendShare), !player.knows(trend) {
      return Card(game: trend, surface: .trending)
    }
    for _ in 0..<8 {
      let card = draw(for: player, &random)
      if !player.knows(card.game) { return card }
    }
    return nil
  }

  private func draw(for player: Player, _ random: inout RandomStream) -> Card {
    let percent = random.below(100)
    guard catalogue.parameters.null == nil else {
      let surface: Feed.Surface = percent < 55 ? .personal : percent < 80 ? .trending : .exploration
      return Card(game: showcase.drawByPopularity(&random), surface: surface)
    }
    if percent < 55 {
      return Card(game: bestMatch(player.vector, &random), surface: .personal)
    }
    if percent < 67, let liked = player.lastLikedGame {
      return Card(game: bestMatch(catalogue.vectors[liked], &random), surface: .similar)
    }
    if percent < 75, !showcase.new.isEmpty {
      return Card(game: showcase.new[random.below(showcase.new.count)], surface: .new)
    }
    if percent < 85 {
      let game = showcase.released[random.below(showcase.released.count)]
      return Card(game: game, surface: .exploration)
    }
    return Card(game: showcase.drawByPopularity(&random), surface: .trending)
  }

  /// The best match among three games drawn by popularity.
  private func bestMatch(_ vector: Taste.Vector, _ random: inout RandomStream) -> Int {
    let games = (0..<3).map { _ in showcase.drawByPopularity(&random) }
    var best = games[0]
    for game in games.dropFirst()
    where Taste.match(vector, catalogue.vectors[game])
      > Taste.match(vector, catalogue.vectors[best])
    {
      best = game
    }
    return best
  }
}
