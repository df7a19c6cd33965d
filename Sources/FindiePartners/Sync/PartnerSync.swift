import FindieDomain
import FindieFiles
import FindieIngest
import FindieText
import FindieWorkers
package import FindieWorkspace
package import Foundation

/// Reads what partners know about the app's games and players, and writes it as input of the night.
///
/// Each answer of a partner is cached immediately. The files are written at the end, each
/// atomically, only from the app's export and the answers. So an interrupted run loses nothing, and
/// the next one sends only the remaining requests.
package struct PartnerSync {
  private let app: ExportFolder
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
  ///   - output: the folder for the files that the night reads.
  ///   - partners: the partners to ask.
  ///   - files: the file with a partner's numbers; for itch.io, a folder of collections that
  ///     players exported, each as `NAME.csv`.
  package init(
    _ app: ExportFolder, output: URL, partners: [PartnerName], files: [PartnerName: URL],
    settings: PartnerSettings, secrets: PartnerSecrets, clock: TransportClock,
    observer: any RunObserver,
    elapsedSeconds: @escaping @Sendable () -> Double
  ) {
    self.app = app
    self.output = SyncOutput(folder: output)
    folder = SyncFolder(app.workspace)
    self.partners = partners
    self.files = files
    self.settings = settings
    self.secrets = secrets
    self.clock = clock
    self.observer = observer
    self.elapsedSeconds = elapsedSeconds
  }

  /// - Throws: `IngestFailure` without an export, `WorkspaceLock.Held`, `SyncStopped`,
  ///   `FileFailure`. Failures of partners are part of the result.
  package func run() throws -> SyncRecord {
    try DurableFile.createFolder(folder.url, access: .ownerOnly)
    let lock = try WorkspaceLock.acquire(
      folder.url, day: nil, timeoutInSeconds: 0,
      elapsedSeconds: elapsedSeconds, pause: { try clock.pause($0) },
      report: { observer.report(.message($0)) })
    defer { lock.release() }
    var app = app
    try app.loadForgottenPlayers()
    let export = try AppExport(of: app, output: output)
    var record = SyncRecord(startedAt: clock.now())
    try record.write(to: folder.record)
    do {
      try synchronize(export, app.forgotten, into: &record)
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
    let transport = app.workspace.transport(clock: clock)
    let decisions = try MatchDecisions(file: folder.decisions)
    let input = SyncInput(
      games: export.games, users: export.users, wishlists: export.wishlists, decisions: decisions)
    // Partners wait for the network most of the time, so each gets a thread.
    let asked = try Workers(threads: partners.count).map(partners.count) { index in
      try ask(partners[index], transport, input, export, forgotten)
    }
    record.requests = transport.countsByEndpoint
    let others = try stored(besides: asked.compactMap { $0?.partner }, input)
    // More players may have asked to be forgotten meanwhile.
    var (app, export) = (app, export)
    try app.loadForgottenPlayers()
    if app.forgotten?.fingerprint != forgotten?.fingerprint {
      try app.workspace.removePersonalAnswers()
      export = try AppExport(of: app, output: output)
    }
    func remaining(_ facts: PartnerFacts) -> PartnerFacts {
      facts.forgetting { app.forgotten?.contain($0) ?? false }
    }
    let composition = try SyncComposition(
      export, asked: asked.compactMap { $0.map(remaining) }, others: others.map(remaining),
      partners: partners, input: input, decisions: decisions, country: settings.countries[0],
      memories: WishlistMemories(reading: folder.memories),
      review: MatchReview(app.workspace).entries, now: clock.now())
    try composition.write(to: output, folder, into: &record)
  }

  /// The stored answers about shops that are not asked or are skipped.
  private func stored(
    besides asked: [PartnerName], _ input: SyncInput
  ) throws -> [PartnerFacts] {
    let transport = app.workspace.transport(clock: clock, isOffline: true)
    let shops: [(PartnerName, any Partner)] = [
      (.steam, SteamPartner(transport, settings, secrets)),
      (.itch, ItchPartner(transport, settings, secrets)),
      (.igdb, IGDBPartner(transport, settings, secrets)),
    ]
    return try shops.filter { !asked.contains($0.0) }.map { try $0.1.facts(for: input) { _, _ in } }
  }

  /// Nil if the partner's secrets are not set and it is not the only one asked.
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
          "\(deleted.counted("account")) deleted. To forget these players: findie forget "
          + "--deferred --from "
          + folder.deletedAccounts.path
      }
      return facts
    } catch let failure as FileFailure where name.needsFile {
      return PartnerFacts(
        name, failure: .file(file(of: name).lastPathComponent, detail: "\(failure)"))
    }
  }

  /// Nil if required secrets are not set.
  private func partner(
    _ name: PartnerName, _ transport: Transport, _ export: AppExport,
    _ forgotten: ForgottenPlayers?
  ) throws -> (any Partner)? {
    switch name {
    case .steam: return SteamPartner(transport, settings, secrets)
    case .itch:
      let collections = try files[.itch].map { try ItchCollections(in: $0) }
      return ItchPartner(
        transport, settings, secrets, collections: collections ?? ItchCollections())
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
      // If it is the only partner, a missing secret is an error.
      return partners.count == 1 || AppStoreConnect.isSetUp(in: secrets)
        ? try AppStorePartner(transport, settings, secrets, recorded: export.metrics) : nil
    }
  }

  private func file(of name: PartnerName) -> URL {
    guard let file = files[name] else { preconditionFailure("no file of \(name)") }
    return file
  }
}

/// What `findie sync` stores in a workspace.
///
/// ```
/// sync/cache/             the answers of partners
/// sync/cache/personal/    answers about players; mode 600
/// sync/rates/             the token buckets
/// sync/logins/            the used logins of `findie steam-login`
/// sync/wishlist-changes.ndjson    for the app; mode 600
/// sync/wishlists.ndjson   each player's lists when they were last merged; mode 600
/// sync/matches.ndjson     accepted and rejected matches
/// sync/matches-to-review.ndjson   guesses and doubtful matches of the last run
/// sync/accounts.ndjson    the accounts of the last `auth-export.json`; mode 600
/// sync/deleted-accounts.ndjson    for `findie forget --from`; mode 600
/// sync/run.json           the record of the last run
/// ```
package struct SyncFolder: Sendable {
  package let url: URL

  package init(_ workspace: Workspace) {
    url = workspace.sync
  }

  var cache: URL { url.appending(path: "cache") }
  var rates: URL { url.appending(path: "rates") }
  var changes: URL { url.appending(path: "wishlist-changes.ndjson") }
  var memories: URL { url.appending(path: "wishlists.ndjson") }
  package var decisions: URL { url.appending(path: "matches.ndjson") }
  var review: URL { url.appending(path: "matches-to-review.ndjson") }
  var accounts: URL { url.appending(path: "accounts.ndjson") }
  var deletedAccounts: URL { url.appending(path: "deleted-accounts.ndjson") }
  var record: URL { url.appending(path: "run.json") }
}

/// The files that `findie sync` writes for the night and for the app.
///
/// Their names sort after those of the app's export, such as `games.ndjson`. Among records without
/// a date, the last one by file name is used.
struct SyncOutput {
  let folder: URL

  static let suffix = InputSource.partnersSuffix

  var games: URL { folder.appending(path: "games" + SyncOutput.suffix) }
  var prices: URL { folder.appending(path: "prices" + SyncOutput.suffix) }
  var metrics: URL { folder.appending(path: "metrics" + SyncOutput.suffix) }
  var wishlists: URL { folder.appending(path: "wishlists" + SyncOutput.suffix) }
  var partners: URL { folder.appending(path: "partners.ndjson") }
}
