import FindieDomain
import FindieFiles
package import FindieHistory
import FindieIngest
package import FindieWorkers
package import FindieWorkspace
package import Foundation

extension NightExecutor {
  /// The files that are read, of those that are new or changed.
  func files(of unread: [InputSource]) throws -> [InputSource] {
    switch self {
    case .threads: unread
    case .tasks(let folder): try IntakeTasks.planned(unread, in: folder).flatMap(\.self)
    }
  }

  /// Reads files of events into a staging.
  ///
  /// - Parameter files: of `files(of:)`.
  /// - Returns: what was read, and who does the rest of the history's update.
  func read(
    _ files: [InputSource], of night: Night, _ ledger: Ledger, into staging: Staging,
    progress: @Sendable (Int) throws -> Void
  ) throws -> (events: [ReadEvents], rest: UpdateExecutor) {
    switch self {
    case .threads:
      let events = try night.eventReading.read(
        files, without: night.forgotten, into: staging, workers: night.workers,
        progress: progress)
      return (events, .threads(night.workers))
    case .tasks(let folder):
      return try IntakeTasks(
        night: night, folder: folder, ledger: ledger,
        parts: IntakeTasks.planned(files, in: folder)
      ).results(into: staging)
    }
  }
}

/// The intake of a night as tasks on several machines, by the functions of a local intake.
///
/// ```
/// read          some input files → their events by day, their ids, their rejected lines
/// duplicates    some buckets of ids → the events to leave out
/// days          some days → their files in the history, and their events by game
/// ```
package struct IntakeTasks {
  fileprivate let night: Night
  fileprivate let folder: TaskFolder
  fileprivate let ledger: Ledger
  /// The files of each task that reads.
  fileprivate let parts: [[InputSource]]

  private var history: History { night.workspace.history }

  /// What the tasks of later steps are given: the files that were staged.
  fileprivate struct StagedPlan: Codable {
    struct Result<Value: Codable>: Codable {
      let value: Value
      /// `tasks/read/…`.
      let folder: String
    }

    let files: [Result<StagedFiles>]
    var searched: [Result<UpdateTasks.Searched>] = []

    var sources: [Ledger.Source] { files.flatMap(\.value.sources) }
  }

  /// Identifies a file that the first plan of the night found.
  private static func identity(of source: InputSource) -> String {
    "\(source.size) \(source.modifiedNanoseconds) \(source.path)"
  }

  private static let inputName = "input"

  /// The bytes that one task reads at most, unless one file has more.
  private static let bytesPerTask: Int64 = 64 << 20
  /// The number of tasks that read, if there are as many files.
  private static let fewestReadTasks: Int64 = 16

  /// The result of reading some files.
  private struct Read: Codable {
    let staged: StagedFiles
    /// Of each file.
    let rejected: [[RejectedLine]]
  }

  // MARK: - Plans

  /// The tasks of a step of the intake.
  ///
  /// - Throws: `TaskFailure` if a result of an earlier step is missing.
  /// - Precondition: the workspace's lock is held.
  static func plan(_ step: TaskStep, of night: Night, in folder: TaskFolder) throws -> TaskPlan {
    let ledger = try night.workspace.history.ledger()
    let unread = try night.unreadSources(night.inputFolder(), ledger)
    let parts = try step == .read ? parts(of: unread) : planned(unread, in: folder)
    let tasks = IntakeTasks(night: night, folder: folder, ledger: ledger, parts: parts)
    if step == .read {
      try folder.write(parts.map { $0.map(identity) }, named: inputName)
      return try tasks.reading()
    }
    let staged = try tasks.stage(
      into: Staging(
        of: tasks.history, read: parts.flatMap { $0.map(\.path) }, in: folder.url))
    let searching = try tasks.searching(staged)
    return step == .duplicates
      ? searching : try tasks.rebuilding(staged, folder.results(of: searching))
  }

  /// The files of each task that reads: small ones together, since each task costs time, and
  /// requests if its files are objects.
  private static func parts(of unread: [InputSource]) -> [[InputSource]] {
    let limit = min(bytesPerTask, unread.reduce(0) { $0 + $1.size } / fewestReadTasks + 1)
    var parts: [[InputSource]] = []
    var bytes: Int64 = 0
    for source in unread {
      if parts.isEmpty || bytes + source.size > limit {
        parts.append([])
        bytes = 0
      }
      parts[parts.count - 1].append(source)
      bytes += source.size
    }
    return parts
  }

  /// The files that were planned to be read, by task. One that arrived or changed since is left to
  /// the next night, with the files of its task.
  fileprivate static func planned(
    _ unread: [InputSource], in folder: TaskFolder
  ) throws -> [[InputSource]] {
    let unread = Dictionary(uniqueKeysWithValues: unread.map { (identity(of: $0), $0) })
    return try folder.plan(named: inputName, as: [[String]].self).compactMap { part in
      let found = part.compactMap { unread[$0] }
      return found.count == part.count ? found : nil
    }
  }

  private func reading() throws -> TaskPlan {
    let plan = try folder.writePlan(night.eventReading)
    let requests = night.workspace.requestsToForget
    let shared =
      ["workspace/history/ledger.json", "tasks/\(plan)"]
      + (DurableFile.exists(requests) ? [relative(requests)] : [])
    let newestDays = Dictionary(
      uniqueKeysWithValues: ledger.newestDays.map { ($0.rawValue, $1) })
    let common = [
      plan, night.forgotten?.fingerprint.hexadecimal ?? "", canonicalJSON(newestDays),
    ]
    return TaskPlan(
      step: .read,
      tasks: parts.map { files in
        TaskPlan.Task(
          .read, files[0].path + (files.count > 1 ? " and \(files.count - 1) more" : ""),
          content: common + files.map(Self.identity),
          arguments: ["read", "--plan", plan] + files.flatMap { ["--path", $0.path] },
          files: shared + files.map { "input/\($0.path)" })
      }, plans: [plan])
  }

  private func searching(_ staged: Staged) throws -> TaskPlan {
    let plan = try folder.writePlan(staged.plan)
    return TaskPlan(
      step: .duplicates,
      tasks: try UpdateTasks.searches(in: history, staging: staged.staging).map { search, files in
        let collection = search.collection.rawValue
        let (first, last) = (search.buckets.lowerBound, search.buckets.upperBound - 1)
        return TaskPlan.Task(
          .duplicates, "of \(collection), buckets \(first) to \(last)",
          content: [collection, "\(first)-\(last)", staged.identity],
          arguments: [
            "duplicates", "--plan", plan, "--collection", collection, "--buckets",
            "\(first)-\(last)",
          ],
          files: ["workspace/history/ledger.json", "tasks/\(plan)"]
            + files.map { relative($0.file) },
          ranges: Dictionary(uniqueKeysWithValues: files.map { (relative($0.file), $0.ranges) }))
      }, plans: [plan])
  }

  private func rebuilding(_ staged: Staged, _ searched: [Searched]) throws -> TaskPlan {
    var shared = staged.plan
    shared.searched = searched.map { .init(value: $0.value, folder: relative($0.folder)) }
    let plan = try folder.writePlan(shared)
    let parts = UpdateTasks(searched: searched).days(
      in: history, staging: staged.staging, shared.sources)
    return TaskPlan(
      step: .days,
      tasks: parts.map { days, files in
        let collection = days.collection.rawValue
        return TaskPlan.Task(
          .days, "of \(collection) from \(days.first) to \(days.last)",
          content: [collection, "\(days.first)", "\(days.last)", staged.identity],
          arguments: [
            "days", "--plan", plan, "--collection", collection, "--first", "\(days.first)",
            "--last", "\(days.last)",
          ],
          files: ["workspace/history/ledger.json", "tasks/\(plan)"] + files.map(relative))
      }, plans: [plan])
  }

  private func relative(_ file: URL) -> String { folder.path(of: file, night.workspace) }

  // MARK: - Results

  private typealias Searched = (value: UpdateTasks.Searched, folder: URL)

  /// The events that tasks read, in a staging.
  private struct Staged {
    let events: [ReadEvents]
    let plan: StagedPlan
    let staging: Staging
    /// Identifies the staged files and the history that they are added to.
    let identity: String
  }

  private func stage(into staging: Staging) throws -> Staged {
    let reading = try reading()
    let read = try folder.results(of: reading, as: Read.self)
    for (result, own) in read { result.staged.add(to: staging, from: own) }
    let keys = [canonicalJSON(ledger)] + reading.tasks.map(\.key)
    return Staged(
      events: read.flatMap { read, _ in
        zip(read.staged.sources, read.rejected).map { ReadEvents($0, rejected: $1) }
      },
      plan: StagedPlan(files: read.map { .init(value: $0.staged, folder: relative($1)) }),
      staging: staging, identity: Fingerprint(of: keys.joined(separator: "\n")).hexadecimal)
  }

  /// Adds the events that tasks read to a staging of the night.
  ///
  /// - Returns: these events, and what the tasks of the later steps found.
  fileprivate func results(
    into staging: Staging
  ) throws -> (events: [ReadEvents], rest: UpdateExecutor) {
    let staged = try stage(into: staging)
    let searched: [Searched] = try folder.results(of: searching(staged))
    let rebuilt: [(UpdateTasks.Rebuilt, folder: URL)] = try folder.results(
      of: rebuilding(staged, searched))
    return (staged.events, .tasks(UpdateTasks(searched: searched, rebuilt: rebuilt)))
  }

  // MARK: - Tasks

  /// Reads some input files; their events are written to `output`.
  ///
  /// - Parameter paths: relative to the input folder.
  package static func read(
    _ paths: [String], plan name: String, of folder: TaskFolder, workspace: Workspace, input: URL,
    key: String?, into output: URL, workers: Workers
  ) throws {
    let reading = try folder.plan(name, as: EventReading.self)
    let forgotten = try ForgottenPlayers(
      workspace: workspace, key: key, today: reading.now.day)
    let sources = try paths.map { try InputSource($0, in: input) }
    var rejected: [[RejectedLine]] = []
    let staged = try StagedFiles(
      paths, newestDays: workspace.history.ledger().newestDays, in: output
    ) { staging in
      let read = try reading.read(sources, without: forgotten, into: staging, workers: workers)
      rejected = read.map(\.rejected)
      return read.map(\.source)
    }
    try TaskFolder.write(Read(staged: staged, rejected: rejected), to: output)
  }

  /// Searches some buckets of ids for duplicates.
  ///
  /// - Throws: `MissingFiles` if it must read days whose files do not exist here.
  package static func search(
    _ search: UpdateTasks.Search, plan name: String, of folder: TaskFolder, workspace: Workspace,
    into output: URL, workers: Workers
  ) throws {
    let plan = try folder.plan(name, as: StagedPlan.self)
    try TaskFolder.write(
      UpdateTasks.search(
        search, in: workspace.history, staging: plan.staging(folder, workspace, in: output),
        plan.sources, into: output, workers: workers), to: output)
  }

  /// Writes the files of some days.
  package static func rebuild(
    _ days: UpdateTasks.Days, plan name: String, of folder: TaskFolder, workspace: Workspace,
    into output: URL
  ) throws {
    let plan = try folder.plan(name, as: StagedPlan.self)
    let tasks = UpdateTasks(
      searched: plan.searched.map { ($0.value, folder.url(below: $0.folder)) })
    let rebuilt = try tasks.rebuild(
      days, in: workspace.history, staging: plan.staging(folder, workspace, in: output),
      plan.sources, into: output)
    try TaskFolder.write(rebuilt, to: output)
  }
}

extension IntakeTasks.StagedPlan {
  fileprivate func staging(
    _ tasks: TaskFolder, _ workspace: Workspace, in output: URL
  ) throws -> Staging {
    let staging = try Staging(
      of: workspace.history, read: sources.map(\.path), in: output)
    for file in files { file.value.add(to: staging, from: tasks.url(below: file.folder)) }
    return staging
  }
}
