import FindieAnalytics
import FindieDomain
import Foundation

/// Generates games and studios.
struct CatalogueGenerator {
  let parameters: WorldParameters
  let ids: GeneratedIds

  func games() -> [Game] {
    owners().enumerated().map { index, owner in game(index, by: owner) }
  }

  /// All studios, also those without a game.
  func studios() -> [(id: String, name: String)] {
    (0..<parameters.developers).map { (ids.name(.developer, $0), studioName($0)) }
  }

  private func studioName(_ index: Int) -> String {
    Words.name(
      index, multiplier: 1493, offset: 7,
      suffix: " " + Words.studioKinds[index % Words.studioKinds.count])
  }

  /// A studio for each game. Most studios have one game, a few have many. None has more than a
  /// hundred if there are enough studios.
  private func owners() -> [Int] {
    let developers = parameters.developers
    var random = RandomStream(seed: parameters.seed, .developer)
    // Every twentieth studio has no game yet: its report must say so.
    let active = max(1, developers - developers / 20)
    var counts = [Int](repeating: 0, count: developers)
    var owners: [Int] = []
    for game in 0..<parameters.games {
      var owner = game
      if game >= active {
        owner = random.below(random.below(active) + 1)
        var tries = 0
        while counts[owner] >= 100, tries < 64 {
          owner = random.below(active)
          tries += 1
        }
      }
      counts[owner] += 1
      owners.append(owner)
    }
    random.shuffle(&owners)
    return owners
  }

  private func game(_ index: Int, by owner: Int) -> Game {
    var random = RandomStream(seed: parameters.seed, .game, index)
    var game = Game(
      id: ids.name(.game, index), title: Words.name(index, multiplier: 2741, offset: 11),
      developerId: ids.name(.developer, owner))
    game.developerName = studioName(owner)
    game.genres = genres(&random)
    game.tags = tags(&random)
    game.platforms = platforms(&random)
    let created = setRelease(of: &game, &random)
    game.isActive = !random.chance(Probability(0.01))
    game.isFree = random.chance(Probability(0.12))
    game.currency = "USD"
    if !game.isFree {
      game.price = Decimal(99 + 100 * (random.below(8) * random.below(5) + 1)) / 100
    }
    game.createdAt = created
    game.updatedAt = created
    if parameters.null != nil && index % 10 != 9 {
      game.steamURL = "https://store.steampowered.com/app/\(9_000_000 + index)"
    }
    game.shortDescription = "A generated game for testing, not a real one."
    return game
  }

  private func genres(_ random: inout RandomStream) -> [Genre] {
    var genres: [Genre] = []
    for _ in 0...random.below(3) {
      let genre = Genre.allCases[random.below(Genre.allCases.count)]
      if !genres.contains(genre) { genres.append(genre) }
    }
    return genres
  }

  private func tags(_ random: inout RandomStream) -> [String] {
    var tags: [String] = []
    for _ in 0..<3 + random.below(8) {
      // The smaller of two draws: some tags are common, some are rare.
      let count = Words.allTags.count
      let tag = Words.allTags[(min(random.below(count), random.below(count)) * 37) % count]
      if !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  private func platforms(_ random: inout RandomStream) -> [Platform] {
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

  /// Sets status and date; returns the creation time of the record.
  private func setRelease(of game: inout Game, _ random: inout RandomStream) -> Timestamp {
    let first = parameters.firstDay
    let kind = random.below(100)
    var day: Day? = first.adding(days: -1 - random.below(random.below(2900) + 1))
    switch kind {
    case ..<70: game.releaseStatus = .released
    case ..<77: game.releaseStatus = .earlyAccess
    case ..<92:
      if parameters.null == nil {
        let drawn = first.adding(days: random.below(parameters.days))
        day = parameters.hasFashions ? drawn.monday.adding(days: 4) : drawn
      }
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
    return min(day ?? first, first).adding(days: -30).start
  }
}
