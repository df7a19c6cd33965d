package import FindieBatch
package import FindieDomain
import FindieFiles
package import FindieRecommender
import FindieStore
import Foundation

/// What was published on a night.
package struct Publication: JSONArtifact {
  package static var grain: String { "one file per list, and the store's snapshot" }
  package static var formatVersion: Int { 1 }

  package let day: Day
  /// The lists' files with their sizes in bytes.
  package let files: [String: Int]
  package let lists: [String: Int]

  package var counts: [String: Int] { lists }
}

extension Stage<Publication> {
  /// Publishes the night: the lists as files, the store's lists and its snapshot; then, in one step,
  /// `published/current` names it. Until then the night before is served, whatever happens.
  package static func publish(
    from intake: Stage<Intake>, _ past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ recommendations: Stage<RecommendationTable>,
    _ similar: Stage<NeighborTable>, _ trending: Stage<TrendingLists>,
    _ newReleases: Stage<NewReleaseList>, _ reports: Stage<WrittenReports>, _ night: Night
  ) -> Stage {
    Stage(
      "publish", from: intake, past, catalogue, matrix, recommendations, similar, trending,
      newReleases, reports, parameters: NoParameters(),
      isStillThere: { $0.isStillThere(in: night) }
    ) {
      context, intake, past, catalogue, matrix, recommendations, similar, trending, newReleases, _
      in
      let games = catalogue.catalogue.games
      let folder = try PublishedFolder(replacing: night.published(past.day))
      let store = try LivingStore(at: night.store)
      let total = matrix.players.count + games.count
      let progress = context.progress(total: total, unit: "lists")
      let counts = try store.publish(night: past.day) { writer in
        for player in 0..<recommendations.count {
          let list = recommendations.list(
            ofPlayer: player, id: matrix.players[player], date: past.day, games: games)
          try writer.add(list)
          try folder.write("recommendations.ndjson") { $0.append(list) }
          if player % 1024 == 1023 { try progress(1024) }
        }
        for game in 0..<similar.count {
          let list = similar.list(ofGame: game, date: past.day, games: games)
          try writer.add(list)
          try folder.write("similar.ndjson") { $0.append(list) }
          if game % 1024 == 1023 { try progress(1024) }
        }
        for list in trending.lists {
          try writer.add(list)
          try folder.write("trending.ndjson") { $0.append(list) }
        }
        for release in newReleases.games {
          try writer.add(release)
          try folder.write("new-releases.ndjson") { $0.append(release) }
        }
        for game in newReleases.announced {
          try writer.add(game)
          try folder.write("announced.ndjson") { $0.append(game) }
        }
      }
      try store.snapshot(to: folder.url(of: "findie.sqlite"))
      try store.close()
      let files = try folder.close()
      try NightRecipe(night, past, intake, catalogue).write(to: night.recipe(past.day))
      try DurableFile.link(
        night.published.appending(path: "current"), to: past.day.description)
      return Publication(
        day: past.day, files: files,
        lists: [
          "recommendations": counts.recommendations, "similar": counts.similar,
          "trending": counts.trending, "newReleases": counts.newReleases,
          "announced": counts.announced,
        ])
    }
  }
}

extension Publication {
  /// Whether the night is served, and its files are as long as they were written.
  fileprivate func isStillThere(in night: Night) -> Bool {
    do {
      let current = night.published.appending(path: "current").path
      guard try FileManager.default.destinationOfSymbolicLink(atPath: current) == day.description
      else { return false }
      guard DurableFile.exists(night.recipe(day)) else { return false }
      return try files.allSatisfy { name, size in
        let path = night.published(day).appending(path: name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == size
      }
    } catch {
      return false
    }
  }
}
