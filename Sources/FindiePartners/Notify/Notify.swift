import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieIngest
import FindieStore
import Foundation

/// Composes messages from the published night and sends them, to players first.
///
/// A message waits in the outbox until it is sent or too old. Its line `sending` is in the delivery
/// log, on disk, before it is sent. So a killed run sends no message twice, and what it was sending
/// is listed as uncertain.
package struct Notify {
  private let app: ExportFolder
  private let folder: NotifyFolder
  private let settings: NotificationSettings
  private let clock: TransportClock

  package init(_ app: ExportFolder, settings: NotificationSettings, clock: TransportClock) {
    self.app = app
    folder = NotifyFolder(app.workspace)
    self.settings = settings
    self.clock = clock
  }

  /// Composes and sends messages.
  ///
  /// - Parameter services: send the messages, or show them without changing any file.
  /// - Throws: `NotFound` without a published night; `LocalFailure`, `WorkspaceLock.Held`,
  ///   `IngestFailure`, `StoreFailure`, `SyncStopped`, `FileFailure`.
  package func run(through services: NotifyServices) throws -> NotifyRecord {
    // The workspace's lock: `forget` in a nightly run changes the same files.
    let lock = try WorkspaceLock(workspace: app.workspace.folder)
    defer { lock.release() }
    var app = app
    try app.loadForgottenPlayers()
    guard let day = app.workspace.currentDay else { throw app.workspace.nothingPublished }
    guard day.start <= clock.now().adding(seconds: 86_400) else {
      // With a wrong clock, the limits on messages per player would not hold.
      throw LocalFailure(
        .badParameters,
        "The published night of \(day) is ahead of the current time, \(clock.now()). Nothing was "
          + "sent. Check the clock or --now.")
    }
    if !services.isPreview { try DurableFile.createFolder(folder.url, access: .ownerOnly) }
    var record = NotifyRecord(of: day, startedAt: clock.now())
    record.isNightTooOld = settings.rules.isExpired(day.start, now: clock.now())
    if services.channels.contains(.fcm) {
      try messagePlayers(app, through: services.fcm, &record)
    }
    do {
      try TeamMessages(app.workspace, day, settings, clock).run(through: services, &record)
    } catch {
      if !services.isPreview { try write(&record) }
      throw error
    }
    record.endedAt = clock.now()
    if !services.isPreview { try write(&record) }
    return record
  }

  /// - Parameter fcm: nil to show what would be sent.
  private func messagePlayers(
    _ app: ExportFolder, through fcm: FCM?, _ record: inout NotifyRecord
  ) throws {
    let input = try NotificationInput(app, record.night, removed: folder.readRemovedDevices())
    record.badDevices = input.badDevices
    record.firstBadDevice = input.firstBadDevice
    record.devices = input.deviceCount
    var deliveries = try readDeliveries(of: record.night, app.forgotten)
    var outbox = try folder.readOutbox(without: app.forgotten)
    if !record.isNightTooOld {
      let earlier = Set(outbox.map(\.id))
      outbox = try input.outbox(after: outbox, deliveries, at: clock.now())
      record.composed = outbox.count { !earlier.contains($0.id) }
    }
    let plan = DeliveryPlan(
      of: outbox, to: input, after: deliveries, settings.rules, now: clock.now())
    plan.count(in: &record)
    guard let fcm else {
      record.previews = plan.deliveries.map { $0.preview(settings.texts) }
      record.uncertain = deliveries.uncertainMessages
      return
    }
    try folder.write(outbox)
    var sender = MessageSender(fcm: fcm, folder: folder, settings: settings, clock: clock)
    let sending = Result { try sender.send(plan.ready, logging: &deliveries, &record) }
    var unwritten = sender.unwritten
    if case .success = sending {
      unwritten += plan.expired.map { .init($0, device: "", .expired, at: clock.now()) }
    }
    try folder.append(unwritten, to: &deliveries)
    try finish(&record, deliveries, outbox, input)
    try sending.get()
  }

  /// - Parameter day: the night's day. A clock that is temporarily ahead of it deletes no lines.
  private func readDeliveries(of day: Day, _ forgotten: ForgottenPlayers?) throws -> DeliveryLog {
    let oldest = min(clock.now(), day.start)
      .adding(seconds: -Double(DeliveryLog.days) * 86_400)
    return try DeliveryLog(file: folder.deliveries) { line in
      line.at >= oldest && !(forgotten?.contains(line.userId) ?? false)
    }
  }

  /// Writes the delivery log without old or repeated lines, the outbox without finished messages,
  /// and the record.
  private func finish(
    _ record: inout NotifyRecord, _ deliveries: DeliveryLog, _ outbox: [NotificationMessage],
    _ input: NotificationInput
  ) throws {
    try folder.write(deliveries)
    let now = clock.now()
    try folder.write(
      outbox.filter { message in
        !settings.rules.isExpired(message.createdAt, now: now)
          && input.devices(of: message.userId).contains {
            [nil, .notSent].contains(deliveries.state(of: message, on: $0.id))
          }
      })
    record.uncertain = deliveries.uncertainMessages
    try write(&record)
  }

  private func write(_ record: inout NotifyRecord) throws(FileFailure) {
    record.endedAt = clock.now()
    try folder.write(record)
  }
}
