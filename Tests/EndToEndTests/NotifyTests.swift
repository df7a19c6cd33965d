import FindieTestSupport
import Foundation
import Testing

/// `findie notify` after a night, against a loopback server in the place of Firebase Cloud
/// Messaging.
///
/// The first word of a device's token says what the server does with a message.
@Suite(.waiting) struct NotifyTests {
  private static let noon = "2026-04-01T12:00:00Z"
  private let sandbox: Sandbox
  private let partners: LoopbackPartners

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    partners = try LoopbackPartners()
    try sandbox.folder.write(partners.settings, to: "partners.yaml")
    try sandbox.put(
      SmallWorld.users.map {
        $0.merging(["notificationsEnabled": $0["id"] as? String != "u7"]) { $1 }
      },
      in: "users.ndjson")
    try sandbox.put(
      [
        [
          "userId": "u0",
          "items": [["gameId": "g1", "addedDate": "2026-03-02", "notifyOnDiscount": true]],
        ]
      ],
      in: "wishlists.ndjson")
    try sandbox.put(
      [
        [
          "id": "g1|steam|US|USD", "gameId": "g1", "shop": "steam", "country": "US",
          "currency": "USD", "updatedAt": "2026-03-31T20:00:00Z",
          "items": [
            ["at": "2026-01-01", "price": 20, "regularPrice": 20],
            ["at": "2026-03-20", "price": 10, "regularPrice": 20],
          ],
        ]
      ], in: "prices.ndjson")
    try putDevices([
      ("u0", "ok"), ("u0", "ok"), ("u1", "unregistered"), ("u2", "invalid"), ("u3", "500"),
      ("u4", "503"), ("u5", "cut"), ("u6", "ok"), ("u7", "ok"), ("u8", "ok"), ("u9", "ok"),
    ])
    try Self.writeAccount(in: sandbox)
  }

  private func putDevices(_ devices: [(user: String, word: String)]) throws {
    try sandbox.put(
      devices.enumerated().map { number, device in
        [
          "userId": device.user, "fcmToken": "\(device.word)-planted-\(number)",
          "timeZone": device.user == "u8" ? "Asia/Tokyo" : "Europe/Berlin",
        ]
      }, in: "devices.ndjson")
  }

  static func writeAccount(in sandbox: Sandbox) throws {
    let key = Process()
    key.executableURL = URL(filePath: "/usr/bin/openssl")
    key.arguments = ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
    let output = Pipe()
    key.standardOutput = output
    key.standardError = FileHandle.nullDevice
    try key.run()
    let pem = try output.output()
    key.waitForEnd()
    let account = try JSONSerialization.data(withJSONObject: [
      "client_email": "night@p.example.com", "project_id": "p",
      "private_key": String(decoding: pem, as: UTF8.self),
    ])
    let file = sandbox.folder.url.appending(path: "account.json")
    try account.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  private static let environment = [
    "FINDIE_KEY": "a key of the tests, no secret", "FINDIE_FCM_SERVICE_ACCOUNT": "account.json",
  ]

  private static func arguments(_ now: String) -> [String] {
    [
      "notify", "--input", "input", "--workspace", "workspace", "--settings", "partners.yaml",
      "--now", now, "--json",
    ]
  }

  private func notify(_ more: String..., at now: String = noon) throws -> [String: Any] {
    let result = try Binary.run(
      Self.arguments(now) + more, in: sandbox.folder.url, environment: Self.environment)
    try #require(result.status == 0, "\(result.error)\(result.out)")
    return try object(result.out)
  }

  private func night() throws {
    let result = try Binary.run(
      sandbox.arguments, in: sandbox.folder.url, environment: Self.environment)
    try #require(result.status == 0, "\(result.error)")
  }

  /// The number of messages to each token.
  private func received() throws -> [String: Int] {
    let tokens = try partners.requests().filter { $0.path.contains("messages:send") }
      .map { request in
        let message = try #require(try object(request.body)["message"] as? [String: Any])
        return try #require(message["token"] as? String)
      }
    return Dictionary(tokens.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private func counts(_ record: [String: Any]) throws -> [String: Int] {
    try #require(record["counts"] as? [String: Int]).filter { $0.value > 0 }
  }

  @Test func `each message is sent once, whatever FCM answers`() throws {
    try night()
    let folder = sandbox.workspace.appending(path: "notify")
    let previews = try #require(try notify("--dry-run")["previews"] as? [[String: Any]])
    #expect(previews.contains { ($0["title"] as? String) == "Game 1 is 50% cheaper" })
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(try received() == [:])

    let first = try notify()
    #expect(
      try counts(first)
        == ["sent": 5, "refused": 2, "uncertain": 2, "quiet": 1, "capped": 2], "\(first)")
    #expect((first["uncertain"] as? [Any])?.count == 2)
    let sent = try received()
    #expect(sent["ok-planted-8"] == nil && sent["ok-planted-9"] == nil)
    for (token, count) in sent where !["503-planted-5"].contains(token) {
      // One request got 401, and was repeated with a new access token.
      #expect(count <= 2, "\(token)")
    }
    let requests: Int = sent.values.reduce(0, +)
    #expect(requests == 11, "\(sent)")

    // Nothing is due, and nothing is repeated.
    #expect(try counts(notify()) == ["quiet": 1, "capped": 2])
    #expect(try received() == sent)
    // A day later the picks of u0 go to both devices. It is noon in Tokyo.
    #expect(try counts(notify(at: "2026-04-03T03:00:00Z")) == ["sent": 1, "quiet": 2])
    #expect(try counts(notify(at: "2026-04-03T11:00:00Z"))["sent"] == 2)
    #expect(try received()["unregistered-planted-2"] == sent["unregistered-planted-2"])

    for file in try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.url.path)
    where file != "input/devices.ndjson" {
      let data = FileManager.default.contents(
        atPath: sandbox.folder.url.appending(path: file).path)
      #expect(data?.range(of: Data("planted".utf8)) == nil, "\(file)")
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let mode =
        try FileManager.default.attributesOfItem(
          atPath: folder.appending(path: file).path)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(file)")
    }
  }

  @Test func `a launch is for the players of the audience who want messages, once`() throws {
    try sandbox.put(
      SmallWorld.games.map { game in
        // A game that no player knows.
        game["id"] as? String == "g17"
          ? game.merging(["launchPlayers": 12, "releaseDate": "2026-03-30"]) { $1 } : game
      }, in: "games.ndjson")
    try putDevices((0..<10).map { ("u\($0)", "ok") })
    try night()
    let players = try #require(sandbox.list("audiences").first?["players"] as? [[String: Any]])
    let audience = Set(players.compactMap { $0["userId"] as? String })
    #expect(audience.count == 11 && !audience.contains("u7"))
    // A device gets few messages a day, the most urgent ones first.
    for day in 1...4 { _ = try notify(at: "2026-04-0\(day)T10:00:00Z") }
    let tokens = try partners.requests().filter {
      $0.path.contains("messages:send") && $0.body.contains("\"launch\"")
    }.map { request in
      try #require(object(request.body)["message"] as? [String: Any])["token"] as? String
    }
    #expect(Set(tokens) == Set((0..<10).filter { $0 != 7 }.map { "ok-planted-\($0)" }))
    // One request got 401, and was repeated with a new access token.
    #expect(tokens.count <= 10)
  }

  @Test func `a preview checks the settings`() throws {
    try night()
    for (option, file) in [
      ("--settings", "none.yaml"), ("--texts", "none.yaml"), ("--only", "plur"),
    ] {
      let result = try Binary.run(
        Self.arguments(Self.noon) + ["--dry-run", option, file], in: sandbox.folder.url,
        environment: Self.environment)
      #expect(result.status == 78, "\(option): \(result.error)")
    }
  }

  @Test func `a device that cannot be used is named by its line`() throws {
    try night()
    let file = sandbox.input.appending(path: "devices.ndjson")
    let lines = try String(contentsOf: file, encoding: .utf8)
    try (lines + "{\"fcmToken\":\"ok-planted-11\"}\n").write(
      to: file, atomically: true, encoding: .utf8)
    let record = try notify("--dry-run")
    #expect(record["badDevices"] as? Int == 1)
    #expect(
      record["firstBadDevice"] as? String == "line 12 of devices.ndjson: missingField (userId)")
  }

  @Test func `a waiting message follows the wishlist`() throws {
    try night()
    // Night in Berlin.
    let early = try notify(at: "2026-04-01T02:00:00Z")
    #expect(try counts(early)["sent"] == 1, "Only the device in Tokyo gets a message: \(early)")
    let outbox = sandbox.workspace.appending(path: "notify/outbox.ndjson")
    #expect(try lines(of: outbox).contains { $0["kind"] as? String == "gameOnSale" })
    try sandbox.put(
      [["userId": "u0", "items": [["gameId": "g1", "notifyOnDiscount": false]]]],
      in: "wishlists.ndjson")
    _ = try notify("--only", "fcm")
    let bodies = try partners.requests().filter { $0.path.contains("messages:send") }.map(\.body)
    #expect(!bodies.contains { $0.contains("gameOnSale") })
    #expect(bodies.contains { $0.contains("ok-planted-0") && $0.contains("weeklyDigest") })
  }

  @Test func `a damaged ledger, a file that is cut off and a wrong clock send nothing twice`()
    throws
  {
    try night()
    _ = try notify()
    let sent = try received()
    for now in ["1970-01-01T12:00:00Z", "2026-03-30T12:00:00Z"] {
      let early = try Binary.run(
        Self.arguments(now), in: sandbox.folder.url, environment: Self.environment)
      #expect(early.status == 78 && early.error.contains("Check the clock"), "\(early.error)")
    }
    for now in ["2031-01-01T12:00:00Z", Self.noon] {
      #expect(try notify(at: now)["isNightTooOld"] as? Bool == (now != Self.noon))
    }
    #expect(try received() == sent)
    let ledger = sandbox.workspace.appending(path: "notify/ledger.ndjson")
    let whole = try Data(contentsOf: ledger)
    try Data("noise\n".utf8).write(to: ledger)
    let damaged = try Binary.run(
      Self.arguments(Self.noon), in: sandbox.folder.url, environment: Self.environment)
    #expect(damaged.status == 65 && damaged.error.contains("damaged in line 1"), "\(damaged.error)")
    try whole.write(to: ledger)
    let users = try sandbox.folder.write(
      (0..<50).map { "{\"id\":\"u\($0)\",\"notificationsEnabled\":false}\n" }.joined(),
      to: "input/users-2.ndjson")
    let gzip = try Process.run(URL(filePath: "/usr/bin/env"), arguments: ["gzip", users.path])
    gzip.waitForEnd()
    let file = sandbox.input.appending(path: "users-2.ndjson.gz")
    try Data(contentsOf: file).dropLast(30).write(to: file)
    let cut = try Binary.run(
      Self.arguments("2026-04-02T12:00:00Z"), in: sandbox.folder.url, environment: Self.environment)
    #expect(cut.status == 65 && cut.error.contains("users-2.ndjson.gz"), "\(cut.error)")
    #expect(try received() == sent)
  }

  @Test func `a forgotten player receives nothing and is in no file`() throws {
    try night()
    _ = try notify()
    let forget = try Binary.run(
      ["forget", "u8", "--workspace", "workspace"], in: sandbox.folder.url,
      environment: Self.environment)
    try #require(forget.status == 0, "\(forget.error)")
    _ = try notify(at: "2026-04-02T03:00:00Z")
    #expect(try received()["ok-planted-9"] == nil)
    try night()
    let folder = sandbox.workspace.appending(path: "notify")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      #expect(!text.contains("\"u8\""), "\(file)")
    }
  }

  @Test(.enabled(if: RoomTests.canMount(), "needs to mount"))
  func `on a full disk, what was not sent is sent later`() throws {
    try putDevices((0..<30).map { ("u\($0 % 3 + 4)", "ok") })
    try night()
    let disk = sandbox.folder.url.appending(path: "disk").path
    func shell(_ script: String) throws -> Binary.Result {
      try ShellTests.shell(script, in: sandbox.folder.url)
    }
    let mounted = try shell(
      "mkdir disk && mount -t tmpfs -o size=4m tmpfs disk && mv workspace disk/")
    try #require(mounted.status == 0, "\(mounted.error)")
    defer { _ = try? shell("umount --lazy disk") }
    let arguments = Self.arguments(Self.noon).map { $0 == "workspace" ? "disk/workspace" : $0 }
    func notify() throws -> Binary.Result {
      try Binary.run(arguments, in: sandbox.folder.url, environment: Self.environment)
    }
    var failures = 0
    for pages in 0..<12 {
      let filled = try shell(
        """
        free=$(stat -f -c '%a' disk)
        head -c $(((free - \(pages)) * $(stat -f -c '%S' disk))) /dev/zero >disk/filler
        """)
      try #require(filled.status == 0, "\(filled.error)")
      let result = try notify()
      #expect([0, 73].contains(result.status), "\(pages): \(result.error)\(result.out)")
      failures += result.status == 73 ? 1 : 0
      let ledger = URL(filePath: disk).appending(path: "workspace/notify/ledger.ndjson")
      // The last line of each device.
      var states: [String: String] = [:]
      if FileManager.default.fileExists(atPath: ledger.path) {
        for line in try lines(of: ledger) {
          states[line["device"] as? String ?? ""] = line["state"] as? String
        }
      }
      let open = states.values.count { ["sending", "uncertain"].contains($0) }
      #expect(open == 0, "\(pages)")
      try #require(shell("rm disk/filler").status == 0)
    }
    #expect(failures > 0)
    let last = try notify()
    #expect(last.status == 0, "\(last.error)")
    #expect(try object(last.out)["uncertain"] as? [String] ?? [] == [])
    let received = try received()
    #expect(received.count == 30 && received.values.reduce(0, +) <= 31, "\(received)")
  }

  @Test func `runs that are killed send no message twice and lose none`() throws {
    try putDevices((0..<400).map { ("u\($0 % 7)", "ok") })
    try night()
    let file = sandbox.workspace.appending(path: "notify/ledger.ndjson")
    /// The devices whose last line says that a message is being sent.
    func unanswered() throws -> Int {
      guard FileManager.default.fileExists(atPath: file.path) else { return 0 }
      var states: [String: String] = [:]
      // A killed run may leave half a line.
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let line = try? object(String(line)), let device = line["device"] as? String else {
          continue
        }
        states[device] = line["state"] as? String
      }
      return states.values.count { $0 == "sending" }
    }
    // Quick, so that the loop below does not send everything.
    var generator = SeededGenerator(seed: 26)
    var before = 0
    for _ in 0..<10 {
      let process = Process()
      process.executableURL = Binary.url
      process.arguments = Self.arguments(Self.noon)
      process.currentDirectoryURL = sandbox.folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(Self.environment) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: Double.random(in: 0.05...0.6, using: &generator))
      kill(process.processIdentifier, SIGKILL)
      process.waitForEnd()
      // A run announces 64 messages before it sends them, however slow the machine is.
      let after = try unanswered()
      #expect(after - before <= 64, "\(before), then \(after)")
      before = after
    }
    let last = try notify()
    let received = try received()
    // The renewals of the access token repeat what FCM had refused.
    let repeated = received.values.reduce(0) { $0 + $1 - 1 }
    #expect(repeated <= 1, "\(repeated)")
    let ledger = try lines(of: file)
    let devices = Set(ledger.compactMap { $0["device"] as? String }).count
    #expect(devices == 400)
    let uncertain = ledger.count { $0["state"] as? String == "sending" }
    let sent = ledger.count { $0["state"] as? String == "sent" }
    // u0 gets the picks a day later.
    #expect(sent + uncertain == 400 && sent <= received.count)
    #expect((last["uncertain"] as? [Any])?.count == uncertain && uncertain == before)
  }
}
