import FindieDomain

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
/// The same parameters give the same bytes on every machine. Ids of players and games begin with
/// `gen-`.
package struct World: Sendable {
  /// Takes bytes to append to the file at a path inside the world's folder.
  package typealias Sink = (_ path: String, _ bytes: [UInt8]) throws -> Void

  package let parameters: WorldParameters

  package init(_ parameters: WorldParameters) throws(LabFailure) {
    let problems = parameters.problems
    guard problems.isEmpty else { throw .invalidParameters(problems) }
    self.parameters = parameters
  }

  /// Generates the world, piece by piece.
  ///
  /// - Parameter sink: takes `games.ndjson`, `developers.ndjson`, `tags.ndjson`,
  ///   `interactions/<day>.ndjson` and `analytics/<day>.ndjson` of each day, `users.ndjson`,
  ///   `wishlists.ndjson` and last `truth.json`. Pieces are whole lines, about a megabyte each.
  /// - Returns: the contents of `truth.json`.
  /// - Throws: `LabFailure` if the catalogue is too small, and the errors of `sink`.
  /// - Complexity: memory grows with players, games and cards (four bytes per card).
  @discardableResult
  package func write(to sink: @escaping Sink) throws -> WorldTruth {
    let ids = GeneratedIds(seed: parameters.seed)
    let taste = Taste(seed: parameters.seed)
    let generator = CatalogueGenerator(parameters: parameters, ids: ids)
    let games = generator.games()
    let catalogue = try WorldCatalogue(games, parameters: parameters, taste: taste)
    let rhythm = Rhythm(parameters)
    let planted = catalogue.planted
    var players = PlayerGenerator(
      parameters: parameters, taste: taste, rhythm: rhythm, planted: planted
    ).players()
    OwnedGames(of: catalogue).add(to: &players)

    var output = Output(sink)
    try CatalogueLines(games: games, studios: generator.studios(), parameters: parameters)
      .write(to: &output)
    let visits = VisitSchedule(of: players, rhythm: rhythm, parameters: parameters)
    var simulation = Simulation(of: catalogue, taste: taste, visits: visits, ids: ids)
    for day in 0..<parameters.days { try simulation.run(day, &players, to: &output) }
    try PlayerLines(of: players, in: catalogue, ids: ids).write(to: &output)
    if let null = parameters.null { try Occasions(catalogue: catalogue).write(null, to: &output) }

    let truth = WorldTruth(
      parameters: parameters, lines: output.lines,
      twins: planted.twins.map {
        WorldTruth.Twins(firstGameId: games[$0.first].id, secondGameId: games[$0.second].id)
      },
      trending: !planted.hasTrend
        ? nil
        : WorldTruth.Trend(
          gameId: games[planted.trend].id, firstDay: planted.trendRange.first,
          lastDay: planted.trendRange.last),
      burst: !planted.hasBurst
        ? nil
        : WorldTruth.Burst(
          gameId: games[planted.burst].id, day: planted.burstDay,
          userIds: players.filter(\.isBurstAccount).map { ids.name(.player, $0.number) }),
      effects: parameters.null?.effects.map { effect in
        WorldTruth.Effect(
          kind: effect, day: effect == .burst ? planted.burstDay : parameters.effectDay,
          gameId: effect == .burst
            ? games[planted.burst].id
            : effect.place.map { games[catalogue.established[$0]].id })
      }, positionBias: simulation.positionBias)
    try sink("truth.json", truth.encoded())
    return truth
  }
}
