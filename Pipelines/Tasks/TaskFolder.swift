import FindieDomain
import FindieFiles
import FindieHistory
package import FindieWorkspace
package import Foundation

/// The folder of the tasks of a night that runs on several machines: what they are given, and their
/// results.
///
/// ```
/// tasks/plans/<key>.json           what all tasks of a step are given
/// tasks/read/<key>.<attempt>/      the files that an attempt wrote, result.json last
/// tasks/read/<key>.json            a copy of the result.json of a complete attempt
/// ```
///
/// A key identifies everything that a result depends on, so that a result is never outdated, and
/// two attempts of a task have the same content. A file of JSON ends with a line that has its
/// number of bytes and their hash: a file that was cut off is not a result. The line also has the
/// program: another build is refused, also if it has the same version.
package struct TaskFolder: Sendable {
  package let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// The name of a result in the folder of an attempt.
  private static let resultName = "result.json"

  /// Creates the folder of an attempt.
  ///
  /// - Throws: `TaskFailure` if it has files.
  package static func prepare(_ folder: URL) throws {
    try DurableFile.createFolder(folder, access: .ownerOnly)
    guard try DurableFile.names(in: folder).isEmpty else {
      throw TaskFailure(folder)
    }
  }

  fileprivate struct Result<Value> {
    /// The name of the attempt's folder.
    let folder: String
    let value: Value
  }

  /// Writes the result of a task to the folder of its attempt. Its other files must be complete.
  package static func write(_ value: some Encodable, to folder: URL) throws {
    let result = Result(folder: folder.lastPathComponent, value: value)
    try DurableFile.write(
      sealed(result), to: folder.appending(path: resultName), access: .ownerOnly)
  }

  /// The result of a task and the folder of the attempt.
  ///
  /// - Throws: `TaskFailure` if there is none, or it is damaged.
  package func result<Value: Decodable>(
    of task: TaskIdentity, as type: Value.Type
  ) throws -> (value: Value, folder: URL) {
    let step = url.appending(path: task.step.rawValue)
    let result: Result<Value> = try Self.read(step.appending(path: "\(task.key).json"), of: task)
    return (result.value, step.appending(path: result.folder))
  }

  /// Writes what all tasks of a step are given.
  ///
  /// - Returns: the name of the file, which identifies its content.
  package func writePlan(_ value: some Encodable) throws -> String {
    let bytes = Self.sealed(value)
    let name = "\(Fingerprint(of: String(decoding: bytes, as: UTF8.self)).short).json"
    try DurableFile.write(bytes, to: plans().appending(path: name), access: .ownerOnly)
    return "plans/\(name)"
  }

  /// Writes an artifact that tasks are given.
  ///
  /// - Parameter part: differs between artifacts that are written at the same time.
  /// - Returns: the name of the file, which identifies its content.
  package func writePlan(_ artifact: some Artifact, part: Int = 0) throws -> String {
    let folder = try plans()
    let partial = folder.appending(path: "artifact-\(part).partial")
    try Self.write(artifact, to: partial)
    guard let header = ArtifactReader.header(of: partial) else {
      preconditionFailure("\(partial.path) is not an artifact")
    }
    let name = "\(header.checksum.short).artifact"
    try DurableFile.move(partial, to: folder.appending(path: name))
    return "plans/\(name)"
  }

  /// Writes an artifact of a task's result to the folder of its attempt.
  package static func write(
    _ artifact: some Artifact, named name: String, to folder: URL
  ) throws {
    try write(artifact, to: folder.appending(path: "\(name).artifact"))
  }

  private static func write<Value: Artifact>(_ artifact: Value, to file: URL) throws {
    var writer = ArtifactWriter()
    artifact.write(to: &writer)
    try DurableFile.write(
      pieces: writer.file(
        stage: "task", fingerprint: Fingerprint(of: ""), formatVersion: Value.formatVersion,
        summary: .empty,
        provenance: Provenance(program: Versions.program)
      ).pieces, to: file, access: .ownerOnly)
  }

  /// An artifact that a task is given, or that it wrote.
  package static func artifact<Value: Artifact>(
    _ file: URL, as type: Value.Type = Value.self
  ) throws -> Value {
    do {
      let reader = try ArtifactReader(file)
      try check(program: reader.header.provenance?.program ?? "another version", of: file)
      return try Value(from: reader)
    } catch let damage as ArtifactDamage {
      throw TaskFailure(nil, damaged: file, why: ": \(damage)")
    }
  }

  /// The path of a file below one of the roots that tasks know: `tasks/…`, `workspace/…`.
  func path(of file: URL, _ workspace: Workspace) -> String {
    for (name, root) in [("tasks", url), ("workspace", workspace.folder)] {
      let prefix = root.standardizedFileURL.path + "/"
      let path = file.standardizedFileURL.path
      if path.hasPrefix(prefix) { return "\(name)/" + path.dropFirst(prefix.count) }
    }
    preconditionFailure("\(file.path) is neither in the workspace nor among the tasks")
  }

  /// Whether a file that tasks are given is there.
  func hasFile(_ name: String) -> Bool { DurableFile.exists(url.appending(path: name)) }

  /// The file or folder of a path such as `tasks/read/…`.
  func url(below path: String) -> URL {
    precondition(path.hasPrefix("tasks/"), "\(path) is not below tasks/")
    return url.appending(path: String(path.dropFirst("tasks/".count)))
  }

  /// Writes a plan of the night under a name of its own.
  package func write(_ plan: some Encodable, named name: String) throws {
    try DurableFile.write(
      Self.sealed(plan), to: plans().appending(path: "\(name).json"), access: .ownerOnly)
  }

  private func plans() throws -> URL {
    let folder = url.appending(path: "plans")
    try DurableFile.createFolder(folder, access: .ownerOnly)
    return folder
  }

  /// A plan of the night that was written under a name of its own.
  package func plan<Value: Decodable>(named name: String, as type: Value.Type) throws -> Value {
    try plan("plans/\(name).json", as: type)
  }

  /// What a step's tasks are given.
  package func plan<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    try Self.read(url.appending(path: name), of: nil)
  }

  /// Throws if another program wrote a file.
  private static func check(program: String, of file: URL) throws(TaskFailure) {
    guard program == Versions.program else { throw TaskFailure(file, writtenBy: program) }
  }

  private struct Trailer: Codable {
    let bytes: Int
    let hash: String
    var program = Versions.program

    init(of bytes: some Collection<UInt8>) {
      self.bytes = bytes.count
      hash = hash64(of: Array(bytes).span).padded(to: 16, radix: 16)
    }
  }

  private static func sealed(_ value: some Encodable) -> [UInt8] {
    let line = Array(canonicalLine(value).utf8)
    return line + Array(canonicalLine(Trailer(of: line)).utf8)
  }

  private static func read<Value: Decodable>(
    _ file: URL, of task: TaskIdentity?
  ) throws -> Value {
    guard DurableFile.exists(file) else {
      throw TaskFailure(task, "\(file.path) is missing", remedy: "Run the night again")
    }
    let bytes = try DurableFile.read(file)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    do {
      guard lines.count == 3 else { throw TaskFailure(task, damaged: file) }
      let trailer = try JSONDecoder().decode(Trailer.self, from: Data(lines[1]))
      let own = Trailer(of: bytes[...lines[0].endIndex])
      guard trailer.bytes == own.bytes, trailer.hash == own.hash else {
        throw TaskFailure(task, damaged: file)
      }
      try check(program: trailer.program, of: file)
      return try JSONDecoder().decode(Value.self, from: Data(lines[0]))
    } catch is DecodingError {
      throw TaskFailure(task, damaged: file)
    }
  }
}

extension TaskFolder.Result: Encodable where Value: Encodable {}
extension TaskFolder.Result: Decodable where Value: Decodable {}

/// A step of a night whose work is divided into tasks.
package enum TaskStep: String, Codable, CaseIterable, Sendable {
  /// A task reads one input file of events.
  case read
  /// A task searches some buckets of ids for duplicates.
  case duplicates
  /// A task writes some days of the history.
  case days
  /// A task computes the lists of some players, or writes the reports of some studios.
  case outputs
}

/// What identifies a task and its result.
package struct TaskIdentity: Sendable {
  package let step: TaskStep
  package let key: String
  /// What it works on, for people: a file, a day.
  package let name: String

  /// - Parameter content: everything that the result depends on, besides the program.
  init(_ step: TaskStep, _ name: String, content: some Encodable) {
    self.step = step
    self.name = name
    key = Fingerprint(of: "\(Versions.program) \(step.rawValue) \(canonicalJSON(content))").short
  }
}

extension Fingerprint {
  /// 128 bits, in hexadecimal: enough to identify one of many contents.
  fileprivate var short: String { String(hexadecimal.prefix(32)) }
}

/// The result of a task is missing or damaged, or cannot be written.
package struct TaskFailure: KnownFailure, CustomStringConvertible {
  package let failureKind = FailureKind.failed
  package let description: String

  /// This machine may compute other bytes than the one that wrote the file.
  init(_ file: URL, writtenBy program: String) {
    description =
      "\(file.path) is from a machine with \(program), but this one runs \(Versions.program): "
      + "results could differ. Use the same archive, and set OPENBLAS_CORETYPE to the same value on "
      + "all machines."
  }

  init(_ folder: URL) {
    description = "\(folder.path) is not empty. Name a new folder for each attempt of a task."
  }

  init(_ task: TaskIdentity?, damaged file: URL, why: String = "") {
    self.init(
      task, "\(file.path) is damaged\(why)", remedy: "Remove it and run the night again")
  }

  init(_ task: TaskIdentity?, _ what: String, remedy: String) {
    let subject = task.map { "The result of \($0.step.rawValue) \($0.name) cannot be used: " }
    description = "\(subject ?? "")\(what). \(remedy): complete tasks are not repeated."
  }
}

/// The tasks of a step, for the program that runs them on several machines.
package struct TaskPlan: Codable, Sendable {
  /// One task: `findie shard <arguments>` with a copy of its files.
  package struct Task: Codable, Sendable {
    let key: String
    let name: String
    let arguments: [String]
    /// The files that it reads: `workspace/…`, `tasks/…`, `input/…`.
    let files: [String]
    /// The bytes that it reads of some of the files; the others are read whole.
    var ranges: [String: [Range<Int>]] = [:]
  }

  package let step: TaskStep
  /// The program that the tasks must be run with.
  package private(set) var program = Versions.program
  package let tasks: [Task]
  /// The files below `tasks/` that the tasks of this step share.
  package let plans: [String]
}
