package import FindieDomain

/// The accounts in the last export, and those deleted before it.
package struct AccountChanges: Sendable {
  /// In order.
  package let current: [String]
  /// Accounts of earlier exports that the last one lacks, in order.
  package let deleted: [String]

  package init(current: [String] = [], deleted: [String] = []) {
    (self.current, self.deleted) = (current, deleted)
  }

  /// - Parameters:
  ///   - accounts: the ids of the new export.
  ///   - isForgotten: whether a player asked to be forgotten.
  /// - Throws: `PartnerFailure.file` if the export lacks too many accounts.
  package func next(
    _ accounts: Set<ExactText>, isForgotten: (String) -> Bool
  ) throws(PartnerFailure) -> AccountChanges {
    let missing = current.filter { !accounts.contains(ExactText($0)) && !isForgotten($0) }
    guard !Loss.isTooLarge(missing.count, of: current.count) else {
      throw PartnerFailure.file(
        "the export of accounts",
        detail:
          "it lacks \(missing.count) of the last export's \(current.count) accounts, more than a "
          + "tenth. Nothing was changed. If these accounts were deleted, remove "
          + "sync/accounts.ndjson from the workspace")
    }
    let all = Set((deleted + missing).map { ExactText($0) }).subtracting(accounts)
    func remembered(_ accounts: Set<ExactText>) -> [String] {
      accounts.sorted().map(\.text).filter { !isForgotten($0) }
    }
    return AccountChanges(current: remembered(accounts), deleted: remembered(all))
  }
}
