import FindieDomain

/// Deals the cards of a session: mostly to the player's taste, partly to chance.
struct Feed {
  struct Card {
    var game: Int
    var surface: Surface
  }

  private let shelf: Shelf
  private let showcase: Showcase
  private let trendShare: Probability?
  private let mean: Double

  /// - Parameter showcase: what can be shown on `day`.
  init(_ shelf: Shelf, _ showcase: Showcase, _ parameters: WorldParameters, on day: Day) {
    self.shelf = shelf
    self.showcase = showcase
    let trends = shelf.planted.trendRange.contains(day) && parameters.trendShare > 0
    trendShare = trends ? Probability(parameters.trendShare) : nil
    mean = parameters.cardsPerSession
  }

  /// Fills `cards` with the session's cards, none of which the player saw before.
  func deal(
    to player: Int, tasting vector: Taste.Vector, into cards: inout [Card],
    _ memory: inout PlayerMemory, _ random: inout RandomStream
  ) {
    cards.removeAll(keepingCapacity: true)
    var next: Int?
    for _ in 0..<drawCount(&random) {
      if let follower = next, random.chance(Planted.twinFollows), !memory.hasSeen(follower, player)
      {
        cards.append(Card(game: follower, surface: .similar))
      } else if let card = drawUnseen(player, vector, memory, &random) {
        cards.append(card)
      } else {
        break
      }
      let game = cards[cards.count - 1].game
      memory.see(game, player)
      next = shelf.planted.partner(of: game)
    }
    // Well-known games tend to stand further up: who compares games without regard to their places
    // is misled, as in real feeds.
    for place in cards.indices.dropFirst()
    where shelf.ranks[cards[place].game] < shelf.ranks[cards[place - 1].game]
      && random.chance(Feed.climbs)
    {
      cards.swapAt(place, place - 1)
    }
  }

  private static let climbs = Probability(0.5)

  /// One card and a geometric number of further ones, at most sixty in all.
  private func drawCount(_ random: inout RandomStream) -> Int {
    guard mean > 1 else { return 1 }
    let more = PortableMath.log(random.positiveFraction()) / PortableMath.log(1 - 1 / mean)
    return 1 + Int(min(more, 59))
  }

  private func drawUnseen(
    _ player: Int, _ vector: Taste.Vector, _ memory: PlayerMemory, _ random: inout RandomStream
  ) -> Card? {
    if let trendShare, random.chance(trendShare), !memory.hasSeen(shelf.planted.trend, player) {
      return Card(game: shelf.planted.trend, surface: .trending)
    }
    for _ in 0..<8 {
      let card = draw(player, vector, memory, &random)
      if !memory.hasSeen(card.game, player) { return card }
    }
    return nil
  }

  private func draw(
    _ player: Int, _ vector: Taste.Vector, _ memory: PlayerMemory, _ random: inout RandomStream
  ) -> Card {
    switch random.below(100) {
    case ..<55: return Card(game: best(for: vector, &random), surface: .personal)
    case ..<67 where memory.lastLiked[player] >= 0:
      let liked = shelf.vectors[Int(memory.lastLiked[player])]
      return Card(game: best(for: liked, &random), surface: .similar)
    case ..<75 where !showcase.new.isEmpty:
      return Card(game: showcase.new[random.below(showcase.new.count)], surface: .new)
    case ..<85:
      return Card(game: showcase.out[random.below(showcase.out.count)], surface: .exploration)
    default: return Card(game: showcase.drawByPopularity(&random), surface: .trending)
    }
  }

  /// The best match for a direction among three games drawn by popularity.
  private func best(for vector: Taste.Vector, _ random: inout RandomStream) -> Int {
    var best = showcase.drawByPopularity(&random)
    var bestMatch = Taste.match(vector, shelf.vectors[best])
    for _ in 0..<2 {
      let other = showcase.drawByPopularity(&random)
      let match = Taste.match(vector, shelf.vectors[other])
      if match > bestMatch { (best, bestMatch) = (other, match) }
    }
    return best
  }
}
