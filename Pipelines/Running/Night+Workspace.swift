package import FindieDomain
import FindieFiles
import FindieHistory
import FindieStore
import FindieText
package import FindieWorkspace
import Foundation

// What a run checks before it trusts the workspace.

extension Night {
  /// Checks the clock, and that each part of the workspace belongs to it and is not older than the
  /// published night. Names the workspace in the parts that do not name it yet.
  ///
  /// The workspace of a reproduction is temporary, and is not checked.
  ///
  /// - Parameter writesReports: whether the folder of reports is checked and named too.
  /// - Precondition: the workspace's lock is held.
  /// - Throws: `NightRefusal`, `UnusablePart`.
  package func checkWorkspace(writesReports: Bool = false) throws {
    guard recipe == nil else { return }
    try Leftovers.putBackReplaced(in: workspace.published)
    let identity = try checkParts()
    if publishing == .checked, let night = workspace.currentDay, clock.now.day < night {
      throw NightRefusal.wrongClock(clock.now, published: night)
    }
    if writesReports {
      try workspace.checkReports(of: identity)
      try Leftovers.putBackReplaced(in: workspace.reports)
    }
    if try WorkspaceIdentity(in: workspace) == nil { try identity.write(to: workspace) }
    if try workspace.history.ledger().workspace == nil {
      try workspace.history.claim(for: identity.id)
    }
    if DurableFile.exists(workspace.published) {
      try identity.own(workspace.published, hasRequests: false)
    }
    try Tombstones.spread(in: workspace)
    if writesReports { try nameReports() }
    if DurableFile.exists(workspace.store) {
      let store = try WorkspaceStore(at: workspace.store)
      try claim(store)
      try store.close()
    }
  }

  /// Names the workspace in the folder of reports.
  private func nameReports() throws {
    let identity = try WorkspaceIdentity.change(in: workspace) {
      $0.reports = workspace.reportsPath
    }
    do {
      try DurableFile.createFolder(workspace.reports)
      try identity?.own(workspace.reports, hasRequests: true)
    } catch is FileFailure {
      // The stage that writes the reports reports it.
    }
  }

  /// Checks that the published night's recipe can be read, before new history hides a loss.
  ///
  /// - Throws: `NightRefusal`.
  func checkRecipe() throws {
    guard case .nightly = purpose, publishing == .checked, let day = try workspace.publishedDay
    else { return }
    do {
      _ = try NightRecipe(of: day, file: workspace.recipeFile(of: day))
    } catch is NotFound {
      throw NightRefusal.unknownNight(day, in: workspace)
    }
  }

  /// Checks each part of the workspace; writes nothing.
  ///
  /// - Returns: the identity of the workspace: that of its parts, or a new one, if there is no
  ///   `workspace.json`.
  /// - Throws: `UnusablePart`.
  package func checkParts() throws -> WorkspaceIdentity {
    if DurableFile.exists(workspace.restoreMarker) {
      throw UnusablePart(
        workspace.restoreMarker, "says that a backup was not restored to its end",
        remedy: "repeat it: \(workspace.restoreCommand)")
    }
    let published = try publishedRecipe
    let last = try published ?? workspace.lastRecipe
    let requests = try Tombstones(in: workspace)
    let owner = try storeOwner()
    var parts: [WorkspacePart] = []
    if DurableFile.exists(workspace.history.folder) {
      parts.append(
        WorkspacePart(workspace.history.folder, of: try workspace.history.ledger().workspace))
    }
    if let requests {
      parts.append(WorkspacePart(workspace.requestsToForget, of: requests.workspace))
    }
    if let owner { parts.append(WorkspacePart(workspace.store, of: owner.workspace)) }
    if let owner = try WorkspaceIdentity(owning: workspace.published) {
      parts.append(WorkspacePart(workspace.published, of: owner.id))
    }
    let identity = try identity(of: parts, last)
    try workspace.checkRequests(
      requests,
      recipe: last.map { (workspace.recipeFile(of: $0.day), $0.forgotten ?? []) })
    if let published { try checkStore(owner, since: published, identity) }
    return identity
  }

  /// What the night that readers see was built from.
  private var publishedRecipe: NightRecipe? {
    get throws { try workspace.publishedDay.flatMap { workspace.recipe(of: $0) } }
  }

  /// The identity that all parts must have.
  ///
  /// - Parameter last: the recipe of the last published night, which may be that of a workspace
  ///   that this one was restored from.
  private func identity(of parts: [WorkspacePart], _ last: NightRecipe?) throws -> WorkspaceIdentity
  {
    let recipe = last.map {
      WorkspacePart(workspace.recipeFile(of: $0.day), of: $0.ledger.workspace)
    }
    let copy = try last.flatMap { try recordedRecipe(of: $0.day) }
    let named = parts.filter { $0.workspace != nil }
    if let identity = try WorkspaceIdentity(in: workspace) {
      let foreign =
        named.filter { $0.workspace != identity.id }
        + [recipe, copy].compactMap(\.self).filter { part in
          part.workspace.map { !identity.descends(from: $0) } ?? false
        }
      guard foreign.isEmpty else {
        // If all parts agree, the file is the one that does not belong here.
        let isFileForeign =
          named.allSatisfy { $0.workspace != identity.id }
          && Set(foreign.map(\.workspace)).count == 1
        throw UnusablePart(
          foreign: isFileForeign && foreign.count > 1
            ? [WorkspacePart(workspace.identityFile, of: identity.id)] : foreign, in: workspace,
          id: isFileForeign && foreign.count > 1 ? foreign[0].workspace : identity.id)
      }
      return identity
    }
    let ids = Set(named.compactMap(\.workspace))
    guard ids.count <= 1 else { throw UnusablePart(foreign: named, in: workspace, id: nil) }
    let origin = recipe?.workspace
    guard let id = ids.first ?? origin else {
      return WorkspaceIdentity(newFor: workspace, at: clock.now)
    }
    if let mark = try WorkspaceIdentity(owning: workspace.published), mark.id == id {
      return mark
    }
    var identity = WorkspaceIdentity(id: id)
    if let origin, origin != id { identity.origins = [origin] }
    return identity
  }

  /// The copy of a night's recipe in `runs/`; nil if there is none.
  private func recordedRecipe(of day: Day) throws -> WorkspacePart? {
    let file = workspace.run(day).recipe
    guard DurableFile.exists(file) else { return nil }
    do {
      return WorkspacePart(file, of: try NightRecipe(of: day, file: file).ledger.workspace)
    } catch is NotFound {
      // The night's own is used.
      return nil
    }
  }

  /// Checks that the store is not older than the published night.
  private func checkStore(
    _ owner: WorkspaceStore.Owner?, since published: NightRecipe, _ identity: WorkspaceIdentity
  ) throws {
    guard let changes = published.storeChanges, DurableFile.exists(workspace.store) else { return }
    if let owner {
      guard publishing == .checked, owner.changes < changes else { return }
      throw UnusablePart(
        workspace.store,
        "is older than the published night of \(published.day): it lacks changes of games, "
          + "players or wishlists",
        remedy:
          "copy the \(Workspace.storeName) of the folder published/\(published.day) to its place; "
          + "or, if the input has the whole catalogue, run the night once with --publish anyway")
    }
    // A published copy names no workspace, so it must have the catalogue of one of our nights.
    let store = try WorkspaceStore(at: workspace.store)
    let digest = try store.catalogue().digest(workers: workers)
    try store.close()
    let isOwn = try workspace.publishedDays().contains {
      workspace.recipe(of: $0)?.catalogue == digest
    }
    guard isOwn else {
      throw UnusablePart(
        foreign: [WorkspacePart(workspace.store, of: nil)], in: workspace, id: identity.id)
    }
  }

  /// Whom the store belongs to; nil without a store.
  func storeOwner() throws -> WorkspaceStore.Owner? {
    guard DurableFile.exists(workspace.store) else { return nil }
    let store = try WorkspaceStore(at: workspace.store)
    let owner = try store.owner()
    try store.close()
    return owner
  }

  /// Names the workspace in a store that does not name it yet.
  func claim(_ store: WorkspaceStore) throws {
    guard recipe == nil, try store.owner() == nil,
      let id = try WorkspaceIdentity(in: workspace)?.id
    else { return }
    let changes = try publishedRecipe?.storeChanges ?? 0
    try store.claim(for: WorkspaceStore.Owner(workspace: id, changes: changes))
  }

  /// Checks that a night would not replace a newer one as the published night.
  ///
  /// - Throws: `NightRefusal`, also if there are no events for such a night.
  package func checkOrder(of day: Day) throws {
    guard case .nightly = purpose, publishing == .checked, let current = workspace.currentDay,
      day < current
    else { return }
    try checkDay(in: workspace.history.ledger())
    throw NightRefusal.olderNight(day, published: current, in: workspace)
  }
}

extension NightRefusal {
  /// The clock is before the published night, so events since then would seem to be in the future.
  fileprivate static func wrongClock(_ now: Timestamp, published night: Day) -> NightRefusal {
    NightRefusal(
      .failed,
      "This machine's clock says \(now), which is before the published night of \(night). Nothing "
        + "was read. Set the clock (`timedatectl`) and run again. If the clock is right now and was "
        + "ahead then, run the night once with --publish anyway.")
  }

  fileprivate static func olderNight(
    _ day: Day, published: Day, in workspace: Workspace
  ) -> NightRefusal {
    let backfill = workspace.command("backfill --from \(day) --to \(day)")
    return NightRefusal(
      .failed,
      "This is the night of \(day), but the night of \(published) is published already: players "
        + "would get games that they have seen since. To build it beside the published one: "
        + "`\(backfill)`. To publish it nevertheless, run it with --publish anyway.")
  }
}

extension Night {
  var cleaning: Cleaning {
    Cleaning(
      workspace, parameters.retention, minimumRecords: PreviousNights.maximumCount,
      stages: Set(Nightly.stages(of: self).map(\.name)))
  }

  /// Removes what no retained night needs, as `findie clean` does.
  package func clean(isDryRun: Bool) throws -> CleaningResult {
    try workspace.checkExists()
    let lock = try WorkspaceLock(workspace: workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    try workspace.checkReports()
    return try cleaning.run(isDryRun: isDryRun)
  }
}
