import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation

/// What `findie notify` stores in a workspace, all of mode 600.
///
/// ```
/// notify/outbox.ndjson           messages that wait
/// notify/ledger.ndjson           what happened to each message on each device
/// notify/removed-devices.ndjson  devices that get no more messages, and that the app should delete
/// notify/digest.ndjson           the nights whose digest was posted
/// notify/invites.ndjson          the weekly invites to Plur, with their links
/// notify/alerts.ndjson           the alerts that `findie alert` posted
/// notify/.lock                   locked while `findie alert` posts
/// notify/algorithm-token.json    the token of The Algorithm
/// notify/run.json                the record of the last run
/// ```
struct NotifyFolder: Sendable {
  let url: URL

  init(_ workspace: Workspace) {
    url = workspace.notify
  }

  var outbox: URL { url.appending(path: "outbox.ndjson") }
  var deliveries: URL { url.appending(path: "ledger.ndjson") }
  var removedDevices: URL { url.appending(path: "removed-devices.ndjson") }
  var digests: URL { url.appending(path: "digest.ndjson") }
  var invites: URL { url.appending(path: "invites.ndjson") }
  var alerts: URL { url.appending(path: "alerts.ndjson") }
  var record: URL { url.appending(path: "run.json") }
}

// MARK: - The outbox and the record

extension NotifyFolder {
  func readOutbox(without forgotten: ForgottenPlayers?) throws -> [NotificationMessage] {
    try DurableFile.lines(of: outbox).compactMap { line in
      do {
        return try JSONDecoder().decode(NotificationMessage.self, from: line)
      } catch {
        // Messages that were not sent are composed again.
        return nil
      }
    }.filter { (message: NotificationMessage) in !(forgotten?.contains(message.userId) ?? false) }
  }

  func write(_ messages: [NotificationMessage]) throws(FileFailure) {
    try DurableFile.write(
      messages.map { canonicalLine($0) }.joined(), to: outbox, access: .ownerOnly)
  }

  func write(_ run: NotifyRecord) throws(FileFailure) {
    try DurableFile.write(canonicalLine(run), to: record, access: .ownerOnly)
  }
}

// MARK: - The delivery log

extension NotifyFolder {
  /// A line with a result is at most this many bytes longer than the line `sending`.
  private static let longerState = 16

  /// Replaces the delivery log by its last line of each message and device.
  func write(_ log: DeliveryLog) throws(FileFailure) {
    try DurableFile.write(
      log.lines.map { canonicalLine($0) }.joined(), to: deliveries, access: .ownerOnly)
  }

  /// Writes lines to the delivery log. They are on disk when this returns.
  ///
  /// - Parameter intents: the number of messages about to be sent. Disk space for their results
  ///   is reserved first.
  func append(
    _ lines: [DeliveryLog.Line], to log: inout DeliveryLog, intents: Int = 0
  ) throws(FileFailure) {
    guard !lines.isEmpty else { return }
    let text = lines.map { canonicalLine($0) }.joined()
    let room = intents == 0 ? 0 : text.utf8.count + intents * Self.longerState
    try DurableFile.append(text, toLog: deliveries, reserving: room)
    for line in lines { log.add(line) }
  }
}

// MARK: - Removed devices

extension NotifyFolder {
  private struct RemovedDevice: Codable {
    let userId: String
    let device: String
  }

  func readRemovedDevices() throws -> Set<String> {
    Set(
      try DurableFile.lines(of: removedDevices).compactMap { line in
        // The last line may be cut off. FCM will refuse that device again.
        do { return try JSONDecoder().decode(RemovedDevice.self, from: line).device } catch {
          return nil
        }
      })
  }

  /// Lists devices that get no more messages, and that the app should delete.
  func append(removed devices: [Device]) throws(FileFailure) {
    guard !devices.isEmpty else { return }
    let lines = devices.map { canonicalLine(RemovedDevice(userId: $0.userId, device: $0.id)) }
    try DurableFile.append(lines.joined(), toLog: removedDevices)
  }
}

extension DeliveryLog {
  var uncertainMessages: [NotifyRecord.Uncertain] {
    uncertain.map { .init(message: $0.message, userId: $0.userId, at: $0.at) }
  }
}
