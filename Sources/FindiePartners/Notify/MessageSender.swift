import FindieDomain
import FindieWorkers

/// Sends messages through FCM in batches, each logged before and after it is sent.
struct MessageSender {
  let fcm: FCM
  let folder: NotifyFolder
  let settings: NotificationSettings
  let clock: TransportClock
  /// The results of the last batch, which are not in the delivery log yet.
  private(set) var unwritten: [DeliveryLog.Line] = []

  /// The number of messages sent at once: the most messages whose fate a kill can leave unknown.
  private static let batch = 64

  /// Sends until all are sent, the clock stops, or no message of a batch could be sent.
  ///
  /// - Throws: `SyncStopped`, `FileFailure`, and what FCM throws for all messages.
  mutating func send(
    _ ready: [DeliveryPlan.Delivery], logging deliveries: inout DeliveryLog,
    _ record: inout NotifyRecord
  ) throws {
    for range in Workers.ranges(of: ready.count, size: Self.batch) {
      if clock.isStopping() { throw SyncStopped() }
      let batch = ready[range].filter { stillMaySend($0, &record) }
      if batch.isEmpty { continue }
      // One write for the results of a batch and the intents of the next.
      let now = clock.now()
      try folder.append(
        unwritten + batch.map { .init($0.message, device: $0.device.id, .sending, at: now) },
        to: &deliveries, intents: batch.count)
      unwritten = []
      let sender = self
      let outcomes = WaitingThreads.map(batch.count) { index in
        Result { try sender.deliver(batch[index]) }
      }
      var removed: [Device] = []
      unwritten = zip(batch, outcomes).map { delivery, outcome in
        var state = DeliveryLog.State.notSent
        if case .success(let outcome) = outcome {
          if case .unregistered = outcome { removed.append(delivery.device) }
          state = record.count(outcome)
        }
        return .init(delivery.message, device: delivery.device.id, state, at: clock.now())
      }
      record.removedDevices += removed.count
      try folder.append(removed: removed)
      for outcome in outcomes { _ = try outcome.get() }
      // The other messages wait for the next run.
      if unwritten.allSatisfy({ $0.state == .notSent }) { break }
    }
  }

  /// Whether the message may still be sent, although time has passed since the run began.
  private func stillMaySend(_ delivery: DeliveryPlan.Delivery, _ record: inout NotifyRecord) -> Bool
  {
    let (rules, now) = (settings.rules, clock.now())
    if rules.isExpired(delivery.message.createdAt, now: now) { return false }
    guard rules.isQuiet(delivery.device.timeZone, now: now) else { return true }
    record.counts.quiet += 1
    return false
  }

  private func deliver(_ delivery: DeliveryPlan.Delivery) throws -> FCM.Outcome {
    let message = delivery.message
    let text = settings.texts.text(of: message, language: delivery.device.language)
    return try fcm.send(
      text,
      data: [
        "type": message.kind.type, "gameId": message.games[0].id, "messageId": message.id,
        "link": DeepLink.game(id: message.games[0].id).text,
      ], to: delivery.device)
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
