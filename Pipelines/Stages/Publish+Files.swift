import FindieModels
import FindieWorkspace
import FindieBatch
import FindieDomain
import FindieFiles
import FindieRanking
import FindieStore
import FindieWorkers
import Foundation

extension PublishedFolder {
  /// Writes the lists, the snapshot of the store and the models of the night.
  func write(
    _ inputs: StageValues<PublishInputs>, _ night: Night, _ context: StageContext
  ) throws -> PublishedCounts {
    let (day, lists) = (inputs.data.history.day, inputs.lists)
    let (trending, newReleases, toPublish) = (lists.trending, lists.newReleases, lists.forPlayers)
    var sources = try CatalogueSources(of: night)
    let store = try WorkspaceStore(at: night.workspace.store)
    let counts = try writeLists(of: inputs, store, night, context)
    try store.close()
    try sources?.storeChanged(in: night)
    try write(.of(trending.lists) { $0.append($1) }, to: "trending.ndjson")
    try write(.of(newReleases.games) { $0.append($1) }, to: "new-releases.ndjson")
    try write(.of(newReleases.announced) { $0.append($1) }, to: "announced.ndjson")
    try write(.of(inputs.priceDrops.byPlayer) { $0.append($1) }, to: "price-drops.ndjson")
    try ServedModelFiles.write(
      to: url(of: ServedModelFiles.folderName), day: day, champion: toPublish.champion,
      settings: toPublish.settings, artifacts: night.artifacts)
    try write(inputs.heldOutModels, inputs.models.ranker, of: toPublish, inputs.champion)
    return counts
  }

  /// Writes all lists to a snapshot of the store, and the lists per player and per game as files too.
  private func writeLists(
    of inputs: StageValues<PublishInputs>, _ store: WorkspaceStore, _ night: Night,
    _ context: StageContext
  ) throws -> PublishedCounts {
    let (data, lists) = (inputs.data, inputs.lists)
    let (day, matrix, games) = (data.history.day, data.matrix, data.catalogue.catalogue.games)
    let toPublish = lists.forPlayers
    let similar = lists.similar
    let progress = context.progress(total: matrix.players.count + games.count, unit: "lists")
    let printer = RecommendationPrinter(
      toPublish.table, players: matrix.players.ids, games: games)
    return try store.publish(
      night: day, to: url(of: Workspace.storeName), players: toPublish.table.count
    ) { writer in
      try writer.begin(texts: printer.storedTexts)
      try night.workers.eachInOrder(of: toPublish.table.count) {
        printer.printed($0)
      } take: { printed in
        for list in printed.lists { try writer.add(list) }
        try write(printed.lines, to: "recommendations.ndjson")
        try progress(printed.lists.count)
      }
      try night.workers.eachInOrder(of: similar.count) { range in
        range.reduce(into: (lists: [SimilarGames](), lines: PublishedLine())) { printed, game in
          let list = similar.list(ofGame: game, date: day, games: games)
          printed.lists.append(list)
          printed.lines.append(list)
        }
      } take: { (lists: [SimilarGames], lines: PublishedLine) in
        for list in lists { try writer.add(list) }
        try write(lines, to: "similar.ndjson")
        try progress(lists.count)
      }
      for list in lists.trending.lists { try writer.add(list) }
      for release in lists.newReleases.games { try writer.add(release) }
      for game in lists.newReleases.announced { try writer.add(game) }
    }
  }

  /// Writes the held-out models of the published lists: the next night's are compared with them.
  private func write(
    _ models: HeldOutModels, _ ranker: RankerWeights, of lists: ListsToPublish, _ champion: Champion
  ) throws {
    try DurableFile.createFolder(url(of: Champion.folderName))
    if lists.champion != nil, let folder = champion.folder {
      for name in [Champion.modelsName, Champion.rankerName] {
        try DurableFile.linkOrCopy(folder.appending(path: name), to: url(of: name))
      }
    } else {
      try DurableFile.write(pieces: models.file, to: url(of: Champion.modelsName))
      try DurableFile.write(pieces: ranker.file, to: url(of: Champion.rankerName))
    }
  }
}

extension Workers {
  /// Encodes `count` lists on all threads, 256 at a time, and takes them in order.
  fileprivate func eachInOrder<Printed: Sendable>(
    of count: Int, encode: @escaping @Sendable (Range<Int>) -> Printed,
    take: (Printed) throws -> Void
  ) throws {
    let ranges = Workers.ranges(of: count, size: 256)
    try inOrder(ranges.count, ahead: 4 * threads) {
      encode(ranges[$0])
    } take: { _, printed in
      try take(printed)
    }
  }
}

extension PublishedLine {
  fileprivate static func of<List>(
    _ lists: [List], _ append: (inout PublishedLine, List) -> Void
  ) -> PublishedLine {
    lists.reduce(into: PublishedLine(), append)
  }
}

extension Artifact {
  /// Its bytes as a file, in pieces; they depend on its content alone.
  fileprivate var file: [[UInt8]] {
    var writer = ArtifactWriter()
    write(to: &writer)
    return writer.file(
      stage: "published", fingerprint: Fingerprint(of: ""), formatVersion: Self.formatVersion,
      summary: .empty)
  }
}
