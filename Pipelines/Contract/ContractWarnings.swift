import FindieHistory

extension Ledger {
  /// The breaches of the contract that cost no line, over all files, by `collection.field.reason`.
  package var contractWarnings: [String: Int] {
    EventCollection.allCases.reduce(into: [:]) { warnings, collection in
      for (name, count) in counts(of: collection).warnings {
        warnings["\(collection.rawValue).\(name)"] = count
      }
    }
  }
}
