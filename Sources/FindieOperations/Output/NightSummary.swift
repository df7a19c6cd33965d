import FindieFiles
import FindieText
package import FindieWorkspace
import Foundation
package import FindieBatch

/// The result of a finished run: its stages and where its output is.
package struct NightSummary {
  private let manifest: RunManifest
  private let workspace: Workspace

  package init(_ manifest: RunManifest, _ workspace: Workspace) {
    self.manifest = manifest
    self.workspace = workspace
  }

  package var answer: Answer {
    var table = TextTable(
      ("stage", .left), ("", .left), ("seconds", .right), ("peak MB", .right), ("counts", .left))
    for record in manifest.stages {
      table.add(
        record.stage, record.outcome.rawValue, record.seconds.fixed(1),
        (record.peakMemoryInBytes >> 20).grouped, Self.counts(record.counts))
    }
    let day = manifest.day
    let reports =
      DurableFile.exists(workspace.reports.appending(path: "\(day)/index.html"))
      ? "\(workspace.reports.path)/\(day)/index.html" : "not written"
    let conclusions = manifest.stages.compactMap(\.conclusion).map { "\n\($0)\n" }.joined()
    let text = """
      \(table.text)
      \(conclusions)
      The run of \(day) took \(manifest.seconds.fixed(1)) s on \(manifest.threads.counted("thread")).
        lists     \(workspace.published.path)/current/
        reports   \(reports)
        record    \(workspace.run(day).record.path)
      """
    return Answer(text: text, json: canonicalJSON(manifest) + "\n")
  }

  /// Counts on one line, by name.
  package static func counts(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.grouped)" }
      .joined(separator: ", ")
  }
}
