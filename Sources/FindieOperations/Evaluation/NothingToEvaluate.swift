package import FindieWorkspace

/// There are no players to evaluate models with.
package struct NothingToEvaluate: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .noInput }
  package let description: String

  package init(description: String) {
    self.description = description
  }
}
