import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Testing

struct ListBuilderTests {
  private func list(
    _ world: VarietyWorld, _ candidates: [RankedCandidate], _ taste: GenreTaste = GenreTaste(),
    count: Int, _ change: (inout VarietyParameters) -> Void = { _ in }
  ) -> [RankedCandidate] {
    var parameters = VarietyParameters()
    change(&parameters)
    var builder = ListBuilder(catalogue: world.catalogue, parameters: parameters)
    return builder.list(of: candidates.span, genreTaste: taste, count: count)
  }

  /// The most relevant candidates with at most `cap` of one studio.
  private func best(
    _ world: VarietyWorld, _ candidates: [RankedCandidate], count: Int, cap: Int
  ) -> [RankedCandidate] {
    var listed: [String: Int] = [:]
    var list: [RankedCandidate] = []
    for candidate in candidates where list.count < count {
      let studio = world.studio(candidate.game)
      guard listed[studio, default: 0] < cap else { continue }
      listed[studio, default: 0] += 1
      list.append(candidate)
    }
    return list
  }

  /// The documented cap: raised until a list of `count` is possible.
  private func cap(
    _ world: VarietyWorld, _ candidates: [RankedCandidate], count: Int, share: Double
  ) -> Int {
    var cap = max(1, Int(share * Double(count) + 1e-9))
    while best(world, candidates, count: count, cap: cap).count < min(count, candidates.count) {
      cap += 1
    }
    return cap
  }

  @Test(arguments: 0..<60)
  func `each entry is the best allowed one, compared with all lists`(seed: Int) {
    var world = VarietyWorld(games: 30, studios: [2, 5, 20][seed % 3], seed: UInt64(seed))
    var parameters = VarietyParameters()
    parameters.maximumLoss = [0, 0.01, 0.05, 0.3, 1][seed % 5]
    parameters.noveltyWeight = [0.2, 0, 2, 0, 0.7][seed % 5]
    parameters.similarityWeight = [0, 0.3, 5][seed % 3]
    parameters.calibrationWeight = [0.5, 0, 3, 0.1][seed % 4]
    parameters.maximumStudioShare = [0.2, 0.5][seed % 2]
    var builder = ListBuilder(catalogue: world.catalogue, parameters: parameters)
    for count in [1, 3, 5, 9] {
      let candidates = world.candidates(8, center: Float(seed % 7) - 4)
      let taste = world.taste(likes: seed % 6)
      let oracle = ListOracle(world, candidates, taste, count: count, parameters)
      let list = builder.list(of: candidates.span, genreTaste: taste, count: count)
      #expect(list.count == oracle.length)
      for index in list.indices {
        let scores = oracle.scores(after: Array(list[..<index]))
        let largest = scores.values.max() ?? 0
        #expect(scores[list[index].game] ?? -.infinity >= largest - 1e-5)
      }
    }
  }

  @Test(arguments: 0..<12)
  func `each entry of a long list is the best allowed one`(seed: Int) {
    var world = VarietyWorld(games: 90, studios: [3, 8, 40][seed % 3], seed: 300 + UInt64(seed))
    let candidates = world.candidates(70)
    let taste = world.taste(likes: seed % 4)
    var parameters = VarietyParameters()
    parameters.maximumLoss = [0.01, 0.03, 0.1][seed % 3]
    parameters.noveltyWeight = [0, 0.5][seed / 2 % 2]
    parameters.similarityWeight = [0.3, 2][seed % 2]
    let oracle = ListOracle(world, candidates, taste, count: 25, parameters)
    var builder = ListBuilder(catalogue: world.catalogue, parameters: parameters)
    let list = builder.list(of: candidates.span, genreTaste: taste, count: 25)
    for index in list.indices {
      let scores = oracle.scores(after: Array(list[..<index]))
      #expect(scores[list[index].game] ?? -.infinity >= (scores.values.max() ?? 0) - 1e-5)
    }
  }

  @Test(arguments: [0, 0.01, 0.05, 0.5, 1])
  func `a list satisfies its bound, its length and the studios' cap`(loss: Double) {
    for seed in 0..<40 {
      var world = VarietyWorld(
        games: 300, studios: [1, 3, 12, 80, 500][seed % 5], seed: 1000 + UInt64(seed))
      let candidates = world.candidates([1, 20, 49, 51, 150][seed % 5 == 0 ? 4 : seed % 4])
      let count = [50, 10, 7][seed % 3]
      let taste = world.taste(likes: 6)
      let list = list(world, candidates, taste, count: count) {
        $0.maximumLoss = loss
        $0.noveltyWeight = 2
        $0.similarityWeight = 2
        $0.calibrationWeight = 2
      }
      let length = min(count, candidates.count)
      let cap = cap(world, candidates, count: length, share: 0.2)
      let best = best(world, candidates, count: length, cap: cap)
      #expect(list.count == length)
      #expect(Set(list.map(\.game)).count == length)
      #expect(list.allSatisfy { candidates.contains($0) })
      #expect(world.largestStudio(list) <= cap)
      #expect(expectedLikes(list) >= (1 - loss) * expectedLikes(best) - 1e-9)
    }
  }

  @Test(arguments: 0..<30)
  func `drawn entries count towards the cap of their studio`(seed: Int) {
    var world = VarietyWorld(
      games: 120, studios: [2, 4, 15][seed % 3], seed: 5000 + UInt64(seed))
    let all = world.candidates(70)
    let (drawn, candidates) = (all[60...].map(\.game), Array(all[..<60]))
    let taste = world.taste(likes: 3)
    var parameters = VarietyParameters()
    parameters.maximumLoss = [0, 0.05, 1][seed % 3]
    parameters.noveltyWeight = [0.2, 2][seed % 2]
    var builder = ListBuilder(catalogue: world.catalogue, parameters: parameters)
    let list = builder.list(
      of: candidates.span, genreTaste: taste, count: 40, drawn: drawn)
    #expect(list.count == 40)
    let listed = Dictionary(grouping: list.map(\.game) + drawn) { world.studio($0) }
      .mapValues(\.count)
    let drawnCounts = Dictionary(grouping: drawn) { world.studio($0) }.mapValues(\.count)
    let sizes = Dictionary(grouping: candidates) { world.studio($0.game) }.mapValues(\.count)
    // A fifth of 50 entries, raised to what fills the list.
    var cap = 10
    while sizes.reduce(0, { $0 + max(0, min($1.value, cap - drawnCounts[$1.key, default: 0])) })
      < 40
    {
      cap += 1
    }
    for (studio, count) in listed { #expect(count <= max(cap, drawnCounts[studio, default: 0])) }
    if parameters.maximumLoss == 0 {
      // The best list within the cap, by taking the candidates in their order.
      var room = sizes.mapValues { _ in cap }
      for (studio, count) in drawnCounts { room[studio] = cap - count }
      var best: Set<UInt32> = []
      for candidate in candidates where best.count < 40 {
        let studio = world.studio(candidate.game)
        guard room[studio, default: 0] > 0 else { continue }
        room[studio, default: 0] -= 1
        best.insert(candidate.game)
      }
      #expect(Set(list.map(\.game)) == best)
    }
  }

  @Test(arguments: [-30, -4, 0, 4, 60] as [Float])
  func `the bound holds for logits of any size`(center: Float) {
    var world = VarietyWorld(games: 200, studios: 60, seed: 5)
    let candidates = world.candidates(150, center: center)
    let best = best(world, candidates, count: 50, cap: 10)
    let list = list(world, candidates, count: 50) { $0.similarityWeight = 10 }
    #expect(expectedLikes(list) >= 0.95 * expectedLikes(best) * (1 - 1e-12))
    // The full loss is allowed; such a varied list costs something.
    #expect(Set(list.map(\.game)) != Set(best.map(\.game)))
  }

  @Test func `without novelty, similarity and calibration the order is that of relevance`() {
    for seed in 0..<20 {
      var world = VarietyWorld(games: 200, studios: [4, 30][seed % 2], seed: 70 + UInt64(seed))
      let candidates = world.candidates(120)
      let taste = world.taste(likes: 5)
      let found = list(world, candidates, taste, count: 50) {
        $0.noveltyWeight = 0
        $0.similarityWeight = 0
        $0.calibrationWeight = 0
      }
      let cap = cap(world, candidates, count: 50, share: 0.2)
      #expect(found == best(world, candidates, count: 50, cap: cap))
    }
  }

  @Test func `with a loss of zero the list has the best entries`() {
    var world = VarietyWorld(games: 200, studios: 40, seed: 90)
    let candidates = world.candidates(150)
    let list = list(world, candidates, world.taste(likes: 4), count: 50) { $0.maximumLoss = 0 }
    let best = best(world, candidates, count: 50, cap: 10)
    #expect(Set(list.map(\.game)) == Set(best.map(\.game)))
    #expect(list != best)
  }

  @Test func `of equal candidates the first comes first`() {
    let games = (0..<40).map { Game(id: "g\($0)", title: "Same", developerId: "") }
    let catalogue = VarietyCatalogue(
      games: games, content: ContentModel(games), positives: games.map { _ in 0 })
    let candidates = (0..<40).reversed().map { RankedCandidate(game: $0, relevance: 1) }
    var builder = ListBuilder(catalogue: catalogue, parameters: VarietyParameters())
    let list = builder.list(of: candidates.span, genreTaste: GenreTaste(), count: 30)
    #expect(list == Array(candidates.prefix(30)))
  }

  @Test func `a single studio fills the list`() {
    var world = VarietyWorld(games: 100, studios: 1, seed: 91)
    let own = world.games.indices.filter { world.games[$0].developerId == "studio0" }
    let candidates = world.candidates(100).filter { own.contains(Int($0.game)) }
    let list = list(world, candidates, count: 50) {
      $0.noveltyWeight = 0
      $0.similarityWeight = 0
    }
    #expect(list == Array(candidates.prefix(50)))
  }

  @Test func `games without a studio count as separate studios`() {
    let games = (0..<10).map { Game(id: "g\($0)", title: "Alone", developerId: "") }
    let catalogue = VarietyCatalogue(
      games: games, content: ContentModel(games), positives: games.map { _ in 0 })
    let candidates = (0..<10).map { RankedCandidate(game: $0, relevance: -Float($0)) }
    var parameters = VarietyParameters()
    parameters.maximumLoss = 0
    var builder = ListBuilder(catalogue: catalogue, parameters: parameters)
    let list = builder.list(of: candidates.span, genreTaste: GenreTaste(), count: 5)
    #expect(list == Array(candidates.prefix(5)))
  }

  @Test func `a list does not depend on earlier lists of the builder`() {
    var world = VarietyWorld(games: 400, studios: 50, seed: 92)
    var builder = ListBuilder(catalogue: world.catalogue, parameters: VarietyParameters())
    for count in [50, 10, 3, 50, 80, 1, 50] {
      let candidates = world.candidates(3 * count)
      let taste = world.taste(likes: count % 4)
      let again = builder.list(of: candidates.span, genreTaste: taste, count: count)
      #expect(again == list(world, candidates, taste, count: count))
    }
  }

  @Test func `without candidates or positions there is no list`() {
    var world = VarietyWorld(games: 10, studios: 3, seed: 93)
    #expect(list(world, [], count: 5) == [])
    #expect(list(world, world.candidates(4), count: 0) == [])
  }

  @Test func `of otherwise equal games the less popular come first`() {
    let games = (0..<40).map { Game(id: "g\($0)", title: "Same", developerId: "") }
    let positives = games.indices.map { $0 * 7 % 40 }
    let catalogue = VarietyCatalogue(
      games: games, content: ContentModel(games), positives: positives)
    let candidates = (0..<40).map { RankedCandidate(game: $0, relevance: 1) }
    var builder = ListBuilder(catalogue: catalogue, parameters: VarietyParameters())
    let list = builder.list(of: candidates.span, genreTaste: GenreTaste(), count: 30)
    #expect(list.map { positives[Int($0.game)] } == Array(0..<30))
  }

  @Test func `lists are more varied and nearer to the player's genres`() {
    var world = VarietyWorld(games: 500, studios: 200, seed: 94)
    var (distances, divergences) = ([0.0, 0.0], [0.0, 0.0])
    for _ in 0..<30 {
      let candidates = world.candidates(150)
      let taste = world.taste(likes: 3)
      let oracle = ListOracle(world, [candidates[0]], taste, count: 1, VarietyParameters())
      let lists = [
        list(world, candidates, taste, count: 50) {
          $0.noveltyWeight = 0
          $0.similarityWeight = 0.3
          $0.calibrationWeight = 0.1
        }, Array(candidates.prefix(50)),
      ]
      for (index, list) in lists.enumerated() {
        divergences[index] += oracle.divergence(list)
        for one in list.indices {
          for other in list[..<one] {
            distances[index] += 1 - world.cosine(list[one].game, other.game)
          }
        }
      }
    }
    #expect(distances[0] > 1.01 * distances[1])
    #expect(divergences[0] < 0.8 * divergences[1])
  }
}
