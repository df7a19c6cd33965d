/// A stage failed.
package struct StageFailure: Error, CustomStringConvertible {
  package let stage: String
  package let cause: any Error

  package init(stage: String, cause: any Error) {
    self.stage = stage
    self.cause = cause
  }

  package var description: String { "Stage \(stage) failed: \(cause)" }
}

/// The run was stopped by a signal. All artifacts that were built so far are on disk.
package struct Stopped: Error, CustomStringConvertible {
  package init() {}

  package var description: String {
    "Stopped as requested. Finished stages are saved; run the same command again to continue."
  }
}
