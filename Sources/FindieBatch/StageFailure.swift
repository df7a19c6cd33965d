/// A stage could not make its artifact.
package struct StageFailure: Error, CustomStringConvertible {
  package let stage: String
  package let cause: any Error

  package init(stage: String, cause: any Error) {
    self.stage = stage
    self.cause = cause
  }

  package var description: String { "stage \(stage): \(cause)" }
}
