package import FindieWorkspace

/// Why a command ended without its result.
package struct CommandFailure: KnownFailure, CustomStringConvertible {
  package let failureKind: FailureKind
  package let description: String
  /// Whether the arguments are to blame: the message ends with the command's usage.
  let isUsage: Bool

  init(_ kind: FailureKind, _ description: String) {
    failureKind = kind
    self.description = description
    isUsage = false
  }

  /// - Parameter usage: what is wrong with the arguments.
  init(usage: String) {
    failureKind = .badParameters
    description = usage
    isUsage = true
  }
}
