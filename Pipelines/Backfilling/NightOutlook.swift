import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import Foundation

/// Whether a night of the past is published as it would be made now.
///
/// The catalogue of today is not compared: a night of the past saw the catalogue of then.
enum NightOutlook: Equatable {
  case right
  case missing
  case outdated(String)
  /// There is nothing to make it from.
  case impossible(String)
}

extension Night {
  /// - Parameter ledger: the history's, as it stands now.
  func outlook(of day: Day, _ ledger: Ledger) -> NightOutlook {
    let days = ledger.days.map(\.day)
    guard let first = days.min(), let newest = ledger.dayAfterNewest else {
      return .impossible("the history is empty")
    }
    if day > newest { return .impossible("the newest event is of \(newest.adding(days: -1))") }
    if day <= first { return .impossible("the first event is of \(first)") }
    let files = PublishedFolder.lists + ["findie.sqlite"]
    let folder = published(day)
    guard files.allSatisfy({ DurableFile.exists(folder.appending(path: $0)) }) else {
      return .missing
    }
    guard let made = madeFrom(day) else {
      return .outdated("it does not say what it was made from")
    }
    var reasons: [String] = []
    let changed = made.ledger.daysThatDiffer(from: ledger, before: day)
    if !changed.isEmpty {
      let names = changed.prefix(3).map(\.description).joined(separator: ", ")
      reasons.append("other events on \(names)\(changed.count > 3 ? ", …" : "")")
    }
    reasons += Reason.changes(
      from: canonicalJSON(made.parameters.ofContent), to: canonicalJSON(parameters.ofContent)
    ).map(\.sentence)
    if canonicalJSON(made.contract) != canonicalJSON(contract) {
      reasons.append("the data contract changed")
    }
    for name in ["findie", "blas"] where made.versions[name] != Versions.all[name] {
      reasons.append(
        Reason(.program, from: made.versions[name] ?? "none", to: Versions.all[name] ?? "none")
          .sentence)
    }
    if !DurableFile.exists(reports(day).appending(path: "index.html")) {
      reasons.append("its reports are not there")
    }
    return reasons.isEmpty ? .right : .outdated(reasons.joined(separator: "; "))
  }
}

extension NightParameters {
  /// Those that what is published depends on.
  fileprivate var ofContent: NightParameters {
    var parameters = self
    parameters.stages = StageRuleParameters()
    parameters.keep = KeepParameters()
    return parameters
  }
}
