package import FindieDomain
import FindieFiles
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

  /// - Parameters:
  ///   - output: the folder for the files that the night reads.
  ///   - partners: the partners to ask.
  ///   - files: the file with a partner's numbers; for itch.io, a folder of collections that
  ///     players exported, each as `NAME.csv`.
  package init(
    _ app: ExportFolder, output: URL, partners: [PartnerName], files: [PartnerName: URL],
    settings: PartnerSettings, secrets: PartnerSecrets, clock: TransportClock,
    observer: any RunObserver
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
  }

  /// - Throws: `IngestFailure` without an export, `WorkspaceLock.Held`, `SyncStopped`,
  ///   `FileFailure`, `LocalFailure` if the clock is behind or a file of the last run is damaged.
  ///   Failures of partners are part of the result.
  package func run() throws -> SyncRecord {
    try DurableFile.createFolder(folder.url, access: .ownerOnly)
    let lock = try WorkspaceLock(workspace: folder.url)
    defer { lock.release() }
    if let day = app.workspace.currentDay, day.start > clock.now().latestChange {
      throw LocalFailure(
        .badParameters,
        "The published night of \(day) is more than a day ahead of the clock, \(clock.now()). "
          + "Nothing was changed. Set the clock, then run the same command again.")
    }
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
      games: export.games, users: export.users, wishlists: export.wishlists, decisions: decisions,
      known: export.known)
    var context = PartnerContext(transport, settings, secrets, recorded: export.metrics)
    context.accounts = { [folder] in try AccountChanges(reading: folder) }
    context.isForgotten = { forgotten?.contains($0) ?? false }
    // Partners wait for the network most of the time, so each gets a thread.
    let asked = try Workers(threads: partners.count).map(partners.count) { [context] index in
      try ask(partners[index], context, input)
    }
    record.requests = transport.countsByEndpoint
    let others = try stored(besides: asked.compactMap { $0?.partner }, input)
    // More players may have asked to be forgotten since the start.
    var (app, export) = (app, export)
    try app.loadForgottenPlayers()
    if app.forgotten?.fingerprint != forgotten?.fingerprint {
      try app.workspace.removePersonalAnswers()
      export = try AppExport(of: app, output: output)
    }
    func remaining(_ facts: PartnerFacts) -> PartnerFacts {
      facts.forgetting { app.forgotten?.contains($0) ?? false }
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
    let context = PartnerContext(
      app.workspace.transport(clock: clock, isOffline: true), settings, secrets)
    return try PartnerName.allCases.filter { $0.shop != nil && !asked.contains($0) }.map { name in
      try name.client.init(context).facts(for: input)
    }
  }

  /// Nil if the partner's secrets are not set and it is not the only one asked.
  private func ask(
    _ name: PartnerName, _ context: PartnerContext, _ input: SyncInput
  ) throws -> PartnerFacts? {
    let stage = "sync \(name.rawValue)"
    // If it is the only partner, a missing secret is an error.
    guard partners.count == 1 || name.client.secrets.allSatisfy({ secrets.has($0) }) else {
      observer.report(
        .warned(stage: stage, message: "\(name.title) is skipped: its secrets are not set"))
      return nil
    }
    var context = context
    context.file = files[name]
    context.progress = { [observer] done, total in
      observer.report(.advanced(stage: stage, done: done, total: total, unit: "requests"))
    }
    let partner = try name.client.init(context)
    observer.report(.started(stage: stage))
    do {
      var facts = try partner.facts(for: input)
      if let deleted = facts.accounts?.deleted.count, deleted > 0 {
        facts.note =
          "\(deleted.counted("account")) deleted. To forget these players: findie forget "
          + "--deferred --from "
          + folder.deletedAccounts.path
      }
      return facts
    } catch let failure as FileFailure where name.client.fileHelp != nil {
      return PartnerFacts(
        name, failure: .file(context.requiredFile.lastPathComponent, detail: "\(failure)"))
    }
  }
}
