import FindieDomain

/// A reason of one entry, as `RecommendationTable` stores it.
struct EntryReason: Codable, Sendable, Equatable {
  let kind: ReasonKind
  /// The game, or the index of the genre in `Genre.allCases`; 0 if the kind names none.
  let subject: UInt32
  /// `Reason.weight` in thousandths.
  let thousandths: UInt16

  init(_ kind: ReasonKind, subject: UInt32 = 0, weight: Double = 0) {
    self.kind = kind
    self.subject = subject
    thousandths = UInt16((1000 * weight).rounded())
  }
}

/// The reasons of one entry.
struct EntryReasons: Codable, Sendable, Equatable {
  let first: EntryReason
  var second: EntryReason?
}
