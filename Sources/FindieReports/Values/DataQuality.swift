/// What came in tonight, and what became of it.
package struct DataQuality: Hashable, Sendable {
  /// One collection of the input. read = accepted + duplicates + rejected + ignored.
  package struct Collection: Hashable, Sendable {
    package let name: String
    package let files: Int
    package let read: Int
    package let accepted: Int
    package let duplicates: Int
    /// Lines by the reason they were rejected for.
    package let rejected: [String: Int]
    /// Lines that are no business of the batch, such as a page view.
    package let ignored: Int
    /// Accepted events that came after their day had been taken in; nil where nothing comes late, as in
    /// the catalogue.
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

  /// A validation rule that kept records break.
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

  package let collections: [Collection]
  package let brokenRules: [BrokenRule]
  /// Accepted interactions with a game that the catalogue lacks.
  package let unknownGameInteractions: Int
  /// Events that say something else than the one of their id that was kept; repeats are not counted.
  package let conflicts: Int

  package init(
    collections: [Collection], brokenRules: [BrokenRule] = [], unknownGameInteractions: Int = 0,
    conflicts: Int = 0
  ) {
    self.collections = collections
    self.brokenRules = brokenRules
    self.unknownGameInteractions = unknownGameInteractions
    self.conflicts = conflicts
  }
}
