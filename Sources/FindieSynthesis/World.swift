package import FindieDomain

/// A generated world: games, players and what they did, with a truth planted in it.
///
/// ```swift
/// var parameters = WorldParameters()
/// parameters.players = 500
/// let world = try World(parameters)
/// let truth = try world.write { path, bytes in try folder.append(bytes, to: path) }
/// truth.twins[0]   // two games that the same players like
/// ```
///
/// The same parameters make the same bytes on every machine. Nothing in a world is real, and
/// `truth.json` says so; ids of players and games begin with `gen-`, but for a given catalogue's.
package struct World: Sendable {
  /// Takes bytes that are to be appended to the file at a path below the world's folder.
  package typealias Sink = (_ path: String, _ bytes: [UInt8]) throws -> Void

  package let parameters: WorldParameters
  private let givenGames: [Game]?

  /// - Parameter games: the catalogue over which players are generated; nil for a synthetic one.
  ///   `parameters.games` and `parameters.developers` are then not looked at.
  package init(
    _ parameters: WorldParameters, over games: [Game]? = nil
  ) throws(SynthesisFailure) {
    let problems = parameters.problems
    guard problems.isEmpty else { throw .invalidParameters(problems) }
    self.parameters = parameters
    givenGames = games
  }

  /// Makes the world and hands it on piece by piece.
  ///
  /// - Parameter sink: takes bytes to be appended to the file at a path below the world's folder:
  ///   `games.ndjson`, `developers.ndjson`, `tags.ndjson`, `interactions/<day>.ndjson` and
  ///   `analytics/<day>.ndjson` day after day, `users.ndjson`, `wishlists.ndjson`, and last
  ///   `truth.json`. Pieces are whole lines, of about a megabyte.
  /// - Returns: what `truth.json` says.
  /// - Throws: `SynthesisFailure` where a truth cannot be planted, and what `sink` throws.
  /// - Complexity: memory grows with players, games and cards (four bytes a card), not with bytes.
  @discardableResult
  package func write(
    to sink: @escaping Sink
  ) throws -> WorldTruth {
    let ids = IdMaker(seed: parameters.seed)
    let taste = Taste(seed: parameters.seed)
    let maker = CatalogueMaker(parameters, ids: ids)
    let games = givenGames ?? maker.makeGames()
    let shelf = try Shelf(games, parameters, taste)
    let rhythm = Rhythm(parameters)
    let population = Population(parameters, taste, rhythm, shelf.planted)
    let library = Library(parameters, population, shelf)

    var output = Output(sink)
    let catalogue = CatalogueLines(games, parameters)
    let idle = givenGames == nil ? maker.makeStudios() : []
    for line in catalogue.makeGames() { try output.write(line: line, to: "games.ndjson") }
    for line in catalogue.makeDevelopers(others: idle) {
      try output.write(line: line, to: "developers.ndjson")
    }
    for line in catalogue.makeTags() { try output.write(line: line, to: "tags.ndjson") }

    try output.finish()

    var memory = PlayerMemory(players: population.count)
    for player in 0..<population.count {
      for game in library.games(of: player) { memory.see(game, player) }
    }
    var tally = Tally(games: games.count, days: parameters.days)
    let play = DayPlay(parameters, shelf, population, taste, rhythm, ids: ids)
    for day in 0..<parameters.days {
      try play.play(day, &memory, &tally, to: &output)
    }

    let people = PlayerLines(parameters, population, shelf, memory, library, ids: ids)
    for player in 0..<population.count {
      try output.write(line: people.user(player), to: "users.ndjson")
    }
    let items = try writeWishlists(of: people, memory, to: &output)
    try output.finish()

    let truth = TruthMaker(parameters, shelf, population, taste, memory, tally, ids: ids)
      .make(lines: output.lines, wishlistItems: items)
    try sink("truth.json", truth.encoded())
    return truth
  }

  /// Returns the number of items.
  private func writeWishlists(
    of people: PlayerLines, _ memory: PlayerMemory, to output: inout Output
  ) throws -> Int {
    let wishes = memory.wishes.sorted {
      ($0.player, $0.instant, $0.game) < ($1.player, $1.instant, $1.game)
    }
    var items = 0
    var start = 0
    for player in 0..<parameters.players {
      var end = start
      while end < wishes.count, wishes[end].player == Int32(player) { end += 1 }
      if let wishlist = people.wishlist(player, wishes[start..<end]) {
        try output.write(line: wishlist.line, to: "wishlists.ndjson")
        items += wishlist.items
      }
      start = end
    }
    return items
  }
}
