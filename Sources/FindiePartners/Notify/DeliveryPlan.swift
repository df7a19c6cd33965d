import FindieDomain

/// What is decided about each message on each device of its player, a player's most urgent message
/// first.
struct DeliveryPlan {
  struct Delivery: Sendable {
    let message: NotificationMessage
    let device: Device
    let decision: DeliveryRules.Decision
  }

  /// Without those that were tried before.
  private(set) var deliveries: [Delivery] = []
  private(set) var expired: [NotificationMessage] = []

  var ready: [Delivery] { deliveries.filter { $0.decision == .send } }

  /// - Parameters:
  ///   - input: has the players' devices.
  ///   - log: what was sent before.
  init(
    of outbox: [NotificationMessage], to input: NotificationInput, after log: DeliveryLog,
    _ rules: DeliveryRules, now: Timestamp
  ) {
    var planned = log
    for message in NotificationInput.inOrder(outbox) {
      if rules.isExpired(message.createdAt, now: now) { expired.append(message) }
      for device in input.devices(of: message.userId) {
        let decision = rules.decision(about: message, on: device, planned, now: now)
        guard decision != .done else { continue }
        if decision == .send {
          planned.add(.init(message, device: device.id, .sending, at: now))
        }
        deliveries.append(Delivery(message: message, device: device, decision: decision))
      }
    }
  }

  func count(in record: inout NotifyRecord) {
    record.counts.expired += expired.count
    record.counts.capped += deliveries.count { $0.decision == .capped }
    record.counts.quiet += deliveries.count { $0.decision == .quiet }
  }
}

extension DeliveryPlan.Delivery {
  func preview(_ texts: MessageTexts) -> NotifyRecord.Preview {
    let text = texts.text(of: message, language: device.language)
    return NotifyRecord.Preview(
      userId: message.userId, kind: message.kind, title: text.title, body: text.body,
      decision: "\(decision)")
  }
}
