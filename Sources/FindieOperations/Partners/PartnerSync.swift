package import FindieBatch
import FindieDomain
import FindieFiles
import FindieIngest
package import FindieIntegrations
package import FindieNight
import FindieText
import FindieWorkers
package import FindieWorkspace
package import Foundation

/// Reads what partners know about the app's games and players, and writes it as input of the night.
///
/// Everything that a partner answered is in the cache at once. The files are written at the end, each
/// atomically, from the app's export and the answers alone: an interrupted run loses nothing, and the next
/// one sends only the requests that are left.
package struct PartnerSync {
  /// The workspace, the app's export and the workers.
  private let night: Night
  private let output: SyncOutput
  private let folder: SyncFolder
  private let partners: [PartnerName]
  private let files: [PartnerName: URL]
  private let settings: PartnerSettings
  private let secrets: PartnerSecrets
  private let clock: TransportClock
  private let observer: any RunObserver
  private let elapsedSeconds: @Sendable () -> Double

  /// - Parameters:
  ///   - output: the folder of the files for the night.
  ///   - partners: those to ask.
  ///   - files: what a partner's numbers are read from; for itch.io, a folder of collections that players
  ///     exported, `NAME.csv` each.
  package init(
    _ night: Night, output: URL, partners: [PartnerName], files: [PartnerName: URL],
    settings: PartnerSettings, secrets: PartnerSecrets, clock: TransportClock,
    observer: any RunObserver,
    elapsedSeconds: @escaping @Sendable () -> Double
  ) {
    self.night = night
    self.output = SyncOutput(folder: output)
    folder = SyncFolder(night.workspace)
    self.partners = partners
    self.files = files
    self.settings = settings
    self.secrets = secrets
    self.clock = clock
    self.observer = observer
    self.elapsedSeconds = elapsedSeconds
  }

  /// - Throws: `IngestFailure` without an export, `WorkspaceLock.Held`, `SyncStopped`, `FileFailure`.
  ///   Failures of partners are part of the result.
  package func run() throws -> SyncRecord {
    try DurableFile.createFolder(folder.url, access: .ownerOnly)
    let lock = try WorkspaceLock.acquire(
      folder.url, day: nil, timeoutInSeconds: night.options.lockTimeoutInSeconds,
      elapsedSeconds: elapsedSeconds, pause: { try clock.pause($0) },
      report: { observer.report(.message($0)) })
    defer { lock.release() }
    var night = night
    try night.loadForgottenPlayers()
    let export = try AppExport(of: night, output: output)
    var record = SyncRecord(startedAt: clock.now())
    try record.write(to: folder.record)
    do {
      try synchronize(export, night.forgotten, into: &record)
      record.status = record.fails(isStrict: false) ? .failed : .done
    } catch {
      record.status = error is SyncStopped ? .stopped : .failed
      record.error = "\(error)"
      record.endedAt = clock.now()
      try record.write(to: folder.record)
      throw error
    }
    record.endedAt = clock.now()
    try record.write(to: folder.record)
    return record
  }

  private func synchronize(
    _ export: AppExport, _ forgotten: ForgottenPlayers?, into record: inout SyncRecord
  ) throws {
    let transport = night.workspace.transport(clock: clock)
    let decisions = try MatchDecisions(file: folder.decisions)
    let (collections, collectionFailures) =
      try partners.contains(.itch) ? itchCollections() : ([:], [])
    let input = SyncInput(
      games: export.games, users: export.users, wishlists: export.wishlists, decisions: decisions,
      collections: collections, collectionFailures: collectionFailures)
    // Partners wait for the network most of the time.
    let asked = try Workers(threads: partners.count).map(partners.count) { index in
      try ask(partners[index], transport, input, export, forgotten)
    }
    record.requests = transport.countsByEndpoint
    let others = try stored(besides: asked.compactMap { $0?.partner }, input)
    // More players may have asked to be forgotten since.
    var (night, export) = (night, export)
    try night.loadForgottenPlayers()
    if night.forgotten?.fingerprint != forgotten?.fingerprint {
      try night.workspace.removePersonalAnswers()
      export = try AppExport(of: night, output: output)
    }
    func remaining(_ facts: PartnerFacts) -> PartnerFacts {
      facts.forgetting { night.forgotten?.contain($0) ?? false }
    }
    let composition = try SyncComposition(
      export, asked: asked.compactMap { $0.map(remaining) }, others: others.map(remaining),
      partners: partners, input: input, decisions: decisions, country: settings.countries[0],
      memories: WishlistMemories(reading: folder.memories),
      review: MatchReview(night.workspace).entries, now: clock.now())
    try composition.write(to: output, folder, into: &record)
  }

  /// What the stored answers say about shops that are not asked, or are skipped.
  private func stored(
    besides asked: [PartnerName], _ input: SyncInput
  ) throws -> [PartnerFacts] {
    let transport = night.workspace.transport(clock: clock, isOffline: true)
    let shops: [(PartnerName, any Partner)] = [
      (.steam, SteamPartner(transport, settings, secrets)),
      (.itch, ItchPartner(transport, settings, secrets)),
      (.igdb, IGDBPartner(transport, settings, secrets)),
    ]
    return try shops.filter { !asked.contains($0.0) }.map { try $0.1.facts(for: input) { _, _ in } }
  }

  /// By the player's name on itch.io in lower case. Failures name files by their place, since their names are those
  /// of players.
  private func itchCollections() throws -> ([String: ItchCollection], [PartnerFailure]) {
    guard let folder = files[.itch] else { return ([:], []) }
    let names = try DurableFile.names(in: folder).filter { $0.lowercased().hasSuffix(".csv") }
    var byName: [String: ItchCollection] = [:]
    var failures: [PartnerFailure] = []
    for (place, name) in names.enumerated() {
      func fail(_ detail: String) {
        failures.append(
          .file(
            "file \(place + 1) of \(names.count) of --itch-collections, by name", detail: detail))
      }
      do {
        let bytes = try DurableFile.read(
          folder.appending(path: name), limit: ItchCollection.maximumBytes + 1)
        let collection = try ItchCollection(csv: bytes)
        byName[name.dropLast(".csv".count).lowercased()] = collection
        let skipped = collection.skippedRows.count
        if skipped > 0 {
          fail(
            "\(skipped.counted("row")) without an id or address of a game. No wish was removed")
        }
      } catch let failure as ItchCollectionFailure {
        fail("it is skipped. \(failure)")
      } catch let failure as FileFailure {
        fail("it cannot be read: \(failure.reason)")
      }
    }
    return (byName, failures)
  }

  /// Nil if the partner's secrets are not set and others are asked too.
  private func ask(
    _ name: PartnerName, _ transport: Transport, _ input: SyncInput, _ export: AppExport,
    _ forgotten: ForgottenPlayers?
  ) throws -> PartnerFacts? {
    let stage = "sync \(name.rawValue)"
    guard let partner = try partner(name, transport, export, forgotten) else {
      observer.report(
        .warned(stage: stage, message: "\(name.title) is skipped: its secrets are not set"))
      return nil
    }
    observer.report(.started(stage: stage))
    do {
      var facts = try partner.facts(for: input) { done, total in
        observer.report(.advanced(stage: stage, done: done, total: total, unit: "requests"))
      }
      if let deleted = facts.accounts?.deleted.count, deleted > 0 {
        facts.note =
          "\(deleted.counted("account")) deleted. To forget these players: findie forget --deferred --from "
          + folder.deletedAccounts.path
      }
      return facts
    } catch let failure as FileFailure where name.needsFile {
      return PartnerFacts(
        name, failure: .file(file(of: name).lastPathComponent, detail: "\(failure)"))
    }
  }

  /// Nil if secrets that it needs are not set.
  private func partner(
    _ name: PartnerName, _ transport: Transport, _ export: AppExport,
    _ forgotten: ForgottenPlayers?
  ) throws -> (any Partner)? {
    switch name {
    case .steam: return SteamPartner(transport, settings, secrets)
    case .itch: return ItchPartner(transport, settings, secrets)
    case .igdb:
      return partners.count == 1 || secrets.has(.twitchClientId, .twitchClientSecret)
        ? IGDBPartner(transport, settings, secrets) : nil
    case .auth:
      return AccountPartner(
        file(of: name), earlier: try AccountChanges(reading: folder),
        recorded: export.metrics, isForgotten: { forgotten?.contains($0) ?? false },
        now: clock.now())
    case .plur: return PlurPartner(file(of: name), now: clock.now())
    case .crashlytics: return CrashlyticsPartner(file(of: name), now: clock.now())
    case .appstore:
      // A partner that is named alone says what is missing.
      return partners.count == 1 || AppStoreConnect.isSetUp(in: secrets)
        ? try AppStorePartner(transport, settings, secrets, recorded: export.metrics) : nil
    }
  }

  private func file(of name: PartnerName) -> URL {
    guard let file = files[name] else { preconditionFailure("no file of \(name)") }
    return file
  }
}

extension SecretsFailure: KnownFailure {
  package var failureKind: FailureKind { .badParameters }
}

extension SigningFailure: KnownFailure {
  package var failureKind: FailureKind { .badParameters }
}
