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
  /// since are removed from it. A repeated call for the same night completes one that was killed.
  ///
  /// - Parameter day: nil for the newest night before the current one.
  /// - Returns: the night that is current now.
  /// - Throws: `NotFound`; `NightRefusal` if the night is damaged; `WorkspaceLock.Held` while a run
  ///   or a refresh is active; `UnusablePart`. The current night then stays.
  package func rollBack(to day: Day?) throws -> (day: Day, record: Rollback) {
    try workspace.checkExists()
    guard let current = workspace.currentDay else { throw workspace.nothingPublished }
    let lock = try WorkspaceLock(workspace: workspace.folder)
    let refreshLock = try WorkspaceLock(workspace: workspace.published)
    defer { withExtendedLifetime((lock, refreshLock)) {} }
    try checkWorkspace()
    var night = self
    try night.loadForgottenPlayers()
    guard let day = try day ?? workspace.publishedDays().last(where: { $0 < current }) else {
      throw NotFound("No night before \(current) is retained in \(workspace.published.path).")
    }
    try workspace.checkPublished(day)
    let sums = try checkedSums(of: day)
    let exclusions = try night.exclusions(from: day)
    if !exclusions.isEmpty { try remove(exclusions, from: day, sums) }
    let record = Rollback(
      at: clock.now.description, from: current.description, players: exclusions.players.count,
      refusals: exclusions.refusals.count, games: exclusions.games.count)
    if day != current { try RunRecords(workspace).add(record, to: day) }
    let between = try workspace.publishedDays().filter { min(day, current) < $0 }
    try workspace.setRolledBack(
      day < current
        ? workspace.rolledBackDays.union(between) : workspace.rolledBackDays.subtracting(between))
    try DurableFile.remove(workspace.refreshedLists)
    // Readers take it for the time of the publication.
    let now = Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1000)
    try FileManager.default.setAttributes(
      [.modificationDate: now], ofItemAtPath: workspace.publishedStore(day).path)
    try DurableFile.link(workspace.current, to: day.description)
    return (day, record)
  }

  /// The checksums of an undamaged night.
  private func checkedSums(of day: Day) throws -> Checksums {
    let folder = workspace.published(day)
    guard let sums = try Checksums(in: folder), let recipe = workspace.recipe(of: day),
      try workspace.isPublished(day, by: recipe)
    else {
      throw NightRefusal(.failed, "\(folder.path) is not the night that was published")
    }
    if let damage = try sums.differences(in: folder, FileSums { false }, workers).first {
      throw NightRefusal(
        .failed, "\(folder.appending(path: damage.path).path) is damaged: \(damage.problem)",
        remedy: "Name another night: `findie rollback DAY`")
    }
    return sums
  }

  /// What a night's lists must not show any more.
  private func exclusions(from day: Day) throws -> ListExclusions {
    guard DurableFile.exists(workspace.store) else {
      throw NotFound(
        "There is no \(workspace.store.path), which says which games were withdrawn since. Restore "
          + "it from a backup, or copy findie.sqlite of the newest published night to its place.")
    }
    let store = try WorkspaceStore(at: workspace.store)
    let now = try store.catalogue()
    try store.close()
    let listed = Set(now.games.lazy.filter { !$0.isWithdrawn }.map { ExactText($0.id) })
    let published = try PublishedStore(at: workspace.publishedStore(day))
    let before = try published.catalogue()
    var exclusions = ListExclusions()
    exclusions.games = Set(
      before.games.lazy.filter { !$0.isWithdrawn }.map { ExactText($0.id) }
    ).subtracting(listed)
    let refused = Set(before.packedUsers.lazy.filter { !$0.hasProfile }.map { ExactText($0.id) })
    exclusions.refusals = now.packedUsers.lazy.filter {
      !$0.hasProfile && !refused.contains(ExactText($0.id))
    }.map(\.record)
    if let forgotten {
      exclusions.players = Set(
        try published.players().lazy.filter(forgotten.contains).map { ExactText($0) })
    }
    return exclusions
  }

  /// Replaces a night's folder by one without some games and players.
  private func remove(
    _ exclusions: ListExclusions, from day: Day, _ sums: Checksums
  ) throws {
    // The night may have been moved to another disk.
    let folder = workspace.published(day).resolvingSymlinksInPath()
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
        if path == Workspace.storeName {
          try DurableFile.copy(file, to: copy)
          changed.append(path)
        } else if path.hasSuffix(".ndjson") || path.hasSuffix(".ndjson.zst") {
          if try edit(file, to: copy, &editor) { changed.append(path) }
        } else if path != Checksums.fileName {
          try DurableFile.linkOrCopy(file, to: copy)
        }
      }
      let store = partial.appending(path: Workspace.storeName)
      let mode = try FileManager.default.attributesOfItem(atPath: store.path)[.posixPermissions]
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.path)
      try PublishedStore.remove(exclusions, listIds: editor.listIds, from: store)
      if let mode {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store.path)
      }
      let file = partial.appending(path: Checksums.fileName)
      try DurableFile.writePlainly(sums.updated(for: changed, in: partial).text.utf8, to: file)
      let earlier = try RemovedFromNight(of: folder)
      let removed = RemovedFromNight(
        hasPlayers: !exclusions.players.isEmpty || earlier?.hasPlayers ?? false,
        published: try Fingerprint(ofFile: file))
      try removed.writePlainly(to: partial)
      try DurableFile.replaceFolder(folder, with: partial, where: isOwn)
    }
  }

  /// Writes a list's file without some games and players.
  ///
  /// - Returns: false if nothing changed; the copy is then a link.
  private func edit(_ file: URL, to copy: URL, _ editor: inout LineEditor) throws -> Bool {
    editor.begin()
    let writer = try BulkWriter(copy)
    try ListLines.each(of: file) { lines in
      let edited = try editor.edited(lines)
      try writer.write(file.pathExtension == "zst" ? ZstdEncoder.frame(of: edited) : edited)
    }
    try writer.finish()
    if editor.hasChanged { return true }
    try DurableFile.remove(copy)
    try DurableFile.linkOrCopy(file, to: copy)
    return false
  }
}
