import FindieBatch
import FindieFiles
package import Foundation

/// The record of one night as a table to read.
package struct NightLog {
  private let name: String
  private let manifest: RunManifest

  /// - Parameter name: the night, `YYYY-MM-DD`, or `undated`.
  package init(_ name: String, workspace: URL) throws {
    self.name = name
    manifest = try RunRecords(workspace: workspace).record(name)
  }

  package var answer: Answer {
    var table = TextTable(
      ("stage", .left), ("", .left), ("seconds", .right), ("CPU s", .right), ("peak MB", .right),
      ("why", .left), ("counts", .left))
    for record in manifest.stages {
      table.add(
        record.stage, record.outcome.rawValue, NightSummary.tenths(record.seconds),
        NightSummary.tenths(record.cpuSeconds),
        NightSummary.grouped(record.peakMemoryInBytes >> 20),
        record.reason.split(separator: "\n").first.map(String.init) ?? "",
        NightSummary.counts(record.counts))
    }
    let words = RunRecords.words(name)
    let what = words.prefix(1).uppercased() + words.dropFirst()
    var lines = [
      "\(what): \(manifest.status.rawValue). Began \(manifest.startedAt), "
        + "took \(NightSummary.tenths(manifest.seconds)) s "
        + "(\(NightSummary.tenths(manifest.cpuSeconds)) s of processor time) on "
        + "\(manifest.threads) thread\(manifest.threads == 1 ? "" : "s"), at most "
        + "\(NightSummary.grouped(manifest.peakMemoryInBytes >> 20)) MB.",
      "", table.text,
    ]
    if let message = manifest.message { lines += ["", message] }
    if !manifest.warnings.isEmpty {
      lines += ["", "Warnings:"] + manifest.warnings.map { "  \($0)" }
    }
    let conclusions = manifest.stages.compactMap(\.conclusion)
    if !conclusions.isEmpty { lines += [""] + conclusions }
    return Answer(
      text: lines.joined(separator: "\n"), json: canonicalJSON(manifest, pretty: true) + "\n")
  }
}

/// All nights that left a record, a line each.
package struct NightList: Codable {
  package struct Row: Codable {
    var night: String
    /// Nil where the record cannot be read.
    var status: RunManifest.Status?
    var startedAt: String?
    var seconds: Double?
    var made: Int?
    var warnings: Int?
    /// What failed, or why the record cannot be read.
    var problem: String?
  }

  private let nights: [Row]

  /// - Throws: `NothingPublished` where there is no workspace.
  package init(workspace: URL) throws {
    guard DurableFile.exists(workspace) else {
      throw NothingPublished(
        "there is no workspace at \(workspace.path); name another --workspace")
    }
    let records = RunRecords(workspace: workspace)
    nights = try records.names().map { name in
      do {
        let record = try records.record(name)
        return Row(
          night: name, status: record.status, startedAt: record.startedAt, seconds: record.seconds,
          made: record.stages.count { $0.outcome == .made }, warnings: record.warnings.count,
          problem: record.failure.map { failure in
            (failure.stage.map { "\($0): " } ?? "") + failure.cause
          })
      } catch let error as UnreadableRecord {
        return Row(night: name, problem: error.why)
      }
    }
  }

  package var answer: Answer {
    var table = TextTable(
      ("night", .left), ("", .left), ("began", .left), ("seconds", .right), ("made", .right),
      ("warnings", .right), ("what failed", .left))
    for row in nights {
      table.add(
        row.night, row.status?.rawValue ?? "?", row.startedAt ?? "",
        row.seconds.map(NightSummary.tenths) ?? "", row.made.map(String.init) ?? "",
        row.warnings.map(String.init) ?? "",
        row.problem?.split(separator: "\n").first.map(String.init) ?? "")
    }
    return Answer(
      text: nights.isEmpty ? "No night has run in this workspace." : table.text,
      json: canonicalLine(self))
  }
}
