import FindieWorkers
import FindieWorkspace

/// A step of a night whose work is divided into tasks.
package enum TaskStep: String, Codable, CaseIterable, Sendable {
  /// A task reads one input file of events, or some small ones.
  case read
  /// A task searches some buckets of ids for duplicates.
  case duplicates
  /// A task writes some days of the history.
  case days
  /// A task computes the lists of some players, or writes the reports of some studios.
  case outputs
}

/// The tasks of a step, for the program that runs them on several machines.
package struct TaskPlan: Codable, Sendable {
  /// One task: `findie shard <arguments>` with a copy of its files.
  package struct Task: Codable, Sendable {
    /// Identifies everything that its result depends on.
    let key: String
    /// What it works on, for people: a file, a day.
    let name: String
    let arguments: [String]
    /// The files that it reads: `workspace/…`, `tasks/…`, `input/…`.
    let files: [String]
    /// The bytes that it reads of some of the files; the others are read whole.
    let ranges: [String: [Range<Int>]]

    /// - Parameter content: everything that the result depends on, besides the program.
    init(
      _ step: TaskStep, _ name: String, content: some Encodable, arguments: [String],
      files: [String], ranges: [String: [Range<Int>]] = [:]
    ) {
      key =
        Fingerprint(of: "\(Versions.program) \(step.rawValue) \(canonicalJSON(content))").short
      self.name = name
      self.arguments = arguments
      self.files = files
      self.ranges = ranges
    }
  }

  package let step: TaskStep
  /// The program that the tasks must be run with.
  package private(set) var program = Versions.program
  package let tasks: [Task]
  /// The files below `tasks/` that the tasks of this step share.
  package let plans: [String]

  /// The parts of some elements: at least four, if there are as many elements.
  static func ranges(of count: Int, atMost size: Int) -> [Range<Int>] {
    Workers.ranges(of: count, size: max(1, min(size, (count + 3) / 4)))
  }
}
