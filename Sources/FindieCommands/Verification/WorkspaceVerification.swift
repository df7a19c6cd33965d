import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieHistory
import FindieReports
import FindieNight
import FindieStore
import FindieText
import Foundation

/// Whether the files of a workspace are intact, and what to do about damage.
struct WorkspaceVerification: Codable, Sendable {
  struct Problem: Codable, Sendable {
    let path: String
    let problem: String
    let remedy: String
  }

  private(set) var problems: [Problem] = []
  private var artifacts = 0
  private var events = 0
  private var nights = 0
  private var publishedFiles = 0
  private var reportNights = 0
  private var reportFiles = 0
  private var bytes = 0
  /// The published nights without reports: none were written, or they are in another folder.
  private var nightsWithoutReports: [Day] = []
  private let reports: String
  /// Why the reports were not checked; nil if they were.
  private var uncheckedReports: String?
  private var seconds = 0.0
  /// Nil if no lists were computed again.
  private var recomputed: ListRecomputation?
  /// Whether the files could be searched for forgotten players.
  private var searchesPlayers = true

  var isIntact: Bool { problems.isEmpty }

  /// Reads every artifact, day of the history, published file and report, and the store, and
  /// compares them with their checksums.
  ///
  /// - Parameter percent: of the published lists, how many are computed again.
  /// - Throws: `WorkspaceLock.Held` during a run; `Stopped`.
  init(
    of night: Night, recomputing percent: Double = 0, elapsedSeconds: () -> Double,
    isStopping: @escaping @Sendable () -> Bool
  ) throws {
    try night.workspace.checkExists()
    reports = night.workspace.reports.path
    // A concurrent run would look like damage.
    let lock = try WorkspaceLock.forReading(night.workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    let started = elapsedSeconds()
    try checkParts(of: night)
    try checkArtifacts(of: night)
    if isStopping() { throw Stopped() }
    try checkHistory(of: night, isStopping: isStopping)
    try checkStore(of: night, isReadOnly: lock == nil)
    try checkForgottenPlayers(of: night)
    let sums = FileSums(isStopping: isStopping)
    for day in try night.workspace.publishedDays() { try checkPublishedNight(of: day, night, sums) }
    try checkHealth(of: night)
    checkCurrent(night)
    try checkReports(of: night, sums)
    if percent > 0, let day = night.workspace.currentDay {
      let lists = try ListRecomputation(percent: percent, workspace: night.workspace)
      recomputed = lists
      for player in lists.differing.prefix(10) {
        add(
          night.workspace.published(day), lists.problem(of: player),
          remedy: Self.run("--date \(day) --force recommendations"))
      }
    }
    seconds = elapsedSeconds() - started
  }

  /// A remedy: a nightly run with some options.
  private static func run(_ options: String) -> String {
    "run `findie run nightly \(options)` with your usual --input, --workspace and --reports"
  }

  private mutating func add(_ url: URL, _ problem: String, remedy: String) {
    // It is shown as part of a sentence.
    let problem = problem.hasSuffix(".") ? String(problem.dropLast()) : problem
    problems.append(Problem(path: url.path, problem: problem, remedy: remedy))
  }

  private mutating func checkArtifacts(of night: Night) throws {
    // `findie ingest` writes no artifacts.
    guard DurableFile.exists(night.artifacts) else { return }
    let times = StageTimes(file: night.workspace.stageTimes)
    for stage in Nightly.stages(of: night) where stage.isPersisted {
      let url = night.artifacts.appending(path: "\(stage.name).artifact")
      let remedy = Self.run("--force \(stage.name)")
      guard DurableFile.exists(url) else {
        if times.stages[stage.name] != nil {
          add(url, "the file is missing", remedy: "the next run rebuilds it")
        }
        continue
      }
      do {
        let header = try ArtifactReader(url).header
        artifacts += 1
        bytes += try DurableFile.size(of: url)
        if header.stage != stage.name {
          add(url, "it belongs to the stage \(header.stage)", remedy: remedy)
        }
      } catch {
        add(url, "\(error)", remedy: remedy)
      }
    }
  }

  private mutating func checkHistory(
    of night: Night, isStopping: @escaping @Sendable () -> Bool
  ) throws {
    try checkLosses(of: night)
    guard DurableFile.exists(night.workspace.history.folder) else { return }
    let found = try night.workspace.history.verify(
      workers: night.workers,
      progress: { _ in if isStopping() { throw Stopped() } })
    events = found.events
    bytes += found.bytes
    let remedy =
      found.isNewer
      ? "install the newer findie that wrote it"
      : "restore it from a backup, or remove the whole folder and run again with all input files"
    for problem in found.problems { add(night.workspace.history.folder, problem, remedy: remedy) }
  }

  /// Compares the history with that of the newest published night.
  private mutating func checkLosses(of night: Night) throws {
    let ledger: Ledger
    do {
      ledger = try night.workspace.history.ledger()
    } catch {
      // The check of the history reports it.
      return
    }
    do {
      guard let lost = try NightRefusal.lostHistory(of: night.workspace, ledger) else { return }
      add(night.workspace.history.folder, lost.finding, remedy: lost.remedy)
    } catch is NightRefusal {
      // The check of the published night reports it.
    }
  }

  /// - Parameter isReadOnly: whether the workspace cannot be written to. Then a copy is opened,
  ///   since SQLite writes files next to a store.
  private mutating func checkStore(of night: Night, isReadOnly: Bool) throws {
    guard DurableFile.exists(night.workspace.store) else {
      if DurableFile.exists(night.artifacts) {
        add(
          night.workspace.store, "the file is missing",
          remedy: "the next run rebuilds it from the input")
      }
      return
    }
    let remedy =
      "move it and its -wal and -shm files away, then copy the findie.sqlite of a published night "
      + "to its path, or let the next run rebuild it from the input"
    let known = try CatalogueSources(ofAnyStoreIn: night)
    do {
      let size = try DurableFile.size(of: night.workspace.store)
      guard size > 0 else { return add(night.workspace.store, "the file is empty", remedy: remedy) }
      let digests =
        if isReadOnly {
          try DurableFile.withTemporaryFolder { folder in
            for suffix in ["", "-wal"] {
              let name = Workspace.storeName + suffix
              let file = night.workspace.folder.appending(path: name)
              guard DurableFile.exists(file) else { continue }
              try DurableFile.copy(file, to: folder.appending(path: name))
            }
            return try Self.checkedDigests(
              ofStore: folder.appending(path: Workspace.storeName), night)
          }
        } else {
          try Self.checkedDigests(ofStore: night.workspace.store, night)
        }
      bytes += size
      if let known, known.digests != digests {
        add(
          night.workspace.store,
          "its records were changed by another program",
          remedy: remedy)
      }
    } catch let failure as StoreFailure where !failure.concernsFile {
      add(
        night.workspace.store, "it could not be read: \(failure)",
        remedy: "verify again when this user may open it and no other process holds it")
    } catch {
      let isOtherFormat = if case StoreFailure.otherFormat = error { true } else { false }
      add(
        night.workspace.store, "\(error)",
        remedy: isOtherFormat ? "use the findie that wrote it, or \(remedy)" : remedy)
    }
  }

  /// Checks a store, and returns the digests as in `CatalogueSources.digests`.
  private static func checkedDigests(ofStore url: URL, _ night: Night) throws -> [Fingerprint] {
    let store = try WorkspaceStore(at: url)
    try store.integrityCheck()
    let catalogue = try store.catalogue()
    let digests = [
      catalogue.digest(workers: night.workers),
      try store.partnerData().digest(workers: night.workers),
      catalogue.annotations.digest(workers: night.workers),
      catalogue.promotions.digest(workers: night.workers),
    ]
    try store.close()
    return digests
  }

  private mutating func checkHealth(of night: Night) throws {
    for day in try night.workspace.recordedDays() {
      let file = night.workspace.healthFile(of: day)
      guard DurableFile.exists(file) else { continue }
      do {
        _ = try NightHealth(file: file)
      } catch {
        add(
          file, "\(error)",
          remedy: "restore it from a backup, or remove it: later reports then leave this night out")
      }
    }
  }

  private mutating func checkForgottenPlayers(of night: Night) throws {
    let copies = try RequestCopies(of: night.workspace)
    let problems = try copies.problems()
    let remedy =
      copies.areKnown
      ? "the next run rewrites it from its copies"
      : "restore it from a backup; without it, forgotten players reappear"
    for (url, problem) in problems { add(url, problem, remedy: remedy) }
    guard problems.isEmpty else { return }
    do {
      for part in try night.workspace.partsWithForgottenPlayers(key: night.key) {
        add(
          part, "it has players who were forgotten",
          remedy: part == night.workspace.history.folder
            ? "the next run removes them again" : "remove \(part.path)")
      }
    } catch WorkspaceFailure.missingKey {
      searchesPlayers = false
    } catch is History.Failure {
      // The check of the history reports it.
    }
  }

  /// Checks that the parts belong to this workspace and to the published state.
  private mutating func checkParts(of night: Night) throws {
    do {
      _ = try night.checkParts()
    } catch let part as UnusablePart {
      add(part.url, part.finding, remedy: part.remedy)
    } catch {
      // The check of the part reports it.
    }
  }

  /// Compares a folder with its checksums.
  ///
  /// - Returns: the number of files.
  private mutating func checkFiles(
    of folder: URL, remedy: String, _ night: Night, _ sums: FileSums
  ) throws -> Int {
    do {
      guard let checksums = try Checksums(in: folder) else {
        add(
          folder.appending(path: Checksums.fileName),
          "the file is missing, so the files of this folder cannot be compared", remedy: remedy)
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

  private mutating func checkPublishedNight(of day: Day, _ night: Night, _ sums: FileSums) throws {
    let folder = night.workspace.published(day)
    let remedy =
      day == night.workspace.currentDay
      ? Self.run("--date \(day) --force publish")
      : "remove \(folder.path), then run "
        + "`\(night.workspace.command("backfill --from \(day) --to \(day)"))`"
    publishedFiles += try checkFiles(of: folder, remedy: remedy, night, sums)
    nights += 1
    if let own = ServedModelFiles.day(ofNight: folder), own != day {
      add(folder, "it is the night of \(own)", remedy: remedy)
    } else if night.workspace.recipe(of: day) == nil {
      add(
        night.workspace.recipeFile(of: day), "the recipe is missing or damaged",
        remedy: "`findie report` and `reproduce` need it: "
          + (day == night.workspace.currentDay
            ? NightRefusal.unknownNight(day, in: night.workspace).remedy : remedy))
    }
  }

  /// Reports for days without a record in this workspace belong to another workspace.
  private mutating func checkReports(of night: Night, _ sums: FileSums) throws {
    guard DurableFile.exists(night.workspace.reports) else {
      return uncheckedReports = "there is no folder \(reports)"
    }
    do {
      guard try night.workspace.otherOwnerOfReports() == nil else {
        return uncheckedReports = "those in \(reports) are another workspace's"
      }
    } catch WorkspaceFailure.unreadableIdentity(let path, let why) {
      add(URL(filePath: path), why, remedy: "remove the file: the next night writes it again")
    }
    let published = try night.workspace.publishedDays()
    for day in try Set(published + night.workspace.days(in: night.workspace.runs)).sorted() {
      let folder = night.workspace.reports(day)
      let isPublished = published.contains(day)
      guard DurableFile.exists(folder) else {
        if isPublished { nightsWithoutReports.append(day) }
        continue
      }
      let remedy =
        if day == night.workspace.currentDay {
          Self.run("--date \(day) --force reports")
        } else if isPublished {
          "remove \(folder.path), then run "
            + "`\(night.workspace.command("backfill --from \(day) --to \(day)"))`"
        } else {
          Self.run("--date \(day) --until reports --force reports") + ", which publishes nothing"
        }
      reportFiles += try checkFiles(of: folder, remedy: remedy, night, sums)
      reportNights += 1
      if let own = WrittenReports.day(of: folder), own != day {
        add(folder, "they are the reports of \(own)", remedy: remedy)
      }
    }
  }

  private mutating func checkCurrent(_ night: Night) {
    let current = night.workspace.current
    guard let day = night.workspace.currentDay else {
      if DurableFile.exists(night.workspace.published) {
        add(current, "it does not name a published night", remedy: Self.run("--force publish"))
      }
      return
    }
    do {
      try PublishedStore(at: night.workspace.publishedStore(day)).integrityCheck()
    } catch {
      add(
        current, "\(error)",
        remedy: Self.run("--date \(day) --force publish"))
    }
  }
}

// MARK: - For people

extension WorkspaceVerification {
  var answer: Answer {
    let what =
      "\(artifacts.counted("artifact")), \(events.counted("event")), the store, "
      + "\(publishedFiles.counted("file")) of \(nights.counted("published night")), "
      + "\(reportFiles.counted("report")) of \(reportNights.counted("night")), \(FileSize(bytes)) in "
      + "\(seconds.fixed(1)) s"
    var lines = [
      isIntact
        ? "No damage found in \(what)."
        : "\(problems.count.counted("problem")) found in \(what):"
    ]
    for problem in problems {
      lines.append("  - \(problem.path): \(printable(problem.problem)). Remedy: \(problem.remedy).")
    }
    if let recomputed { lines.append(recomputed.sentence) }
    if !searchesPlayers {
      lines.append(
        "Forgotten players were not searched for: FINDIE_KEY is not this workspace's key.")
    }
    if let uncheckedReports {
      lines.append("The reports were not checked: \(uncheckedReports). Name them with --reports.")
    }
    if !nightsWithoutReports.isEmpty {
      let days = nightsWithoutReports.map(\.description).joined(separator: ", ")
      lines.append(
        "Nights without reports in \(reports): \(days). If they are in another folder, name it "
          + "with --reports.")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
