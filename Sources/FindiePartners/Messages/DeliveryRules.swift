package import FindieDomain
package import Foundation

/// When a message may be sent.
package struct DeliveryRules: Hashable, Sendable {
  /// No message is sent from this hour …
  package var quietFrom = 21
  /// … until this hour, in the device's time zone. No hour is quiet if both are equal.
  package var quietTo = 9
  /// The largest number of messages to a player in 24 hours.
  package var perDay = 1
  /// The largest number of messages to a player in seven days.
  package var perWeek = 3
  /// The age in hours at which a message is no longer sent, and a night yields no new messages.
  package var hours = 48

  package init() {}

  package enum Decision: Hashable, Sendable {
    case send
    /// It was already tried.
    case done
    case expired
    /// The player got as many messages as allowed.
    case capped
    case quiet
  }

  package func decision(
    about message: NotificationMessage, on device: Device, _ deliveries: DeliveryLog, now: Timestamp
  ) -> Decision {
    if let state = deliveries.state(of: message, on: device.id), state != .notSent { return .done }
    if isExpired(message.createdAt, now: now) { return .expired }
    let user = message.userId
    let day = deliveries.count(of: user, inDays: 1, to: now, except: message.id)
    let week = deliveries.count(of: user, inDays: 7, to: now, except: message.id)
    if day >= perDay || week >= perWeek { return .capped }
    return isQuiet(device.timeZone, now: now) ? .quiet : .send
  }

  /// Whether a message of a time is too old to be sent, or a night for new messages.
  package func isExpired(_ time: Timestamp, now: Timestamp) -> Bool {
    now >= time.adding(seconds: Double(hours) * 3600)
  }

  /// Whether it is a quiet hour in a time zone.
  package func isQuiet(_ zone: TimeZone, now: Timestamp) -> Bool {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    let hour = calendar.component(.hour, from: date)
    return quietFrom <= quietTo
      ? (quietFrom..<quietTo).contains(hour) : hour >= quietFrom || hour < quietTo
  }
}
