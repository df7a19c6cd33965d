package import Logging
import Synchronization

/// What a stage's body may use besides its inputs.
package struct StageContext {
  let run: Run
  let stage: String

  package var log: Logger { run.log }

  /// Says of which day the run is, once a stage has found out.
  package func declare(day: String) {
    run.declare(day: day)
  }

  /// What became of the stages so far; for a stage that is after all before it, what became of those.
  package var records: [StageRecord] { run.records }

  /// Says something that whoever reads the run should know; it stands in the manifest.
  package func warn(_ sentence: String) {
    run.warn(sentence, stage: stage)
  }

  /// A counter of work done, of `total`, for the progress that people see.
  ///
  /// Calling it adds to what is done; it throws `Stopped` where the run was asked to stop. It may be
  /// called from any thread.
  package func progress(total: Int, unit: String) -> @Sendable (_ done: Int) throws -> Void {
    run.observer.progress(of: stage, total: total, unit: unit, isStopping: run.isStopping)
  }
}

extension RunObserver {
  /// A counter of work done, of `total`, that is reported as it grows.
  ///
  /// Calling it adds to what is done; it throws `Stopped` where a stop was asked for. It may be called
  /// from any thread.
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

/// The run was asked to stop, by a signal; what was made so far is kept.
package struct Stopped: Error, CustomStringConvertible {
  package init() {}

  package var description: String {
    "stopped as asked; what was made so far is kept, so run the same command again to go on"
  }
}
