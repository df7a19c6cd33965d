import FindieFiles
import Foundation
package import FindieBatch

/// A finished night as a table, and where to look.
package struct NightSummary {
  private let manifest: RunManifest
  private let night: Night

  package init(_ manifest: RunManifest, night: Night) {
    self.manifest = manifest
    self.night = night
  }

  package var answer: Answer {
    var table = TextTable(
      ("stage", .left), ("", .left), ("seconds", .right), ("peak MB", .right), ("made", .left))
    for record in manifest.stages {
      table.add(
        record.stage, record.outcome.rawValue, Self.tenths(record.seconds),
        Self.grouped(record.peakMemoryInBytes >> 20), Self.counts(record.counts))
    }
    let day = manifest.day
    let reports =
      DurableFile.exists(night.reports.appending(path: "\(day)/index.html"))
      ? "\(night.reports.path)/\(day)/index.html" : "none were written"
    let conclusions = manifest.stages.compactMap(\.conclusion).map { "\n\($0)\n" }.joined()
    let text = """
      \(table.text)
      \(conclusions)
      The night of \(day) took \(Self.tenths(manifest.seconds)) s on \(manifest.threads) \
      thread\(manifest.threads == 1 ? "" : "s").
        lists     \(night.published.path)/current/
        reports   \(reports)
        record    \(night.workspace.path)/runs/\(day)/run.json
      """
    return Answer(text: text, json: canonicalJSON(manifest) + "\n")
  }

  /// Counts in a line, by name.
  package static func counts(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \(grouped($0.value))" }
      .joined(separator: ", ")
  }

  /// 12.345 as 12.3.
  static func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// 1234567 as 1,234,567.
  package static func grouped(_ number: Int) -> String {
    let digits = String(abs(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }
}
