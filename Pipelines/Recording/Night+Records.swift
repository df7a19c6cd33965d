import FindieBatch
import FindieDomain
import FindieHistory
import Foundation

extension Night {
  /// What stages read that no stage makes.
  var sources: [String: [LineageEvents.Place]] {
    guard remade == nil, stream == nil else { return [:] }
    let folder = LineageEvents.Place(path: input.absoluteURL.path)
    return ["intake": [folder], "records": [folder]]
  }

  /// What a night of that day makes for others.
  func products(of day: String) -> [LineageEvents.Place] {
    guard let day = Day(day) else { return [] }
    return [published(day), reports(day)].map { .init(path: $0.absoluteURL.path) }
  }

  /// What a stage made besides its artifact.
  func products(of record: StageRecord, on day: String?) -> [LineageEvents.Place] {
    guard record.outcome == .made, let day = day.flatMap({ Day($0) }) else { return [] }
    let places: [URL] =
      switch record.stage {
      case "intake": [history.folder]
      case "catalogue": [store]
      case "reports": [reports(day)]
      case Nightly.lastStage: [published(day)]
      default: []
      }
    return places.map { .init(path: $0.absoluteURL.path) }
  }

  private func record(_ name: String, of day: String?) -> URL {
    manifest(day).deletingLastPathComponent().appending(path: name)
  }

  /// The lineage events of a run.
  func lineage(_ day: String?) -> URL { record("openlineage.ndjson", of: day) }

  /// A run as a trace.
  func trace(_ day: String?) -> URL { record("trace.json", of: day) }

  /// The metrics of the last run.
  var metrics: URL { workspace.appending(path: "runs").appending(path: "metrics.prom") }

  /// What the night that runs is at.
  var running: URL { workspace.appending(path: "runs").appending(path: "running.json") }
}
