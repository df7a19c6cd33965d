package import FindieDomain
package import FindieHistory
package import FindieWorkspace

/// What identifies the data that models are trained on. `recipe.json` of each night has it.
package struct TrainingData: Codable, Sendable, Equatable {
  /// The anchor.
  package let day: Day
  /// The models know the events before this day.
  package let end: Day
  /// Identifies the events before `end` as the anchor knew them.
  package let history: Fingerprint
  /// The digest of the anchor's catalogue.
  package let catalogue: Fingerprint
  /// Identifies the champion of the anchor.
  package let champion: Fingerprint?
  /// The night of that champion; nil without one.
  package let championDay: Day?
  /// Identifies the accounts that do not count before `end`; nil without any.
  package let uncounted: String?
  /// The suggestions that the anchor had; nil without any.
  package var suggestions: SuggestionRecord?
}

extension TrainingData {
  /// Identifies the events of a history before a day.
  package static func identity(of ledger: Ledger, before end: Day, in history: History)
    -> Fingerprint
  {
    Fingerprint(of: "\(history.contentHash(of: ledger, before: end))")
  }

  /// Whether a history still has the events that the models know, and no others of these days.
  package func isOf(_ ledger: Ledger, in history: History) -> Bool {
    self.history == Self.identity(of: ledger, before: end, in: history)
  }
}
