import FindieDomain
import FindiePartners
import FindieStore
import FindieTestSupport
import FindieWorkers
import FindieWorkspace
import Foundation
import Testing

/// Messages about launches from `audiences.ndjson` of a published night, with servers on the
/// loopback interface in the place of Firebase Cloud Messaging.
struct LaunchNightTests {
  private static let key = "a key of the tests, no secret"
  private let test: TestTransport
  private let workspace: Workspace

  init() throws {
    test = try TestTransport()
    workspace = Workspace(
      test.folder.url.appending(path: "workspace"),
      reports: test.folder.url.appending(path: "reports"))
    try FileManager.default.createDirectory(
      at: workspace.folder, withIntermediateDirectories: true)
    let key = Process()
    key.executableURL = URL(filePath: "/usr/bin/openssl")
    key.arguments = ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
    let output = Pipe()
    key.standardOutput = output
    key.standardError = FileHandle.nullDevice
    try key.run()
    let content = try JSONSerialization.data(withJSONObject: [
      "client_email": "night@p.example.com", "project_id": "p",
      "private_key": String(decoding: try output.output(), as: UTF8.self),
    ])
    key.waitForEnd()
    try content.write(to: account)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: account.path)
  }

  private var account: URL { test.folder.url.appending(path: "account.json") }

  private var today: Day { test.clock.now.day }

  private func put(_ records: [[String: Any]], in name: String) throws {
    let lines = try records.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
    }
    _ = try test.folder.write(lines.joined(), to: "input/\(name).ndjson")
  }

  /// Writes the export: `bob` wants no messages, of `cem` nothing is known, `dee` wished for the
  /// game, `fay` is in no audience.
  private func export(adaWants: Bool = true) throws {
    try put(
      [
        [
          "id": "new", "title": "New", "developerId": "d", "releaseStatus": "released",
          "releaseDate": today.adding(days: -2).description,
        ]
      ], in: "games")
    try put(
      [("ada", adaWants), ("bob", false), ("dee", true), ("eli", true), ("fay", true)].map {
        ["id": $0.0, "notificationsEnabled": $0.1]
      }, in: "users")
    try put([["userId": "dee", "items": [["gameId": "new"]]]], in: "wishlists")
    try put(
      ["ada", "bob", "cem", "dee", "eli", "fay"].map {
        ["userId": $0, "fcmToken": "ok-\($0)", "timeZone": "UTC"]
      }, in: "devices")
  }

  /// Publishes a night whose catalogue and audience are these players.
  private func publish(_ day: Day, _ players: [String]) throws {
    let store = try WorkspaceStore(at: workspace.store)
    try store.merge(Catalogue(users: players.map { User(id: $0) }))
    try store.forget(who: "gone") { !players.contains($0) }
    let folder = workspace.published(day)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try store.publish(night: day, to: workspace.publishedStore(day)) { _ in }
    try store.close()
    let audience = GameAudience(
      gameId: "new",
      players: players.enumerated().map { .init(userId: $1, rank: $0 + 1, score: 1) })
    try JSONEncoder().encode(audience).write(to: folder.appending(path: "audiences.ndjson"))
    try Data().write(to: folder.appending(path: "price-drops.ndjson"))
    if workspace.currentDay != nil { try FileManager.default.removeItem(at: workspace.current) }
    try FileManager.default.createSymbolicLink(
      atPath: workspace.current.path, withDestinationPath: day.description)
  }

  private func notify() throws -> NotifyRecord {
    let settings = NotificationSettings()
    let app = try ExportFolder(
      test.folder.url.appending(path: "input"), of: workspace, key: Self.key,
      workers: Workers(threads: 1), now: test.clock.now)
    return try Notify(
      app, settings: settings, clock: test.clock.transport
    ).run(
      through: NotifyServices(
        [.fcm], sending: settings, settings: PartnerSettings(yaml: test.partners.settings),
        secrets: PartnerSecrets([.fcmServiceAccount: account.path]), of: workspace,
        through: test.transport()))
  }

  /// The devices that received messages, with their numbers of messages.
  private func received() throws -> [String: Int] { try test.partners.messages() }

  private static let audience = ["ada", "bob", "cem", "dee", "eli"]

  @Test func `players of an audience who want messages get one, once`() throws {
    try export()
    try publish(today, Self.audience)
    let record = try notify()
    #expect(record.failures == [] && record.counts.sent == 2)
    #expect(try received() == ["ok-ada": 1, "ok-eli": 1])
    let bodies = try test.partners.requests().filter { $0.path.contains("messages:send") }
      .map(\.body)
    // The first request may be repeated with a new access token.
    #expect(bodies.count >= 2 && bodies.allSatisfy { $0.contains("\"launch\"") })
    // Not again, neither from this night nor from the next ones.
    #expect(try notify().counts.sent == 0)
    for _ in 0..<3 {
      test.clock.advance(seconds: 86_400)
      try publish(today, Self.audience)
      #expect(try notify().counts.sent == 0)
    }
    #expect(try received() == ["ok-ada": 1, "ok-eli": 1])
  }

  @Test func `the last word of a player counts, also after the night`() throws {
    try export(adaWants: false)
    try publish(today, Self.audience)
    #expect(try notify().counts.sent == 1)
    #expect(try received() == ["ok-eli": 1])
  }

  /// A phone that changed hands: two lines of `devices` share a token.
  private func moveDevice(of before: String, to after: String) throws {
    try put(
      [(before, -9), (after, -1)].map {
        [
          "id": "\($0.0)-phone", "userId": $0.0, "fcmToken": "ok-phone", "timeZone": "UTC",
          "updatedAt": today.adding(days: $0.1).description,
        ]
      }, in: "devices")
  }

  @Test(arguments: ["bob", "cem", "fay"])
  func `a device gets messages to the player who used it last, or none`(last: String) throws {
    try export()
    // bob refused messages, of cem nothing is known, and fay is in no audience.
    try moveDevice(of: "ada", to: last)
    try publish(today, Self.audience)
    let record = try notify()
    #expect(try received() == [:])
    #expect(record.devices == (last == "fay" ? 1 : 0))
    try moveDevice(of: last, to: "ada")
    #expect(try notify().counts.sent == 1)
  }

  @Test func `the device of a forgotten player belongs to nobody else`() throws {
    try export()
    try moveDevice(of: "eli", to: "ada")
    try publish(today.adding(days: -1), Self.audience)
    _ = try Forgetting(workspace).request(
      for: [.init(userId: "ada")], key: Self.key, now: test.clock.now)
    #expect(try notify().counts.sent == 0)
    #expect(try received() == [:])
  }

  @Test func `a forgotten player gets none, and the nights that name the player are removed`()
    throws
  {
    try export()
    let yesterday = today.adding(days: -1)
    try publish(yesterday, Self.audience)
    let request = try Forgetting(workspace).request(
      for: [.init(userId: "ada")], key: Self.key, now: test.clock.now)
    #expect(request.publishedNights == [yesterday])
    #expect(try notify().counts.sent == 1)
    #expect(try received() == ["ok-eli": 1])
    // As the next night does, after it has published its own lists.
    try publish(today, ["eli"])
    let forgotten = try #require(
      try ForgottenPlayers(workspace: workspace, key: Self.key, today: today))
    try workspace.finishForgetting(forgotten, on: today)
    #expect(try workspace.publishedDays() == [today])
    for path in try FileManager.default.subpathsOfDirectory(atPath: workspace.published.path) {
      let bytes = FileManager.default.contents(
        atPath: workspace.published.appending(path: path).path)
      #expect(bytes?.range(of: Data("ada".utf8)) == nil, "\(path)")
    }
  }
}
