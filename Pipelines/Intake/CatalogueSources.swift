package import FindieWorkspace
import FindieDomain
package import FindieFiles
import FindieHistory
import FindieIngest
import FindieRanking
import FindieStore
import Foundation

/// The input files that the store's catalogue was last read from, `artifacts/catalogue.json`. If
/// they are unchanged, they are not read again.
///
/// A file is identified by path, size and modification time, or by its content if only the time
/// differs. If another program changed the store's file, the input is read again.
package struct CatalogueSources: Codable {
  /// The version of this file's format and of the decoder. Input that another version read is read
  /// again.
  private static let formatVersion = 7

  /// An input file.
  struct Source: Codable {
    let path: String
    let collection: String
    let size: Int64
    let modifiedNanoseconds: Int64
    let contentHash: String
  }

  /// The store's file after the catalogue was written.
  struct StoreFile: Codable, Equatable {
    let identity: [UInt64]
    let size: Int64
    let modifiedNanoseconds: Int64
  }

  private var formatVersion = Self.formatVersion
  /// The program, its limits and the forgotten players, which decide which lines are read.
  private let readBy: String
  /// The day of the clock, if it decides what was read (`ReadCatalogue.hasFutureTimes`).
  private let clockDay: Day?
  /// The day of the quarantine with the rejected lines.
  private let day: Day
  private let sources: [Source]
  private var store: StoreFile?
  /// The clock of the run that read the files.
  private let readAt: Timestamp
  /// The checksum of the file with the store's players; nil without one.
  private var players: Fingerprint?
  let intake: [CollectionIntake]
  let counts: [String: Int]
  let warnings: [String]
  let digest: Fingerprint
  let partnerIntake: [CollectionIntake]
  let partnerCounts: [String: Int]
  let partnerDigest: Fingerprint
  let team: TeamUpdate
  let uncounted: [UncountedPlayer]
  /// The checksum of the file with the suggestions; nil if there are none.
  private var suggestions: Fingerprint?
  private let candidateIntake: [CollectionIntake]

  init(_ read: ReadCatalogue, _ update: CatalogueUpdate, on day: Day, _ night: Night) {
    readBy = night.catalogueReaderDescription
    clockDay = read.hasFutureTimes ? night.clock.now.day : nil
    self.day = day
    sources = read.files.map {
      Source(
        path: $0.source.path, collection: $0.source.collection.rawValue, size: $0.source.size,
        modifiedNanoseconds: $0.source.modifiedNanoseconds, contentHash: $0.contentHash)
    }.sorted { ExactText($0.path) < ExactText($1.path) }
    store = night.storeFile
    readAt = night.clock.now
    intake = read.intake
    counts = update.counts
    warnings = update.warnings
    digest = update.digest
    partnerIntake = read.partnerIntake
    partnerCounts = update.partners.counts
    partnerDigest = update.partners.digest
    team = update.team
    uncounted = update.uncounted
    candidateIntake = read.candidateIntake
  }

  /// Nil if the file is missing, or the store has changed since it was written.
  init?(of night: Night) throws(FileFailure) {
    try self.init(ofAnyStoreIn: night)
    guard store != nil, store == night.storeFile else { return nil }
  }

  /// Nil if the file is missing. The store may have changed since it was written.
  package init?(ofAnyStoreIn night: Night) throws(FileFailure) {
    guard DurableFile.exists(night.catalogueSourcesFile) else { return nil }
    do {
      self = try JSONDecoder().decode(
        CatalogueSources.self, from: Data(DurableFile.read(night.catalogueSourcesFile)))
    } catch let failure as FileFailure {
      throw failure
    } catch {
      // Damaged, or written by another version: the input is read again.
      return nil
    }
    guard formatVersion == Self.formatVersion else { return nil }
  }

  /// The digests of the catalogue, of prices and partners, of annotations, and of promotions.
  package var digests: [Fingerprint] {
    [digest, partnerDigest] + team.digests
  }

  func write(of night: Night) throws(FileFailure) {
    try DurableFile.write(canonicalJSON(self, pretty: true) + "\n", to: night.catalogueSourcesFile)
  }

  /// Whether the store already has the folder's catalogue, and the day's quarantine has the lines
  /// rejected from it.
  func covers(_ folder: InputFolder, on day: Day, _ night: Night) throws -> Bool {
    let read =
      intake + partnerIntake + team.annotations.intake + team.promotions.intake
      + candidateIntake
    guard readBy == night.catalogueReaderDescription,
      clockDay ?? night.clock.now.day == night.clock.now.day,
      day == self.day || read.allSatisfy({ $0.counts.rejected == 0 })
    else { return false }
    let found = folder.sources.filter { $0.collection.events == nil }
    let known = Dictionary(sources.map { (ExactText($0.path), $0) }) { $1 }
    guard found.count == known.count else { return false }
    return try found.allSatisfy { source in
      guard let entry = known[ExactText(source.path)], entry.size == source.size,
        entry.collection == source.collection.rawValue
      else { return false }
      return entry.modifiedNanoseconds == source.modifiedNanoseconds && !night.options.rereadsInput
        ? true : try source.contentHash() == entry.contentHash
    }
  }

  /// Whether the store has what a file says; only its size and time are compared.
  func has(_ file: InputSource) -> Bool {
    sources.contains {
      ExactText($0.path) == ExactText(file.path) && $0.size == file.size
        && $0.modifiedNanoseconds == file.modifiedNanoseconds
    }
  }

  /// The store's users and wishlists; nil if they have to be read from the store.
  func storedPlayers(of night: Night) throws(FileFailure) -> StoredPlayers? {
    guard let players else { return nil }
    return try StoredPlayers(night.storedPlayersFile, checksum: players)
  }

  /// Whether the lines of stored players would be read tonight as they were read before.
  func knowsLines(_ night: Night) -> Bool {
    readBy == night.catalogueReaderDescription && readAt <= night.clock.now
  }

  /// Writes the store's players for later runs.
  mutating func keep(_ players: StoredPlayers, _ night: Night) throws(FileFailure) {
    self.players = try players.write(to: night.storedPlayersFile)
  }

  /// The same, unless the file of earlier sources has them already.
  mutating func keep(
    _ players: StoredPlayers, since before: CatalogueSources?, _ stored: StoredPlayers?,
    _ night: Night
  ) throws(FileFailure) {
    if let stored, players.isIdentical(to: stored) {
      self.players = before?.players
    } else {
      try keep(players, night)
    }
  }

  /// Writes the suggestions for later runs.
  mutating func keep(_ suggestions: Suggestions, _ night: Night) throws(FileFailure) {
    self.suggestions = suggestions.isEmpty ? nil : suggestions.checksum
    if suggestions.isEmpty {
      try DurableFile.remove(night.suggestionsFile)
    } else {
      try suggestions.write(to: night.suggestionsFile)
    }
  }

  /// The suggestions; nil if the files have to be read again.
  func storedSuggestions(of night: Night) throws(FileFailure) -> Suggestions? {
    guard let suggestions else { return Suggestions.none }
    guard ArtifactReader.header(of: night.suggestionsFile)?.checksum == suggestions else {
      return nil
    }
    return try Suggestions(stored: night.suggestionsFile)
  }

  /// Whether the file with the store's players is there.
  func hasPlayers(_ night: Night) -> Bool {
    players != nil && ArtifactReader.header(of: night.storedPlayersFile)?.checksum == players
  }

  /// Records the store's current file. The catalogue in it must be unchanged.
  mutating func storeChanged(in night: Night) throws(FileFailure) {
    store = night.storeFile
    try write(of: night)
  }
}

extension Night {
  fileprivate var catalogueSourcesFile: URL {
    artifacts.appending(path: Workspace.catalogueSourcesName)
  }

  fileprivate var suggestionsFile: URL {
    artifacts.appending(path: Workspace.suggestionsName)
  }

  fileprivate var storedPlayersFile: URL {
    artifacts.appending(path: Workspace.storedPlayersName)
  }

  fileprivate var catalogueReaderDescription: String {
    "\(Versions.program) \(canonicalJSON(parameters.ingest))"
      + (forgotten.map { " without \($0.fingerprint.hexadecimal)" } ?? "")
  }

  /// Nil if there is no store, or it was not closed.
  fileprivate var storeFile: CatalogueSources.StoreFile? {
    guard let status = FileStatus(workspace.store),
      (FileStatus(URL(filePath: workspace.store.path + "-wal"))?.size ?? 0) == 0
    else { return nil }
    return CatalogueSources.StoreFile(
      identity: status.identity, size: status.size,
      modifiedNanoseconds: status.modifiedNanoseconds)
  }
}
