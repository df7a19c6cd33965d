import FindieAnalytics
import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieHistory
import FindieNight
import FindieRanking
import Foundation

/// Whether the published night of a day is up to date.
///
/// The current catalogue is not compared: a past night was built from the catalogue of its day.
enum PublishedNightState: Equatable {
  case upToDate
  case missing
  case outdated(String)
  /// There are no events to build it from.
  case impossible(String)
}

extension Night {
  /// - Parameters:
  ///   - ledger: the history's current ledger.
  ///   - uncounted: the accounts that do not count now.
  func state(
    of day: Day, _ ledger: Ledger, without uncounted: UncountedPlayers
  ) throws -> PublishedNightState {
    let days = ledger.days.map(\.day)
    guard let first = days.min(), let newest = ledger.dayAfterNewest else {
      return .impossible("the history is empty")
    }
    if day > clock.now.day {
      return .impossible("it is in the future (today is \(clock.now.day) in UTC)")
    }
    if day > newest { return .impossible("the newest event is on \(newest.adding(days: -1))") }
    if day <= first { return .impossible("the first event is on \(first)") }
    let (folder, recipe) = (workspace.published(day), workspace.recipe(of: day))
    let own = recipe?.parameters ?? parameters
    let format = own.lists.ndjson
    let files =
      OwnFiles.lists + [format.fileName, Workspace.storeName]
      + (own.recommendations.rows.maximum > 0 ? [format.rowsName] : [])
    guard files.allSatisfy({ DurableFile.exists(folder.appending(path: $0)) }) else {
      return .missing
    }
    guard let recipe else { return .outdated("its recipe is missing") }
    var reasons: [String] = []
    let changed = recipe.ledger.daysThatDiffer(from: ledger, before: day)
    if !changed.isEmpty {
      let names = changed.prefix(3).map(\.description).joined(separator: ", ")
      reasons.append("changed events on \(names)\(changed.count > 3 ? ", …" : "")")
    }
    reasons += StageReason.changes(
      from: canonicalJSON(recipe.parameters.ofContent), to: canonicalJSON(parameters.ofContent)
    ).map(\.sentence)
    if canonicalJSON(recipe.contract) != canonicalJSON(contract) {
      reasons.append("changed data contract")
    }
    if try canonicalJSON(recipe.experiments ?? []) != canonicalJSON(begunExperiments(on: day)) {
      reasons.append("changed experiments")
    }
    if recipe.volume.uncounted != uncounted.identity(before: day) {
      reasons.append("other accounts do not count")
    }
    for name in ["findie", "build", "blas"] where recipe.versions[name] != Versions.all[name] {
      reasons.append(
        StageReason(
          .programChanged, from: recipe.versions[name] ?? "none", to: Versions.all[name] ?? "none"
        )
        .sentence)
    }
    if !DurableFile.exists(workspace.reports(day).appending(path: "index.html")) {
      reasons.append("its reports are missing")
    }
    return reasons.isEmpty ? .upToDate : .outdated(reasons.joined(separator: "; "))
  }
}

extension NightParameters {
  /// The parameters that published files depend on.
  fileprivate var ofContent: NightParameters {
    var parameters = self
    parameters.stages = StageRuleParameters()
    parameters.retention = RetentionParameters()
    parameters.ingest.full = []
    return parameters
  }
}
