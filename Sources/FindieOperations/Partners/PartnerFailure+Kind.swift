package import FindieIntegrations
package import FindieWorkspace

extension PartnerFailure: KnownFailure {
  package var failureKind: FailureKind {
    switch self {
    case .missingSecret, .refusedSecrets: .badParameters
    default: .unavailable
    }
  }
}

extension SyncStopped: KnownFailure {
  package var failureKind: FailureKind { .stopped }
}

extension PartnerSettingsFailure: KnownFailure {
  package var failureKind: FailureKind { .badParameters }
}
