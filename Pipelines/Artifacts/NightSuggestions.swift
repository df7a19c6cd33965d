import FindieDomain
import FindieFiles
package import FindieRanking
package import FindieWorkspace
import Foundation

/// The suggestions of the operator's own model: those of tonight's input, and those that earlier
/// nights received. Weights are learned from suggestions that were received before the held-out
/// likes: they cannot know these likes.
package struct NightSuggestions: TransientArtifact {
  package static var grain: String { "one row per player and candidate, one vector per player" }
  package static var isIdentifiedByContent: Bool { true }

  package let tonight: Suggestions
  /// Nil if tonight's input has none.
  package let record: SuggestionRecord?
  /// The checksum of tonight's.
  private let checksum: Fingerprint
  /// Those of earlier days, ascending.
  private let earlier: [SuggestionRecord.File]
  private let folder: URL?
  private let forgotten: ForgottenPlayers?

  package var counts: [String: Int] { tonight.isEmpty ? [:] : tonight.counts }

  package var content: Fingerprint? {
    Fingerprint(of: canonicalJSON(record) + canonicalJSON(earlier) + checksum.hexadecimal)
  }

  /// - Parameter read: of tonight's input.
  init(_ read: Suggestions, before day: Day, _ night: Night) throws {
    let workspace = night.workspace
    // What a night that was rolled back received does not count.
    let rolledBack = try workspace.rolledBackDays
    let newest = try workspace.publishedDays().last {
      $0 < day && !rolledBack.contains($0) && workspace.recipe(of: $0) != nil
    }
    let folder =
      night.recipe == nil
      ? newest.map { workspace.suggestions($0) } : workspace.reproducedSuggestions
    let stored = try folder.map { try Workspace.suggestionFiles(in: $0) } ?? []
    var files = stored.compactMap { url -> SuggestionRecord.File? in
      guard let day = Day(url.deletingPathExtension().lastPathComponent),
        let header = ArtifactReader.header(of: url),
        header.formatVersion == Suggestions.formatVersion
      else { return nil }
      return SuggestionRecord.File(day: day, checksum: header.checksum)
    }
    var (tonight, received) = (read, night.clock.now.day)
    if let recipe = night.recipe {
      tonight =
        try recipe.suggestions.flatMap { day in
          try folder.flatMap { try Suggestions(stored: Self.file(day, in: $0)) }
        } ?? .none
      if let day = recipe.suggestions {
        received = day
        files.removeAll { $0.day == day }
      }
    }
    checksum = tonight.checksum
    // A file that has not changed is known since it came.
    if let last = files.last, last.checksum == checksum { received = last.day }
    files.removeAll { $0.day >= received }
    record =
      tonight.isEmpty
      ? nil
      : SuggestionRecord(
        received: received, hasCandidates: tonight.hasCandidates, hasVectors: tonight.hasVectors,
        earlier: files)
    self.tonight = tonight
    (earlier, self.folder, forgotten) = (files, folder, night.forgotten)
  }

  private static func file(_ day: Day, in folder: URL) -> URL {
    folder.appending(path: "\(day).artifact")
  }

  /// Those received on an earlier day.
  private func read(_ day: Day) throws -> Suggestions {
    if record?.received == day { return tonight }
    guard let folder, let found = try Suggestions(stored: Self.file(day, in: folder)) else {
      throw NightRefusal(
        .failed,
        "the candidates and players' vectors that were received on \(day) are missing or "
          + "damaged, and the models of this week were tested with them",
        remedy: "Remove the newest published night: the next run then trains models.")
    }
    guard let forgotten else { return found }
    return found.without(forgotten.contains)
  }

  /// The suggestions that weights are learned from.
  ///
  /// - Parameters:
  ///   - record: of the night whose models are tested; nil if its input had none.
  ///   - cut: the first held-out day; nil if likes are held out at random.
  func tested(
    _ record: SuggestionRecord?, before cut: Day?, on night: Day
  ) throws -> TestedSuggestions? {
    guard let record else { return nil }
    guard let cut else {
      return TestedSuggestions(
        use: SuggestionUse(learnedFrom: nil, countsFrom: nil), suggestions: .none)
    }
    let days = record.earlier.map(\.day) + [record.received]
    guard let last = days.last(where: { $0 < cut }) else {
      let next = days[0].adding(days: night.days(since: cut) + 1)
      return TestedSuggestions(
        use: SuggestionUse(learnedFrom: nil, countsFrom: next), suggestions: .none)
    }
    return TestedSuggestions(
      use: SuggestionUse(learnedFrom: last, countsFrom: nil),
      suggestions: try read(last)
        .limited(candidates: record.hasCandidates, vectors: record.hasVectors))
  }

  /// Writes tonight's suggestions, and those that later nights may learn from: the newest that were
  /// received before the held-out likes, and all since.
  func write(to folder: URL, cut: Day) throws {
    let days = earlier.map(\.day) + [record?.received].compactMap(\.self)
    let first = days.last { $0 < cut } ?? cut
    guard !days.isEmpty else { return }
    try DurableFile.createFolder(folder)
    for day in days where day >= first {
      let (own, file) = (try read(day), Self.file(day, in: folder))
      let stored = self.folder.map { Self.file(day, in: $0) }
      if let stored, ArtifactReader.header(of: stored)?.checksum == own.checksum {
        try DurableFile.linkOrCopy(stored, to: file)
      } else {
        try own.write(to: file)
      }
    }
  }
}

/// What weights are learned from.
package struct TestedSuggestions: Sendable {
  package let use: SuggestionUse
  package let suggestions: Suggestions

  package init(use: SuggestionUse, suggestions: Suggestions) {
    (self.use, self.suggestions) = (use, suggestions)
  }
}

extension Stage<NightSuggestions> {
  /// Receives what tonight's input has of the operator's own model, and finds what earlier nights
  /// received.
  package static func receiveSuggestions(
    from catalogueUpdate: Stage<CatalogueUpdate>, _ history: Stage<HistorySnapshot>, _ night: Night
  ) -> Stage {
    Stage(
      "suggestions", from: catalogueUpdate, history, parameters: NoParameters(),
      predict: { .unchanged(try NightSuggestions($0.suggestions, before: $1.day, night)) }
    ) { _, update, history in
      try NightSuggestions(update.suggestions, before: history.day, night)
    }
  }
}
