package import FindieDomain
import FindieFiles
package import Foundation

/// The accepted events of all days, in columns, one file per UTC day.
///
/// ```
/// history/ledger.json                                   the files of the history
/// history/interactions/2016-09-18-<checksum>.findie     a day's events
/// history/analytics/2016-09-18-<checksum>.findie
/// history/ids/interactions-<checksum>.ids               the index of ids
/// history/forgotten-<checksum>.json                     the number of forgotten players' events
/// history/staging-<name>/                               events that a run is adding
/// ```
///
/// A day that changes gets a new file next to the old one; then the ledger names the new file. So
/// the ledger always names complete files, wherever a run was interrupted.
package struct History: Sendable {
  package let folder: URL
  /// Those whose events are left out when events are read, for models and numbers. The files, and
  /// what else is read of them, have all events.
  package let uncounted: UncountedPlayers

  package init(folder: URL, without uncounted: UncountedPlayers = UncountedPlayers()) {
    self.folder = folder
    self.uncounted = uncounted
  }

  /// A fault of the history on disk.
  package enum Failure: Error, CustomStringConvertible {
    case damagedFile(path: String, reason: String)
    /// A file of the index of ids, or its folder.
    case damagedIndex(path: String, reason: String)
    /// A temporary file that the run itself wrote.
    case damagedStaging(path: String, reason: String)
    case newerFile(path: String)
    case missingLedger(path: String)
    case damagedLedger(path: String, reason: String)

    package var description: String {
      switch self {
      case .newerFile(let path):
        "the history's file \(path) was written by a newer version of findie. Install that version."
      case .damagedFile(let path, let reason):
        "the history's file \(path) is damaged: \(reason). " + Self.remedy
      case .damagedIndex(let path, let reason):
        "the index of ids \(path) is damaged: \(reason). The next run builds it again from the "
          + "days."
      case .damagedStaging(let path, let reason):
        "a file that was just written to \(path) is damaged: \(reason). Check the disk, then run "
          + "the same command again. The history is unchanged."
      case .missingLedger(let path):
        "the history has days but no ledger \(path). " + Self.remedy
      case .damagedLedger(let path, let reason):
        "the history's ledger \(path) cannot be read: \(reason). " + Self.remedy
      }
    }

    private static let remedy = """
      Restore it from a backup, or remove the history folder and run again with all input files.
      """
  }

  var ledgerURL: URL { folder.appending(path: "ledger.json") }

  static let ledgers = DecodedFiles<Ledger>(maximum: 1)

  func folder(_ collection: EventCollection) -> URL {
    folder.appending(path: collection.rawValue)
  }

  func url(_ day: Ledger.Day) -> URL {
    folder(day.collection).appending(path: "\(day.day)-\(day.checksum).findie")
  }

  var idFolder: URL { folder.appending(path: "ids") }

  func url(_ segment: Ledger.IdSegment) -> URL {
    idFolder.appending(path: "\(segment.collection.rawValue)-\(segment.checksum).ids")
  }

  /// The ledger; an empty one if there is no history yet.
  package func ledger() throws -> Ledger {
    guard DurableFile.exists(ledgerURL) else {
      for collection in EventCollection.allCases where DurableFile.exists(folder(collection)) {
        if try DurableFile.names(in: folder(collection)).contains(where: EventCollection.isDayFile)
        {
          throw Failure.missingLedger(path: ledgerURL.path)
        }
      }
      return Ledger()
    }
    let bytes = try DurableFile.read(ledgerURL)
    guard Ledger.isWhole(bytes) else {
      throw Failure.damagedLedger(
        path: ledgerURL.path, reason: "its checksum does not match")
    }
    do {
      let ledger = try Self.ledgers.value(of: bytes) { bytes in
        let version = try JSONDecoder().decode(Ledger.Version.self, from: Data(bytes)).formatVersion
        guard version <= Ledger.formatVersion else { throw Failure.newerFile(path: ledgerURL.path) }
        return try JSONDecoder().decode(Ledger.self, from: Data(bytes))
      }
      if let source = ledger.sources.first(where: { !$0.counts.isSound }) {
        throw Failure.damagedLedger(
          path: ledgerURL.path, reason: "the counts of \(source.path) do not add up")
      }
      return ledger
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.damagedLedger(path: ledgerURL.path, reason: "\(error)")
    }
  }

  /// The hash of the checksums of the days before `end` and of the counts of forgotten players'
  /// events: it changes with every accepted event.
  package func contentHash(of ledger: Ledger, before end: Day) -> UInt64 {
    let forgotten = ledger.forgottenEvents.map { hash64(of: $0.utf8.span) } ?? 0
    return ledger.days.filter { $0.day < end }.reduce(forgotten) { hash, day in
      hash64(of: day.identity.utf8.span, seed: hash)
    }
  }

  /// A day's file, checked to be the one that the ledger names.
  ///
  /// - Parameter stagedURL: the file's URL if it is not in the history yet.
  func file(of day: Ledger.Day, at stagedURL: URL? = nil) throws -> PartitionFile {
    let url = stagedURL ?? url(day)
    return try Self.naming(url) {
      let file = try PartitionFile(url)
      guard file.checksum == day.checksum, file.collection == day.collection, file.day == day.day,
        file.rows == day.rows
      else { throw HistoryDamage.differsFromLedger }
      return file
    }
  }

  func idSegment(_ segment: Ledger.IdSegment) throws -> IdSegment {
    let url = url(segment)
    return try Self.naming(url) {
      let file = try IdSegment(url)
      guard file.checksum == segment.checksum, file.count == segment.count else {
        throw HistoryDamage.differsFromLedger
      }
      return file
    }
  }

  /// Names the file, of a day or of the index of ids, in the errors of `body`.
  static func naming<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
    let reason: String
    do {
      return try body()
    } catch HistoryDamage.otherFormat(let version, let known) where version > known {
      throw Failure.newerFile(path: url.path)
    } catch let damage as HistoryDamage {
      reason = "\(damage)"
    } catch let failure as FileFailure where failure.isMissing {
      reason = "it does not exist"
    }
    throw url.pathExtension == "ids"
      ? Failure.damagedIndex(path: url.path, reason: reason)
      : Failure.damagedFile(path: url.path, reason: reason)
  }
}

extension History {
  /// Whether the files of all days and counts that a ledger names exist; they are not read.
  package func hasDays(of ledger: Ledger) -> Bool {
    ledger.days.allSatisfy { DurableFile.exists(url($0)) }
      && forgottenURL(of: ledger).map { DurableFile.exists($0) } ?? true
  }

  /// The files that a ledger names, each with its path in the history's folder.
  package func files(of ledger: Ledger) -> [(url: URL, path: String)] {
    ledger.days.map { (url($0), "\($0.collection.rawValue)/\(url($0).lastPathComponent)") }
      + ledger.idSegments.map {
        (url($0), "\(idFolder.lastPathComponent)/\(url($0).lastPathComponent)")
      }
      + [forgottenURL(of: ledger)].compactMap(\.self).map { ($0, $0.lastPathComponent) }
  }

  /// Writes a ledger to another file, for a copy of the history.
  package func write(_ ledger: Ledger, to file: URL) throws {
    try DurableFile.write(ledger.sealed(), to: file, access: .ownerOnly)
  }

  /// Creates a read-only history of the days that a ledger names, with hard links to this history's
  /// files.
  ///
  /// Files of the history never change, so a link is equivalent to a copy. On another disk, the
  /// files are copied. The index of ids is left out, so the new history cannot be updated.
  ///
  /// - Precondition: `other` does not exist, and this history is not updated during the copy.
  package func copyDays(of ledger: Ledger, to other: History) throws {
    precondition(ledger.idSegments.isEmpty, "the index of ids is not copied")
    for collection in EventCollection.allCases {
      try DurableFile.createFolder(other.folder(collection), access: .ownerOnly)
    }
    for day in ledger.days { try DurableFile.linkOrCopy(url(day), to: other.url(day)) }
    if let (mine, theirs) = forgottenURL(of: ledger).flatMap({ mine in
      other.forgottenURL(of: ledger).map { (mine, $0) }
    }) {
      try DurableFile.linkOrCopy(mine, to: theirs)
    }
    try DurableFile.write(ledger.sealed(), to: other.ledgerURL, access: .ownerOnly)
  }
}

extension Ledger {
  /// The days before `end` whose events differ between two ledgers, in order.
  ///
  /// - Parameter end: nil for all days.
  package func daysThatDiffer(
    from other: Ledger, before end: FindieDomain.Day? = nil
  ) -> [FindieDomain.Day] {
    let (own, others) = (Set(days.map(\.identity)), Set(other.days.map(\.identity)))
    let differing =
      days.filter { !others.contains($0.identity) }
      + other.days.filter { !own.contains($0.identity) }
    return Set(differing.map(\.day)).filter { day in end.map { day < $0 } ?? true }.sorted()
  }
}
