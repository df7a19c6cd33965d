package import FindieDomain

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

extension PartnerName {
  /// The shop that the partner is; nil for a partner that only has numbers.
  package var shop: Shop? { Shop(rawValue: rawValue) }
}
