import FindieDomain
import FindieFiles
import FindieText
import FindieWorkers
import FindieWorkspace
import Foundation

/// The state of a workspace: the published night, the last run, the current run, and the next
/// steps.
struct WorkspaceStatus: Codable {
  struct Published: Codable {
    var night: Day
    /// ISO 8601; nil if the system does not report it.
    var since: String?
    /// Since the beginning of the as-of day.
    var ageInSeconds: Double
    /// Whether it is older than `maximumAge`.
    var isTooOld: Bool
  }

  struct LastRun: Codable {
    /// The day of the run, or `undated` if it failed before its day was known; an argument of
    /// `findie log`.
    var night: String
    var status: RunManifest.Status
    var startedAt: String
    var finishedAt: String?
    var seconds: Double
    var warnings: Int
    var failure: RunManifest.Failure?
  }

  struct Running: Codable {
    var process: Int32
    var startedAt: String?
    var night: String?
    var stages: [RunningNight.StageUnderWay] = []

    var name: String { "process \(process)" }

    /// The running stages; nil if there are none.
    var work: String? {
      stages.isEmpty ? nil : stages.map(\.stage).joined(separator: " and ")
    }
  }

  struct Disk: Codable {
    /// In bytes, by the name of the file or folder in the workspace; hard links count once.
    var used: [String: Int]
    var total: Int
    /// In bytes.
    var free: Int64?
  }

  /// Whether the last run succeeded or one is in progress, and the published night is not too old.
  let isHealthy: Bool
  let published: Published?
  let lastRun: LastRun?
  let running: Running?
  /// A run that ended without a record: it was killed, or the machine stopped.
  let crashed: Running?
  let disk: Disk
  let nextSteps: [String]

  /// - Parameter maximumAge: of the published night, in seconds; nil for any age.
  init(of workspace: Workspace, now: Timestamp, maximumAge: Double?) throws {
    try workspace.checkExists()
    let records = RunRecords(workspace)
    let published = try workspace.currentDay.map { day in
      let age = Double(now.milliseconds - day.start.milliseconds) / 1000
      return Published(
        night: day, since: try workspace.currentSince, ageInSeconds: age,
        isTooOld: maximumAge.map { age > $0 } ?? false)
    }
    let holder = WorkspaceLock.holder(of: workspace.folder)
    let recorded = records.running.map { Running($0) }
    let last = try records.last().map { LastRun($0.record, name: $0.name) }
    running = holder.map { holder in
      recorded.flatMap { $0.process == holder ? $0 : nil } ?? Running(process: holder)
    }
    crashed = holder == nil ? recorded : nil
    self.published = published
    lastRun = last
    disk = try Disk(of: workspace.folder)
    let lastRunSucceeded = crashed == nil && (last.map { $0.status == .done } ?? false)
    isHealthy =
      (running != nil || lastRunSucceeded) && published.map { !$0.isTooOld } ?? (running != nil)
    nextSteps = Self.steps(
      in: workspace, published: published, last: last, running: running, crashed: crashed)
  }

  private static func steps(
    in workspace: Workspace, published: Published?, last: LastRun?, running: Running?,
    crashed: Running?
  ) -> [String] {
    if let running { return ["Wait until \(running.name) has ended."] }
    var steps: [String] = []
    if let crashed {
      steps.append(
        "The last run crashed or was killed"
          + (crashed.work.map { " during \($0)" } ?? "")
          + ". Look for the cause (dmesg, journalctl), then run the same command again. It "
          + "continues where it stopped.")
    } else if let last {
      if let kind = last.failure.flatMap({ FailureKind(rawValue: $0.kind) }) {
        steps.append(kind.remedy(in: workspace))
      }
      if last.status != .done {
        steps.append("To see its record: \(workspace.command("log \(last.night)"))")
      }
    }
    if published == nil, last == nil || last?.status == .done {
      steps.append("Nothing is published yet: \(workspace.command("run nightly --input DIR"))")
    }
    if let published, published.isTooOld {
      steps.append(
        "The published night is too old. Check that the app's export has arrived (findie validate "
          + "DIR), then run \(workspace.command("run nightly --input DIR")).")
    }
    return steps
  }
}

extension WorkspaceStatus.LastRun {
  fileprivate init(_ manifest: RunManifest, name: String) {
    self.init(
      night: name, status: manifest.status, startedAt: manifest.startedAt,
      finishedAt: manifest.finishedAt, seconds: manifest.seconds,
      warnings: manifest.warnings.count, failure: manifest.failure)
  }
}

extension WorkspaceStatus.Running {
  fileprivate init(_ night: RunningNight) {
    self.init(
      process: night.process, startedAt: night.startedAt, night: night.day,
      stages: night.stages)
  }
}

extension WorkspaceStatus.Disk {
  /// Files that a concurrent run removes do not count.
  fileprivate init(of workspace: URL) throws {
    used = [:]
    var seen = Set<[UInt64]>()
    let files = FileManager.default
    for case let path as String in files.enumerator(atPath: workspace.path) ?? .init() {
      guard let file = FileStatus(ofItself: workspace.appending(path: path)), file.kind == .file,
        seen.insert(file.identity).inserted
      else { continue }
      used[path.split(separator: "/").first.map(String.init) ?? path, default: 0] += Int(file.size)
    }
    total = used.values.reduce(0, +)
    free = DurableFile.freeBytes(near: workspace)
  }
}

extension Workspace {
  /// When `current` was changed.
  fileprivate var currentSince: String? {
    get throws {
      let changed =
        try FileManager.default.attributesOfItem(atPath: current.path)[.modificationDate] as? Date
      return changed.map {
        Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down))).description
      }
    }
  }
}

extension FailureKind {
  /// What an operator should do about it.
  fileprivate func remedy(in workspace: Workspace) -> String {
    switch self {
    case .failed: "Read the message, fix the cause, and run the same command again."
    case .badData:
      "Do what the message says, and run again. Rejected lines, if there are any: "
        + "`\(workspace.command("quarantine"))`."
    case .noInput:
      "There is no input. Find out why the export is missing, and run again when it has arrived."
    case .unavailable: "Another process held the workspace or the store. Run again later."
    case .bug: "This is a bug in findie. Keep the workspace's runs/ folder and report it."
    case .cannotWrite: "Free some disk space or fix the permissions, and run again."
    case .stopped: "The run was stopped on request. To continue, run the same command again."
    case .badParameters: "Fix the parameters that the message names, and run again."
    }
  }
}

extension WorkspaceStatus {
  var answer: Answer {
    Answer(text: hasRun ? text : withoutRun, json: canonicalLine(self))
  }

  private var hasRun: Bool {
    published != nil || lastRun != nil || running != nil || crashed != nil
  }

  private var withoutRun: String {
    (["No night has run in this workspace yet."] + nextSteps).joined(separator: "\n")
  }

  private var text: String {
    var lines: [String] = []
    if let published {
      lines.append(
        "published  night of \(published.night), \(Self.age(published.ageInSeconds))"
          + (published.isTooOld ? " (too old)" : "")
          + (published.since.map { ", since \($0)" } ?? ""))
    } else {
      lines.append("published  nothing yet")
    }
    lines.append("last run   " + lastRunLine)
    if let crashed {
      lines.append(
        "crashed    run that started \(crashed.startedAt ?? "earlier")"
          + (crashed.work.map { ", during \($0)" } ?? ""))
    }
    lines.append(
      "running    "
        + (running.map { running in
          running.name + (running.startedAt.map { ", since \($0)" } ?? "")
            + (running.work.map { ", stage \($0)" } ?? "")
        } ?? "no"))
    let largest = disk.used.filter { $0.value > 0 }.sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    .map { "\($0.key) \(Self.megabytes($0.value))" }.joined(separator: ", ")
    lines.append(
      "disk       \(Self.megabytes(disk.total)) MB"
        + (disk.free.map { ", \(Self.megabytes(Int($0))) MB free" } ?? "") + " (\(largest))")
    for step in nextSteps { lines.append("next       \(step)") }
    return lines.joined(separator: "\n")
  }

  private var lastRunLine: String {
    guard let lastRun else { return "none" }
    let took = "took \(lastRun.seconds.fixed(1)) s"
    var line = "\(lastRun.status.rawValue): \(RunRecords.subject(lastRun.night)), \(took)"
    if let finished = lastRun.finishedAt { line += ", ended \(finished)" }
    if lastRun.warnings > 0 { line += ", \(lastRun.warnings.counted("warning"))" }
    if let failure = lastRun.failure {
      let stage = failure.stage.map { "stage \($0): " } ?? ""
      line += "\n           " + stage
      line += failure.cause.split(separator: "\n").joined(separator: "\n           ")
    }
    return line
  }

  private static func megabytes(_ bytes: Int) -> String {
    ((bytes + 500_000) / 1_000_000).grouped
  }

  /// A night with today's events has tomorrow as its as-of day.
  private static func age(_ seconds: Double) -> String {
    seconds < 0 ? "its day begins in \(duration(-seconds))" : "\(duration(seconds)) old"
  }

  /// 93,784 seconds as "1 d 2 h".
  static func duration(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded(.down))
    let (days, hours) = (minutes / 1440, minutes / 60 % 24)
    if days > 0 { return "\(days) d \(hours) h" }
    return hours > 0 ? "\(hours) h \(minutes % 60) min" : "\(minutes) min"
  }
}
