import FindieAnalytics
package import FindieDomain
package import FindieHistory
package import FindieIngest
import FindieFiles
package import FindieNight
import FindieRanking
import FindieReports
package import FindieText
package import FindieWorkers
import FindieWorkspace
import Foundation

/// Checks an input folder as a nightly run would; nothing is written.
package struct Validation: Codable, Sendable {
  package struct File: Codable, Sendable {
    package let path: String
    package let collection: String
    package let counts: LineCounts
    /// The faults of its rejected lines.
    package let faults: InputFaults
  }

  package let files: [File]
  /// Counts of accepted records that break a validation rule, by name, and of accepted events that
  /// break the contract, by collection, field and reason.
  package let warnings: [String: Int]
  /// The words in the catalogue that findie does not know, and the values that it cannot read.
  package let unknownWords: [UnknownWords]
  /// `Catalogue.withoutEffect`.
  package let unknownSubjects: [String]
  /// Days with far fewer events than expected.
  package let volume: [VolumeFinding]
  package let conflicts: Int
  /// Ids that identify nothing or too much, as sentences.
  package let doubtfulIds: [String]
  /// Out-of-range timestamps, by collection.
  package let timestampOutliers: [String]
  /// The files that are not read.
  package let ignored: [Ignored]
  /// What the folder contains; nil for a stream.
  package let summary: InputSummary?
  /// Why a nightly run would fail; nil if it would not.
  package let breach: String?

  /// The unknown words in a field of a collection.
  package struct UnknownWords: Codable, Sendable {
    package let collection: String
    package let field: String
    /// The most frequent first.
    package let words: [InputFaults.Word]
    /// The known words; empty for values that cannot be read.
    package let known: [String]
  }

  package struct Ignored: Codable, Sendable {
    package let path: String
    package let why: String
  }

  /// - Parameter isStream: whether the folder has a stream only, so that it is not summarized.
  package init(
    _ folder: InputFolder, isStream: Bool = false, parameters: NightParameters,
    contract: DataContract = DataContract(), workers: Workers, now: Timestamp
  ) throws {
    let limits = parameters.ingest.limits
    let sources = folder.sources.filter { $0.collection.events != nil }
    let badShareLimit = parameters.ingest.badShareLimit
    let reader = EventReader(
      limits: limits, now: now, contract: contract.events, badShareLimit: badShareLimit)
    let catalogue = try CatalogueReader(limits: limits, now: now, badShareLimit: badShareLimit)
      .read(folder, workers: workers)
    let (events, update, summary, doubtful) = try DurableFile.withTemporaryFolder { folder in
      // A temporary history finds duplicates.
      let history = History(folder: folder.appending(path: "history"))
      return try history.withStaging(sources.map(\.path)) { staging in
        let events = try reader.read(sources, into: staging, workers: workers)
        let update = try history.update(
          from: staging, events.map(\.source), by: .threads(workers))
        try history.write(update)
        let summary =
          isStream
          ? nil
          : try InputSummary(
            of: history, catalogue, on: update.ledger.nightDay(nil, now: now),
            eligible: parameters.recommendations.eligible, workers: workers)
        let end = update.ledger.dayAfterNewest
        let doubtful = try EventCollection.allCases.flatMap { collection in
          try end.map { try PresenceCount(of: history, collection, before: $0, workers) }?
            .doubtfulIds ?? []
        }
        return (events, update, summary, doubtful)
      }
    }
    let ledger = update.ledger
    self.summary = summary
    let read = Dictionary(uniqueKeysWithValues: events.map { (ExactText($0.source.path), $0) })
    var intakes = ledger.sources.map { source in
      let file = read[ExactText(source.path)]
      return FileIntake(
        path: source.path, collection: InputCollection(source.collection), counts: source.counts,
        rejected: file?.rejected ?? [], names: file?.names ?? FieldNames())
    }
    intakes += catalogue.files.map { FileIntake($0) }
    intakes.sort { ExactText($0.path) < ExactText($1.path) }
    files = intakes.map { file in
      File(
        path: file.path, collection: file.collection.rawValue, counts: file.counts,
        faults: InputFaults(
          file.rejected, names: file.names,
          required: file.collection.events.map { contract.events.required(of: $0) } ?? []))
    }
    warnings = catalogue.allIntake.reduce(into: ledger.contractWarnings) {
      $0.merge($1.warnings, uniquingKeysWith: +)
    }
    unknownWords =
      UnknownWords.all(in: catalogue.games) + UnknownWords.all(in: catalogue.tags)
      + UnknownWords.all(in: catalogue.users) + UnknownWords.all(in: catalogue.wishlists)
    // An export of changes may lack the games.
    let known = Catalogue(
      games: catalogue.games.records, developers: catalogue.developers.records, tags: [],
      packedUsers: [], packedWishlists: [], packedVectors: catalogue.vectors.packed.ofGames,
      annotations: catalogue.annotations.records, promotions: catalogue.promotions.records)
    unknownSubjects =
      known.games.isEmpty ? [] : known.withoutEffect + catalogue.withoutEffect(in: known)
    volume = contract.volume.findings(in: ledger.days, before: ledger.nightDay(nil, now: now))
    conflicts = ledger.conflictCount
    doubtfulIds = ledger.placeholderSentences + doubtful.map(\.sentence)
    timestampOutliers = TimestampOutliers.all(in: ledger, today: now.day).map(\.description)
    ignored = folder.ignored.map { Ignored(path: $0.path, why: $0.why.rawValue) }
    let badShare = intakes.lazy.compactMap { file in
      parameters.ingest.badShareLimit.breach(
        by: file.counts, of: file.path, quarantine: nil)
    }.first
    let conflictBreach = parameters.ingest.badShareLimit.breach(
      by: update, reading: Set(sources.map { ExactText($0.path) }))
    breach =
      badShare.map { "\($0)" } ?? conflictBreach.map { "\($0)" }
      ?? contract.refusal(of: volume).map { "\($0)" }
  }

  package var answer: Answer {
    var table = TextTable(
      ("file", .left), ("read", .right), ("accepted", .right), ("duplicate", .right),
      ("rejected", .right), ("ignored", .right), ("reasons", .left))
    for file in files {
      let reasons = file.counts.rejectedByReason.sorted { $0.key < $1.key }
        .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      table.add(
        file.path, "\(file.counts.read)", "\(file.counts.accepted)", "\(file.counts.duplicate)",
        "\(file.counts.rejected)", "\(file.counts.ignored)", reasons)
    }
    var lines = [table.text, ""]
    for file in files {
      lines += file.faults.lines(of: file.path, rejected: file.counts.rejected)
    }
    for file in files {
      let shapes = file.counts.byShape.filter { $0.key != LineShape.plain.rawValue }
      guard !shapes.isEmpty else { continue }
      lines.append(
        "\(printable(file.path)) has lines in other formats: "
          + shapes.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
    }
    for finding in volume { lines.append("warning: \(finding)") }
    for collection in InputCollection.allCases.map(\.rawValue) {
      let counts = files.filter { $0.collection == collection }.map(\.counts).sum
      for sentence in counts.noteSentences {
        lines.append("warning: \(printable("\(collection): \(sentence)"))")
      }
      if let events = counts.ignoredEvents {
        lines.append(
          "\(collection): ignored events of Google Analytics, which ga4.events of the contract "
            + "does not map or which name no game: \(printable(events))")
      }
    }
    for (name, count) in warnings.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "warning: \(name): \(count.counted("time"))"
          + (ruleSentences[name].map { " (\($0))" } ?? ""))
    }
    for unknown in unknownWords {
      let words = printable(unknown.words.inWords)
      lines.append(
        unknown.known.isEmpty
          ? "warning: \(unknown.collection) have a \(unknown.field) that cannot be read: \(words)"
          : "warning: \(unknown.collection) have unknown \(unknown.field): \(words) (known: "
            + "\(unknown.known.joined(separator: ", ")))")
    }
    for sentence in unknownSubjects { lines.append("warning: \(printable(sentence))") }
    if conflicts > 0 {
      lines.append("warning: \(DataQuality.conflictsInWords(conflicts))")
    }
    for sentence in doubtfulIds { lines.append("warning: \(sentence)") }
    for outliers in timestampOutliers { lines.append("warning: \(outliers)") }
    lines += ignored.map { "ignored: \(printable($0.path)) (\($0.why))" }
    if let summary {
      if lines.last != "" { lines.append("") }
      lines += summary.lines + [summary.conclusion]
    }
    lines.append(
      breach.map { "A nightly run would fail: \($0)" }
        ?? (summary?.obstacle == nil
          ? "A nightly run would accept this input." : "A nightly run would accept these lines."))
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}

extension Validation.UnknownWords {
  /// The unknown words of a collection, by field.
  fileprivate static func all<Record: CollectedRecord>(in records: CatalogueRecords<Record>)
    -> [Self]
  {
    Record.fields.compactMap { field in
      guard let counts = records.unknownWords[field.name] else { return nil }
      let known: [String] =
        switch field.type {
        case .word(let words), .words(let words): words
        default: []
        }
      return Self(
        collection: Record.collection.rawValue, field: field.name, words: counts.mostFrequent,
        known: known)
    }
  }
}
