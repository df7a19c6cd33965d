import FindieBatch
import FindieDomain
import FindieFiles
import FindieIngest
import Foundation

/// Removes what no kept night needs, and what killed runs left; never the history, the store, or the
/// night that is served.
///
/// ```
/// published/<day>, <reports>/<day>   of a night that is not kept, together
/// quarantine/<day>                   likewise, and only where it is older than the newest nights
/// runs/<day>                         likewise, but not of the nights that the team's report tells of
/// artifacts/<stage>.artifact         of a stage that there is no more
/// .<name>.partial, .<name>.old, …    what was being written or removed when a run was killed
/// ```
///
/// Reports go with their night: they are the largest part of it, a studio that wants to keep one has a
/// file, and `findie backfill` makes them again from the history. Reports of days of which the workspace
/// knows no night are another's, and stay.
///
/// Each thing loses its name in one step, so that a reader finds all of it or nothing; cut off, the next
/// cleaning goes on.
struct Cleaning {
  private let night: Night

  init(_ night: Night) { self.night = night }

  /// - Precondition: the workspace's lock is held.
  func run(isDryRun: Bool = false) throws -> CleaningResult {
    let published = try night.publishedDays()
    let kept = KeptNights(
      of: published, served: night.servedDay, night.parameters.keep,
      modelsOf: { night.madeFrom($0)?.servedModels })
    var told = night.parameters.keep
    told.nights = max(told.nights, EarlierNights.most)
    let runs = try night.days(in: night.runs)
    let keptRuns = KeptNights(of: runs, served: night.servedDay, told)

    var things: [CleaningResult.Thing] = []
    for day in Set(published + runs).sorted() where !kept.holds(day) {
      things.append(try thing(.reports, night.reports(day)))
      things.append(try thing(.night, night.published(day)))
    }
    for day in try night.days(in: night.quarantine.folder) where !kept.holds(day) {
      things.append(try thing(.quarantine, night.quarantine.folder.appending(path: "\(day)")))
    }
    // Last: that a run was of this workspace is known by its record.
    for day in runs where !keptRuns.holds(day) {
      things.append(try thing(.record, night.runs.appending(path: "\(day)")))
    }
    things += try strangeArtifacts().map { try thing(.artifact, $0) }
    things += try Leftovers(of: night).urls.map { try thing(.leftover, $0) }
    things.removeAll { !DurableFile.exists($0.url) }

    if !isDryRun {
      for thing in things {
        try night.checkLock()
        try DurableFile.removeWhole(thing.url)
      }
    }
    return CleaningResult(isDryRun: isDryRun, removed: things, kept: kept.days.sorted())
  }

  private func thing(
    _ what: CleaningResult.What, _ url: URL
  ) throws -> CleaningResult.Thing {
    CleaningResult.Thing(what: what, url: url, bytes: try DurableFile.size(of: url))
  }

  private func strangeArtifacts() throws -> [URL] {
    guard DurableFile.exists(night.artifacts) else { return [] }
    let known = Set(Nightly.stages(of: night).map { "\($0.name).artifact" })
    return try DurableFile.names(in: night.artifacts)
      .filter { $0.hasSuffix(".artifact") && !known.contains($0) }
      .map { night.artifacts.appending(path: $0) }
  }
}

extension Night {
  /// Removes what no kept night needs, as `findie clean` does.
  package func clean(isDryRun: Bool) throws -> CleaningResult {
    guard DurableFile.exists(workspace) else {
      throw NothingPublished("there is no workspace at \(workspace.path); name another --workspace")
    }
    let lock = try WorkspaceLock(workspace: workspace)
    defer { withExtendedLifetime(lock) {} }
    var night = self
    night.lock = lock
    return try Cleaning(night).run(isDryRun: isDryRun)
  }
}
