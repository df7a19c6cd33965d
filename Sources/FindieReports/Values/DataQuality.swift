import FindieText

/// What the run read, and what became of it.
package struct DataQuality: Hashable, Sendable {
  /// One collection of the input: read = accepted + duplicates + rejected + ignored.
  package struct Collection: Hashable, Sendable {
    package let name: String
    package let files: Int
    package let read: Int
    package let accepted: Int
    package let duplicates: Int
    package let rejected: [String: Int]
    /// Lines of types that the batch does not use, such as page views.
    package let ignored: Int
    /// Accepted events that arrived after their day had been read; nil for collections without
    /// days, such as the catalogue.
    package let late: Int?

    package init(
      name: String, files: Int, read: Int, accepted: Int, duplicates: Int = 0,
      rejected: [String: Int] = [:], ignored: Int = 0, late: Int? = nil
    ) {
      self.name = name
      self.files = files
      self.read = read
      self.accepted = accepted
      self.duplicates = duplicates
      self.rejected = rejected
      self.ignored = ignored
      self.late = late
    }

    var rejectedCount: Int { rejected.values.reduce(0, +) }
  }

  /// A validation rule that stored records violate.
  package struct BrokenRule: Hashable, Sendable {
    /// Such as `game.genres.count`.
    package let name: String
    package let sentence: String
    package let records: Int

    package init(name: String, sentence: String, records: Int) {
      self.name = name
      self.sentence = sentence
      self.records = records
    }
  }

  /// Accounts whose events do not count.
  package struct Uncounted: Hashable, Sendable {
    package let accounts: Int
    /// Their events of the night's last day, of all its events.
    package let events: Int
    package let allEvents: Int

    package init(accounts: Int, events: Int, of allEvents: Int) {
      self.accounts = accounts
      self.events = events
      self.allEvents = allEvents
    }
  }

  package let collections: [Collection]
  package let brokenRules: [BrokenRule]
  /// Accepted interactions with a game that the catalogue lacks.
  package let unknownGameInteractions: Int
  /// Events that differ from the stored event with the same id; exact repeats do not count.
  package let conflicts: Int
  /// Nil without such accounts.
  package let uncounted: Uncounted?

  /// Such as `12 events differ from the stored event with the same id`.
  package static func conflictsInWords(_ count: Int) -> String {
    "\(count.counted("event")) \(count.verb("differs")) from the stored event with the same id"
  }

  package init(
    collections: [Collection], brokenRules: [BrokenRule] = [], unknownGameInteractions: Int = 0,
    conflicts: Int = 0, uncounted: Uncounted? = nil
  ) {
    self.collections = collections
    self.brokenRules = brokenRules
    self.unknownGameInteractions = unknownGameInteractions
    self.conflicts = conflicts
    self.uncounted = uncounted
  }
}
