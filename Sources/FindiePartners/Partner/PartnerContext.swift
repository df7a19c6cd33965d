package import FindieDomain
package import Foundation

/// What partners are made from. Each uses a part of it.
package struct PartnerContext: Sendable {
  let transport: Transport
  let settings: PartnerSettings
  let secrets: PartnerSecrets
  /// The file or folder that the command names for the partner; nil if it names none.
  var file: URL?
  /// The numbers of earlier runs, of all partners.
  var recorded: [PartnerMetric]
  /// Reads the accounts that the last synchronization wrote.
  package var accounts: @Sendable () throws -> AccountChanges = { AccountChanges() }
  /// Whether a player asked to be forgotten.
  var isForgotten: @Sendable (String) -> Bool = { _ in false }
  /// Is called with the number of finished requests, and of all.
  var progress: RequestProgress.Report = { _, _ in }

  package init(
    _ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets,
    file: URL? = nil, recorded: [PartnerMetric] = []
  ) {
    self.transport = transport
    self.settings = settings
    self.secrets = secrets
    self.file = file
    self.recorded = recorded
  }

  var now: Timestamp { transport.clock.now() }

  /// The file of a partner that needs one.
  var requiredFile: URL {
    guard let file else { preconditionFailure("no file of the partner") }
    return file
  }
}
