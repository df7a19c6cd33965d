import FindieDomain
import FindieFiles
import FindieHistory
package import FindieWorkspace
package import Foundation

/// The folder of the tasks of a night that runs on several machines: what they are given, and their
/// results.
///
/// ```
/// tasks/plans/outputs.json         the tasks of a step
/// tasks/plans/<key>.artifact       what tasks of the step are given
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

  /// The results of all tasks of a step, each with the folder of its attempt.
  ///
  /// - Throws: `TaskFailure` if one is missing or damaged.
  func results<Value: Decodable>(
    of plan: TaskPlan, as type: Value.Type = Value.self
  ) throws -> [(value: Value, folder: URL)] {
    let step = url.appending(path: plan.step.rawValue)
    return try plan.tasks.map { task in
      let result: Result<Value> = try Self.read(
        step.appending(path: "\(task.key).json"), of: "\(plan.step.rawValue) \(task.name)")
      return (result.value, step.appending(path: result.folder))
    }
  }

  /// Writes what tasks are given, unless it is there.
  ///
  /// - Returns: the name of the file, which identifies its content.
  package func writePlan(_ value: some Encodable) throws -> String {
    let bytes = Self.sealed(value)
    let hash = Fingerprint(of: String(decoding: bytes, as: UTF8.self))
    return try writePlan("\(hash.short).json", [bytes])
  }

  /// Writes an artifact that tasks are given, unless it is there.
  ///
  /// - Returns: the name of the file, which identifies its content and the program: tasks refuse
  ///   what another build wrote, such as before an update in the middle of a night.
  func writePlan(_ artifact: some Artifact) throws -> String {
    let (header, pieces) = Self.file(of: artifact)
    let name = Fingerprint(of: "\(Versions.program) \(header.checksum.hexadecimal)").short
    return try writePlan("\(name).artifact", pieces)
  }

  private func writePlan(_ name: String, _ pieces: [[UInt8]]) throws -> String {
    let file = try plans().appending(path: name)
    if !DurableFile.exists(file) {
      try DurableFile.write(pieces: pieces, to: file, access: .ownerOnly)
    }
    return "plans/\(name)"
  }

  /// Writes the result of a task that is an artifact to the folder of its attempt.
  ///
  /// - Parameter elements: the number of elements that the task worked on.
  static func write(_ artifact: some Artifact, of elements: Int, to folder: URL) throws {
    try DurableFile.write(
      pieces: file(of: artifact).pieces, to: folder.appending(path: artifactName),
      access: .ownerOnly)
    try write(elements, to: folder)
  }

  /// The artifact that a task wrote to the folder of its attempt.
  static func artifact<Value: Artifact>(in folder: URL) throws -> Value {
    try artifact(at: folder.appending(path: artifactName))
  }

  /// An artifact that tasks are given.
  func artifact<Value: Artifact>(_ name: String) throws -> Value {
    try Self.artifact(at: url.appending(path: name))
  }

  private static let artifactName = "result.artifact"

  private static func file<Value: Artifact>(
    of artifact: Value
  ) -> (header: ArtifactHeader, pieces: [[UInt8]]) {
    var writer = ArtifactWriter()
    artifact.write(to: &writer)
    return writer.file(
      stage: "task", fingerprint: Fingerprint(of: ""), formatVersion: Value.formatVersion,
      summary: .empty, provenance: Provenance(program: Versions.program))
  }

  private static func artifact<Value: Artifact>(at file: URL) throws -> Value {
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
    _ file: URL, of task: String?
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

extension Fingerprint {
  /// 128 bits, in hexadecimal: enough to identify one of many contents.
  var short: String { String(hexadecimal.prefix(32)) }
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

  /// - Parameter task: its step and its name; nil for what tasks are given.
  init(_ task: String?, damaged file: URL, why: String = "") {
    self.init(
      task, "\(file.path) is damaged\(why)", remedy: "Remove it and run the night again")
  }

  init(_ task: String?, _ what: String, remedy: String) {
    let subject = task.map { "The result of \($0) cannot be used: " }
    description = "\(subject ?? "")\(what). \(remedy): complete tasks are not repeated."
  }
}
