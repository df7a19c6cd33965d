import FindieHistory

extension Ledger {
  /// The violations of the contract that did not reject a line, over all files, by `collection.field.reason`.
  package var contractWarnings: [String: Int] {
    EventCollection.allCases.reduce(into: [:]) { warnings, collection in
      for (name, count) in counts(of: collection).warnings {
        warnings["\(collection.rawValue).\(name)"] = count
      }
    }
  }
}
