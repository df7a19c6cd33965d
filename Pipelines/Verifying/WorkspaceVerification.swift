package import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import FindieStore
import Foundation

/// Whether all that a workspace holds is as it was written, and what to do where it is not.
package struct WorkspaceVerification: Codable, Sendable {
  package struct Problem: Codable, Sendable {
    let path: String
    let problem: String
    let remedy: String
  }

  package private(set) var problems: [Problem] = []
  private var artifacts = 0
  private var events = 0
  private var nights = 0
  private var publishedFiles = 0
  private var reportNights = 0
  private var reportFiles = 0
  private var bytes = 0
  /// The published nights without reports: they were not asked for, or were moved elsewhere.
  private var nightsWithoutReports: [Day] = []
  /// The folder in which no reports were looked at, since it is not there.
  private var missingReports: String?
  private var seconds = 0.0

  package var isSound: Bool { problems.isEmpty }

  /// Reads every artifact, every day of the history, the store, every published file and every report
  /// again, and compares them with their checksums.
  ///
  /// - Throws: where they cannot be looked at: another run holds the workspace, or a stop was asked for.
  package init(
    of night: Night, observer: any RunObserver, elapsedSeconds: () -> Double,
    isStopping: @escaping @Sendable () -> Bool
  ) throws {
    guard DurableFile.exists(night.workspace) else {
      throw NothingPublished(
        "there is no workspace at \(night.workspace.path); name another --workspace")
    }
    // A night that writes meanwhile would look like damage.
    let lock = try WorkspaceLock(workspace: night.workspace)
    defer { withExtendedLifetime(lock) {} }
    let started = elapsedSeconds()
    try lookAtArtifacts(of: night)
    if isStopping() { throw Stopped() }
    try lookAtHistory(of: night, observer, isStopping: isStopping)
    try lookAtStore(of: night)
    try lookAtForgotten(of: night)
    let sums = FileSums(isStopping: isStopping)
    for day in try night.publishedDays() { try lookAtNight(of: day, night, sums) }
    lookAtServed(night)
    try lookAtReports(of: night, sums)
    seconds = elapsedSeconds() - started
  }

  /// What a night with some options does about a problem.
  private static func night(_ options: String, _ what: String) -> String {
    "`findie run nightly \(options)`, with the --input, --workspace and --reports of your nights, "
      + what
  }

  private mutating func add(_ url: URL, _ problem: String, remedy: String) {
    // It is told as a part of a sentence.
    let problem = problem.hasSuffix(".") ? String(problem.dropLast()) : problem
    problems.append(Problem(path: url.path, problem: problem, remedy: remedy))
  }

  private mutating func lookAtArtifacts(of night: Night) throws {
    // A workspace into which only events were taken has none.
    guard DurableFile.exists(night.artifacts) else { return }
    let made = StageTimes(file: night.times)
    for stage in Nightly.stages(of: night) where stage.isKept {
      let url = night.artifacts.appending(path: "\(stage.name).artifact")
      let remedy = Self.night("--force \(stage.name)", "makes it again")
      guard DurableFile.exists(url) else {
        if made.stages[stage.name] != nil {
          add(url, "it is gone", remedy: "the next night makes it again")
        }
        continue
      }
      do {
        let header = try ArtifactReader(url).header
        artifacts += 1
        bytes += try DurableFile.size(of: url)
        if header.stage != stage.name { add(url, "it is of \(header.stage)", remedy: remedy) }
      } catch {
        add(url, "\(error)", remedy: remedy)
      }
    }
  }

  private mutating func lookAtHistory(
    of night: Night, _ observer: any RunObserver, isStopping: @escaping @Sendable () -> Bool
  ) throws {
    guard DurableFile.exists(night.history.folder) else { return }
    let found = try night.history.verify(
      workers: night.workers,
      progress: { _ in if isStopping() { throw Stopped() } })
    events = found.events
    bytes += found.bytes
    let remedy =
      found.isNewer
      ? "install the newer findie that wrote it"
      : "restore it from a backup, or remove the whole folder and run the night again over all input "
        + "files"
    for problem in found.problems { add(night.history.folder, problem, remedy: remedy) }
  }

  private mutating func lookAtStore(of night: Night) throws {
    guard DurableFile.exists(night.store) else {
      if DurableFile.exists(night.artifacts) {
        add(night.store, "it is gone", remedy: "the next night makes it again from the input")
      }
      return
    }
    let remedy =
      "move it away with the -wal and -shm files beside it, then put the findie.sqlite of a published "
      + "night in its place, or let the next night make it again from the input"
    let known = try CatalogueLedger(ofAnyStoreIn: night)
    do {
      let size = try DurableFile.size(of: night.store)
      guard size > 0 else { return add(night.store, "it is empty", remedy: remedy) }
      let store = try LivingStore(at: night.store)
      try store.integrityCheck()
      let digest = try store.catalogue().digest(workers: night.workers)
      try store.close()
      bytes += size
      if let known, known.digest != digest {
        add(
          night.store,
          "its games, players or wishlists are not those that were written into it last",
          remedy: remedy)
      }
    } catch let failure as StoreFailure where !failure.isOfTheFile {
      add(
        night.store, "it could not be looked at: \(failure)",
        remedy: "verify again when this user may open it and nobody holds it: it may be as it was")
    } catch {
      let isNewer = if case StoreFailure.newer = error { true } else { false }
      add(
        night.store, "\(error)",
        remedy: isNewer ? "install the newer findie that wrote it" : remedy)
    }
  }

  private mutating func lookAtForgotten(of night: Night) throws {
    let problems = try Tombstones.problems(in: night.workspace)
    for (url, problem) in problems {
      add(
        url, problem,
        remedy: problems.count == 1
          ? "the next night writes it again by the other"
          : "restore one of the two from a backup: without them players who asked to be forgotten "
            + "come back")
    }
  }

  /// Compares a folder with its checksums.
  ///
  /// - Returns: how many files it lists.
  private mutating func lookAtFiles(
    of folder: URL, remedy: String, _ night: Night, _ sums: FileSums
  ) throws -> Int {
    do {
      guard let checksums = try Checksums(in: folder) else {
        add(
          folder.appending(path: Checksums.fileName),
          "it is gone: nothing beside it can be compared", remedy: remedy)
        return 0
      }
      bytes += try DurableFile.size(of: folder)
      for difference in try checksums.differences(in: folder, sums, night.workers) {
        add(folder.appending(path: difference.path), difference.problem, remedy: remedy)
      }
      return checksums.sums.count
    } catch let stop as Stopped {
      throw stop
    } catch {
      add(folder.appending(path: Checksums.fileName), "\(error)", remedy: remedy)
      return 0
    }
  }

  private mutating func lookAtNight(of day: Day, _ night: Night, _ sums: FileSums) throws {
    let folder = night.published(day)
    let remedy =
      day == night.servedDay
      ? Self.night("--date \(day) --force publish", "publishes the night again")
      : "remove \(folder.path), then `findie backfill --from \(day) --to \(day)` makes the night again"
    publishedFiles += try lookAtFiles(of: folder, remedy: remedy, night, sums)
    nights += 1
    if let own = ServedModel.day(ofNight: folder), own != day {
      add(folder, "it is the night of \(own)", remedy: remedy)
    }
    if night.madeFrom(day) == nil {
      add(
        night.recipe(day), "it does not say what the night was made from",
        remedy: "`findie report`, `diff` and `reproduce` need it; " + remedy)
    }
  }

  /// Reports of days of which the workspace knows no night are another's.
  private mutating func lookAtReports(of night: Night, _ sums: FileSums) throws {
    guard DurableFile.exists(night.reports) else { return missingReports = night.reports.path }
    let published = try night.publishedDays()
    for day in try Set(published + night.days(in: night.runs)).sorted() {
      let folder = night.reports(day)
      let isPublished = published.contains(day)
      guard DurableFile.exists(folder) else {
        if isPublished { nightsWithoutReports.append(day) }
        continue
      }
      let remedy =
        if day == night.servedDay {
          Self.night("--date \(day) --force reports", "makes them again")
        } else if isPublished {
          "remove \(folder.path), then `findie backfill --from \(day) --to \(day)` makes the night again"
        } else {
          "`findie run nightly --date \(day) --until reports --force reports` makes them again and "
            + "publishes nothing"
        }
      reportFiles += try lookAtFiles(of: folder, remedy: remedy, night, sums)
      reportNights += 1
      if let own = WrittenReports.day(of: folder), own != day {
        add(folder, "they are the reports of \(own)", remedy: remedy)
      }
    }
  }

  private mutating func lookAtServed(_ night: Night) {
    let current = night.published.appending(path: "current")
    guard let day = night.servedDay else {
      if DurableFile.exists(night.published) {
        add(current, "it names no night", remedy: "run `findie run nightly` again")
      }
      return
    }
    do {
      try PublishedStore(at: night.published(day).appending(path: "findie.sqlite"))
        .integrityCheck()
    } catch {
      add(
        current, "\(error)",
        remedy: Self.night("--date \(day) --force publish", "publishes the night again"))
    }
  }
}

// MARK: - For people

extension WorkspaceVerification {
  package var answer: Answer {
    let tenths = Int((seconds * 10).rounded())
    let what =
      "\(artifacts) artifacts, \(NightSummary.grouped(events)) events, the store, "
      + "\(NightSummary.grouped(publishedFiles)) files of \(nights) published "
      + "night\(nights == 1 ? "" : "s"), \(NightSummary.grouped(reportFiles)) reports of "
      + "\(reportNights) night\(reportNights == 1 ? "" : "s"), \(Size(bytes)) in "
      + "\(tenths / 10).\(tenths % 10) s"
    var lines = [
      isSound
        ? "All is as it was written: \(what)."
        : "\(problems.count) thing\(problems.count == 1 ? " is" : "s are") damaged, of \(what):"
    ]
    for problem in problems {
      lines.append("  - \(problem.path): \(printable(problem.problem)). Remedy: \(problem.remedy).")
    }
    if let missingReports {
      lines.append(
        "No reports were looked at: there is no folder \(missingReports); name --reports.")
    }
    if !nightsWithoutReports.isEmpty {
      let days = nightsWithoutReports.map(\.description).joined(separator: ", ")
      lines.append("Published without reports, or they were moved elsewhere: \(days).")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
