import FindieTestSupport
import Foundation
import Testing

/// All partners in one day of the app: `sync all`, a night, and `notify`, with and without faults.
@Suite(.waiting) struct AllPartnersTests {
  private let sandbox: Sandbox
  private let partners: LoopbackPartners

  init() throws {
    sandbox = try Sandbox.withSmallWorld(days: (SmallWorld.today - 40)..<SmallWorld.today)
    var games = SmallWorld.games
    games[18]["releaseDate"] = SmallWorld.start(daysAgo: 3).ISO8601Format()
    try sandbox.put(games, in: "games.ndjson")
    partners = try LoopbackPartners()
    try sandbox.folder.write(partners.settings, to: "partners.yaml")
    try sandbox.put(
      SmallWorld.users.map { $0.merging(["notificationsEnabled": true]) { $1 } }, in: "users.ndjson"
    )
    // Ten devices of each player.
    try sandbox.put(
      (0..<120).map {
        ["userId": "u\($0 % 12)", "fcmToken": "ok-planted-\($0)", "timeZone": "Europe/Berlin"]
      }, in: "devices.ndjson")
    try sandbox.folder.write(
      "{quietFrom: 0, quietTo: 0, plur: {group: 4f1c, relay: 'wss://r.example.com'}}\n",
      to: "texts.yaml")
    try SyncNumbersTests.writeAccounts(in: sandbox)
    try SyncNumbersTests.writeInvites(in: sandbox)
    try CrashlyticsTests.writeExport(in: sandbox)
    try SyncAppStoreTests.writeKey(in: sandbox)
    try NotifyTests.writeAccount(in: sandbox)
    let secrets = try sandbox.folder.write(
      """
      FINDIE_FCM_SERVICE_ACCOUNT=account.json
      FINDIE_PLUR_TOKEN=planted-plur
      FINDIE_APPSTORE_KEY_FILE=key.p8
      FINDIE_APPSTORE_KEY_ID=planted-key
      FINDIE_APPSTORE_ISSUER=planted-issuer
      FINDIE_APPSTORE_VENDOR=planted-vendor
      FINDIE_APPSTORE_APP=1
      FINDIE_TWITCH_CLIENT_ID=planted-client
      FINDIE_TWITCH_CLIENT_SECRET=planted-secret

      """, to: "secrets")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secrets.path)
  }

  private func findie(_ arguments: [String]) throws -> Binary.Result {
    try Binary.run(
      arguments + ["--workspace", "workspace", "--json"], in: sandbox.folder.url,
      environment: ["FINDIE_KEY": "a key of the tests, no secret"])
  }

  /// The status of each partner, by name.
  private func sync() throws -> [String: String] {
    let result = try findie([
      "sync", "all", "--to", "input", "--settings", "partners.yaml", "--secrets", "secrets",
      "--auth-export", "auth-export.json", "--plur-invites", "invites.ndjson", "--crashlytics",
      "crashlytics",
    ])
    try #require([0, 69].contains(result.status), "\(result.error)\(result.out)")
    let all = try #require(try object(result.out)["partners"] as? [[String: Any]])
    return Dictionary(
      all.map { ($0["id"] as? String ?? "", $0["status"] as? String ?? "") }
    ) { $1 }
  }

  private func notify() throws -> [String: Any] {
    let result = try findie([
      "notify", "--input", "input", "--settings", "partners.yaml", "--secrets", "secrets",
      "--texts", "texts.yaml",
    ])
    try #require([0, 69].contains(result.status), "\(result.error)\(result.out)")
    return try object(result.out)
  }

  private func night() throws {
    let result = try Binary.run(
      sandbox.arguments, in: sandbox.folder.url,
      environment: ["FINDIE_KEY": "a key of the tests, no secret"])
    try #require(result.status == 0, "\(result.error)")
  }

  /// The files that contain a text.
  private func files(with text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.url.path).filter { path in
      FileManager.default.contents(atPath: sandbox.folder.url.appending(path: path).path)?
        .range(of: Data(text.utf8)) != nil
    }.sorted()
  }

  @Test func `the report has the numbers of all partners, and players get messages`() throws {
    let statuses = try sync()
    #expect(statuses.filter { $0.key != "crashlytics" }.allSatisfy { $0.value == "done" })
    // One of its lines is bad.
    #expect(statuses["crashlytics"] == "incomplete" && statuses.count == 7)
    try night()
    let day = try #require(try sandbox.publishedDay)
    let page = try String(
      contentsOf: sandbox.folder.url.appending(path: "reports/\(day)/index.html"), encoding: .utf8)
    for number in [
      "Firebase Authentication: Sign-ups", "Crashlytics: Crash-free users", "App Store: Downloads",
      "Plur: Invites joined",
    ] {
      #expect(page.contains(number), "\(number)")
    }
    try #require(try AlgorithmTests.logIn("ok", in: sandbox, partners).status == 0)
    let forget = try findie(["forget", "u9"])
    try #require(forget.status == 0, "\(forget.error)")

    let sent = try notify()
    #expect((sent["counts"] as? [String: Int])?["sent"] == 110, "\(sent)")
    #expect((sent["channelFailures"] as? [Any])?.isEmpty == true)
    let messages = try partners.messages()
    #expect(messages.count == 110 && messages.values.allSatisfy { $0 == 1 })
    #expect(messages["ok-planted-9"] == nil && messages["ok-planted-7"] == 1)
    #expect(
      try partners.requests().last { $0.path == "/algorithm/api/send-message" }?.body
        .contains("rabble.community") == true)
    _ = try notify()
    #expect(try partners.messages() == messages)

    // Each secret is where it was, and the token of The Algorithm in its file.
    try night()
    #expect(
      try files(with: "planted").filter { !$0.hasPrefix("crashlytics/") } == [
        "auth-export.json", "input/devices.ndjson", "secrets",
        "workspace/notify/algorithm-token.json",
      ])
    #expect(try files(with: "PRIVATE KEY") == ["account.json", "key.p8"])
    let forgotten = try files(with: "\"u9\"").filter { $0.hasPrefix("workspace/") }
    #expect(forgotten == [])
  }

  @Test func `with faults of all partners the numbers are the same, and nothing is sent twice`()
    throws
  {
    _ = try sync()
    let metrics = sandbox.input.appending(path: "metrics.partners.ndjson")
    let expected = try String(contentsOf: metrics, encoding: .utf8)
    try FileManager.default.removeItem(at: metrics)
    try FileManager.default.removeItem(at: sandbox.workspace.appending(path: "sync"))
    try #require(try AlgorithmTests.logIn("ok", in: sandbox, partners).status == 0)
    try partners.reset()
    try partners.setFaults(oneOf: 10)

    // What a run could not read, the next one reads.
    var numbers = ""
    for _ in 0..<10 where numbers != expected {
      _ = try sync()
      numbers = try String(contentsOf: metrics, encoding: .utf8)
    }
    let missing = Set(expected.split(separator: "\n")).subtracting(numbers.split(separator: "\n"))
    let more = Set(numbers.split(separator: "\n")).subtracting(expected.split(separator: "\n"))
    #expect(missing.isEmpty && more.isEmpty, "\(missing) \(more)")
    try night()

    var counts = ["sent": 0, "uncertain": 0]
    for _ in 0..<10 where counts.values.reduce(0, +) < 120 {
      let run = try #require(try notify()["counts"] as? [String: Int])
      counts = counts.merging(run.filter { counts[$0.key] != nil }) { $0 + $1 }
    }
    // Here, messages whose answers were lost have arrived.
    let messages = try partners.messages()
    #expect(messages.count == 120 && messages.values.allSatisfy { $0 == 1 }, "\(messages)")
    #expect(counts.values.reduce(0, +) == 120 && (counts["uncertain"] ?? 0) > 0, "\(counts)")
  }
}
