import FindieDomain
import Foundation

/// Makes the games of a world that has no catalogue of its own.
struct CatalogueMaker {
  private let parameters: WorldParameters
  private let ids: IdMaker

  init(_ parameters: WorldParameters, ids: IdMaker) {
    self.parameters = parameters
    self.ids = ids
  }

  /// `parameters.games` games by `parameters.developers` studios; no two with one title.
  func makeGames() -> [Game] {
    let owners = makeOwners()
    return (0..<parameters.games).map { index in
      var random = RandomStream(seed: parameters.seed, .game, index)
      return makeGame(index, by: owners[index], &random)
    }
  }

  /// All studios, those without a game among them.
  func makeStudios() -> [(id: String, name: String)] {
    (0..<parameters.developers).map { (developerId($0), CatalogueMaker.studioName($0)) }
  }

  private static func studioName(_ index: Int) -> String {
    let names = Words.firsts.count * Words.seconds.count
    let mixed = (index * 1493 + 7) % names
    let name =
      Words.firsts[mixed % Words.firsts.count] + " " + Words.seconds[mixed / Words.firsts.count]
      + " " + Words.studioKinds[index % Words.studioKinds.count]
    return index < names ? name : name + " \(index / names + 1)"
  }

  /// A studio for each game: nearly all studios have one, a few have many, at most a hundred where
  /// there are studios enough.
  private func makeOwners() -> [Int] {
    let developers = parameters.developers
    var random = RandomStream(seed: parameters.seed, .developer)
    // Every twentieth studio has nothing out yet: its report is empty, and must be a kind one.
    let busy = max(1, developers - developers / 20)
    var counts = [Int](repeating: 0, count: developers)
    var owners: [Int] = []
    for game in 0..<parameters.games {
      var owner = game
      if game >= busy {
        owner = random.below(random.below(busy) + 1)
        var tries = 0
        while counts[owner] >= 100, tries < 64 {
          owner = random.below(busy)
          tries += 1
        }
      }
      counts[owner] += 1
      owners.append(owner)
    }
    random.shuffle(&owners)
    return owners
  }

  private func makeGame(_ index: Int, by owner: Int, _ random: inout RandomStream) -> Game {
    var game = Game(
      id: String(decoding: ids.named(.game, index), as: UTF8.self), title: title(index),
      developerId: developerId(owner))
    game.developerName = CatalogueMaker.studioName(owner)
    game.genres = makeGenres(&random)
    game.tags = makeTags(&random)
    game.platforms = makePlatforms(&random)
    let created = makeRelease(of: &game, &random)
    game.isActive = !random.chance(Probability(0.01))
    game.isFree = random.chance(Probability(0.12))
    game.currency = "USD"
    if !game.isFree {
      game.price = Decimal(99 + 100 * (random.below(8) * random.below(5) + 1)) / 100
    }
    game.createdAt = created
    game.updatedAt = created
    game.shortDescription = "A generated game for testing, not a real one."
    return game
  }

  private func developerId(_ index: Int) -> String {
    String(decoding: ids.named(.developer, index), as: UTF8.self)
  }

  private func title(_ index: Int) -> String {
    let pairs = Words.firsts.count * Words.seconds.count
    let mixed = (index * 2741 + 11) % pairs
    let name =
      Words.firsts[mixed % Words.firsts.count] + " " + Words.seconds[mixed / Words.firsts.count]
    return index < pairs ? name : name + " \(index / pairs + 1)"
  }

  private func makeGenres(_ random: inout RandomStream) -> [Genre] {
    var genres: [Genre] = []
    for _ in 0...random.below(3) {
      let genre = Genre.allCases[random.below(Genre.allCases.count)]
      if !genres.contains(genre) { genres.append(genre) }
    }
    return genres
  }

  private func makeTags(_ random: inout RandomStream) -> [String] {
    var tags: [String] = []
    for _ in 0..<3 + random.below(8) {
      // The smaller of two draws: some tags are common, some rare.
      let count = Words.allTags.count
      let tag = Words.allTags[(min(random.below(count), random.below(count)) * 37) % count]
      if !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  private func makePlatforms(_ random: inout RandomStream) -> [Platform] {
    var platforms: [Platform] = [random.chance(Probability(0.75)) ? .steam : .itchio, .windows]
    let more: [(Platform, Double)] = [
      (.mac, 0.35), (.linux, 0.25), (.itchio, 0.2), (.epicGames, 0.1), (.gog, 0.12),
    ]
    for (platform, share) in more
    where random.chance(Probability(share)) && !platforms.contains(platform) {
      platforms.append(platform)
    }
    return platforms
  }

  /// Sets status and date; returns when the record was made.
  private func makeRelease(of game: inout Game, _ random: inout RandomStream) -> Timestamp {
    let first = parameters.firstDay
    let kind = random.below(100)
    var day: Day? = first.adding(days: -1 - random.below(random.below(2900) + 1))
    switch kind {
    case ..<70: game.releaseStatus = .released
    case ..<77: game.releaseStatus = .earlyAccess
    case ..<92:
      day = first.adding(days: random.below(parameters.days))
      game.releaseStatus = kind < 88 ? .released : .earlyAccess
    case ..<96:
      day = parameters.lastDay.adding(days: 2 + random.below(300))
      game.releaseStatus = .upcoming
    case ..<98:
      day = nil
      game.releaseStatus = .upcoming
    default: game.releaseStatus = .cancelled
    }
    game.releaseDate = day?.start
    return (min(day ?? first, first)).adding(days: -30).start
  }
}
