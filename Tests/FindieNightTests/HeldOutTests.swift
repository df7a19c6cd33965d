import FindieDomain
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieNight
import FindieRanking
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// What models are validated and evaluated on: nothing of it knows what happened later.
struct HeldOutTests {
  private let world = HeldOutWorld(seed: 1)

  @Test func `the last week is held out, in four periods`() throws {
    let heldOut = world.heldOut()
    #expect(heldOut.cut == night.adding(days: -7))
    #expect(heldOut.periods.map { night.days(since: $0.day) } == [7, 6, 4, 2])
    for half in heldOut.halves {
      #expect(half.split.design.method == .byTime(DayRange(lastDays: 7, before: night)))
      #expect(Set(half.periods) == [0, 1, 2, 3])
    }
    #expect(heldOut.validation.split.players.count == world.parameters.ranker.players)
    #expect(heldOut.evaluation.split.players.count > 25)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `each player is tested once, with everything as of the first day of the period`(
    seed: UInt64
  ) throws {
    let world = HeldOutWorld(seed: seed)
    let heldOut = world.heldOut { [Double?](repeating: Double($0.daysSinceEpoch), count: 50) }
    let all = heldOut.halves.flatMap(\.split.players)
    #expect(Set(all).count == all.count)
    let now = world.matrix()
    #expect(
      heldOut.train
        == HeldOut.Training(
          world.before(try #require(heldOut.cut)).matrix(on: heldOut.cut ?? night)))
    #expect(
      heldOut.lifts
        == [Double?](repeating: Double(heldOut.periods[0].day.daysSinceEpoch), count: 50))
    for (index, period) in heldOut.periods.enumerated() {
      let past = world.before(period.day).matrix(on: period.day)
      #expect(period.recent == past.recent)
      let tested = heldOut.tested.filter { $0.value.period == index }
      for (player, tested) in tested {
        let row = try #require(past.players.index(of: player))
        #expect(tested.profile == past.observed.gathering([row]))
        #expect(tested.seen == past.seen.gathering([row]))
        #expect(tested.skips == past.skips.gathering([row]))
        let present = try #require(now.players.index(of: player))
        let new = now.observed.range(ofRow: present).filter { position in
          let game = now.observed.columnIndices[position]
          return now.observed.values[position] > 0 && now.strongestAction(position) != .viewDetails
            && (!past.seen.contains(row: row, column: game)
              || past.skips.contains(row: row, column: game))
        }.map { now.observed.columnIndices[$0] }
        #expect(!new.isEmpty && tested.heldOut == new)
      }
    }
  }

  @Test func `players known only by a wishlist without dates are tested`() throws {
    let tested = world.heldOut().tested.filter { $0.key >= "u100" }
    #expect(tested.count >= 3)
    // A wishlist item has the same confidence on every day.
    #expect(tested.values.allSatisfy { $0.profile.count > 0 })
    var without = HeldOutWorld(world.acts)
    without.parameters = world.parameters
    #expect(!without.heldOut().tested.contains { $0.key >= "u100" && $0.value.period == 0 })
  }

  @Test func `an event that is moved before the cut trains and is no longer held out`() throws {
    let base = world.heldOut()
    let cut = try #require(base.cut)
    let length = night.days(since: cut)
    var moved = 0
    let several = base.tested.filter { $0.value.heldOut.count > 1 }
    for (player, tested) in several.sorted(by: { $0.key < $1.key }).prefix(8) {
      let game = try #require(tested.heldOut.first)
      let id = numbered("g", Int(game))
      var world = world
      for index in world.acts.indices
      where world.acts[index].user == player && world.acts[index].game == id
        && (1...length).contains(world.acts[index].age)
      {
        world.acts[index].age = length + 2
      }
      let changed = world.heldOut()
      #expect(changed.cut == cut)
      let row = try #require(base.train.players.index(of: player))
      #expect(base.train.observed.value(row: row, column: game) == nil)
      #expect(changed.train.observed.value(row: row, column: game) ?? 0 > 0)
      #expect(
        changed.train.counts.positives[Int(game)]
          == base.train.counts.positives[Int(game)] + 1)
      for window in 1..<RecentPositives.windows.count {
        let counts = [changed, base].map {
          $0.periods[0].recent.count(ofGame: Int(game), window: window)
        }
        #expect(counts[0] == counts[1] + 1)
      }
      guard let now = changed.tested[player] else { continue }
      #expect(now.profile.contains(row: 0, column: game))
      #expect(now.seen.contains(row: 0, column: game))
      #expect(!now.heldOut.contains(game))
      moved += 1
    }
    #expect(moved > 3)
  }

  enum Change: CaseIterable { case removed, added, otherGames, otherActions }

  @Test(arguments: Change.allCases)
  func `events after the cut change nothing that is known on the cut`(change: Change) throws {
    let base = world.heldOut()
    let length = night.days(since: try #require(base.cut))
    var generator = SeededGenerator(seed: 9)
    var other = world
    switch change {
    case .removed:
      other.acts.removeAll { $0.age <= length && Int.random(in: 0..<3, using: &generator) == 0 }
    case .added:
      // Of known players and of new ones.
      other.acts += (0..<150).map { _ in
        HeldOutWorld.act(
          user: Int.random(in: 0..<200, using: &generator), ages: -3...length, &generator)
      }
    case .otherGames:
      for index in other.acts.indices where other.acts[index].age <= length {
        other.acts[index].game = numbered("g", Int.random(in: 0..<50, using: &generator))
      }
    case .otherActions:
      for index in other.acts.indices where other.acts[index].age <= length {
        other.acts[index].action = index % 5 == 0 ? .skip : index % 5 == 1 ? .dislike : .share
      }
    }
    #expect(other.matrix() != world.matrix())
    let changed = other.heldOut()
    #expect(changed.cut == base.cut)
    #expect(changed.train == base.train)
    #expect(changed.periods[0] == base.periods[0])
    #expect(changed.periods.map(\.day) == base.periods.map(\.day))
    let models = try [base, changed].map { try world.models(trainedOn: $0.train.observed) }
    #expect(models[0].factors.games.elements == models[1].factors.games.elements)
    #expect(models[0].itemItem == models[1].itemItem)
    var compared = 0
    let before = base.tested
    for (player, tested) in changed.tested where tested.period == 0 {
      guard let known = before[player], known.period == 0 else { continue }
      #expect(tested.profile == known.profile)
      #expect(tested.seen == known.seen && tested.skips == known.skips)
      compared += 1
    }
    #expect(compared > 3)
  }

  @Test func `the recent positives of a day do not depend on that day and later ones`() {
    let base = world.heldOut()
    var generator = SeededGenerator(seed: 10)
    for (index, period) in base.periods.enumerated() {
      let age = night.days(since: period.day)
      var other = world
      other.acts += (0..<60).map { _ in
        HeldOutWorld.act(
          user: Int.random(in: 0..<100, using: &generator), ages: 0...age, &generator)
      }
      let changed = other.heldOut()
      #expect(changed.cut == base.cut)
      #expect(changed.periods[...index] == base.periods[...index])
      #expect(index == 3 || changed.periods[3] != base.periods[3])
    }
  }

  @Test func `a player's half and period do not depend on other players`() {
    let base = world.heldOut().tested
    var other = world
    let leaving = Set(base.keys.sorted().enumerated().filter { $0.offset % 8 == 3 }.map(\.element))
    other.acts.removeAll { leaving.contains($0.user) }
    let changed = other.heldOut().tested
    var compared = 0
    for (player, tested) in base where !leaving.contains(player) {
      // Only the sample of the validation depends on how many they are.
      guard let now = changed[player] else {
        #expect(tested.isOfValidation)
        continue
      }
      #expect(now.isOfValidation == tested.isOfValidation && now.period == tested.period)
      #expect(now.heldOut == tested.heldOut && now.profile == tested.profile)
      compared += 1
    }
    #expect(compared > 30)
    #expect(Set(changed.keys).isDisjoint(with: leaving))
  }

  @Test func `a ranker that never learns is evaluated on the last days too`() throws {
    var world = HeldOutWorld(seed: 1)
    world.acts += HeldOutWorld(seed: 2).acts.map { act in
      var act = act
      act.user += "b"
      return act
    }
    world.parameters.ranker.minimumPlayers = 1_000_000
    let heldOut = world.heldOut()
    #expect(heldOut.cut == night.adding(days: -7))
    let weights = try heldOut.ranker(
      world.models(trainedOn: heldOut.train.observed), parameters: world.parameters,
      workers: Workers(threads: 1))
    #expect(weights == .unlearned)
  }

  @Test func `libraries without dates are tested on a share of themselves, with own weights`()
    throws
  {
    var generator = SeededGenerator(seed: 5)
    // Enough players of both kinds for weights of their own.
    var acts = world.acts
    for seed in [2, 3] as [UInt64] {
      acts += HeldOutWorld(seed: seed).acts.map { act in
        var act = act
        act.user += "b\(seed)"
        return act
      }
    }
    let libraries = (0..<320).map { number in
      let user = numbered("v", number)
      // A third of them also liked something before the held-out days.
      if number % 3 == 0 {
        acts.append(Act(user: user, game: numbered("g", number % 50), action: .like, age: 30))
      }
      // Of games of one kind, so that there is something to learn.
      let games = (0..<13).map { 4 * $0 + number % 4 }.filter { $0 < 50 }
        .shuffled(using: &generator).prefix(3 + number % 8)
      return Wishlist(
        id: "w" + user, userId: user,
        items: games.map { WishlistItem(gameId: numbered("g", $0), owned: true) })
    }
    var other = HeldOutWorld(acts, wishlists: world.catalogue.wishlists + libraries)
    other.parameters.ranker.players = 200
    let heldOut = other.heldOut()
    let cut = try #require(heldOut.cut)
    let last = heldOut.periods.count - 1
    #expect(heldOut.periods.map(\.isUndated) == [false, false, false, false, true])
    #expect(heldOut.periods[last].day == cut)
    let past = other.before(cut).matrix(on: cut)
    #expect(heldOut.train.counts.recent == past.recent)
    #expect(heldOut.periods[last].recent == past.recent)
    let tested = heldOut.tested.filter { $0.value.period == last }
    #expect(tested.count > 250)
    for (player, tested) in tested {
      #expect(player.hasPrefix("v"))
      let row = try #require(past.players.index(of: player))
      let own = try #require(heldOut.train.players.index(of: player))
      for game in tested.heldOut {
        #expect(past.seen.value(row: row, column: game) == .infinity)
        #expect(heldOut.train.observed.value(row: own, column: game) == nil)
        #expect(!tested.seen.contains(row: 0, column: game))
      }
      #expect(
        Set(tested.profile.columnIndices).union(tested.heldOut)
          == Set(past.observed.columns(ofRow: row)))
      #expect(tested.skips.count == 0)
    }
    let weights = try heldOut.ranker(
      other.models(trainedOn: heldOut.train.observed), parameters: other.parameters,
      workers: Workers(threads: 2))
    let first = try #require(weights.firstUndated)
    #expect(weights.groups[first...].map(\.minimumPositives).first == 1)
    let kinds = [false, true].map { PlayerKind(positives: 6, isUndated: $0) }
    #expect(weights.group(of: kinds[0]) < first && weights.group(of: kinds[1]) >= first)
    // Without libraries, nobody gets weights of their own.
    let plain = try world.heldOut().ranker(
      world.models(trainedOn: world.heldOut().train.observed), parameters: world.parameters,
      workers: Workers(threads: 2))
    #expect(plain.firstUndated == nil)
    #expect(plain.group(of: kinds[0]) == plain.group(of: kinds[1]))
  }

  @Test func `without dates on several days, positives are held out at random`() throws {
    var world = world
    for index in world.acts.indices { world.acts[index].age = 3 }
    let heldOut = world.heldOut()
    #expect(heldOut.cut == nil && heldOut.periods.map(\.day) == [night])
    let evaluation = world.parameters.evaluation
    var players: [String] = []
    for half in heldOut.halves {
      #expect(
        half.split.design.method
          == .random(
            seed: evaluation.seed, share: evaluation.heldOutShare))
      #expect(half.split.players.count >= 20)
      players += half.split.players
      for (row, player) in half.split.players.enumerated() {
        let own = try #require(heldOut.train.players.index(of: player))
        let known = heldOut.train.observed.columns(ofRow: own)
        #expect(Set(known).isDisjoint(with: half.split.heldOut[row]))
      }
    }
    #expect(Set(players).count == players.count)
    // What happened lately is not known without the held-out positives.
    #expect(heldOut.periods[0].recent == RecentPositives(games: HeldOutWorld.games))
    #expect(heldOut.lifts.allSatisfy { $0 == nil })
  }

  @Test func `the number of threads changes neither the split nor the ranker`() throws {
    let models = try world.models(trainedOn: world.heldOut(threads: 1).train.observed)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let found = try [1, 2, 8].map { threads in
      let heldOut = world.heldOut(threads: threads)
      let weights = try heldOut.ranker(
        models, parameters: world.parameters, workers: Workers(threads: threads))
      return (heldOut: heldOut, weights: weights, bytes: try encoder.encode(weights))
    }
    #expect(found[0].weights.bestModel != nil)
    for other in found.dropFirst() {
      #expect(other.bytes == found[0].bytes)
      #expect(other.heldOut.train == found[0].heldOut.train)
      #expect(other.heldOut.periods == found[0].heldOut.periods)
      #expect(other.heldOut.tested == found[0].heldOut.tested)
      #expect(
        other.heldOut.halves.map(\.split.players) == found[0].heldOut.halves.map(\.split.players))
    }
  }

  @Test func `a champion that knows what is held out tonight is not compared, with the reason`()
    throws
  {
    let heldOut = world.heldOut()
    let models = try world.models(trainedOn: heldOut.train.observed)
    func refusal(_ cut: Day?, of heldOut: HeldOut) -> String? {
      let champion = HeldOutModels(
        day: night.adding(days: -1), cut: cut, games: heldOut.train.games, models)
      do throws(Champion.Unusable) {
        try champion.check(isBlindTo: heldOut)
        return nil
      } catch {
        return error.description
      }
    }
    let cut = try #require(heldOut.cut)
    #expect(refusal(cut, of: heldOut) == nil)
    #expect(refusal(cut.adding(days: -1), of: heldOut) == nil)
    let later = cut.adding(days: 1)
    let known = try #require(refusal(later, of: heldOut))
    #expect(known.contains("\(later)") && known.contains("tested from \(cut) on"))
    let other =
      "one night's models were tested on likes held out at random, the other's on "
      + "likes of the last days"
    #expect(refusal(nil, of: heldOut) == other)
    var undated = world
    for index in undated.acts.indices { undated.acts[index].age = 3 }
    #expect(refusal(cut, of: undated.heldOut()) == other)
    #expect(refusal(nil, of: undated.heldOut()) == nil)
  }
}
