import FindieDomain
import Foundation

/// Writes the lines of games, developers and tags.
struct CatalogueLines {
  private let games: [Game]
  private let parameters: WorldParameters

  init(_ games: [Game], _ parameters: WorldParameters) {
    self.games = games
    self.parameters = parameters
  }

  func makeGames() -> [[UInt8]] {
    games.map { game in
      var object = ObjectBytes()
      object.add("id", game.id)
      object.add("title", game.title)
      object.add("shortDescription", game.shortDescription)
      object.add("developerId", game.developerId)
      object.add("developerName", game.developerName)
      object.add("genres", game.genres.map(\.rawValue))
      object.add("tags", game.tags)
      object.add("platforms", game.platforms.map(\.rawValue))
      object.add("releaseDate", game.releaseDate?.description)
      object.add("releaseStatus", game.releaseStatus.rawValue)
      object.add("price", number: game.price?.description)
      object.add("currency", game.currency)
      object.add("isFree", game.isFree)
      object.add("createdAt", game.createdAt?.description)
      object.add("updatedAt", game.updatedAt?.description)
      object.add("isActive", game.isActive)
      object.add("steamURL", game.steamURL)
      object.add("itchioURL", game.itchioURL)
      return object.line()
    }
  }

  /// A line for each studio of the games, and for each of `others`, which have none yet.
  func makeDevelopers(others: [(id: String, name: String)]) -> [[UInt8]] {
    var owned: [String: [Game]] = [:]
    for game in games { owned[game.developerId, default: []].append(game) }
    var studios = owned.map { (id: $0.key, name: $0.value[0].developerName ?? $0.key) }
    studios += others.filter { owned[$0.id] == nil }
    studios.sort { $0.id < $1.id }
    let joined = parameters.firstDay.adding(days: -400).start.description
    return studios.map { studio in
      var object = ObjectBytes()
      object.add("id", studio.id)
      object.add("studioName", studio.name)
      object.add("displayName", studio.name)
      // A studio of a given catalogue may be real: nothing is said for it.
      if studio.id.hasPrefix("gen-") {
        object.add(
          "bio", "A studio in a generated world: neither it nor its games exist outside tests.")
      }
      object.add("publishedGameIds", (owned[studio.id] ?? []).map(\.id))
      object.add("isVerified", false)
      object.add("joinedDate", joined)
      object.add("updatedAt", joined)
      object.add("isActive", true)
      return object.line()
    }
  }

  func makeTags() -> [[UInt8]] {
    var counts: [String: Int] = [:]
    for tag in games.lazy.flatMap(\.tags) { counts[tag, default: 0] += 1 }
    var categories: [String: TagCategory] = [:]
    for (category, names) in Words.tags { for name in names { categories[name] = category } }
    return counts.sorted { $0.key < $1.key }.map { name, count in
      var object = ObjectBytes()
      object.add("id", name)
      object.add("name", name)
      object.add("category", categories[name]?.rawValue)
      object.add("usageCount", count)
      object.add("isOfficial", categories[name] != nil)
      return object.line()
    }
  }
}
