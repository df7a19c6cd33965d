import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import Foundation

/// What the store's catalogue was last made of, `artifacts/catalogue.json`: what says it all again does
/// not have to be read.
///
/// Files are known as those of events are, by path, size and modification time; one that was only
/// touched, by its content. The store is known by the file that it is: whoever else changes it has the
/// input read again.
struct CatalogueLedger: Codable {
  /// Of this file, and of what the decoder makes of a line: what another version read is read again.
  private static let formatVersion = 2

  /// A file of the input as it was read.
  struct Source: Codable {
    let path: String
    let collection: String
    let size: Int64
    var modifiedNanoseconds: Int64
    let contentHash: String
  }

  /// The file of the store, when the catalogue was in it.
  struct StoreFile: Codable, Equatable {
    let identity: [UInt64]
    let size: Int64
    let modifiedNanoseconds: Int64
  }

  private var formatVersion = CatalogueLedger.formatVersion
  /// The program and its limits, which decide which lines are bad, and who is forgotten.
  private let readBy: String
  /// Where the rejected lines went.
  private let day: Day
  private var sources: [Source]
  private var store: StoreFile?
  let intake: [CollectionIntake]
  let counts: [String: Int]
  let digest: Fingerprint

  init(_ read: ReadCatalogue, _ stored: StoredCatalogue, on day: Day, _ night: Night) {
    readBy = night.catalogueReader
    self.day = day
    sources = read.files.map {
      Source(
        path: $0.source.path, collection: $0.source.collection.rawValue, size: $0.source.size,
        modifiedNanoseconds: $0.source.modifiedNanoseconds, contentHash: $0.contentHash)
    }.sorted { ExactText($0.path) < ExactText($1.path) }
    store = night.storeFile
    intake = read.intake
    counts = stored.counts
    digest = stored.digest
  }

  /// The ledger that an earlier night left; nil where there is none, or none of the store as it is.
  init?(of night: Night) throws(FileFailure) {
    try self.init(ofAnyStoreIn: night)
    guard store != nil, store == night.storeFile else { return nil }
  }

  /// The ledger that an earlier night left, whatever became of the store's file since.
  init?(ofAnyStoreIn night: Night) throws(FileFailure) {
    guard DurableFile.exists(night.catalogueLedger) else { return nil }
    do {
      self = try JSONDecoder().decode(
        CatalogueLedger.self, from: Data(DurableFile.read(night.catalogueLedger)))
    } catch let failure as FileFailure {
      throw failure
    } catch {
      // Damaged or of another version: the input is read again.
      return nil
    }
    guard formatVersion == CatalogueLedger.formatVersion else { return nil }
  }

  /// Forgets what the store was last made of, before anything else is written into it: what is known of
  /// the store is always true of it, whoever writes (a night, a backfill, what forgets a player) and
  /// wherever it is stopped.
  static func forget(of night: Night) throws(FileFailure) {
    try DurableFile.remove(night.catalogueLedger)
    try DurableFile.remove(night.ownCatalogueLedger)
  }

  func write(of night: Night) throws(FileFailure) {
    try DurableFile.write(canonicalJSON(self, pretty: true) + "\n", to: night.catalogueLedger)
  }

  /// Whether the store holds what reading the folder would bring into it, and the quarantine of the day
  /// its rejected lines.
  ///
  /// - Parameter remembering: whether files that were only touched are written down as such.
  func covers(
    _ folder: InputFolder, on day: Day, _ night: Night, remembering: Bool = true
  ) throws -> Bool {
    guard readBy == night.catalogueReader,
      day == self.day || intake.allSatisfy({ $0.counts.rejected == 0 })
    else { return false }
    let found = folder.sources.filter { $0.collection.events == nil }
    let known = Dictionary(sources.map { (ExactText($0.path), $0) }) { $1 }
    guard found.count == known.count else { return false }
    var seen = self
    for (place, source) in found.enumerated() {
      guard var entry = known[ExactText(source.path)], entry.size == source.size,
        entry.collection == source.collection.rawValue
      else { return false }
      if entry.modifiedNanoseconds != source.modifiedNanoseconds || night.rehash {
        guard try source.contentHash() == entry.contentHash else { return false }
        entry.modifiedNanoseconds = source.modifiedNanoseconds
      }
      seen.sources[place] = entry
    }
    // What was only touched is not looked into again.
    if remembering, seen.sources.map(\.modifiedNanoseconds) != sources.map(\.modifiedNanoseconds) {
      try seen.write(of: night)
    }
    return true
  }

  /// Says that since it was read the store was changed, and its catalogue was not.
  mutating func keep(_ night: Night) throws(FileFailure) {
    store = night.storeFile
    try write(of: night)
  }
}

extension Night {
  fileprivate var catalogueLedger: URL { artifacts.appending(path: "catalogue.json") }

  /// The workspace's own, which a backfill has not.
  fileprivate var ownCatalogueLedger: URL { workspace.appending(path: "artifacts/catalogue.json") }

  fileprivate var catalogueReader: String {
    "findie \(Versions.findie) \(canonicalJSON(parameters.ingest))"
      + (forgotten.map { " without \($0.fingerprint.hexadecimal)" } ?? "")
  }

  /// Nil where there is no store, or one that was not closed.
  fileprivate var storeFile: CatalogueLedger.StoreFile? {
    guard let status = FileStatus(path: store.path),
      (FileStatus(path: store.path + "-wal")?.size ?? 0) == 0
    else { return nil }
    return CatalogueLedger.StoreFile(
      identity: status.identity, size: status.size,
      modifiedNanoseconds: status.modifiedNanoseconds)
  }
}
