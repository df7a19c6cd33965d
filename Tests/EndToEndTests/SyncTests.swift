import FindieTestSupport
import Foundation
import Testing

/// `findie sync` against loopback partners, and nights that read what it wrote.
@Suite(.waiting) struct SyncTests {
  private static let secrets = [
    "FINDIE_TWITCH_CLIENT_ID": "planted-client-4711",
    "FINDIE_TWITCH_CLIENT_SECRET": "planted-secret-4712",
    "FINDIE_STEAM_KEY": "planted-key-4713",
  ]

  /// A sandbox whose export has sixty games on Steam, of which the app knows little, and players
  /// with accounts.
  private struct Shops {
    let sandbox: Sandbox
    let partners: LoopbackPartners
    let folder: URL

    init() throws {
      sandbox = try Sandbox()
      folder = sandbox.folder.url
      let games: [[String: Any]] = (0..<60).map { game in
        [
          "id": "g\(game)", "title": "Game number \(game)", "developerId": "d\(game % 3)",
          "releaseStatus": "released", "price": 20, "currency": "USD", "isFree": false,
          "steamURL": "https://store.steampowered.com/app/\(1000 + game)/",
        ]
      }
      // The shop knows more than the app.
      let known = games.map { game in
        game.merging([
          "genres": ["rpg", "indie"], "developerName": "Studio", "platforms": ["windows"],
          "releaseDate": "2024-05-04T00:00:00Z",
        ]) { $1 }
      }
      try sandbox.put(games, in: "games.ndjson")
      let lines = try known.map {
        String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
      }
      try sandbox.folder.write(lines.joined(), to: "shop.ndjson")
      try sandbox.put(SmallWorld.developers, in: "developers.ndjson")
      try sandbox.put(
        (0..<12).map { player in
          [
            "id": "u\(player)", "username": "user\(player)",
            "steamId": "\(76_561_197_960_287_930 + player)",
          ]
        }, in: "users.ndjson")
      try sandbox.put(
        (0..<3).map { player in
          [
            "id": "u\(player)", "userId": "u\(player)",
            "items": [["gameId": "g1", "addedDate": "2026-01-05T00:00:00Z"]],
          ] as [String: Any]
        }, in: "wishlists.ndjson")
      try sandbox.put(
        SmallWorld.interactions(days: (SmallWorld.today - 60)..<SmallWorld.today),
        in: "interactions/first.ndjson")
      // Player 0 also wishes for game 2 on Steam; the others' lists are private.
      try sandbox.folder.write(
        #"{"response":{"items":[{"appid":1002,"priority":1,"date_added":1767700000}]}}"#,
        to: "data/steam/wishlists/76561197960287930.json")
      partners = try LoopbackPartners(
        data: folder.appending(path: "data"), games: folder.appending(path: "shop.ndjson"))
      try writeSettings()
    }

    /// - Parameter hours: how old an answer may be.
    func writeSettings(hours: Int = 20, _ change: (String) -> String = { $0 }) throws {
      let ages = "maximumAgeInHours: {details: \(hours), prices: \(hours), wishlists: \(hours)}\n"
      try sandbox.folder.write(change(partners.settings) + ages, to: "partners.yaml")
    }

    func arguments(_ more: [String] = []) -> [String] {
      ["sync", "all", "--to", "input", "--workspace", "workspace", "--settings", "partners.yaml"]
        + more
    }

    func sync(_ more: String...) throws -> Binary.Result {
      try Binary.run(arguments(more), in: folder, environment: SyncTests.secrets)
    }

    /// A game on itch.io, and two players with accounts there.
    func addItchGame() throws {
      try sandbox.put(
        [
          [
            "id": "g100", "title": "Undertow", "developerId": "d1", "releaseStatus": "released",
            "itchioURL": "https://ada.itch.io/undertow",
          ]
        ], in: "games.more.ndjson")
      try sandbox.put(
        [
          ["id": "u50", "username": "ben", "itchioUsername": "Ben"],
          ["id": "u51", "username": "cleo", "itchioUsername": "cleo"],
        ], in: "users.more.ndjson")
      try sandbox.folder.write(
        #"{"id":11,"title":"Undertow","price":"$4.00"}"#,
        to: "data/itch/pages/ada/undertow/data.json.json")
      for name in ["ben", "cleo"] {
        try sandbox.folder.write("<html></html>", to: "data/itch/pages/\(name)/index.html")
      }
    }

    func lines(_ name: String) throws -> [[String: Any]] {
      try EndToEndTests.lines(of: sandbox.input.appending(path: name))
    }

    /// The files that a synchronization writes, by name.
    func outputs(_ more: String...) throws -> [String: Data] {
      var files: [String: Data] = [:]
      for name in ["games.partners.ndjson", "wishlists.partners.ndjson"] + more {
        files[name] = try Data(contentsOf: sandbox.input.appending(path: name))
      }
      return files
    }
  }

  @Test func `what shops know is in the night, and a lower price is a price drop`() throws {
    let shops = try Shops()
    let first = try shops.sync("--json")
    try #require(first.status == 0, "\(first.error)\(first.out)")
    let games = try shops.lines("games.partners.ndjson")
    #expect(games.count == 60)
    #expect(games.allSatisfy { $0["genres"] as? [String] == ["rpg", "indie"] })
    #expect(leaf(games[0], "sources.genres") as? String == "steam")
    let merged = try shops.lines("wishlists.partners.ndjson")
    #expect(
      merged.map { ($0["items"] as? [[String: Any]])?.compactMap { $0["gameId"] as? String } } == [
        ["g1", "g2"]
      ])

    try shops.partners.setPrice(of: 1001, to: 500)
    try shops.writeSettings(hours: 0)
    let second = try shops.sync()
    try #require(second.status == 0, "\(second.error)")
    let series = try #require(
      shops.lines("prices.partners.ndjson").first { $0["gameId"] as? String == "g1" })
    #expect((series["items"] as? [[String: Any]])?.map { $0["price"] as? Double } == [20, 5])

    try shops.sandbox.runNight()
    let drops = try shops.sandbox.list("price-drops")
    try #require(drops.map { $0["userId"] as? String } == ["u0", "u1", "u2"])
    #expect(leaf(drops[0], "drops.0.gameId") as? String == "g1")
    #expect(leaf(drops[0], "drops.0.price") as? Double == 5)
    #expect(leaf(drops[0], "drops.0.percent") as? Int == 75)
    let report = try shops.sandbox.publishedDay.map {
      try String(
        contentsOf: shops.folder.appending(path: "reports/\($0)/index.html"), encoding: .utf8)
    }
    #expect(report?.contains("Partners") == true)
  }

  @Test func `exported collections of itch.io are in the merged lists`() throws {
    let shops = try Shops()
    try shops.addItchGame()
    let data = shops.sandbox.folder
    try data.write("game_id\n11\n", to: "collections/Cleo.csv")
    try data.write("nothing\n", to: "collections/ben.csv")
    let result = try shops.sync("--itch-collections", "collections")
    try #require(result.status == 0, "\(result.error)")
    // The name of the file is a player's.
    #expect(result.out.contains("file 2 of 2 of --itch-collections, by name: it is skipped"))
    let lists = try shops.lines("wishlists.partners.ndjson").filter {
      ["u50", "u51"].contains($0["userId"] as? String)
    }
    #expect(lists.map { $0["userId"] as? String } == ["u51"])
    #expect(lists.map { leaf($0, "items.0.gameId") as? String } == ["g100"])
  }

  @Test(arguments: [["plur", "igdb", "steam", "itch"], ["plur", "all"]])
  func `what is not asked for, or has no answer, stays`(partners: [String]) throws {
    let shops = try Shops()
    try shops.addItchGame()
    try shops.sandbox.folder.write("game_id\n11\n", to: "collections/ben.csv")
    let invites = #"{"code":"A1","createdAt":"2026-03-01T10:00:00Z"}"# + "\n"
    try shops.sandbox.folder.write(invites, to: "invites.ndjson")
    let first = try shops.sync("--itch-collections", "collections")
    try #require(first.status == 0, "\(first.error)")
    let before = try shops.outputs("prices.partners.ndjson")
    let review = shops.sandbox.workspace.appending(path: "sync/matches-to-review.ndjson")
    let doubtful = try Data(contentsOf: review)
    let fields = try shops.lines("games.partners.ndjson").map {
      Set(($0["sources"] as? [String: String] ?? [:]).values)
    }
    // Sixty games of Steam, of which IGDB knows more, and one of itch.io.
    #expect(
      fields.count == 61 && fields.joined().contains("igdb") && fields.joined().contains("itch"))
    // The requests to IGDB name all games, so a new game makes them new ones.
    try shops.sandbox.put(
      [
        [
          "id": "g99", "title": "Newest", "developerId": "d1", "releaseStatus": "released",
          "steamURL": "https://store.steampowered.com/app/1999/",
        ]
      ], in: "games.newest.ndjson")
    // All partners fail without the cache.
    if partners.contains("all") {
      try FileManager.default.removeItem(at: shops.sandbox.workspace.appending(path: "sync/cache"))
    }
    let address = shops.partners.address
    try shops.writeSettings { $0.replacing(address, with: address + "/faults/status=400") }
    for partner in partners {
      _ = try Binary.run(
        ["sync", partner] + shops.arguments(["--plur-invites", "invites.ndjson"]).dropFirst(2),
        in: shops.folder, environment: Self.secrets)
      let after = try shops.outputs("prices.partners.ndjson")
      for (name, bytes) in after { #expect(bytes == before[name], "\(name) after \(partner)") }
      #expect(try Data(contentsOf: review) == doubtful, "\(partner)")
    }
    let statuses = try shops.lines("partners.ndjson").compactMap { $0["id"] as? String }
    #expect(statuses == ["igdb", "itch", "plur", "steam"])
    #expect(try shops.lines("metrics.partners.ndjson").count == 29)
  }

  @Test func `a repeated run sends no request that the cache can answer`() throws {
    let shops = try Shops()
    try #require(try shops.sync().status == 0)
    let before = try shops.outputs()
    try shops.partners.reset()
    try #require(try shops.sync().status == 0)
    // A token is not stored.
    let stored = try shops.partners.requests().map(\.path).filter { !$0.contains("token") }
    #expect(stored == [])
    #expect(try shops.outputs() == before)
  }

  @Test func `runs that are killed lose nothing and repeat only what was in flight`() throws {
    let undisturbed = try Shops()
    try #require(try undisturbed.sync().status == 0)
    let shops = try Shops()
    let kills = 12
    for kill in 0..<kills {
      let process = Process()
      process.executableURL = Binary.url
      process.arguments = shops.arguments()
      process.currentDirectoryURL = shops.folder
      process.environment = ProcessInfo.processInfo.environment.merging(Self.secrets) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Instants spread over the run by the golden ratio.
      Thread.sleep(forTimeInterval: (Double(kill) * 0.618).truncatingRemainder(dividingBy: 1))
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitForEnd()
    }
    let last = try shops.sync()
    try #require(last.status == 0, "\(last.error)")
    let expected = try undisturbed.lines("games.partners.ndjson")
    #expect(try shops.lines("games.partners.ndjson").count == expected.count)
    #expect(
      try shops.outputs()["games.partners.ndjson"] == undisturbed.outputs()["games.partners.ndjson"]
    )
    let requests = try shops.partners.requests().filter { !$0.path.contains("token") }
    let distinct = Set(requests.map { $0.path + $0.body })
    // One request of each partner may be in flight when a run is killed.
    #expect(requests.count - distinct.count <= 3 * kills)
  }

  @Test func `a partner that fails does not end the others, and --strict fails`() throws {
    let shops = try Shops()
    try #require(try shops.sync().status == 0)
    try shops.writeSettings(hours: 0) { settings in
      settings.replacing("/igdb\"", with: "/faults/status=500\"")
    }
    let result = try shops.sync()
    #expect(result.status == 0)
    #expect(result.out.contains("! IGDB") || result.out.contains("✗ IGDB"), "\(result.out)")
    #expect(try shops.lines("games.partners.ndjson").count == 60)
    #expect(try shops.sync("--strict").status == 69)
  }

  @Test func `if all partners fail, older answers serve, with status 69`() throws {
    let shops = try Shops()
    try #require(try shops.sync().status == 0)
    let before = try shops.outputs()
    try shops.writeSettings(hours: 0)
    shops.partners.stop()
    let result = try shops.sync()
    #expect(result.status == 69)
    #expect(try shops.outputs() == before)
  }

  @Test func `requests go through the proxy of the environment`() throws {
    let shops = try Shops()
    try shops.writeSettings { $0.replacing(shops.partners.address, with: "http://127.0.0.1:1") }
    // The loopback server logs the addresses that it is asked to pass on, and answers 404.
    _ = try Binary.run(
      shops.arguments(), in: shops.folder,
      environment: Self.secrets.merging(["http_proxy": shops.partners.address]) { $1 })
    let paths = try shops.partners.requests().map(\.path)
    #expect(!paths.isEmpty && paths.allSatisfy { $0.hasPrefix("http://127.0.0.1:1/") })
    try shops.partners.reset()
    _ = try Binary.run(
      shops.arguments(), in: shops.folder,
      environment: Self.secrets.merging([
        "http_proxy": shops.partners.address, "no_proxy": "127.0.0.1",
      ]) { $1 })
    #expect(try shops.partners.requests().isEmpty)
  }

  @Test func `no secret is in any file or message`() throws {
    let shops = try Shops()
    for arguments in [[], ["--json"], ["--strict"]] {
      let result = try Binary.run(
        shops.arguments(arguments), in: shops.folder, environment: Self.secrets)
      for secret in Self.secrets.values {
        #expect(!result.out.contains(secret) && !result.error.contains(secret))
      }
      try shops.writeSettings(hours: 0) { $0.replacing("/twitch\"", with: "/faults/status=500\"") }
    }
    for path in try FileManager.default.subpathsOfDirectory(atPath: shops.folder.path) {
      let file = shops.folder.appending(path: path)
      guard let bytes = FileManager.default.contents(atPath: file.path) else { continue }
      for secret in Self.secrets.values {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(path)")
      }
    }
  }

  @Test func `a forgotten player is in no file of the synchronization`() throws {
    let shops = try Shops()
    try #require(try shops.sync().status == 0)
    let key = ["FINDIE_KEY": "0123456789abcdef0123456789abcdef"]
    let forget = try Binary.run(
      ["forget", "u0", "--workspace", "workspace"], in: shops.folder, environment: key)
    // There is no workspace before the first night.
    try #require(forget.status == 0, "\(forget.error)")
    let night = try Binary.run(shops.sandbox.arguments, in: shops.folder, environment: key)
    try #require(night.status == 0, "\(night.error)")
    let again = try Binary.run(
      shops.arguments(), in: shops.folder, environment: Self.secrets.merging(key) { $1 })
    try #require(again.status == 0, "\(again.error)")
    for path in try FileManager.default.subpathsOfDirectory(atPath: shops.sandbox.workspace.path)
    where path.hasPrefix("sync/") {
      let file = shops.sandbox.workspace.appending(path: path)
      guard let bytes = FileManager.default.contents(atPath: file.path) else { continue }
      #expect(bytes.range(of: Data("76561197960287930".utf8)) == nil, "\(path)")
      #expect(bytes.range(of: Data("\"u0\"".utf8)) == nil, "\(path)")
    }
  }

  @Test func `no account of a player is in a message, or in a file that forget does not know`()
    throws
  {
    let shops = try Shops()
    let name = "planted-itch-4721"
    try shops.sandbox.put(
      [["id": "u50", "username": "ben", "itchioUsername": name]], in: "users.more.ndjson")
    // It cannot be read as a collection, and neither can a folder.
    try shops.sandbox.folder.write("nothing\n", to: "collections/\(name).csv")
    try shops.sandbox.folder.write("", to: "collections/\(name)-2.csv/file")
    let accounts = [name, "7656119796028793"]
    func expectNone(_ bytes: Data, _ place: String) {
      for account in accounts {
        #expect(bytes.range(of: Data(account.utf8)) == nil, "\(account) in \(place)")
      }
    }
    let address = shops.partners.address
    for fault in ["status=404", "status=403", "html", "half", "redirect-host"] {
      try shops.writeSettings(hours: 0) { settings in
        settings.replacing("\(address)/steam/api", with: "\(address)/faults/\(fault)")
          .replacing("\(address)/itch/pages/", with: "\(address)/faults/\(fault)/")
      }
      for arguments in [["--itch-collections", "collections"], ["--strict", "--json"]] {
        let result = try Binary.run(
          shops.arguments(arguments), in: shops.folder, environment: Self.secrets)
        expectNone(Data((result.out + result.error).utf8), "output of \(fault)")
      }
      for path in try FileManager.default.subpathsOfDirectory(atPath: shops.folder.path)
      where !path.hasPrefix("workspace/sync/cache/personal/") && !path.hasPrefix("input/users") {
        let file = shops.folder.appending(path: path)
        guard let bytes = FileManager.default.contents(atPath: file.path) else { continue }
        expectNone(bytes, "\(path) after \(fault)")
      }
    }
    let key = ["FINDIE_KEY": "0123456789abcdef0123456789abcdef"]
    for user in ["u0", "u50"] {
      let forget = try Binary.run(
        ["forget", user, "--workspace", "workspace"], in: shops.folder, environment: key)
      try #require(forget.status == 0, "\(forget.error)")
    }
    let night = try Binary.run(shops.sandbox.arguments, in: shops.folder, environment: key)
    try #require(night.status == 0, "\(night.error)")
    for root in ["workspace", "reports"] {
      for path in try FileManager.default.subpathsOfDirectory(
        atPath: shops.folder.appending(path: root).path)
      {
        let file = shops.folder.appending(path: "\(root)/\(path)")
        guard let bytes = FileManager.default.contents(atPath: file.path) else { continue }
        for account in [name, "76561197960287930"] {
          #expect(bytes.range(of: Data(account.utf8)) == nil, "\(path)")
        }
      }
    }
  }

  @Test func `an unlinked account leaves the player's list, also in the store`() throws {
    let shops = try Shops()
    try #require(try shops.sync().status == 0)
    try #require(try shops.lines("wishlists.partners.ndjson").count == 1)
    try shops.sandbox.put(
      (0..<12).map { ["id": "u\($0)", "username": "user\($0)"] }, in: "users.ndjson")
    for _ in 0..<2 {
      try #require(try shops.sync().status == 0)
      let lists = try shops.lines("wishlists.partners.ndjson")
      #expect(lists.map { $0["userId"] as? String } == ["u0"])
      #expect(leaf(lists[0], "items.0.gameId") as? String == "g1")
      #expect((lists[0]["items"] as? [Any])?.count == 1)
    }
  }

  @Test
  func
    `the prices of a country that the night does not expect are compared, if it is the only one`()
    throws
  {
    let shops = try Shops()
    func night(_ countries: String) throws -> Binary.Result {
      try shops.writeSettings(hours: 0) { "countries: \(countries)\n" + $0 }
      try #require(try shops.sync().status == 0)
      return try shops.sandbox.night()
    }
    try shops.writeSettings { "countries: [DE]\n" + $0 }
    try #require(try shops.sync().status == 0)
    try shops.partners.setPrice(of: 1001, to: 500)
    let german = try night("[DE]")
    try #require(german.status == 0, "\(german.error)")
    let drops = try shops.sandbox.list("price-drops")
    #expect(drops.map { leaf($0, "drops.0.country") as? String } == ["DE", "DE", "DE"])
    let more = try night("[DE, FR]")
    #expect(
      (more.out + more.error).contains("prices.country is US, but prices are known for DE, FR"))
  }

  @Test func `invalid settings and readable secrets are status 78`() throws {
    let shops = try Shops()
    try shops.sandbox.folder.write(
      "countries: [usa]\nendpoints: {steam: {requests: 0}}\n", to: "bad.yaml")
    let settings = try Binary.run(
      ["sync", "steam", "--to", "input", "--workspace", "workspace", "--settings", "bad.yaml"],
      in: shops.folder)
    #expect(settings.status == 78)
    #expect(settings.error.contains("countries") && settings.error.contains("endpoints.steam"))
    try shops.sandbox.folder.write("FINDIE_STEAM_KEY=x\n", to: "secrets")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: shops.folder.appending(path: "secrets").path)
    let secrets = try shops.sync("--secrets", "secrets")
    #expect(secrets.status == 78)
    #expect(secrets.error.contains("chmod 600"))
  }

  @Test func `a player who is forgotten while partners are asked is in no file`() throws {
    let shops = try Shops()
    // Slow: the requests for wishlists take seconds.
    try shops.writeSettings { settings in
      settings.replacing(/(steamAPI: .*requests: )100000/) { "\($0.output.1)2" }
    }
    let key = ["FINDIE_KEY": "a key of the tests, no secret"]
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = shops.arguments()
    process.currentDirectoryURL = shops.folder
    process.environment = ProcessInfo.processInfo.environment.merging(Self.secrets) { $1 }
      .merging(key) { $1 }
    process.standardOutput = FileHandle.nullDevice
    let errors = try shops.sandbox.folder.write("", to: "errors")
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let end = Date(timeIntervalSinceNow: 60)
    while try process.isRunning && Date() < end
      && !shops.partners.requests().contains(where: { $0.path.contains("GetWishlist") })
    {
      Thread.sleep(forTimeInterval: 0.02)
    }
    let said = try String(contentsOf: errors, encoding: .utf8)
    try #require(process.isRunning, "\(said)")
    let forget = try Binary.run(
      ["forget", "u0", "--workspace", "workspace"], in: shops.folder, environment: key)
    #expect(forget.status == 0, "\(forget.error)")
    #expect(process.isRunning)
    try #require(process.waitForEnd())
    #expect(process.terminationStatus == 0)
    for path in ["input/wishlists.partners.ndjson", "workspace/sync"] {
      let root = shops.folder.appending(path: path)
      let files =
        [root]
        + (try FileManager.default.subpathsOfDirectory(atPath: shops.folder.path)
          .filter { $0.hasPrefix(path + "/") }.map { shops.folder.appending(path: $0) })
      for file in files {
        let data = FileManager.default.contents(atPath: file.path)
        #expect(data?.range(of: Data("\"u0\"".utf8)) == nil, "\(file)")
        #expect(data?.range(of: Data("76561197960287930".utf8)) == nil, "\(file)")
      }
    }
  }
}
