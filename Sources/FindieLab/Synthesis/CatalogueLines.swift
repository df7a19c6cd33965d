import FindieDomain
import FindieText
import Foundation

/// Writes the lines of games, developers and tags.
struct CatalogueLines {
  let games: [Game]
  let studios: [(id: String, name: String)]
  let parameters: WorldParameters

  func write(to output: inout Output) throws {
    for (name, objects) in [
      ("games", games.map(game)), ("developers", developers()), ("tags", tags()),
    ] {
      var lines = objects.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
      try output.write(&lines, to: "\(name).ndjson")
    }
  }

  private func game(_ game: Game) -> JSONLine {
    var object = JSONLine()
    object.add("id", game.id)
    object.add("title", game.title)
    object.addIfPresent("shortDescription", game.shortDescription)
    object.add("developerId", game.developerId)
    object.addIfPresent("developerName", game.developerName)
    object.add("genres", game.genres.map(\.rawValue))
    object.add("tags", game.tags)
    object.add("platforms", game.platforms.map(\.rawValue))
    object.addIfPresent("releaseDate", game.releaseDate?.description)
    object.add("releaseStatus", game.releaseStatus.rawValue)
    if let price = game.price { object.addValue("price") { $0 += price.description.utf8 } }
    object.addIfPresent("currency", game.currency)
    object.add("isFree", game.isFree)
    object.addIfPresent("createdAt", game.createdAt?.description)
    object.addIfPresent("updatedAt", game.updatedAt?.description)
    object.add("isActive", game.isActive)
    object.addIfPresent("steamURL", game.steamURL)
    return object
  }

  /// All studios, some without games.
  private func developers() -> [JSONLine] {
    let owned = Dictionary(grouping: games, by: \.developerId)
    let joined = parameters.firstDay.adding(days: -400).start.description
    return studios.sorted { $0.id < $1.id }.map { studio in
      var object = JSONLine()
      object.add("id", studio.id)
      object.add("studioName", studio.name)
      object.add("displayName", studio.name)
      object.add(
        "bio", "A studio in a generated world: neither it nor its games exist outside tests.")
      object.add("publishedGameIds", (owned[studio.id] ?? []).map(\.id))
      object.add("isVerified", false)
      object.add("joinedDate", joined)
      object.add("updatedAt", joined)
      object.add("isActive", true)
      return object
    }
  }

  private func tags() -> [JSONLine] {
    let tags = Dictionary(grouping: games.flatMap(\.tags)) { $0 }
    var categories: [String: TagCategory] = [:]
    for (category, names) in Words.tags { for name in names { categories[name] = category } }
    return tags.sorted { $0.key < $1.key }.map { name, uses in
      var object = JSONLine()
      object.add("id", name)
      object.add("name", name)
      object.addIfPresent("category", categories[name]?.rawValue)
      object.add("usageCount", uses.count)
      object.add("isOfficial", categories[name] != nil)
      return object
    }
  }
}
