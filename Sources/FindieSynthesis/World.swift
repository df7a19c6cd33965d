package import FindieDomain

/// A generated world: games, players and what the players did, with known effects planted in it.
///
/// ```swift
/// var parameters = WorldParameters()
/// parameters.players = 500
/// let world = try World(parameters)
/// let truth = try world.write { path, bytes in try folder.append(bytes, to: path) }
/// truth.twins[0]   // two games that the same players like
/// ```
///
/// The same parameters give the same bytes on every machine. Ids of players begin with `gen-`, and so
/// do ids of games unless a catalogue is given.
package struct World: Sendable {
  /// Takes bytes to append to the file at a path inside the world's folder.
  package typealias Sink = (_ path: String, _ bytes: [UInt8]) throws -> Void

  package let parameters: WorldParameters
  private let givenGames: [Game]?

  /// - Parameter games: the catalogue; nil for a generated one. With a given catalogue,
  ///   `parameters.games` and `parameters.developers` have no effect.
  package init(
    _ parameters: WorldParameters, over games: [Game]? = nil
  ) throws(SynthesisFailure) {
    let problems = parameters.problems
    guard problems.isEmpty else { throw .invalidParameters(problems) }
    self.parameters = parameters
    givenGames = games
  }

  /// Generates the world, piece by piece.
  ///
  /// - Parameter sink: takes `games.ndjson`, `developers.ndjson`, `tags.ndjson`,
  ///   `interactions/<day>.ndjson` and `analytics/<day>.ndjson` of each day, `users.ndjson`,
  ///   `wishlists.ndjson` and last `truth.json`. Pieces are whole lines, about a megabyte each.
  /// - Returns: the contents of `truth.json`.
  /// - Throws: `SynthesisFailure` if the catalogue is too small, and the errors of `sink`.
  /// - Complexity: memory grows with players, games and cards (four bytes a card).
  @discardableResult
  package func write(to sink: @escaping Sink) throws -> WorldTruth {
    let ids = GeneratedIds(seed: parameters.seed)
    let taste = Taste(seed: parameters.seed)
    let generator = CatalogueGenerator(parameters, ids)
    let games = givenGames ?? generator.games()
    let catalogue = try WorldCatalogue(games, parameters, taste)
    let rhythm = Rhythm(parameters)
    let planted = catalogue.planted
    var players = PlayerGenerator(parameters, taste, rhythm, planted).players()
    OwnedGames(parameters, catalogue).add(to: &players)

    var output = Output(sink)
    let studios = givenGames == nil ? generator.studios() : []
    try CatalogueLines(games, studios: studios, parameters).write(to: &output)
    let visits = VisitSchedule(parameters, players, rhythm)
    var simulation = Simulation(parameters, catalogue, taste, visits, ids)
    for day in 0..<parameters.days { try simulation.run(day, &players, to: &output) }
    try PlayerLines(parameters, catalogue, players, ids).write(to: &output)

    let truth = WorldTruth(
      parameters: parameters, lines: output.lines,
      twins: planted.twins.map {
        WorldTruth.Twins(firstGameId: games[$0.first].id, secondGameId: games[$0.second].id)
      },
      trending: WorldTruth.Trend(
        gameId: games[planted.trend].id, firstDay: planted.trendRange.first,
        lastDay: planted.trendRange.last),
      burst: WorldTruth.Burst(
        gameId: games[planted.burst].id, day: planted.burstDay,
        userIds: players.filter(\.isBurstAccount).map { ids.name(.player, $0.number) }),
      positionBias: simulation.positionBias)
    try sink("truth.json", truth.encoded())
    return truth
  }
}
