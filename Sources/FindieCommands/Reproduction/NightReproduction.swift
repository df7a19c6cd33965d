import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieHistory
import FindieNight
import FindieStore
import FindieWorkers
import Foundation

/// Reproduces a published night from its recipe in another workspace, and compares the two.
///
/// ```
/// runs/<day>/recipe.json          parameters, contract, clock, days of the history
/// history/                    →   links to the files, which are never rewritten
/// published/<day>/findie.sqlite → the store with the catalogue of that night
/// ```
struct NightReproduction {
  private let original: Workspace
  private let day: Day
  private let scratch: URL
  private let isRetained: Bool
  private let workers: Workers

  /// - Parameters:
  ///   - day: nil for the published night.
  ///   - isRetained: whether the other workspace is not removed afterwards.
  /// - Throws: `NotFound`.
  init(
    of day: Day?, from workspace: Workspace, in scratch: URL?, isRetained: Bool, workers: Workers
  ) throws {
    original = workspace
    guard let day = day ?? workspace.currentDay else { throw workspace.nothingPublished }
    self.day = day
    self.scratch =
      scratch ?? workspace.folder.absoluteURL.standardizedFileURL.deletingLastPathComponent()
    self.isRetained = isRetained
    self.workers = workers
    try original.checkPublished(self.day)
    if try RemovedFromNight(of: original.published(self.day)) != nil {
      throw CommandFailure(
        .failed,
        "The night of \(self.day) cannot be reproduced: a rollback removed players or games from "
          + "its lists.")
    }
  }

  /// Reproduces the night and compares.
  func reproduction(
    _ control: RunControl
  ) throws -> Reproduction {
    let folder = try newFolder()
    let result = Swift.Result {
      let source = try prepared(in: folder)
      let reproduced = source.night
      _ = try NightRun(reproduced, control).run()
      guard try Fingerprint(ofFile: original.recipeFile(of: day)) == source.recipe else {
        throw CommandFailure(
          .failed,
          "The night of \(day) was published again during the comparison. Run the same command again."
        )
      }
      return try comparison(of: reproduced, source)
    }
    if !isRetained { try DurableFile.removeTemporary(folder) }
    return try result.get()
  }

  /// The other night before it is run, and its inputs.
  private struct Source {
    let night: Night
    let original: NightRecipe
    /// The hash of the recipe's file.
    let recipe: Fingerprint
    let changedDays: [Day]
    let usesPresentHistory: Bool
  }

  /// Writes everything that the night needs to another workspace.
  private func prepared(in folder: URL) throws -> Source {
    // Locked, since a nightly run removes files of the history.
    let lock = try WorkspaceLock(workspace: original.folder)
    defer { withExtendedLifetime(lock) {} }
    let originalRecipe = try NightRecipe(of: day, file: original.recipeFile(of: day))
    let present = try original.history.ledger()
    var recipe = originalRecipe
    let usesPresentHistory = !original.history.hasDays(of: originalRecipe.ledger)
    if usesPresentHistory {
      recipe.ledger.days = present.days.filter { $0.day < day }
      recipe.ledger.forgottenEvents = present.forgottenEvents
    }

    var night = Night(
      workspace: Workspace(
        folder.appending(path: "workspace"), reports: folder.appending(path: "reports")),
      date: day, parameters: originalRecipe.parameters, contract: originalRecipe.contract,
      workers: workers,
      clock: RunClock(now: originalRecipe.now))
    night.experiments = originalRecipe.experiments ?? []
    night.purpose = .reproduction(recipe)
    try DurableFile.createFolder(night.workspace.folder)
    try original.history.copyDays(of: recipe.ledger, to: night.workspace.history)
    try DurableFile.copy(
      original.publishedStore(day), to: night.workspace.store)
    let training = originalRecipe.training
    if training.day != day {
      guard let stored = original.anchorStore(of: day, training) else {
        throw NotFound(
          "The night of \(day) uses the models of the night of \(training.day), whose catalogue is "
            + "no longer in \(original.published.path). Restore the night from a backup.")
      }
      try DurableFile.createFolder(night.workspace.published(training.day))
      try DurableFile.copy(stored.url, to: night.workspace.publishedStore(training.day))
      // With events that came late since, the models cannot be trained again.
      if !training.isOf(recipe.ledger, in: original.history) {
        try AnchorArtifacts(in: original.published(day)).restore(to: night.artifacts)
      }
    }
    let suggestions = original.suggestions(day)
    if DurableFile.isFolder(suggestions) {
      try DurableFile.createFolder(night.workspace.reproducedSuggestions)
      for file in try original.suggestionFiles(day) {
        try DurableFile.copy(
          file, to: night.workspace.reproducedSuggestions.appending(path: file.lastPathComponent))
      }
    }
    // What the reports' closed weeks compare with was estimated in an earlier night.
    let weeks = original.published(day).appending(path: OwnFiles.closedWeeksName)
    if DurableFile.exists(weeks) {
      try DurableFile.createFolder(night.artifacts)
      try DurableFile.copy(weeks, to: ClosedWeeks.file(in: night.artifacts))
    }
    return Source(
      night: night, original: originalRecipe,
      recipe: try Fingerprint(ofFile: original.recipeFile(of: day)),
      changedDays: originalRecipe.ledger.daysThatDiffer(from: present, before: day),
      usesPresentHistory: usesPresentHistory)
  }

  private func comparison(of night: Night, _ source: Source) throws -> Reproduction {
    let (published, reproduced) = (original.published(day), night.workspace.published(day))
    var files: [FileComparison] = []
    // Night folders also contain models, which are not compared.
    for name in try DurableFile.files(below: reproduced)
    where !name.contains("/") && !OwnFiles.isUnlisted(name) {
      var file = try FileComparison(
        name, published: published.appending(path: name),
        reproduced: reproduced.appending(path: name))
      if name == Workspace.storeName {
        try file.compareRows(
          PublishedStore(at: published.appending(path: name)),
          PublishedStore(at: reproduced.appending(path: name)))
      }
      files.append(file)
    }
    let hasReports =
      try DurableFile.exists(original.reports(day)) && original.otherOwnerOfReports() == nil
    if hasReports {
      let folders = [original.reports(day), night.workspace.reports(day)]
      let paths = try Set(folders.flatMap { try DurableFile.files(below: $0) })
      for path in paths.sorted() where path != Checksums.fileName {
        files.append(
          try FileComparison(
            "reports/" + path, published: folders[0].appending(path: path),
            reproduced: folders[1].appending(path: path)))
      }
    }
    let recipe = try NightRecipe(of: day, file: night.workspace.recipeFile(of: day))
    return Reproduction(
      day: day, files: files, hasReports: hasReports, changedDays: source.changedDays,
      usesPresentHistory: source.usesPresentHistory,
      hasOtherCatalogue: recipe.catalogue != source.original.catalogue
        || recipe.partners != source.original.partners
        || recipe.team.digests != source.original.team.digests,
      champion: source.original.champion,
      versions: source.original.versions, presentVersions: Versions.all,
      folder: isRetained ? night.workspace.folder.deletingLastPathComponent().path : nil)
  }

  /// A new folder; an interrupted run may have left one, or another run may use it.
  private func newFolder() throws -> URL {
    try DurableFile.createFolder(scratch)
    var number = 1
    while true {
      let name = "findie-reproduced-\(day)" + (number == 1 ? "" : "-\(number)")
      let folder = scratch.appending(path: name)
      if try DurableFile.createNewFolder(folder) { return folder }
      number += 1
    }
  }
}
