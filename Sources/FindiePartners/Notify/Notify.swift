import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieIngest
import FindieStore
import FindieWorkers
import Foundation

/// Composes messages from the published night and sends them, to players first.
///
/// A message waits in the outbox until it is sent or too old. The line `sending` is in the delivery
/// log, on disk, before a message is sent: a run that is killed sends no message twice, and what it
/// was sending is listed as uncertain.
package struct Notify {
  private let app: ExportFolder
  private let folder: NotifyFolder
  private let settings: NotificationSettings
  private let clock: TransportClock
  private let elapsedSeconds: @Sendable () -> Double

  /// The number of messages sent at once: the most messages whose fate a kill can leave unknown.
  private static let batch = 64
  /// A line with a result has at most so many bytes more than the line `sending`.
  private static let longerState = 16

  package init(
    _ app: ExportFolder, settings: NotificationSettings, clock: TransportClock,
    elapsedSeconds: @escaping @Sendable () -> Double
  ) {
    self.app = app
    folder = NotifyFolder(app.workspace)
    self.settings = settings
    self.clock = clock
    self.elapsedSeconds = elapsedSeconds
  }

  /// Composes and sends messages.
  ///
  /// - Parameter services: send them, or show what would be sent without a change of any file.
  /// - Throws: `NotFound` without a published night; `ClockBehind`, `DamagedDeliveryLog`,
  ///   `WorkspaceLock.Held`, `IngestFailure`, `StoreFailure`, `SyncStopped`, `FileFailure`.
  package func run(through services: NotifyServices) throws -> NotifyRecord {
    // The workspace's lock: `forget` in a nightly run changes the same files.
    let lock = try WorkspaceLock.acquire(
      app.workspace.folder, day: nil, timeoutInSeconds: 0,
      elapsedSeconds: elapsedSeconds, pause: { try clock.pause($0) }, report: { _ in })
    defer { lock.release() }
    var app = app
    try app.loadForgottenPlayers()
    guard let day = app.workspace.currentDay else { throw app.workspace.nothingPublished }
    guard day.start <= clock.now().adding(seconds: 86_400) else {
      throw ClockBehind(night: day, now: clock.now())
    }
    if !services.isPreview { try DurableFile.createFolder(folder.url, access: .ownerOnly) }
    var record = NotifyRecord(of: day, startedAt: clock.now())
    record.isNightTooOld = settings.rules.isExpired(day, now: clock.now())
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
    let input = try NotificationInput(app, record.night, removed: readRemovedDevices())
    record.badDevices = input.badDevices
    record.firstBadDevice = input.firstBadDevice
    record.devices = input.deviceCount
    var deliveries = try readDeliveries(of: record.night, app.forgotten)
    var outbox = try readOutbox(app.forgotten)
    if !record.isNightTooOld {
      let earlier = Set(outbox.map(\.id))
      outbox = try input.outbox(after: outbox, deliveries, at: clock.now())
      record.composed = outbox.count { !earlier.contains($0.id) }
    }
    let plan = plan(outbox, input, deliveries, &record)
    guard let fcm else {
      record.previews = previews(outbox, input, deliveries)
      record.uncertain = uncertain(deliveries)
      return
    }
    try write(outbox)
    var unwritten: [DeliveryLog.Line] = []
    let sending = Result { try send(plan.ready, through: fcm, &deliveries, &unwritten, &record) }
    if case .success = sending {
      unwritten += plan.expired.map { .init($0, device: "", .expired, at: clock.now()) }
    }
    try append(unwritten, &deliveries)
    try finish(&record, deliveries, outbox, input)
    try sending.get()
  }

  // MARK: - Files

  /// - Parameter day: of the night. A clock that is ahead of it for a while deletes no lines.
  private func readDeliveries(of day: Day, _ forgotten: ForgottenPlayers?) throws -> DeliveryLog {
    let oldest = min(clock.now(), day.start)
      .adding(seconds: -Double(DeliveryLog.days) * 86_400)
    return try DeliveryLog(file: folder.deliveries) { line in
      line.at >= oldest && !(forgotten?.contains(line.userId) ?? false)
    }
  }

  private func readOutbox(_ forgotten: ForgottenPlayers?) throws -> [NotificationMessage] {
    guard DurableFile.exists(folder.outbox) else { return [] }
    return try DurableFile.read(folder.outbox).split(separator: UInt8(ascii: "\n"))
      .compactMap { line in
        do {
          return try JSONDecoder().decode(NotificationMessage.self, from: Data(line))
        } catch {
          // What was not sent is composed again.
          return nil
        }
      }.filter { (message: NotificationMessage) in
        !(forgotten?.contains(message.userId) ?? false)
      }
  }

  private func write(_ outbox: [NotificationMessage]) throws(FileFailure) {
    try DurableFile.write(
      outbox.map { canonicalLine($0) }.joined(), to: folder.outbox, access: .ownerOnly)
  }

  /// Writes lines to the delivery log, on disk when this returns.
  ///
  /// - Parameter intents: the number of messages that are about to be sent, whose results will fit
  ///   on the disk.
  private func append(
    _ lines: [DeliveryLog.Line], _ deliveries: inout DeliveryLog, intents: Int = 0
  ) throws(FileFailure) {
    guard !lines.isEmpty else { return }
    if !DurableFile.exists(folder.deliveries) {
      try DurableFile.write("", to: folder.deliveries, access: .ownerOnly)
    }
    // A line that was cut off by a kill ends here.
    let text = "\n" + lines.map { canonicalLine($0) }.joined()
    let room = intents == 0 ? 0 : text.utf8.count + intents * Notify.longerState
    try DurableFile.append(Array(text.utf8), to: folder.deliveries, syncing: true, reserving: room)
    for line in lines { deliveries.add(line) }
  }

  /// Writes the delivery log without old lines and repetitions, the outbox without what is done,
  /// and the record.
  private func finish(
    _ record: inout NotifyRecord, _ deliveries: DeliveryLog, _ outbox: [NotificationMessage],
    _ input: NotificationInput
  ) throws {
    try DurableFile.write(
      deliveries.lines.map { canonicalLine($0) }.joined(), to: folder.deliveries, access: .ownerOnly
    )
    let now = clock.now()
    try write(
      outbox.filter { message in
        !settings.rules.isExpired(message, now: now)
          && input.devices(of: message.userId).contains {
            [nil, .notSent].contains(deliveries.state(of: message, on: $0.id))
          }
      })
    record.uncertain = uncertain(deliveries)
    try write(&record)
  }

  private func write(_ record: inout NotifyRecord) throws(FileFailure) {
    record.endedAt = clock.now()
    try DurableFile.write(canonicalLine(record), to: folder.record, access: .ownerOnly)
  }

  private func uncertain(_ deliveries: DeliveryLog) -> [NotifyRecord.Uncertain] {
    deliveries.uncertain.map { .init(message: $0.message, userId: $0.userId, at: $0.at) }
  }

  // MARK: - Sending

  private struct Delivery: Sendable {
    let message: NotificationMessage
    let device: Device
  }

  private struct Plan {
    /// A player's most urgent message first.
    var ready: [Delivery] = []
    var expired: [NotificationMessage] = []
  }

  /// Decides about each message on each device of its player.
  private func plan(
    _ outbox: [NotificationMessage], _ input: NotificationInput, _ deliveries: DeliveryLog,
    _ record: inout NotifyRecord
  ) -> Plan {
    var plan = Plan()
    var planned = deliveries
    let now = clock.now()
    for message in NotificationInput.inOrder(outbox) {
      if settings.rules.isExpired(message, now: now) {
        plan.expired.append(message)
        record.counts.expired += 1
        continue
      }
      for device in input.devices(of: message.userId) {
        switch settings.rules.decision(about: message, on: device, planned, now: now) {
        case .send:
          plan.ready.append(Delivery(message: message, device: device))
          planned.add(.init(message, device: device.id, .sending, at: now))
        case .capped: record.counts.capped += 1
        case .quiet: record.counts.quiet += 1
        case .done, .expired: break
        }
      }
    }
    return plan
  }

  /// - Parameter results: of the last batch, which are not in the delivery log yet.
  private func send(
    _ ready: [Delivery], through fcm: FCM, _ deliveries: inout DeliveryLog,
    _ results: inout [DeliveryLog.Line], _ record: inout NotifyRecord
  ) throws {
    for range in Workers.ranges(of: ready.count, size: Notify.batch) {
      if clock.isStopping() { throw SyncStopped() }
      let batch = ready[range].filter { stillMaySend($0, &record) }
      if batch.isEmpty { continue }
      // One write for the results of a batch and the intents of the next.
      let now = clock.now()
      try append(
        results + batch.map { .init($0.message, device: $0.device.id, .sending, at: now) },
        &deliveries,
        intents: batch.count)
      results = []
      let outcomes = WaitingThreads.map(batch.count) { index in
        Result { try deliver(batch[index], through: fcm) }
      }
      var removed: [Device] = []
      results = zip(batch, outcomes).map { delivery, outcome in
        var state = DeliveryLog.State.notSent
        if case .success(let outcome) = outcome {
          if case .unregistered = outcome { removed.append(delivery.device) }
          state = record.count(outcome)
        }
        return .init(delivery.message, device: delivery.device.id, state, at: clock.now())
      }
      try remove(removed, &record)
      for outcome in outcomes { _ = try outcome.get() }
      // The rest waits for the next run.
      if results.allSatisfy({ $0.state == .notSent }) { break }
    }
  }

  /// Whether it did not become too late since the run began.
  private func stillMaySend(_ delivery: Delivery, _ record: inout NotifyRecord) -> Bool {
    let (rules, now) = (settings.rules, clock.now())
    if rules.isExpired(delivery.message, now: now) { return false }
    guard rules.isQuiet(delivery.device.timeZone, now: now) else { return true }
    record.counts.quiet += 1
    return false
  }

  private func deliver(_ delivery: Delivery, through fcm: FCM) throws -> FCM.Outcome {
    let message = delivery.message
    let text = settings.texts.text(of: message, language: delivery.device.language)
    return try fcm.send(
      text,
      data: [
        "type": message.kind.type, "gameId": message.games[0].id, "messageId": message.id,
        "link": DeepLink.game(id: message.games[0].id).text,
      ], to: delivery.device)
  }

  private struct RemovedDevice: Codable {
    let userId: String
    let device: String
  }

  private func readRemovedDevices() throws -> Set<String> {
    guard DurableFile.exists(folder.removedDevices) else { return [] }
    let lines = try DurableFile.read(folder.removedDevices).split(separator: UInt8(ascii: "\n"))
    return Set(
      lines.compactMap { line in
        // The last line may be cut off. FCM refuses such a device again.
        do { return try JSONDecoder().decode(RemovedDevice.self, from: Data(line)).device } catch {
          return nil
        }
      })
  }

  /// Lists devices that get no more messages, and that the app should delete.
  private func remove(_ devices: [Device], _ record: inout NotifyRecord) throws {
    guard !devices.isEmpty else { return }
    record.removedDevices += devices.count
    if !DurableFile.exists(folder.removedDevices) {
      try DurableFile.write("", to: folder.removedDevices, access: .ownerOnly)
    }
    // A line that was cut off by a kill ends here.
    let lines = devices.map { canonicalLine(RemovedDevice(userId: $0.userId, device: $0.id)) }
    let text = "\n" + lines.joined()
    try DurableFile.append(Array(text.utf8), to: folder.removedDevices, syncing: true)
  }

  private func previews(
    _ outbox: [NotificationMessage], _ input: NotificationInput, _ deliveries: DeliveryLog
  ) -> [NotifyRecord.Preview] {
    var planned = deliveries
    let now = clock.now()
    return NotificationInput.inOrder(outbox).flatMap { message in
      input.devices(of: message.userId).compactMap { device in
        let decision = settings.rules.decision(about: message, on: device, planned, now: now)
        guard decision != .done else { return nil }
        if decision == .send {
          planned.add(.init(message, device: device.id, .sending, at: now))
        }
        let text = settings.texts.text(of: message, language: device.language)
        return NotifyRecord.Preview(
          userId: message.userId, kind: message.kind, title: text.title, body: text.body,
          decision: "\(decision)")
      }
    }
  }
}

/// The published night is more than a day ahead of the clock. With a wrong clock, the limits of
/// messages to a player would not hold.
struct ClockBehind: KnownFailure, CustomStringConvertible {
  let night: Day
  let now: Timestamp

  var failureKind: FailureKind { .badParameters }

  var description: String {
    "The published night of \(night) is ahead of the current time, \(now). Nothing was sent. Check "
      + "the clock or --now."
  }
}

extension NotifyRecord {
  /// Counts an outcome.
  fileprivate mutating func count(_ outcome: FCM.Outcome) -> DeliveryLog.State {
    func note(_ failure: String) {
      if failures.count < 20, !failures.contains(failure) { failures.append(failure) }
    }
    switch outcome {
    case .sent:
      counts.sent += 1
      return .sent
    case .unregistered:
      counts.refused += 1
      return .refused
    case .refused(let code):
      counts.refused += 1
      note("FCM refused a message: \(code)")
      return .refused
    case .notSent(let failure):
      counts.notSent += 1
      note("\(failure)")
      return .notSent
    case .uncertain(let failure):
      counts.uncertain += 1
      note("\(failure)")
      return .uncertain
    }
  }
}
