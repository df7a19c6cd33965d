import FindieDomain
import FindieRanking
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// Properties of every split, on random data.
struct SplitTests {
  enum Kind: CaseIterable { case random, time }

  private static let testAge = 60

  private struct Cut {
    let world: RandomWorld
    let isOut: [Bool]
    let split: Split
  }

  private func matrix(_ world: RandomWorld, on day: Day) -> InteractionMatrix {
    InteractionMatrix(
      interactions: EventTable(world.acts), wishlists: PackedRecords(world.wishlists),
      users: PackedRecords(world.users),
      games: world.games.map(\.id), on: day, parameters: MatrixParameters(),
      workers: Workers(threads: 1))
  }

  private func cut(_ kind: Kind, world seed: UInt64, seed splitSeed: UInt64 = 7) throws -> Cut {
    let world = try RandomWorld(seed: seed)
    let isOut = world.games.map { $0.availability(on: night) == .out }
    var parameters = EvaluationParameters()
    parameters.seed = splitSeed
    let day = night.adding(days: -Self.testAge)
    let split: Split =
      switch kind {
      case .random: .random(world.matrix, parameters: parameters, isOut: isOut)
      case .time:
        .byTime(
          matrix(world, on: day), world.matrix,
          over: DayRange(first: day, last: night.adding(days: -1)), isOut: isOut)
      }
    return Cut(world: world, isOut: isOut, split: split)
  }

  @Test(arguments: Kind.allCases, [UInt64(1), 2, 3])
  func `held-out games are positives, available, and not in the training`(
    kind: Kind, seed: UInt64
  ) throws {
    let cut = try cut(kind, world: seed)
    let (split, matrix) = (cut.split, cut.world.matrix)
    #expect(split.players.count > 10)
    #expect(Set(split.players).count == split.players.count)
    for (player, id) in split.players.enumerated() {
      let row = try #require(matrix.players.index(of: id))
      let positives = Set(matrix.observed.positives(ofRow: row))
      let held = split.heldOut[player]
      #expect(!held.isEmpty)
      #expect(held == Set(held).sorted())
      #expect(positives.isSuperset(of: held))
      #expect(held.allSatisfy { cut.isOut[Int($0)] })
      #expect(Set(held).isDisjoint(with: split.profiles.columns(ofRow: player)))
      #expect(Set(held).isDisjoint(with: split.excluded.columns(ofRow: player)))
      #expect(
        Set(split.seen.columns(ofRow: player)).subtracting(split.skips.columns(ofRow: player))
          == Set(split.excluded.columns(ofRow: player)))
      // Games of the profile are never listed again.
      #expect(
        Set(split.excluded.columns(ofRow: player))
          .isSuperset(of: split.profiles.columns(ofRow: player)))
    }
    // A game that was only skipped cannot be held out, so it must not compete.
    if kind != .time { #expect(split.skips.count == 0) }
    #expect(split.candidates == cut.isOut)
    #expect(split.unreachable.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `profile and held-out games together are all positives`(seed: UInt64) throws {
    let cut = try cut(.random, world: seed)
    let (split, matrix) = (cut.split, cut.world.matrix)
    for (player, id) in split.players.enumerated() {
      let row = try #require(matrix.players.index(of: id))
      let all = split.profiles.columns(ofRow: player) + split.heldOut[player]
      #expect(all.sorted() == Array(matrix.observed.columns(ofRow: row)))
      let seen = split.seen.columns(ofRow: player) + split.heldOut[player]
      #expect(seen.sorted() == Array(matrix.seen.columns(ofRow: row)))
    }
    // The training is everything except held-out games.
    let held = split.heldOut.reduce(0) { $0 + $1.count }
    #expect(split.train.count == matrix.observed.count - held)
  }

  @Test func `the seed determines the split and is reported`() throws {
    let split = try cut(.random, world: 4, seed: 11).split
    let again = try cut(.random, world: 4, seed: 11).split
    #expect(split.players == again.players && split.heldOut == again.heldOut)
    #expect("\(split.design.method)".contains("seed: 11"))
    let other = try cut(.random, world: 4, seed: 12).split
    #expect(split.heldOut != other.heldOut)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `a split by time trains on earlier evidence and tests later new positives`(
    seed: UInt64
  ) throws {
    let cut = try cut(.time, world: seed)
    let (split, world) = (cut.split, cut.world)
    #expect(split.design.method == .byTime(DayRange(lastDays: Self.testAge, before: night)))
    for (player, id) in split.players.enumerated() {
      // A game that was only skipped may be listed again.
      let own = world.acts.filter { $0.user == id && $0.action != .skip }
      let wishes = world.wishlists.filter { $0.userId == id }.flatMap(\.items)
      func dates(_ game: UInt32) -> [Day?] {
        own.filter { $0.game == numbered("g", Int(game)) && $0.age > 0 }
          .map { night.adding(days: -$0.age) }
          + wishes.filter { $0.gameId == numbered("g", Int(game)) }
          .filter { $0.addedDate.map { $0 < night.start } ?? true }.map { $0.addedDate?.day }
      }
      let day = night.adding(days: -Self.testAge)
      for game in split.heldOut[player] {
        // Everything on the game is dated, and on the day or later.
        #expect(!dates(game).isEmpty && dates(game).allSatisfy { $0.map { $0 >= day } ?? false })
      }
      for game in split.profiles.columns(ofRow: player) {
        #expect(dates(game).contains { $0.map { $0 < day } ?? true })
      }
      // Every positive is in the earlier matrix, held out, not available, or a look.
      let row = try #require(world.matrix.players.index(of: id))
      for position in world.matrix.observed.range(ofRow: row) {
        let game = world.matrix.observed.columnIndices[position]
        guard world.matrix.observed.values[position] > 0, cut.isOut[Int(game)] else { continue }
        let isLook = world.matrix.strongestAction(position) == .viewDetails
        let isKnown = split.excluded.contains(row: player, column: game)
        #expect(split.heldOut[player].contains(game) == (!isKnown && !isLook))
      }
    }
    #expect(split.train == matrix(world, on: night.adding(days: -Self.testAge)).observed)
  }

  @Test func `players who came after the day are counted and not tested`() {
    let acts = [
      Act(user: "a", game: "x", action: .like, age: 9),
      Act(user: "a", game: "y", action: .like, age: 2),
      Act(user: "b", game: "y", action: .like, age: 2),
    ]
    func matrix(on day: Day) -> InteractionMatrix {
      InteractionMatrix(
        interactions: EventTable(acts), wishlists: [], users: [], games: ["x", "y"], on: day,
        parameters: MatrixParameters(), workers: Workers(threads: 1))
    }
    let day = night.adding(days: -5)
    let split = Split.byTime(
      matrix(on: day), matrix(on: night),
      over: DayRange(first: day, last: night.adding(days: -1)), isOut: [true, true])
    #expect(split.players == ["a"])
    #expect(split.heldOut == [[1]])
    #expect(split.design.notes == [.withoutEvidence(players: 1, before: day)])
  }

  @Test func `a like after skips is tested, and neither a look nor a second like`() {
    let acts = [
      Act(user: "a", game: "u", action: .like, age: 9),
      Act(user: "a", game: "u", action: .superLike, age: 2),
      Act(user: "a", game: "v", action: .skip, age: 9),
      Act(user: "a", game: "v", action: .like, age: 2),
      Act(user: "a", game: "w", action: .viewDetails, age: 2),
      Act(user: "a", game: "x", action: .dislike, age: 9),
      Act(user: "a", game: "x", action: .like, age: 2),
      Act(user: "a", game: "y", action: .share, age: 2),
      Act(user: "a", game: "z", action: .like, age: 2),
    ]
    func matrix(on day: Day) -> InteractionMatrix {
      InteractionMatrix(
        interactions: EventTable(acts), wishlists: [], users: [],
        games: ["u", "v", "w", "x", "y", "z"], on: day, parameters: MatrixParameters(),
        workers: Workers(threads: 1))
    }
    let day = night.adding(days: -5)
    let split = Split.byTime(
      matrix(on: day), matrix(on: night),
      over: DayRange(first: day, last: night.adding(days: -1)),
      isOut: [true, true, true, true, true, false])
    #expect(split.heldOut == [[1, 4]])
    #expect(split.skips.columns(ofRow: 0) == [1])
    #expect(split.excluded.columns(ofRow: 0) == [0, 3])
  }

  @Test func `too many players are sampled, which is reported`() throws {
    let split = try cut(.random, world: 5).split
    let limited = split.limited(to: 9, seed: 3)
    #expect(limited.players.count == 9)
    #expect(
      limited.design.notes == [.sampled(players: 9, of: split.players.count)])
    for (player, id) in limited.players.enumerated() {
      let position = try #require(split.players.firstIndex(of: id))
      #expect(limited.heldOut[player] == split.heldOut[position])
      #expect(limited.profiles.gathering([player]) == split.profiles.gathering([position]))
      #expect(limited.seen.gathering([player]) == split.seen.gathering([position]))
      #expect(limited.skips.gathering([player]) == split.skips.gathering([position]))
    }
    #expect(limited.train == split.train)
    #expect(split.limited(to: split.players.count, seed: 3).design.notes == [])
    #expect(split.limited(to: 9, seed: 4).players != limited.players)
  }
}
