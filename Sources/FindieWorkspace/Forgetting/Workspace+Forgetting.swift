package import FindieDomain
package import FindieFiles
package import FindieHistory
import FindieIngest
import FindieStore
package import FindieWorkers
package import Foundation

extension Workspace {
  /// Removes players who asked to be forgotten from history, quarantine and store.
  ///
  /// - Parameter grain: how the history groups the counts of removed events.
  /// - Precondition: the workspace's lock is held.
  package func remove(
    _ forgotten: ForgottenPlayers, grain: ForgottenEvents.Grain, workers: Workers
  ) throws {
    if forgotten.areBack, var tombstones = try Tombstones(in: self) {
      tombstones.repeatAll()
      try tombstones.write(to: self)
    }
    let who = forgotten.fingerprint.hexadecimal
    guard let tombstones = try Tombstones(in: self) else { return }
    // A part that was put back from a copy may have them again.
    // A backup that copies the store holds it for as long as that takes.
    let store = DurableFile.exists(store) ? try WorkspaceStore(at: store, lockTimeout: 60) : nil
    guard
      try forgotten.step != .nothing || history.ledger().forgotten != who
        || store.map({ try $0.owner()?.forgotten != who }) ?? false
        || RequestCopies(of: self).outdated(tombstones).contains(where: { !$0.isInNight })
    else {
      try store?.close()
      return
    }
    let uncounted = try store?.catalogue().uncounted ?? []
    let counted = History(folder: history.folder, without: UncountedPlayers(uncounted))
    _ = try counted.forget(
      workers: workers, who: who,
      readingAgain: Set(
        quarantine.files(naming: forgotten.contains).map { ExactText($0.others.file) }),
      grain: grain, forgotten.contains)
    // Even if this run writes no reports.
    try daysByGame.removeOutdated(by: counted)
    try quarantine.forget(forgotten.contains)
    try RunRecords(self).forget(forgotten.contains)
    try removeSynchronized(forgotten.contains)
    try DurableFile.remove(refreshedLists)
    for folder in [artifacts, backfillArtifacts] {
      for name in [Self.storedPlayersName, Self.suggestionsName] {
        try DurableFile.remove(folder.appending(path: name))
      }
    }
    if let store {
      try removeCatalogueSources()
      try store.forget(who: who, forgotten.contains)
      try store.close()
    }
    try tombstones.write(to: self) { !$0.isInNight }
  }

  /// Removes earlier published nights with these players, and the measured quality of all other
  /// nights' lists, if their requests are due, and marks the requests as done.
  ///
  /// Nights since the players were hidden may have published models from the nights before.
  ///
  /// - Precondition: the night of `day` is published.
  package func finishForgetting(_ forgotten: ForgottenPlayers, on day: Day) throws {
    guard var tombstones = try Tombstones(in: self) else { return }
    let outdated = try RequestCopies(of: self).outdated(tombstones)
    guard forgotten.step != .nothing || !outdated.isEmpty else { return }
    try removeNights(
      outdated, besides: day, with: forgotten.contain(tombstones.removed))
    if forgotten.step == .complete {
      let nights = PublishedNights(self)
      let hidden = tombstones.firstHiddenDay
      let holding = Set(try nights.holding(forgotten.contains))
      for night in try publishedDays() where night != day {
        guard holding.contains(night) || hidden.map({ $0 <= night }) ?? false else { continue }
        try nights.remove(night)
      }
      // The quality of their lists was measured with these players.
      for night in try recordedDays() where night != day {
        for file in [run(night).health, healthFile(of: night)] { try DurableFile.remove(file) }
      }
    }
    tombstones.finish(forgotten.step, on: day, of: forgotten.proofs)
    try tombstones.write(to: self) { _ in true }
  }

  /// Removes nights that were put back from a copy and have players who were removed everywhere.
  private func removeNights(
    _ outdated: [URL], besides day: Day, with isRemoved: (String) -> Bool
  ) throws {
    let nights = PublishedNights(self)
    let days = outdated.filter(\.isInNight).compactMap {
      Day($0.deletingLastPathComponent().lastPathComponent)
    }
    for night in try nights.holding(isRemoved, among: days, orUnreadable: false)
    where night != day {
      try nights.remove(night)
    }
  }

  /// The parts that again have players who were removed, since they were restored from a backup.
  ///
  /// - Parameter key: the environment's `FINDIE_KEY`.
  /// - Throws: `WorkspaceFailure.missingKey`.
  package func partsWithForgottenPlayers(key text: String?) throws -> [URL] {
    guard let requests = try Tombstones(in: self), !requests.carriedOut.isEmpty else { return [] }
    let key = try requests.key(text, for: "The search for forgotten players")
    func parts(
      _ players: Set<String>, _ find: (@escaping @Sendable (String) -> Bool) throws -> [URL]
    ) throws -> [URL] {
      players.isEmpty ? [] : try find { players.contains(key.proof(of: $0)) }
    }
    // Until a deferred request is complete, earlier nights may still have the player.
    let nights = try parts(requests.removed) { isForgotten in
      try PublishedNights(self).holding(isForgotten, orUnreadable: false).map { published($0) }
    }
    return try nights
      + parts(requests.carriedOut) { isForgotten in
        try (history.hasPlayer(isForgotten) ? [history.folder] : [])
          + quarantine.files(naming: isForgotten).map(\.url)
      }
  }
}

extension Workspace {
  /// Checks that every request to forget a player that a part of the workspace proves is stored.
  ///
  /// - Parameters:
  ///   - stored: the requests of all copies.
  ///   - recipe: the requests that the recipe of the last published night names, and its file.
  /// - Throws: `UnusablePart`; `FileFailure`.
  package func checkRequests(
    _ stored: Tombstones?, recipe: (file: URL, requests: [String])? = nil
  ) throws {
    let identity = try WorkspaceIdentity(in: self)
    let known = Set(stored?.knownRequests ?? [])
    for (part, requests) in try [recipe].compactMap(\.self) + provenRequests(identity, stored) {
      let lost = requests.count { !known.contains($0) }
      guard lost == 0 else {
        throw lostRequests(lost == 1 ? "1 request" : "\(lost) requests", namedBy: part)
      }
    }
    guard let since = identity?.requestsMissingSince else { return }
    throw UnusablePart(
      identityFile,
      "says that requests to forget players since \(since) may be missing: the workspace was "
        + "restored from a backup, which cannot have later requests",
      remedy:
        "send those requests again with `\(command("forget --from FILE --complete"))`; if there "
        + "were none, `\(command("forget --complete"))`")
  }

  /// The requests that were ever stored, by the part that names them.
  private func provenRequests(
    _ identity: WorkspaceIdentity?, _ stored: Tombstones?
  ) throws -> [(URL, [String])] {
    var proofs = [(identityFile, identity?.requests ?? [])]
    if let reports = knownReports(identity),
      let mark = try WorkspaceIdentity(owning: reports), identity?.descends(from: mark.id) ?? false
    {
      proofs.append((reports, mark.requests ?? []))
    }
    do {
      let ledger = try history.ledger()
      proofs.append((history.folder, ledger.requests ?? []))
      if ledger.forgotten != nil, ledger.requests == nil, stored == nil {
        throw lostRequests("the requests", namedBy: history.folder)
      }
    } catch is History.Failure {
      // The run reports a damaged history.
    }
    return proofs
  }

  private func lostRequests(_ what: String, namedBy part: URL) -> UnusablePart {
    UnusablePart(
      requestsToForget,
      "lacks \(what) to forget players, which \(part.path) names: these players would reappear",
      remedy:
        "restore the file from a backup, for example with \(restoreCommand), or send the requests "
        + "again with `\(command("forget --from FILE"))`")
  }
}

extension Workspace {
  /// The folder of `findie notify`.
  package var notify: URL { folder.appending(path: "notify") }

  /// The folder of `findie sync`.
  package var sync: URL { folder.appending(path: "sync") }

  /// The files of `findie sync` and `findie notify` with lines about players.
  package var filesAboutPlayers: [URL] {
    ["wishlists", "wishlist-changes", "accounts", "deleted-accounts"].map {
      sync.appending(path: $0 + ".ndjson")
    } + ["outbox", "ledger", "removed-devices"].map { notify.appending(path: $0 + ".ndjson") }
  }

  /// Removes players from what `findie sync` and `findie notify` stored: wishlists, accounts,
  /// messages, and all answers about players, which the next synchronization requests again.
  func removeSynchronized(_ isForgotten: (String) -> Bool) throws {
    try removePersonalAnswers()
    // It names players with uncertain messages.
    try DurableFile.remove(notify.appending(path: "run.json"))
    for file in filesAboutPlayers {
      guard DurableFile.exists(file.deletingLastPathComponent()) else { continue }
      // `findie sync` does not hold the workspace's lock.
      try DurableFile.update(file, access: .ownerOnly) { bytes in
        bytes.flatMap { Self.lines(of: $0, without: isForgotten) }
      }
    }
  }

  /// Removes partners' stored answers about players.
  package func removePersonalAnswers() throws(FileFailure) {
    try DurableFile.removeFiles(
      in: sync.appending(path: "cache/personal"), where: OwnFiles.ofPersonalAnswers)
  }

  /// Nil if no line is about a forgotten player. An unreadable line may be about one.
  private static func lines(
    of bytes: [UInt8], without isForgotten: (String) -> Bool
  ) -> [UInt8]? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let others = lines.filter { line in
      do {
        return try !isForgotten(JSONDecoder().decode(Line.self, from: Data(line)).userId)
      } catch {
        return false
      }
    }
    return others.count < lines.count
      ? Array(others.map { Array($0) + [UInt8(ascii: "\n")] }.joined()) : nil
  }

  private struct Line: Decodable {
    let userId: String
  }
}
