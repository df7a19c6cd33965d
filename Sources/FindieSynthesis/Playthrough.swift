import FindieDomain

/// Plays sessions: decides what a player does with each card, and has it written and counted.
struct Playthrough {
  var lines: EventLines
  private let parameters: WorldParameters
  private let shelf: Shelf
  private let population: Population
  private let taste: Taste
  private let bias: PositionBias
  private let times: ViewTimes
  private var faults: FaultMaker
  private let day: Int
  private let date: Day

  private static let superLikes = Probability(0.12)
  private static let abandons = Probability(0.25)
  private static let wishesAfterLike = Probability(0.14)
  private static let wishesAfterSuperLike = Probability(0.45)
  private static let shares = Probability(0.05)
  private static let leavesAfterDetails = Probability(0.11)
  private static let leavesAfterWish = Probability(0.2)
  /// No later, so that a session ends on the day on which it began.
  private static let lastCard = 86_370_000

  init(
    _ parameters: WorldParameters, _ shelf: Shelf, _ population: Population, _ taste: Taste,
    _ bias: PositionBias, _ times: ViewTimes, ids: IdMaker, day: Int
  ) {
    self.parameters = parameters
    self.shelf = shelf
    self.population = population
    self.taste = taste
    self.bias = bias
    self.times = times
    self.day = day
    date = parameters.firstDay.adding(days: day)
    lines = EventLines(parameters, ids: ids, day: day)
    faults = FaultMaker(parameters, day: day)
  }

  /// What a session brings to a card.
  private struct Moment {
    let player: Int
    let session: EventLines.Session
    let position: Int
    /// Milliseconds since midnight at which the card appears.
    let clock: Int
  }

  /// Plays `cards` from `clock` on.
  mutating func play(
    _ cards: [Feed.Card], by player: Int, session ordinal: Int, from clock: Int, isBurst: Bool,
    _ memory: inout PlayerMemory, _ tally: inout Tally, _ random: inout RandomStream
  ) {
    let session = lines.session(
      ordinal, of: player, preferring: population.favorites(of: player),
      device: Device(of: player, on: day, parameters))
    tally.days[day].sessions += 1
    var clock = clock
    for (position, card) in cards.enumerated() where clock <= Playthrough.lastCard {
      let moment = Moment(player: player, session: session, position: position, clock: clock)
      write(.gameView, card, moment, 0, &tally)
      tally.games[card.game].views += 1
      memory.countView(player)
      let isLast = position > 0 && position == cards.count - 1
      if isLast && !isBurst && random.chance(Playthrough.abandons) { break }
      if memory.act(player, on: day) {
        tally.countActive(joinedDay: Int(population.joinedDays[player]), on: day)
      }
      let spent = swipe(card, moment, isBurst: isBurst, &memory, &tally, &random)
      clock += spent + 400 + random.below(1100)
    }
  }

  /// One card from its view to its verdict and what follows; returns the milliseconds it took.
  private mutating func swipe(
    _ card: Feed.Card, _ moment: Moment, isBurst: Bool, _ memory: inout PlayerMemory,
    _ tally: inout Tally, _ random: inout RandomStream
  ) -> Int {
    let top =
      isBurst
      ? Probability(1) : taste.likeProbability(of: card.game, for: moment.player, shelf, population)
    let probability = isBurst ? top : top * bias[moment.position]
    count(card.game, probability, top, isBurst, &tally)

    let wanted = isBurst ? 5 + random.below(10) : times.draw(likeProbability: top, &random)
    let tenths = max(3, min(wanted, (86_390_000 - moment.clock) / 100))
    let opens = Probability(parts: Probability.one / 7 + probability.parts / 3)
    let hasDetails = random.chance(opens)
    if hasDetails {
      let half = max(1, tenths * 2 / 5)
      write(.viewDetails, card.game, moment, half * 100, half, &tally)
      write(.gameClick, card, moment, half * 100, &tally)
      if random.chance(Playthrough.leavesAfterDetails) {
        leave(card, moment, half * 100 + 200, &tally, &random)
      }
    }
    var spent = tenths * 100
    guard random.chance(probability) else {
      // The worse the match, the rather a dislike than a skip.
      let dislikes = Probability(parts: Probability.one / 5 + (Probability.one - top.parts) / 2)
      let isDislike = random.chance(dislikes)
      write(isDislike ? .dislike : .skip, card.game, moment, spent, tenths, &tally)
      if isDislike { write(.gameDislike, card, moment, spent, &tally) }
      return spent
    }
    let isSuper = random.chance(Playthrough.superLikes)
    write(isSuper ? .superLike : .like, card.game, moment, spent, tenths, &tally)
    write(.gameLike, card, moment, spent, &tally)
    memory.like(card.game, moment.player)
    if random.chance(isSuper ? Playthrough.wishesAfterSuperLike : Playthrough.wishesAfterLike) {
      spent += 300 + random.below(1200)
      write(.wishlist, card.game, moment, spent, tenths, &tally)
      write(.gameWishlist, card, moment, spent, &tally)
      let instant = date.start.adding(milliseconds: Int64(moment.clock + spent))
      memory.wish(for: card.game, moment.player, at: instant)
      if random.chance(Playthrough.leavesAfterWish) {
        leave(card, moment, spent + 400, &tally, &random)
      }
    }
    if random.chance(Playthrough.shares) {
      spent += 300 + random.below(1200)
      write(.share, card.game, moment, spent, tenths, &tally)
      write(.gameShare, card, moment, spent, &tally)
    }
    return spent
  }

  private func count(
    _ game: Int, _ probability: Probability, _ top: Probability, _ isBurst: Bool,
    _ tally: inout Tally
  ) {
    tally.games[game].verdicts += 1
    if isBurst { tally.games[game].burstVerdicts += 1 }
    tally.games[game].expected += probability.parts
    tally.games[game].expectedAtTop += top.parts
  }

  /// A click that leads to one of the shops in which the game is sold.
  private mutating func leave(
    _ card: Feed.Card, _ moment: Moment, _ offset: Int, _ tally: inout Tally,
    _ random: inout RandomStream
  ) {
    let platforms = shelf.games[card.game].platforms
    let both = platforms.contains(.steam) && platforms.contains(.itchio)
    let toItch = both ? random.below(4) == 0 : platforms.contains(.itchio)
    if toItch {
      tally.games[card.game].itchioClicks += 1
    } else {
      tally.games[card.game].steamClicks += 1
    }
    write(.externalLinkClick, card, moment, offset, &tally, shop: toItch ? .itchio : .steam)
  }

  private mutating func write(
    _ action: SwipeAction, _ game: Int, _ moment: Moment, _ offset: Int, _ tenths: Int,
    _ tally: inout Tally
  ) {
    let start = lines.interactions.count
    lines.append(
      action, of: game, on: shelf, in: moment.session, position: moment.position,
      clock: moment.clock + offset, tenths: tenths)
    tally.countInteraction(action, of: game, on: day)
    faults.spoil(after: start, in: &lines.interactions, &tally, on: day)
  }

  private mutating func write(
    _ type: EventType, _ card: Feed.Card, _ moment: Moment, _ offset: Int, _ tally: inout Tally,
    shop: Shop? = nil
  ) {
    guard parameters.writesAnalytics else { return }
    tally.countEvent(type, on: day)
    lines.append(
      type, of: card.game, on: shelf, in: moment.session, clock: moment.clock + offset,
      surface: card.surface, shop: shop)
  }
}
