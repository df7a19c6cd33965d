import FindieDomain
import FindieText
import FindieWorkspace

/// The record of one run as a table.
struct NightLog {
  private let name: String
  private let manifest: RunManifest

  /// - Parameter name: the day (`YYYY-MM-DD`), or `undated`.
  init(_ name: String, in workspace: Workspace) throws {
    self.name = name
    manifest = try RunRecords(workspace).record(name)
  }

  var answer: Answer {
    var table = TextTable(
      ("stage", .left), ("outcome", .left), ("seconds", .right), ("CPU s", .right),
      ("peak MB", .right),
      ("reason", .left), ("counts", .left))
    for record in manifest.stages {
      table.add(
        record.stage, record.outcome.rawValue, record.seconds.fixed(1),
        record.cpuSeconds.fixed(1),
        (record.peakMemoryInBytes >> 20).grouped,
        record.reason.split(separator: "\n").first.map(String.init) ?? "",
        record.counts.listed)
    }
    let subject = RunRecords.subject(name)
    let heading = subject.prefix(1).uppercased() + subject.dropFirst()
    var lines = [
      "\(heading): \(manifest.status.rawValue). Started \(manifest.startedAt), "
        + "took \(manifest.seconds.fixed(1)) s "
        + "(\(manifest.cpuSeconds.fixed(1)) s CPU time) on "
        + "\(manifest.threads.counted("thread")), peak memory "
        + "\((manifest.peakMemoryInBytes >> 20).grouped) MB.",
      "", table.text,
    ]
    let timeline = RunTimeline(manifest.stages)
    if timeline.end > 0 {
      lines += ["", "Timeline, \(timeline.end.fixed(1)) s (░: at most one core busy):"]
      lines += timeline.bars(width: TextTable.maximumWidth ?? 100)
    }
    if let stretch = manifest.serialStretch {
      lines.append(
        "At most one core was busy for \(stretch.seconds.fixed(1)) s from second "
          + "\(stretch.startedAfterSeconds.fixed(1)), during "
          + "\(stretch.stages.joined(separator: ", ")).")
    }
    for rollback in manifest.rollbacks ?? [] {
      lines.append(
        "At \(rollback.at), it became the current night again, instead of \(rollback.from).")
    }
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

/// All runs with a record, one line each.
struct NightList: Codable {
  struct Row: Codable {
    var night: String
    /// Nil if the record cannot be read.
    var status: RunManifest.Status?
    var startedAt: String?
    var seconds: Double?
    var built: Int?
    var warnings: Int?
    /// What failed, or why the record cannot be read.
    var problem: String?
  }

  private let nights: [Row]

  /// - Throws: `NotFound` if there is no workspace.
  init(of workspace: Workspace) throws {
    try workspace.checkExists()
    let records = RunRecords(workspace)
    nights = try records.names().map { name in
      do {
        let record = try records.record(name)
        return Row(
          night: name, status: record.status, startedAt: record.startedAt, seconds: record.seconds,
          built: record.stages.count { $0.outcome == .built }, warnings: record.warnings.count,
          problem: record.failure.map { failure in
            (failure.stage.map { "\($0): " } ?? "") + failure.cause
          })
      } catch WorkspaceFailure.unreadableRecord(_, let why) {
        return Row(night: name, problem: why)
      }
    }
  }

  var answer: Answer {
    var table = TextTable(
      ("day", .left), ("status", .left), ("started", .left), ("seconds", .right), ("built", .right),
      ("warnings", .right), ("failure", .left))
    for row in nights {
      table.add(
        row.night, row.status?.rawValue ?? "?", row.startedAt ?? "",
        row.seconds.map { $0.fixed(1) } ?? "", row.built.map(String.init) ?? "",
        row.warnings.map(String.init) ?? "",
        row.problem?.split(separator: "\n").first.map(String.init) ?? "")
    }
    return Answer(
      text: nights.isEmpty ? "There are no runs in this workspace." : table.text,
      json: canonicalLine(self))
  }
}
