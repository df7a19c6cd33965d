import FindieDomain
import FindieFiles
package import FindieHistory
import FindieIngest
package import FindieWorkers
package import FindieWorkspace
package import Foundation

/// The intake of a night as tasks on several machines, by the functions of a local intake.
///
/// ```
/// read          some input files → their events by day, their ids, their rejected lines
/// duplicates    some buckets of ids → the events to leave out
/// days          some days → their files in the history, and their events by game
/// ```
///
/// The night itself then takes the results of all tasks instead of reading the input.
package struct IntakeTasks: Sendable {
  private let night: Night
  private let folder: TaskFolder
  private let history: History

  /// What the tasks that read input files are given.
  struct ReadPlan: Codable {
    let parameters: IngestParameters
    let contract: DataContract
    let now: Timestamp
  }

  /// What the tasks of later steps are given: the files that were staged.
  struct StagedPlan: Codable {
    struct Files: Codable {
      let staged: StagedFiles
      /// `tasks/read/…`.
      let folder: String
    }

    let files: [Files]
    var searched: [Searched] = []

    var sources: [Ledger.Source] { files.flatMap(\.staged.sources) }

    struct Searched: Codable {
      let result: UpdateTasks.Searched
      let folder: String
    }
  }

  /// A file that the first plan of the night found.
  private struct PlannedFile: Codable, Hashable {
    let path: String
    let size: Int64
    let modifiedNanoseconds: Int64

    init(_ source: InputSource) {
      path = source.path
      size = source.size
      modifiedNanoseconds = source.modifiedNanoseconds
    }
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

  package init(_ night: Night, _ folder: TaskFolder) {
    self.night = night
    self.folder = folder
    history = night.workspace.history
  }

  // MARK: - Planning

  /// The tasks of a step of the intake.
  ///
  /// - Throws: `TaskFailure` if a result of an earlier step is missing.
  /// - Precondition: the workspace's lock is held.
  package func plan(_ step: TaskStep) throws -> TaskPlan {
    let ledger = try history.ledger()
    let unread = try night.unreadSources(night.inputFolder(), ledger)
    switch step {
    case .read: return try planReading(unread, ledger)
    case .duplicates: return try planSearches(planned(unread), ledger)
    case .days: return try planDays(planned(unread), ledger)
    case .outputs: preconditionFailure("outputs are not part of the intake")
    }
  }

  private func planReading(_ unread: [InputSource], _ ledger: Ledger) throws -> TaskPlan {
    let plan = try folder.writePlan(
      ReadPlan(
        parameters: night.parameters.ingest, contract: night.contract, now: night.clock.now))
    let parts = parts(of: unread)
    try folder.write(parts.map { $0.map { PlannedFile($0) } }, named: Self.inputName)
    let requests = night.workspace.requestsToForget
    let hasRequests = DurableFile.exists(requests)
    return TaskPlan(
      step: .read,
      tasks: parts.map { part in
        let task = identity(reading: part, ledger)
        return TaskPlan.Task(
          key: task.key, name: task.name,
          arguments: ["read", "--plan", plan] + part.flatMap { ["--path", $0.path] },
          files: ["workspace/history/ledger.json", "tasks/\(plan)"]
            + part.map { "input/\($0.path)" } + (hasRequests ? [relative(requests)] : []))
      }, plans: [plan])
  }

  /// The files of each task that reads: small ones together, since each task costs time, and
  /// requests if its files are objects.
  private func parts(of unread: [InputSource]) -> [[InputSource]] {
    let limit = min(
      Self.bytesPerTask, unread.reduce(0) { $0 + $1.size } / Self.fewestReadTasks + 1)
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

  private func planSearches(_ parts: [[InputSource]], _ ledger: Ledger) throws -> TaskPlan {
    let staged = try staged(parts, ledger)
    let plan = try folder.writePlan(staged.plan)
    return TaskPlan(
      step: .duplicates,
      tasks: try UpdateTasks.searches(in: history, staging: staged.staging).map { search, files in
        let task = identity(of: search, staged)
        return TaskPlan.Task(
          key: task.key, name: task.name,
          arguments: [
            "duplicates", "--plan", plan, "--collection", search.collection.rawValue, "--buckets",
            "\(search.buckets.lowerBound)-\(search.buckets.upperBound - 1)",
          ],
          files: ["workspace/history/ledger.json", "tasks/\(plan)"]
            + files.map { relative($0.file) },
          ranges: Dictionary(uniqueKeysWithValues: files.map { (relative($0.file), $0.ranges) }))
      }, plans: [plan])
  }

  private func planDays(_ parts: [[InputSource]], _ ledger: Ledger) throws -> TaskPlan {
    var staged = try staged(parts, ledger)
    let searched = try searched(staged)
    staged.plan.searched = searched.map { .init(result: $0, folder: relative($1)) }
    let plan = try folder.writePlan(staged.plan)
    let days = UpdateTasks(searched: searched).days(
      in: history, staging: staged.staging, staged.sources)
    return TaskPlan(
      step: .days,
      tasks: days.map { days, files in
        let task = identity(of: days, staged)
        return TaskPlan.Task(
          key: task.key, name: task.name,
          arguments: [
            "days", "--plan", plan, "--collection", days.collection.rawValue, "--first",
            "\(days.first)", "--last", "\(days.last)",
          ],
          files: ["workspace/history/ledger.json", "tasks/\(plan)"] + files.map(relative))
      }, plans: [plan])
  }

  /// The files that were planned to be read, by task. One that arrived or changed since is left to
  /// the next night, with the files of its task.
  func planned(_ unread: [InputSource]) throws -> [[InputSource]] {
    let unread = Dictionary(uniqueKeysWithValues: unread.map { (PlannedFile($0), $0) })
    return try folder.plan(named: Self.inputName, as: [[PlannedFile]].self).compactMap { part in
      let found = part.compactMap { unread[$0] }
      return found.count == part.count ? found : nil
    }
  }

  // MARK: - Identities

  private func identity(reading files: [InputSource], _ ledger: Ledger) -> TaskIdentity {
    struct Content: Encodable {
      let files: [PlannedFile]
      let reader: String
      let parameters: IngestParameters
      let now: Timestamp
      let forgotten: String?
      let newestDays: [String: Day]
    }
    return TaskIdentity(
      .read, files[0].path + (files.count > 1 ? " and \(files.count - 1) more" : ""),
      content: Content(
        files: files.map { PlannedFile($0) }, reader: night.readerDescription,
        parameters: night.parameters.ingest, now: night.clock.now,
        forgotten: night.forgotten?.fingerprint.hexadecimal,
        newestDays: Dictionary(
          uniqueKeysWithValues: ledger.newestDays.map { ($0.rawValue, $1) })))
  }

  private func identity(of search: UpdateTasks.Search, _ staged: Staged) -> TaskIdentity {
    struct Content: Encodable {
      let search: UpdateTasks.Search
      let staged: String
    }
    let (first, last) = (search.buckets.lowerBound, search.buckets.upperBound - 1)
    return TaskIdentity(
      .duplicates, "of \(search.collection.rawValue), buckets \(first) to \(last)",
      content: Content(search: search, staged: staged.identity))
  }

  private func identity(of days: UpdateTasks.Days, _ staged: Staged) -> TaskIdentity {
    struct Content: Encodable {
      let days: UpdateTasks.Days
      let staged: String
    }
    return TaskIdentity(
      .days, "of \(days.collection.rawValue) from \(days.first) to \(days.last)",
      content: Content(days: days, staged: staged.identity))
  }

  private func relative(_ file: URL) -> String { folder.path(of: file, night.workspace) }

  // MARK: - Results

  /// The staged files of a night.
  private struct Staged {
    var plan: StagedPlan
    let staging: Staging
    /// Identifies the staged files and the history that they are added to.
    let identity: String

    var sources: [Ledger.Source] { plan.sources }
  }

  private func staged(_ parts: [[InputSource]], _ ledger: Ledger) throws -> Staged {
    let tasks = parts.map { identity(reading: $0, ledger) }
    let read = try tasks.map { try folder.result(of: $0, as: Read.self) }
    let staging = try Staging(
      of: history, read: parts.flatMap { $0.map(\.path) }, in: folder.url)
    for (result, own) in read { result.staged.add(to: staging, from: own) }
    return Staged(
      plan: StagedPlan(files: read.map { .init(staged: $0.staged, folder: relative($1)) }),
      staging: staging,
      identity: Fingerprint(
        of: ([canonicalJSON(ledger)] + tasks.map(\.key)).joined(separator: "\n")
      ).hexadecimal)
  }

  private func searched(_ staged: Staged) throws -> [(UpdateTasks.Searched, folder: URL)] {
    try UpdateTasks.searches(in: history, staging: staged.staging).map { search, _ in
      let result = try folder.result(
        of: identity(of: search, staged), as: UpdateTasks.Searched.self)
      return (result.value, result.folder)
    }
  }

  /// Adds the events that tasks read to the staging of the night.
  func read(
    _ parts: [[InputSource]], _ ledger: Ledger, into staging: Staging
  ) throws -> [ReadEvents] {
    try parts.flatMap { part in
      let (read, own) = try folder.result(of: identity(reading: part, ledger), as: Read.self)
      read.staged.add(to: staging, from: own)
      return zip(read.staged.sources, read.rejected).map { ReadEvents($0, rejected: $1) }
    }
  }

  /// What the tasks of the later steps found for the night's update.
  func update(_ parts: [[InputSource]], _ ledger: Ledger) throws -> UpdateTasks {
    let staged = try staged(parts, ledger)
    let searched = try searched(staged)
    let days = UpdateTasks(searched: searched).days(
      in: history, staging: staged.staging, staged.sources)
    return UpdateTasks(
      searched: searched,
      rebuilt: try days.map { days, _ in
        let result = try folder.result(
          of: identity(of: days, staged), as: UpdateTasks.Rebuilt.self)
        return (result.value, result.folder)
      })
  }

  // MARK: - Tasks

  /// Reads some input files; their events are written to `output`.
  ///
  /// - Parameter paths: relative to the input folder.
  package static func read(
    _ paths: [String], plan name: String, of folder: TaskFolder, workspace: Workspace, input: URL,
    key: String?, into output: URL, workers: Workers
  ) throws {
    let plan = try folder.plan(name, as: ReadPlan.self)
    var parameters = NightParameters()
    parameters.ingest = plan.parameters
    var night = Night(
      workspace: workspace, input: .folder(input), parameters: parameters,
      contract: plan.contract, workers: workers, clock: RunClock(now: plan.now))
    night.key = key
    try night.loadForgottenPlayers()
    let sources = try paths.map { try InputSource($0, in: input) }
    var rejected: [[RejectedLine]] = []
    let staged = try StagedFiles(
      paths, newestDays: workspace.history.ledger().newestDays, in: output
    ) { staging in
      let read = try night.read(sources, into: staging)
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
      searched: plan.searched.map { ($0.result, folder.url(below: $0.folder)) })
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
    for file in files { file.staged.add(to: staging, from: tasks.url(below: file.folder)) }
    return staging
  }
}
