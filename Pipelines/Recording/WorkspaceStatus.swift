import FindieBatch
package import FindieDomain
import FindieFiles
import FindieWorkers
package import Foundation

/// How a workspace is: which night is served, how the last run went, whether one runs now, what to do.
package struct WorkspaceStatus: Codable {
  package struct Served: Codable {
    var night: Day
    /// ISO 8601; nil where the system does not say.
    var since: String?
    /// From the beginning of the night's as-of day.
    var ageInSeconds: Double
    /// Whether it is older than the bound that was asked for.
    var isTooOld: Bool
  }

  package struct LastRun: Codable {
    /// The night, or `undated` where the run failed before it was known: what `findie log` takes.
    var night: String
    var status: RunManifest.Status
    var startedAt: String
    var finishedAt: String?
    var seconds: Double
    var warnings: Int
    var failure: RunManifest.Failure?
  }

  package struct Running: Codable {
    var process: Int32
    /// Where it runs; nil for this host.
    var host: String?
    var startedAt: String?
    var night: String?
    var stages: [RunningNight.StageUnderWay] = []

    /// "process 7", "process 7 on other".
    var name: String { "process \(process)" + (host.map { " on \($0)" } ?? "") }

    /// The stages that are being made, in words; nil where there are none.
    var work: String? {
      stages.isEmpty ? nil : stages.map(\.stage).joined(separator: " and ")
    }
  }

  package struct Disk: Codable {
    /// By what lies at the workspace's top, in bytes; a file of several names is counted once.
    var used: [String: Int]
    var total: Int
    /// What may still be written.
    var free: Int64?
  }

  /// Whether the last run came to its end, or one is at it, and the served night is young enough.
  package let isFine: Bool
  package let served: Served?
  package let lastRun: LastRun?
  package let running: Running?
  /// The run that ended without a word: it was killed, or the machine stopped.
  package let killed: Running?
  package let disk: Disk
  package let nextSteps: [String]

  /// - Parameter maximumAge: of the served night, in seconds; nil where any will do.
  package init(workspace: URL, now: Timestamp, maximumAge: Double?) throws {
    let night = Night(workspace: workspace, workers: Workers(threads: 1), now: now)
    guard DurableFile.exists(workspace) else {
      throw NothingPublished(
        "\(workspace.path) is not there; run `findie run nightly` first, or name another "
          + "--workspace")
    }
    let records = RunRecords(workspace: workspace)
    let served = try night.servedDay.map { day in
      let age = Double(now.milliseconds - day.start.milliseconds) / 1000
      return Served(
        night: day, since: try night.servedSince, ageInSeconds: age,
        isTooOld: maximumAge.map { age > $0 } ?? false)
    }
    let foreign = WorkspaceLock.foreignHolder(
      of: workspace, now: Date(timeIntervalSince1970: Double(now.milliseconds) / 1000))
    let holder = WorkspaceLock.holder(of: workspace) ?? foreign?.process
    let noted = records.running.map { Running($0) }
    let last = try records.last().map { LastRun($0.record, name: $0.name) }
    running = holder.map { holder in
      var running = noted.flatMap { $0.process == holder ? $0 : nil } ?? Running(process: holder)
      running.host = foreign?.host
      return running
    }
    killed = holder == nil ? noted : nil
    self.served = served
    lastRun = last
    disk = try Disk(of: workspace)
    let lastWentWell = killed == nil && (last.map { $0.status == .done } ?? false)
    isFine = (running != nil || lastWentWell) && served.map { !$0.isTooOld } ?? (running != nil)
    nextSteps = Self.steps(served, last, running, killed)
  }

  private static func steps(
    _ served: Served?, _ last: LastRun?, _ running: Running?, _ killed: Running?
  ) -> [String] {
    if let running { return ["Wait until \(running.name) has ended."] }
    var steps: [String] = []
    if let killed {
      steps.append(
        "The last run was killed"
          + (killed.work.map { " while it made \($0)" } ?? "")
          + ": look for why (dmesg, journalctl), then run the same command again; it goes on where "
          + "it stopped.")
    } else if let last {
      if let kind = last.failure.flatMap({ FailureKind(rawValue: $0.kind) }) {
        steps.append(kind.remedy)
      }
      if last.status != .done { steps.append("Read more: findie log \(last.night)") }
    }
    if served == nil, last == nil || last?.status == .done {
      steps.append("Nothing is served yet: findie run nightly")
    }
    if let served, served.isTooOld {
      steps.append(
        "The served night is too old: see that the app's export has come (findie validate DIR), then "
          + "findie run nightly")
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
  /// What a night that runs takes away meanwhile is not counted.
  fileprivate init(of workspace: URL) throws {
    used = [:]
    var seen = Set<Int>()
    let files = FileManager.default
    for case let path as String in files.enumerator(atPath: workspace.path) ?? .init() {
      guard let file = Self.file(workspace.appending(path: path)), seen.insert(file.number).inserted
      else { continue }
      used[path.split(separator: "/").first.map(String.init) ?? path, default: 0] += file.bytes
    }
    total = used.values.reduce(0, +)
    free = DurableFile.freeBytes(near: workspace)
  }

  /// A file's length and number; nil where it is none, or is gone.
  private static func file(_ url: URL) -> (bytes: Int, number: Int)? {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      guard attributes[.type] as? FileAttributeType == .typeRegular,
        let bytes = attributes[.size] as? Int,
        let number = attributes[.systemFileNumber] as? Int
      else { return nil }
      return (bytes, number)
    } catch {
      return nil
    }
  }
}

extension Night {
  /// When readers were pointed to the night that is served.
  fileprivate var servedSince: String? {
    get throws {
      let link = published.appending(path: "current").path
      let changed =
        try FileManager.default.attributesOfItem(atPath: link)[.modificationDate] as? Date
      return changed.map {
        Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down))).description
      }
    }
  }
}

extension FailureKind {
  /// What whoever is woken does about it.
  fileprivate var remedy: String {
    switch self {
    case .failed: "Read the message, mend its cause, and run the same command again."
    case .badData:
      "The input is bad: findie quarantine list says which lines; mend the export, or raise the limit, "
        + "and run again."
    case .noInput:
      "There is no input: see why the export is missing, and run again when it is there."
    case .unavailable: "Something was held by another process: run again later."
    case .ours: "This is a bug of ours: keep the workspace's runs/ and tell us."
    case .cannotWrite: "Free some space or mend the rights to write, and run again."
    case .stopped: "It was stopped as asked: run the same command again to go on."
    case .badParameters: "Mend the parameters that the message names, and run again."
    }
  }
}
