package import FindieWorkspace

/// Why a night is not built, or not published. `--publish anyway` accepts some of the findings.
package struct NightRefusal: KnownFailure, CustomStringConvertible {
  package let failureKind: FailureKind
  /// What was found.
  package let finding: String
  /// What to do about it; empty if `description` says it.
  package let remedy: String
  package let description: String

  /// - Parameter description: the whole message, if it is not just the finding and the remedy.
  init(
    _ kind: FailureKind, _ finding: String, remedy: String = "", description: String? = nil
  ) {
    failureKind = kind
    self.finding = finding
    self.remedy = remedy
    self.description = description ?? (remedy.isEmpty ? finding : "\(finding). \(remedy)")
  }
}
