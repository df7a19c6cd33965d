package import FindieWorkspace

/// A setting, a secret or a file of this machine that cannot be used. The message says what to do,
/// and has no secret.
package struct LocalFailure: KnownFailure, Hashable, CustomStringConvertible {
  package let failureKind: FailureKind
  package let description: String

  init(_ kind: FailureKind, _ description: String) {
    failureKind = kind
    self.description = description
  }
}
