import FindieWorkspace
import Foundation

/// Work of a stage that does not depend on how it is divided.
///
/// A stage reads it as `Divided`, and `NightExecutor` does it: the threads of this process as a
/// whole, or tasks on other machines a part each. The outputs join to the same result.
protocol Division: Sendable {
  /// What some or all of the work gives.
  associatedtype Output

  /// Does all of the work here, and calls `take` with its outputs in order.
  ///
  /// - Parameter progress: called with the number of elements done; throws to stop.
  func whole(
    progress: @Sendable (Int) throws -> Void, take: (Output) throws -> Void
  ) throws

  /// Divides the work into tasks, and writes what they are given to `folder`. The same work has the
  /// same tasks.
  func plan(in folder: TaskFolder) throws -> TaskPlan

  /// Calls `take` with the outputs that a task wrote to its folder.
  func outputs(in folder: URL, take: (Output) throws -> Void) throws
}

/// Who does the work of a night that can be divided. Its results are the same.
package enum NightExecutor: Sendable {
  /// The threads of this process.
  case threads
  /// Tasks on other machines: their results are in this folder.
  case tasks(TaskFolder)

  /// Whether this process reads the events of the input.
  var readsEvents: Bool { if case .threads = self { true } else { false } }

  /// Calls `take` with the outputs of the work, in the order of its parts.
  ///
  /// - Parameter progress: called with the number of elements done; throws to stop.
  func perform<Work: Division>(
    _ work: Work, progress: @Sendable (Int) throws -> Void, take: (Work.Output) throws -> Void
  ) throws {
    switch self {
    case .threads: try work.whole(progress: progress, take: take)
    case .tasks(let folder):
      for (elements, own) in try folder.results(of: work.plan(in: folder), as: Int.self) {
        try work.outputs(in: own, take: take)
        try progress(elements)
      }
    }
  }
}

/// The divided work of a stage, as an input of the stage: it is made from what the stage reads.
struct Divided<Work: Division>: StageInput {
  let stages: [any AnyStage]
  private let make: @Sendable (any ArtifactSource) throws -> @Sendable () throws -> Work

  /// - Parameters:
  ///   - inputs: what the work needs.
  ///   - make: called in the body of the stage.
  init<each Input: StageInput>(
    from inputs: repeat each Input,
    work make: @escaping @Sendable (repeat (each Input).Value) throws -> Work
  ) {
    var stages: [any AnyStage] = []
    repeat stages += (each inputs).stages
    self.stages = stages
    let read = (repeat each inputs)
    self.make = { source in
      let values = (repeat try (each read).value(from: source))
      return { try make(repeat each values) }
    }
  }

  func value(from source: any ArtifactSource) throws -> @Sendable () throws -> Work {
    try make(source)
  }
}

/// The divided work of several stages.
struct AllDivided: StageInput {
  private let all: [any AnyDivided]

  /// - Parameter stages: those that may read divided work.
  init(of stages: [any AnyStage]) {
    all = stages.flatMap(\.sources).compactMap { $0 as? any AnyDivided }
  }

  var stages: [any AnyStage] { all.flatMap(\.stages) }

  func value(
    from source: any ArtifactSource
  ) throws -> [@Sendable () throws -> any Division] {
    try all.map { try $0.anyValue(from: source) }
  }
}

private protocol AnyDivided: StageInput {
  func anyValue(from source: any ArtifactSource) throws -> @Sendable () throws -> any Division
}

extension Divided: AnyDivided {
  fileprivate func anyValue(
    from source: any ArtifactSource
  ) throws -> @Sendable () throws -> any Division {
    let work = try value(from: source)
    return { try work() }
  }
}
