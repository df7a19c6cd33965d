package import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieModels
package import FindieStore
import FindieWorkers
package import FindieWorkspace
import Foundation

/// New lists of the players who did something since the published night, computed with its models:
/// `published/refresh.sqlite`.
///
/// It reads the interactions of the night's day and later, in the history and in input files that
/// are new or changed since they were last read, and the users in such files. The next night reads
/// the same files; nothing else is written. The file replaces the former one in one step. Each
/// refresh computes all lists since the night again, so that none depends on an earlier refresh.
package struct Refresh: Codable, Sendable {
  /// The night whose models computed the lists.
  package let night: Day
  /// The interactions since the night.
  package let interactions: Int
  /// The lines of new or changed files that are not valid; the next night quarantines them.
  package let rejected: Int
  /// The users that are new or changed.
  package let users: Int
  /// The players with a list in the file.
  package let lists: Int
  /// Those of them whom the night does not know.
  package let newPlayers: Int

  /// - Parameters:
  ///   - night: its input, workspace and settings.
  ///   - progress: called with the number of lists; throws to stop.
  /// - Throws: `WorkspaceLock.Held` if another refresh runs; the errors of reading. The former file
  ///   then stays.
  package init(
    _ night: Night, progress: (_ total: Int) -> @Sendable (Int) throws -> Void
  ) throws {
    let published = night.workspace.published
    guard DurableFile.isFolder(published) else { throw night.workspace.nothingPublished }
    let lock = try WorkspaceLock(workspace: published)
    defer { lock.release() }
    var night = night
    try night.loadForgottenPlayers()
    guard case .stream(let stream) = night.input else {
      try self.init(of: night, progress)
      return
    }
    self = try DurableFile.withTemporaryFolder { folder in
      try stream.withFile(in: folder.appending(path: "input")) { file in
        night.input = .buffered(file)
        return try Refresh(of: night, progress)
      }
    }
  }

  private init(
    of night: Night, _ progress: (_ total: Int) -> @Sendable (Int) throws -> Void
  ) throws {
    let (workspace, workers) = (night.workspace, night.workers)
    var model = try ServedFolder.read(workspace: workspace) { try $0.model() }
    let day = model.night
    let (events, input) = try night.newInput(since: day)
    var found = try night.interactions(since: day, in: events)
    if let forgotten = night.forgotten {
      found.byPlayer = found.byPlayer.filter { !forgotten.contains($0.key.text) }
    }
    for user in input.users {
      let stored = try model.user(user.id)
      if user.replacesStored(of: stored?.updatedAt), user.record != stored {
        model.changedUsers[ExactText(user.id)] = user.record
      }
    }
    let players = Set(found.byPlayer.keys).union(model.changedUsers.keys).sorted()
    let (since, served, report) = (found.byPlayer, model, progress(players.count))
    let parts = Workers.ranges(of: players.count, size: 64)
    let lists = try workers.map(parts.count) { part in
      let lists = try served.recommendations(of: players[parts[part]].map(\.text)) {
        since[ExactText($0)] ?? []
      }.compactMap(\.self)
      try report(parts[part].count)
      return lists
    }.flatMap(\.self)
    let file = workspace.refreshedLists
    let partial = Night.partial(of: file)
    try Leftovers.removing(at: partial) {
      try DurableFile.remove(partial)
      try RefreshedLists.write(lists, ofNight: day, to: partial)
      // A request during the refresh may have removed the former file.
      try night.checkForgottenPlayers()
      try DurableFile.move(partial, to: file)
    }
    do {
      try night.checkForgottenPlayers()
    } catch {
      try DurableFile.remove(file)
      throw error
    }
    self.night = day
    interactions = since.values.reduce(0) { $0 + $1.count }
    rejected = found.rejected + input.rejected
    users = model.changedUsers.count
    self.lists = lists.count
    newPlayers = lists.count { model.matrix.players.index(of: $0.userId) == nil }
  }
}

extension Refresh {
  /// The lists that were refreshed since the night of a day; nil if there are none.
  package static func lists(of day: Day, in workspace: Workspace) throws -> PublishedStore? {
    do {
      let store = try PublishedStore(at: workspace.refreshedLists)
      return try store.night().day == day ? store : nil
    } catch StoreFailure.missing {
      return nil
    }
  }

  /// Players asked to be forgotten while lists were computed.
  struct Outdated: KnownFailure, CustomStringConvertible {
    var failureKind: FailureKind { .unavailable }
    var description: String {
      "Players asked to be forgotten during the refresh. Run the same command again."
    }
  }
}

extension Night {
  /// Throws `Refresh.Outdated` if there are other requests to forget players than at the start.
  fileprivate func checkForgottenPlayers() throws {
    var night = self
    try night.loadForgottenPlayers()
    guard night.forgotten?.fingerprint == forgotten?.fingerprint else { throw Refresh.Outdated() }
  }

  /// The files of interactions that are new or changed since the history has read them, and the
  /// users in files that the published night lacks.
  fileprivate func newInput(since day: Day) throws -> (
    events: [InputSource], (users: PackedRecords<User>, rejected: Int)
  ) {
    let folder = try inputFolder()
    let read = try CatalogueSources(ofAnyStoreIn: self)
    let isPublished = read != nil && workspace.recipe(of: day)?.catalogue == read?.digest
    let files = folder.filter { file in
      file.collection == .users
        && (options.rereadsInput || !isPublished || read?.has(file) != true)
    }
    let users: CatalogueRecords<User> = try CatalogueReader(
      limits: parameters.ingest.limits, forgotten: forgotten?.contains, now: clock.now,
      badShareLimit: parameters.ingest.badShareLimit
    ).records(of: files, workers)
    let events = folder.sources.filter { $0.collection.events == .interactions }
    return (
      options.rereadsInput ? events : try workspace.history.ledger().changed(events),
      (users.packed, users.counts.rejected)
    )
  }

  /// The valid interactions of a day and later, in the history and in some files.
  fileprivate func interactions(
    since day: Day, in sources: [InputSource]
  ) throws -> (byPlayer: [ExactText: [SwipeInteraction]], rejected: Int) {
    var byPlayer: [ExactText: Set<SwipeInteraction>] = [:]
    func add(_ history: History) throws {
      let events = try history.interactions(since: day, workers: workers)
      let (users, games) = (events[.userId], events[.gameId])
      for row in 0..<events.count {
        let interaction = SwipeInteraction(
          id: "", userId: users.text(row), gameId: games.text(row), action: events.action(row),
          timestamp: Timestamp(milliseconds: events.milliseconds[row]), sessionId: "")
        byPlayer[ExactText(interaction.userId), default: []].insert(interaction)
      }
    }
    try add(workspace.history)
    let rejected = try sources.isEmpty ? 0 : stagedInteractions(of: sources, add)
    // A file that grew is in the history, too. The order decides between events of one instant.
    let ordered = byPlayer.mapValues { events in
      events.sorted {
        ($0.timestamp, ExactText($0.gameId), $0.action.rawValue)
          < ($1.timestamp, ExactText($1.gameId), $1.action.rawValue)
      }
    }
    return (ordered, rejected)
  }

  /// Calls `add` with a history of some files.
  ///
  /// - Returns: the number of rejected lines.
  private func stagedInteractions(
    of sources: [InputSource], _ add: (History) throws -> Void
  ) throws -> Int {
    try DurableFile.withTemporaryFolder { folder in
      let history = History(folder: folder.appending(path: "history"))
      return try history.withStaging(sources.map(\.path)) { staging in
        let read = try eventReading.read(
          sources, without: forgotten, into: staging, workers: workers)
        try history.write(history.update(from: staging, read.map(\.source), by: .threads(workers)))
        try add(history)
        return read.map(\.source.counts.rejected).reduce(0, +)
      }
    }
  }
}

extension History {
  /// The interactions of a day and later. Another run may replace days while they are read.
  fileprivate func interactions(since day: Day, workers: Workers) throws -> EventTable {
    while true {
      let days = try ledger().days.filter { $0.day >= day }
      do {
        return try events(.interactions, on: Set(days.map(\.day)), workers: workers)
      } catch let failure as Failure {
        let now = try ledger().days.filter { $0.day >= day }
        guard now.map(\.checksum) != days.map(\.checksum) else { throw failure }
      }
    }
  }
}
