import FindieDomain

/// Plays one day after the other, and hands on the lines of their events.
struct DayPlay {
  private let parameters: WorldParameters
  private let shelf: Shelf
  private let population: Population
  private let taste: Taste
  private let plan: VisitPlan
  private let ids: IdMaker
  private let bias = PositionBias()
  private let times = ViewTimes()

  init(
    _ parameters: WorldParameters, _ shelf: Shelf, _ population: Population, _ taste: Taste,
    _ rhythm: Rhythm, ids: IdMaker
  ) {
    self.parameters = parameters
    self.shelf = shelf
    self.population = population
    self.taste = taste
    self.ids = ids
    plan = VisitPlan(parameters, population, rhythm, shelf.planted)
  }

  func play(
    _ day: Int, _ memory: inout PlayerMemory, _ tally: inout Tally, to output: inout Output
  ) throws {
    let date = parameters.firstDay.adding(days: day)
    let feed = Feed(shelf, Showcase(of: shelf, on: date), parameters, on: date)
    let pushed = Array(
      repeating: Feed.Card(game: shelf.planted.burst, surface: .personal),
      count: parameters.burstCards)
    var playthrough = Playthrough(
      parameters, shelf, population, taste, bias, times, ids: ids, day: day)
    let interactions = "interactions/\(date).ndjson"
    let analytics = "analytics/\(date).ndjson"
    var cards: [Feed.Card] = []
    var sessions = 0
    for visit in plan.visits(on: day) {
      var random = RandomStream(seed: parameters.seed, .session, visit.player, day, visit.ordinal)
      if visit.isBurst {
        cards = pushed
      } else {
        feed.deal(
          to: visit.player, tasting: population.vectors[visit.player], into: &cards, &memory,
          &random)
      }
      guard !cards.isEmpty else { continue }
      playthrough.play(
        cards, by: visit.player, session: sessions, from: visit.start, isBurst: visit.isBurst,
        &memory, &tally, &random)
      sessions += 1
      if playthrough.lines.interactions.count >= Output.pieceSize {
        try output.write(piece: &playthrough.lines.interactions, lines: 0, to: interactions)
      }
      if playthrough.lines.events.count >= Output.pieceSize {
        try output.write(piece: &playthrough.lines.events, lines: 0, to: analytics)
      }
    }
    let counts = tally.days[day]
    try output.write(
      piece: &playthrough.lines.interactions,
      lines: counts.actions.wrappedSum() + counts.duplicates + counts.badLines, to: interactions)
    try output.write(
      piece: &playthrough.lines.events, lines: counts.events.wrappedSum(), to: analytics)
  }
}
