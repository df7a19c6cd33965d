package import FindieDomain
import FindieFiles
import FindieHistory
import FindiePublishing
import FindieStore
package import FindieWorkspace
import Foundation

extension Night {
  /// Makes an earlier published night the current one again, or a later one after that. Players who
  /// asked to be forgotten, lists of players who refused them since, and games that were withdrawn
  /// since are removed from it.
  ///
  /// - Parameter day: nil for the newest night before the current one.
  /// - Returns: the night that is current now.
  /// - Throws: `NotFound`; `NightRefusal` if the night is damaged; `WorkspaceLock.Held` while a run
  ///   or a refresh is active. The current night then stays.
  package func rollBack(to day: Day?) throws -> (day: Day, record: Rollback) {
    try workspace.checkExists()
    guard let current = workspace.currentDay else { throw workspace.nothingPublished }
    let lock = try WorkspaceLock(workspace: workspace.folder)
    let refreshLock = try WorkspaceLock(workspace: workspace.published)
    defer { withExtendedLifetime((lock, refreshLock)) {} }
    var night = self
    try night.loadForgottenPlayers()
    guard let day = try day ?? workspace.publishedDays().last(where: { $0 < current }) else {
      throw NotFound("No night before \(current) is retained in \(workspace.published.path).")
    }
    guard day != current else { throw NightRefusal(.failed, "\(day) is the current night") }
    try workspace.checkPublished(day)
    try checkFiles(of: day)
    let exclusions = try night.exclusions(from: day)
    let record = Rollback(
      at: clock.now.description, from: current.description,
      players: exclusions.players.union(exclusions.profiles).count, games: exclusions.games.count)
    if !exclusions.isEmpty { try remove(exclusions, from: day, record) }
    // The age of lists is that of the file.
    let now = Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1000)
    try FileManager.default.setAttributes(
      [.modificationDate: now], ofItemAtPath: workspace.publishedStore(day).path)
    try publish(day)
    try RunRecords(workspace).add(record, to: day)
    return (day, record)
  }

  private func checkFiles(of day: Day) throws {
    let folder = workspace.published(day)
    let sums = FileSums { false }
    guard let known = try Checksums(in: folder), let recipe = workspace.recipe(of: day),
      try recipe.published == workspace.publishedFingerprint(of: day)
    else {
      throw NightRefusal(.failed, "\(folder.path) is not the night that was published")
    }
    guard let damage = try known.differences(in: folder, sums, workers).first else { return }
    throw NightRefusal(
      .failed, "\(folder.appending(path: damage.path).path) is damaged: \(damage.problem)",
      remedy: "Name another night: `findie rollback DAY`")
  }

  /// What a night's lists must not show any more.
  private func exclusions(from day: Day) throws -> ListExclusions {
    guard DurableFile.exists(workspace.store) else {
      throw NotFound(
        "There is no \(workspace.store.path), which says what was withdrawn since. Restore it from a "
          + "backup, or copy that of the newest published night to its place.")
    }
    let store = try WorkspaceStore(at: workspace.store)
    let now = try store.catalogue()
    try store.close()
    let listed = Set(now.games.lazy.filter { !$0.isWithdrawn }.map { ExactText($0.id) })
    let published = try PublishedStore(at: workspace.publishedStore(day))
    var exclusions = ListExclusions()
    exclusions.games = Set(
      try published.catalogueWithoutPlayers().games.lazy.filter { !$0.isWithdrawn }
        .map { ExactText($0.id) }
    ).subtracting(listed)
    exclusions.profiles = Set(
      now.packedUsers.lazy.filter { !$0.hasProfile }.map { ExactText($0.id) }
    ).intersection(try published.playersWithLists(arePersonal: true).map { ExactText($0) })
    if let forgotten {
      exclusions.players = Set(
        try published.players().lazy.filter(forgotten.contains).map { ExactText($0) })
    }
    return exclusions
  }

  /// Replaces a night's folder by one without some games and players.
  private func remove(_ exclusions: ListExclusions, from day: Day, _ record: Rollback) throws {
    let folder = workspace.published(day)
    let partial = Night.partial(of: folder)
    try Leftovers.remove(partialsOf: folder)
    try Leftovers.removing(at: partial) {
      try DurableFile.createFolder(partial)
      let isOwn = OwnFiles.ofNight(in: folder)
      var editor = LineEditor(exclusions)
      var changed: [String] = []
      for path in try DurableFile.files(below: folder) where isOwn(path) {
        let (file, copy) = (folder.appending(path: path), partial.appending(path: path))
        try DurableFile.createFolder(copy.deletingLastPathComponent())
        switch path {
        case Workspace.storeName: try DurableFile.copy(file, to: copy)
        case _ where path.hasSuffix(".ndjson"):
          try DurableFile.writePlainly(editor.edited(DurableFile.read(file)), to: copy)
        case _ where path.hasSuffix(".ndjson.zst"):
          let lines = try ZstdDecoder.bytes(of: DurableFile.read(file))
          try DurableFile.writePlainly(ZstdEncoder.frame(of: editor.edited(lines)), to: copy)
        case OwnFiles.recipeName, Checksums.fileName: continue
        default:
          try DurableFile.linkOrCopy(file, to: copy)
          continue
        }
        changed.append(path)
      }
      try PublishedStore.remove(
        exclusions, listIds: editor.listIds, from: partial.appending(path: Workspace.storeName))
      try describe(partial, day, changed: changed)
      let earlier = try Rollback(removedFrom: folder)
      var total = record
      total.players += earlier?.players ?? 0
      total.games += earlier?.games ?? 0
      try total.writePlainly(to: partial)
      try DurableFile.replaceFolder(folder, with: partial, where: isOwn)
    }
    try self.record(publicationOf: day)
  }

  /// Writes the checksums and the recipe of a night with some changed files.
  private func describe(_ partial: URL, _ day: Day, changed: [String]) throws {
    let sums = try Checksums(in: workspace.published(day))?.updated(for: changed, in: partial)
    let file = partial.appending(path: Checksums.fileName)
    try DurableFile.writePlainly(sums?.text.utf8 ?? "".utf8, to: file)
    var recipe = try NightRecipe(of: day, file: workspace.recipeFile(of: day))
    recipe.published = try Fingerprint(ofFile: file)
    try recipe.write(to: partial.appending(path: OwnFiles.recipeName))
  }
}
