import FindieDomain

/// Simulates day after day what players do with the cards they see, and writes the events.
struct Simulation {
  private static let superLikes = Probability(0.12)
  private static let abandons = Probability(0.25)
  private static let wishesAfterLike = Probability(0.14)
  private static let wishesAfterSuperLike = Probability(0.45)
  private static let shares = Probability(0.05)
  private static let visitsShopAfterDetails = Probability(0.11)
  private static let visitsShopAfterWish = Probability(0.2)
  /// The last millisecond of a day at which a card is shown: sessions end on the day they begin.
  private static let lastCard = 86_370_000

  private let catalogue: WorldCatalogue
  private let taste: Taste
  private let visits: VisitSchedule
  private let response = CardResponse()
  private var lines: EventLines
  /// The factor on the like probabilities of the present session.
  private var likeFactor = 1.0

  init(of catalogue: WorldCatalogue, taste: Taste, visits: VisitSchedule, ids: GeneratedIds) {
    self.catalogue = catalogue
    self.taste = taste
    self.visits = visits
    lines = EventLines(catalogue, ids)
  }

  private var parameters: WorldParameters { catalogue.parameters }
  var positionBias: [Double] { response.positionBias }

  /// Simulates the sessions of one day.
  mutating func run(_ day: Int, _ players: inout [Player], to output: inout Output) throws {
    lines.start(day)
    let feed = Feed(catalogue, on: parameters.firstDay.adding(days: day))
    let pushed = Array(
      repeating: Feed.Card(game: catalogue.planted.burst, surface: .personal),
      count: PlantedEffects.burstCards)
    for visit in visits.visits(on: day, of: players) {
      var random = RandomStream(seed: parameters.seed, .session, visit.player, day, visit.ordinal)
      let isBurst = players[visit.player].isBurstAccount
      let cards = isBurst ? pushed : feed.deal(to: &players[visit.player], &random)
      guard !cards.isEmpty else { continue }
      likeFactor =
        parameters.null?.likeFactor(
          of: lines.id(of: visit.player), on: parameters.firstDay.adding(days: day), parameters)
        ?? 1
      play(cards, by: &players[visit.player], on: day, from: visit.start, &random)
      try lines.writeIfFull(to: &output)
    }
    try lines.write(to: &output)
  }

  private mutating func play(
    _ cards: [Feed.Card], by player: inout Player, on day: Int, from start: Int,
    _ random: inout RandomStream
  ) {
    lines.startSession(of: player)
    var clock = start
    for (position, card) in cards.enumerated() where clock <= Self.lastCard {
      lines.append(.gameView, card, at: clock)
      player.viewCount += 1
      let isLast = position > 0 && position == cards.count - 1
      if isLast && !player.isBurstAccount && random.chance(Self.abandons) { break }
      player.lastActiveDay = day
      clock += swipe(card, at: position, clock: clock, by: &player, on: day, &random)
      clock += 400 + random.below(1100)
    }
  }

  /// One card, from its view to its verdict and what follows. Returns the milliseconds it took.
  private mutating func swipe(
    _ card: Feed.Card, at position: Int, clock: Int, by player: inout Player, on day: Int,
    _ random: inout RandomStream
  ) -> Int {
    let isBurst = player.isBurstAccount
    var top =
      isBurst ? Probability(1) : taste.likeProbability(of: card.game, for: player, catalogue)
    if likeFactor != 1, !isBurst {
      top = Probability(min(1, Double(top.parts) / Double(Probability.one) * likeFactor))
    }
    let probability = isBurst ? top : top * response.factor(at: position)
    let drawn =
      isBurst
      ? 5 + random.below(10) : response.drawViewTime(likeProbability: top, &random)
    let tenths = max(3, min(drawn, (86_390_000 - clock) / 100))
    func write(_ action: SwipeAction, after elapsed: Int, viewed: Int) {
      lines.append(action, card, position: position, at: clock + elapsed, tenths: viewed)
    }

    if random.chance(Probability(parts: Probability.one / 7 + probability.parts / 3)) {
      let half = max(1, tenths * 2 / 5)
      write(.viewDetails, after: half * 100, viewed: half)
      lines.append(.gameClick, card, at: clock + half * 100)
      if random.chance(Self.visitsShopAfterDetails) {
        visitShop(card, at: clock + half * 100 + 200, &random)
      }
    }
    var spent = tenths * 100
    guard random.chance(probability) else {
      // The worse the match, the likelier a dislike instead of a skip.
      let dislikes = Probability(parts: Probability.one / 5 + (Probability.one - top.parts) / 2)
      let isDislike = random.chance(dislikes)
      write(isDislike ? .dislike : .skip, after: spent, viewed: tenths)
      if isDislike { lines.append(.gameDislike, card, at: clock + spent) }
      return spent
    }
    let isSuper = random.chance(Self.superLikes)
    write(isSuper ? .superLike : .like, after: spent, viewed: tenths)
    lines.append(.gameLike, card, at: clock + spent)
    player.lastLikedGame = card.game
    player.likeCount += 1
    if random.chance(isSuper ? Self.wishesAfterSuperLike : Self.wishesAfterLike) {
      spent += 300 + random.below(1200)
      write(.wishlist, after: spent, viewed: tenths)
      lines.append(.gameWishlist, card, at: clock + spent)
      let midnight = parameters.firstDay.adding(days: day).start
      player.wishes.append(
        Player.Wish(
          game: Int32(card.game), instant: midnight.adding(milliseconds: Int64(clock + spent))))
      if random.chance(Self.visitsShopAfterWish) {
        visitShop(card, at: clock + spent + 400, &random)
      }
    }
    if random.chance(Self.shares) {
      spent += 300 + random.below(1200)
      write(.share, after: spent, viewed: tenths)
      lines.append(.gameShare, card, at: clock + spent)
    }
    return spent
  }

  /// A click that leads to a shop that sells the game.
  private mutating func visitShop(_ card: Feed.Card, at clock: Int, _ random: inout RandomStream) {
    if parameters.null != nil {
      guard catalogue.games[card.game].steamURL != nil else { return }
      return lines.append(.externalLinkClick, card, at: clock, shop: "steam")
    }
    let platforms = catalogue.games[card.game].platforms
    let isOnBoth = platforms.contains(.steam) && platforms.contains(.itchio)
    let toItchio = isOnBoth ? random.below(4) == 0 : platforms.contains(.itchio)
    lines.append(.externalLinkClick, card, at: clock, shop: toItchio ? "itchio" : "steam")
  }
}
