package import FindieDomain
package import FindieHistory
package import FindieIngest
import FindieReports
import FindieFiles
package import FindieNight
import FindieReports
import FindieText
package import FindieWorkers
import FindieWorkspace
package import Foundation

/// Checks an input folder as a nightly run would; nothing is written.
package struct Validation: Codable, Sendable {
  package struct File: Codable, Sendable {
    package let path: String
    package let collection: String
    package let counts: LineCounts
    /// The first rejected lines.
    package let examples: [Example]
  }

  package struct Example: Codable, Sendable {
    package let line: Int
    package let offset: Int
    package let reason: String
    package let detail: String
  }

  package let files: [File]
  /// The number of accepted records that break a validation rule, by name, and of accepted events that
  /// break the contract, by collection, field and reason.
  package let warnings: [String: Int]
  /// Days with far fewer events than expected.
  package let volume: [VolumeFinding]
  package let conflicts: Int
  /// Out-of-range timestamps, by collection.
  package let timestampOutliers: [String]
  package let ignoredNames: [String]
  /// Why a nightly run would fail; nil if it would not.
  package let breach: String?

  private static let examplesPerFile = 3

  /// Reads the whole folder.
  package init(
    input: URL, followsLinks: Bool = false, parameters: NightParameters,
    contract: DataContract = DataContract(),
    workers: Workers, now: Timestamp
  ) throws {
    try self.init(
      InputFolder(scanning: input, followsLinks: followsLinks), parameters: parameters,
      contract: contract, workers: workers, now: now)
  }

  /// Reads a stream to its end.
  package init(
    stream: StandardInput, parameters: NightParameters, contract: DataContract,
    workers: Workers, now: Timestamp
  ) throws {
    self = try DurableFile.withTemporaryFolder { folder in
      try stream.withFile(in: folder.appending(path: "input")) { file in
        try Validation(
          InputFolder(of: file), parameters: parameters, contract: contract, workers: workers,
          now: now)
      }
    }
  }

  private init(
    _ folder: InputFolder, parameters: NightParameters, contract: DataContract, workers: Workers,
    now: Timestamp
  ) throws {
    let limits = parameters.ingest.limits
    let sources = folder.sources.filter { $0.collection.events != nil }
    let (events, update) = try DurableFile.withTemporaryFolder { folder in
      // A temporary history finds duplicates.
      let history = History(folder: folder.appending(path: "history"))
      return try history.withStaging(sources.map(\.path)) { staging in
        let events = try EventReader(limits: limits, now: now, contract: contract.events)
          .read(sources, into: staging, workers: workers)
        let update = try history.update(
          from: staging, events.map(\.source), workers: workers)
        return (events, update)
      }
    }
    let ledger = update.ledger
    let catalogue = try CatalogueReader(limits: limits, now: now)
      .read(folder, workers: workers)
    let rejected = Dictionary(
      uniqueKeysWithValues: events.map { (ExactText($0.source.path), $0.rejected) })
    var intakes = ledger.sources.map { source in
      (
        source.collection.rawValue,
        FileIntake(
          path: source.path, collection: InputCollection(source.collection),
          counts: source.counts, rejected: rejected[ExactText(source.path)] ?? [])
      )
    }
    intakes += catalogue.files.map { file in
      (
        file.source.collection.rawValue,
        FileIntake(
          path: file.source.path, collection: file.source.collection, counts: file.counts,
          rejected: file.rejected)
      )
    }
    intakes.sort { ExactText($0.1.path) < ExactText($1.1.path) }
    files = intakes.map { collection, file in
      File(
        path: file.path, collection: collection, counts: file.counts,
        examples: file.rejected.prefix(Validation.examplesPerFile).map {
          Example(
            line: $0.line, offset: $0.byteOffset, reason: $0.reason.rawValue, detail: $0.detail)
        })
    }
    warnings = (catalogue.intake + catalogue.partnerIntake).reduce(into: ledger.contractWarnings) {
      $0.merge($1.warnings, uniquingKeysWith: +)
    }
    let (findings, volumeBreach) = contract.checkVolume(
      of: ledger, before: ledger.nightDay(nil, now: now))
    volume = findings
    conflicts = ledger.conflictCount
    timestampOutliers = TimestampOutliers.all(in: ledger, today: now.day).map(\.description)
    ignoredNames = folder.ignored.map(\.path)
    let badShare = intakes.lazy.compactMap { _, file in
      parameters.ingest.badShareLimit.breach(
        by: file.counts, of: file.path, quarantine: nil)
    }.first
    let conflictBreach = parameters.ingest.badShareLimit.breach(
      by: update, reading: Set(sources.map { ExactText($0.path) }))
    breach =
      badShare.map { "\($0)" } ?? conflictBreach.map { "\($0)" } ?? volumeBreach.map { "\($0)" }
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
      for example in file.examples {
        lines.append(
          "\(printable(file.path)) line \(example.line), byte \(example.offset): \(example.reason)"
            + (example.detail.isEmpty ? "" : " (\(example.detail))"))
      }
    }
    for file in files {
      let shapes = file.counts.byShape.filter { $0.key != LineShape.plain.rawValue }
      guard !shapes.isEmpty else { continue }
      lines.append(
        "\(printable(file.path)) has lines in other formats: "
          + shapes.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
    }
    for finding in volume { lines.append("warning: \(finding)") }
    for (name, count) in warnings.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "warning: \(name): \(count.counted("time"))"
          + (ruleSentences[name].map { " (\($0))" } ?? ""))
    }
    if conflicts > 0 {
      lines.append("warning: \(DataQuality.conflictsInWords(conflicts))")
    }
    for outliers in timestampOutliers { lines.append("warning: \(outliers)") }
    for name in ignoredNames { lines.append("ignored: \(printable(name))") }
    lines.append(
      breach.map { "A nightly run would fail: \($0)" } ?? "A nightly run would accept this input.")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
