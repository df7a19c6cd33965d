package import FindieDomain
import FindieFiles
package import Foundation

/// The accepted events of all past days, in columns, one file a UTC day.
///
/// ```
/// history/ledger.json                                   which files are the history
/// history/interactions/2016-09-18-<checksum>.findie     a day's events
/// history/analytics/2016-09-18-<checksum>.findie
/// history/ids/interactions-<checksum>.ids               which ids are taken
/// history/staging-<name>/                               what a night is about to take in
/// ```
///
/// A day that changes gets a file of another name beside the old one; the ledger then names it. So
/// the ledger never names bytes that it does not know, wherever a run was cut off.
package struct History: Sendable {
  package let folder: URL

  package init(folder: URL) {
    self.folder = folder
  }

  /// What is wrong with the history on disk.
  package enum Failure: Error, CustomStringConvertible {
    case damagedFile(path: String, reason: String)
    case newerFile(path: String)
    case missingLedger(path: String)
    case damagedLedger(path: String, reason: String)
    case otherFormat(path: String, version: Int)

    package var description: String {
      switch self {
      case .newerFile(let path):
        "the history's file \(path) was written by a newer findie; install that to read it."
      case .damagedFile(let path, let reason):
        "the history's file \(path) is damaged: \(reason). " + Failure.remedy
      case .missingLedger(let path):
        "the history's days are there, but its ledger \(path) is not. " + Failure.remedy
      case .damagedLedger(let path, let reason):
        "the history's ledger \(path) cannot be read: \(reason). " + Failure.remedy
      case .otherFormat(let path, let version) where version > Ledger.formatVersion:
        "the history's ledger \(path) has format \(version); install a newer findie to read it."
      case .otherFormat(let path, let version):
        """
        the history's ledger \(path) has format \(version), which this findie does not read any \
        more. Remove the history folder and run the night again over all input files.
        """
      }
    }

    private static let remedy = """
      Restore it from a backup, or remove the whole history folder and run the night again over \
      all input files.
      """
  }

  var ledgerURL: URL { folder.appending(path: "ledger.json") }

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

  /// The ledger, an empty one where there is no history yet.
  package func ledger() throws -> Ledger {
    guard DurableFile.exists(ledgerURL) else {
      for collection in EventCollection.allCases where DurableFile.exists(folder(collection)) {
        if try !DurableFile.names(in: folder(collection)).isEmpty {
          throw Failure.missingLedger(path: ledgerURL.path)
        }
      }
      return Ledger()
    }
    let bytes = try DurableFile.read(ledgerURL)
    guard Ledger.isWhole(bytes) else {
      throw Failure.damagedLedger(
        path: ledgerURL.path, reason: "its bytes are not those that were written")
    }
    do {
      let ledger = try JSONDecoder().decode(Ledger.self, from: Data(bytes))
      if ledger.formatVersion == Ledger.formatVersion {
        if let source = ledger.sources.first(where: { !$0.counts.isSound }) {
          throw Failure.damagedLedger(
            path: ledgerURL.path, reason: "the counts of \(source.path) do not add up")
        }
        return ledger
      }
      throw Failure.otherFormat(path: ledgerURL.path, version: ledger.formatVersion)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw otherFormat(of: bytes)
        ?? Failure.damagedLedger(path: ledgerURL.path, reason: "\(error)")
    }
  }

  /// The failure that names a ledger's format, where its bytes say another one.
  private func otherFormat(of bytes: [UInt8]) -> Failure? {
    do {
      let version = try JSONDecoder().decode(Ledger.Version.self, from: Data(bytes)).formatVersion
      return version == Ledger.formatVersion
        ? nil : Failure.otherFormat(path: ledgerURL.path, version: version)
    } catch {
      return nil
    }
  }

  /// A number that changes with every accepted event of the days before `end`: their checksums' hash.
  package func contentHash(of ledger: Ledger, before end: Day) -> UInt64 {
    ledger.days.filter { $0.day < end }.reduce(UInt64(0)) { hash, day in
      hash64(of: "\(day.collection.rawValue) \(day.day) \(day.checksum)".utf8.span, seed: hash)
    }
  }

  /// A day's file, seen to be the one that the ledger names.
  ///
  /// - Parameter place: where the file lies, if not in its place yet.
  func file(of day: Ledger.Day, at place: URL? = nil) throws -> PartitionFile {
    let url = place ?? url(day)
    return try History.naming(url) {
      let file = try PartitionFile(url)
      guard file.checksum == day.checksum, file.collection == day.collection, file.day == day.day,
        file.rows == day.rows
      else { throw Partition.Damage.notTheLedgers }
      return file
    }
  }

  /// Sees that the index of ids is there, and is the ledger's.
  package func checkIds(of ledger: Ledger) throws {
    for segment in ledger.idSegments { _ = try idSegment(segment) }
  }

  func idSegment(_ segment: Ledger.IdSegment) throws -> IdSegment {
    let url = url(segment)
    return try History.naming(url) {
      let file = try IdSegment(url)
      guard file.checksum == segment.checksum, file.count == segment.count else {
        throw IdSegment.Damage.notTheLedgers
      }
      return file
    }
  }

  /// Names the file in the errors of `body`.
  static func naming<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch Partition.Damage.otherFormat(let version) where version > Partition.formatVersion {
      throw Failure.newerFile(path: url.path)
    } catch let damage as Partition.Damage {
      throw Failure.damagedFile(path: url.path, reason: "\(damage)")
    } catch let damage as IdSegment.Damage {
      throw Failure.damagedFile(path: url.path, reason: "\(damage)")
    } catch let failure as FileFailure where failure.isMissing {
      throw Failure.damagedFile(path: url.path, reason: "it is gone")
    }
  }
}
