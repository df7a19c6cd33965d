package import Logging
import Synchronization

/// What the body of a stage may use besides its inputs.
package struct StageContext {
  let host: any StageHost
  let stage: String

  package var log: Logger { host.log }

  /// Sets the day of the run, `YYYY-MM-DD`, once a stage has determined it.
  package func declare(day: String) {
    host.declare(day: day)
  }

  /// All stages of the run, in order.
  package var stages: [any AnyStage] { host.stages }

  /// The records of the stages that are done. A stage with an external effect sees those of all stages
  /// before it.
  package var records: [StageRecord] { host.records }

  /// Adds a warning to the run's record.
  package func warn(_ message: String) {
    host.warn(message, stage: stage)
  }

  /// A function that reports progress towards `total`.
  ///
  /// Call it from any thread with the amount of work that was just done. It throws `Stopped` if the run
  /// was asked to stop.
  package func progress(total: Int, unit: String) -> @Sendable (_ done: Int) throws -> Void {
    host.observer.progress(of: stage, total: total, unit: unit, isStopping: host.isStopping)
  }
}

/// What a run offers to the bodies of its stages.
protocol StageHost: Sendable {
  var log: Logger { get }
  var observer: any RunObserver { get }
  var isStopping: @Sendable () -> Bool { get }
  var stages: [any AnyStage] { get }
  var records: [StageRecord] { get }
  func declare(day: String)
  func warn(_ message: String, stage: String)
}

extension RunObserver {
  /// A function that reports progress towards `total`.
  ///
  /// Call it from any thread with the amount of work that was just done. It throws `Stopped` if a stop
  /// was requested.
  package func progress(
    of stage: String, total: Int, unit: String, isStopping: @escaping @Sendable () -> Bool
  ) -> @Sendable (_ done: Int) throws -> Void {
    let done = Counter()
    return { more in
      if isStopping() { throw Stopped() }
      report(.advanced(stage: stage, done: done.add(more), total: total, unit: unit))
    }
  }
}

/// A number that several threads add to. A class, since it is shared.
private final class Counter: Sendable {
  private let value = Atomic(0)

  func add(_ more: Int) -> Int {
    value.wrappingAdd(more, ordering: .relaxed).newValue
  }
}
