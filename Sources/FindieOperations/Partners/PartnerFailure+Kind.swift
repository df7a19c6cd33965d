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

extension AlgorithmFailure: KnownFailure {
  package var failureKind: FailureKind { self == .unhealthy ? .unavailable : .badParameters }
}

extension AlgorithmCookiesFailure: KnownFailure {
  package var failureKind: FailureKind { .badData }
}

extension DamagedDeliveryLog: KnownFailure {
  package var failureKind: FailureKind { .badData }
}

extension SyncStopped: KnownFailure {
  package var failureKind: FailureKind { .stopped }
}

extension PartnerSettingsFailure: KnownFailure {
  package var failureKind: FailureKind { .badParameters }
}
