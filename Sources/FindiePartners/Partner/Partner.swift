package import FindieDomain
package import Foundation

/// A partner whose data `findie sync` reads.
package protocol Partner: Sendable {
  /// The secrets without which it is skipped.
  static var secrets: [PartnerSecrets.Name] { get }
  /// The file that it reads, with the option of `findie sync`; nil if it needs none.
  static var fileHelp: String? { get }

  init(_ context: PartnerContext) throws

  /// Requests everything that the cache lacks or that is too old in it.
  ///
  /// - Throws: `SyncStopped`, `FileFailure`. Failures of the partner are part of the result.
  func facts(for input: SyncInput) throws -> PartnerFacts
}

extension Partner {
  package static var secrets: [PartnerSecrets.Name] { [] }
  package static var fileHelp: String? { nil }
}

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

extension PartnerName {
  /// The shop that the partner is; nil for a partner that only has numbers.
  package var shop: Shop? { Shop(rawValue: rawValue) }
}
