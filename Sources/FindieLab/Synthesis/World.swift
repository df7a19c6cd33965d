package import FindieDomain
import Foundation

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
/// The same parameters give the same bytes on every machine. Ids of players begin with `gen-`, and
/// so do ids of games unless a catalogue is given.
package struct World: Sendable {
  /// Takes bytes to append to the file at a path inside the world's folder.
  package typealias Sink = (_ path: String, _ bytes: [UInt8]) throws -> Void

  package let parameters: WorldParameters
  private let givenGames: [Game]?

  /// - Parameter games: the catalogue; nil for a generated one. With a given catalogue,
  ///   `parameters.games` and `parameters.developers` have no effect.
  package init(
    _ parameters: WorldParameters, over games: [Game]? = nil
  ) throws(LabFailure) {
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
  /// - Throws: `LabFailure` if the catalogue is too small, and the errors of `sink`.
  /// - Complexity: memory grows with players, games and cards (four bytes per card).
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
    if let null = parameters.null { try catalogue.occasions.write(null, to: &output) }

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

/// Passes generated lines on in pieces of about a megabyte, and counts them.
struct Output {
  private static let pieceSize = 1 << 20

  private let sink: World.Sink
  /// The number of lines by path.
  private(set) var lines: [String: Int] = [:]

  init(_ sink: @escaping World.Sink) {
    self.sink = sink
  }

  /// Passes `piece` on to the file at `path` and empties it.
  mutating func write(_ piece: inout [UInt8], to path: String) throws {
    guard !piece.isEmpty else { return }
    lines[path, default: 0] += piece.count { $0 == UInt8(ascii: "\n") }
    try sink(path, piece)
    piece.removeAll(keepingCapacity: true)
  }

  /// The same, once the piece is large enough.
  mutating func writeIfFull(_ piece: inout [UInt8], to path: String) throws {
    if piece.count >= Self.pieceSize { try write(&piece, to: path) }
  }
}

/// The effects that were planted in a world: the contents of `truth.json`.
package struct WorldTruth: Codable, Hashable, Sendable {
  /// Always true: nothing in a world is real.
  package var generated = true
  package var note =
    "Generated by findie for tests. No player and no event is real. A game is real only where its "
    + "id does not begin with gen-."
  package var parameters: WorldParameters
  /// The number of lines of each file.
  package var lines: [String: Int]
  package var twins: [Twins]
  /// Nil in a null world.
  package var trending: Trend?
  /// Nil in a null world without this effect.
  package var burst: Burst?
  /// The effects of a null world; nil in other worlds.
  package var effects: [Effect]?
  /// The factor on the like probability by card position, from 0; the last one holds from there on.
  package var positionBias: [Double]

  /// Two games that the same players like, whatever their genres and tags are.
  package struct Twins: Codable, Hashable, Sendable {
    package var firstGameId: String
    package var secondGameId: String
  }

  /// A game that many players see and like in the last days.
  package struct Trend: Codable, Hashable, Sendable {
    package var gameId: String
    package var firstDay: Day
    package var lastDay: Day
  }

  /// A game that a few new accounts push on one day.
  package struct Burst: Codable, Hashable, Sendable {
    package var gameId: String
    package var day: Day
    /// The accounts. They joined on that day and act on no other game.
    package var userIds: [String]
  }

  /// A change in a null world.
  package struct Effect: Codable, Hashable, Sendable {
    package var kind: NullWorld.Effect
    /// The first day, or the only one.
    package var day: Day
    package var gameId: String?
  }

  /// The bytes of `truth.json`.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
