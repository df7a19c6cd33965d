import FindieTestSupport
import Foundation
import Testing

/// `findie algorithm` and `findie notify --only`, against a loopback server in the place of The
/// Algorithm.
///
/// The first word of the client's id says what the server does.
@Suite(.waiting) struct AlgorithmTests {
  private static let noon = "2026-04-01T12:00:00Z"
  private let sandbox: Sandbox
  private let partners: LoopbackPartners

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    var games = SmallWorld.games
    games[18]["releaseDate"] = "2026-03-28T00:00:00Z"
    try sandbox.put(games, in: "games.ndjson")
    partners = try LoopbackPartners()
  }

  /// A night, which tests with the same input share, and the settings.
  private func publish() throws {
    try sandbox.runNight()
    try sandbox.folder.write(partners.settings, to: "partners.yaml")
  }

  private func findie(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> Binary.Result {
    try Binary.run(
      arguments + ["--settings", "partners.yaml", "--workspace", "workspace", "--json"],
      in: sandbox.folder.url, environment: environment)
  }

  private func notify(
    _ only: String, _ more: String..., environment: [String: String] = [:]
  ) throws -> Binary.Result {
    try findie(
      ["notify", "--input", "input", "--only", only, "--now", Self.noon] + more, environment)
  }

  private func logIn(
    _ client: String, _ more: String..., paste: (String) -> String = { $0 }
  ) throws -> Binary.Result {
    try Self.logIn(client, more, in: sandbox, partners, paste: paste)
  }

  /// Logs in as a person does: opens the printed address, and pastes where the browser was sent.
  static func logIn(
    _ client: String, _ more: [String] = [], in sandbox: Sandbox, _ partners: LoopbackPartners,
    paste: (String) -> String = { $0 }
  ) throws -> Binary.Result {
    let process = Process()
    process.executableURL = Binary.url
    process.arguments =
      ["algorithm", "login", "--settings", "partners.yaml", "--workspace", "workspace", "--json"]
      + more
    process.currentDirectoryURL = sandbox.folder.url
    process.environment = ProcessInfo.processInfo.environment.merging([
      "FINDIE_ALGORITHM_CLIENT_ID": "\(client)-planted-client"
    ]) { $1 }
    let (input, out, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = out
    process.standardError = errors
    try process.run()
    var said = ""
    while !said.contains("press Enter") {
      let more = errors.fileHandleForReading.availableData
      if more.isEmpty { break }
      said += String(decoding: more, as: UTF8.self)
    }
    if let address = said.split(separator: "\n").first(where: { $0.hasPrefix("http") }) {
      let callback = try partners.text(at: String(address))
      try input.fileHandleForWriting.write(contentsOf: Data("\(paste(callback))\n".utf8))
    }
    try input.fileHandleForWriting.close()
    let rest = try errors.output()
    let result = try out.output()
    process.waitForEnd()
    return Binary.Result(
      status: process.terminationStatus, out: String(decoding: result, as: UTF8.self),
      error: String(decoding: rest, as: UTF8.self))
  }

  private var tokenFile: URL { sandbox.workspace.appending(path: "notify/algorithm-token.json") }

  private func messages() throws -> [String] {
    try partners.requests().filter { $0.path == "/algorithm/api/send-message" }.map {
      try #require(object($0.body)["message"] as? String)
    }
  }

  @Test func `after a login the digest of a night is posted once`() throws {
    try sandbox.folder.write(partners.settings, to: "partners.yaml")
    let login = try logIn("ok")
    #expect(login.status == 0 && login.out.contains("expiresAt"), "\(login.error)")
    let key = ["FINDIE_KEY": "a key of the tests, no secret"]
    func night() throws {
      let night = try Binary.run(
        sandbox.arguments, in: sandbox.folder.url, environment: key)
      try #require(night.status == 0, "\(night.error)")
    }
    try night()

    let preview = try notify("algorithm", "--dry-run")
    let digest = try #require(try object(preview.out)["digest"] as? [String: Any])
    let text = try #require(digest["text"] as? String)
    #expect(text.contains("New games") && text.contains("https://findie.app") && text.count <= 280)
    #expect(try messages() == [])

    let first = try notify("algorithm")
    #expect(first.status == 0, "\(first.error)\(first.out)")
    #expect(try messages() == [text])
    let posted = try #require(try object(first.out)["digest"] as? [String: Any])
    #expect(posted["state"] as? String == "sent" && posted["tweetId"] as? String == "1000")
    // Nothing is sent twice; not after a player is forgotten either.
    #expect(try notify("algorithm").status == 0)
    let forget = try Binary.run(
      ["forget", "u1", "--workspace", "workspace"], in: sandbox.folder.url,
      environment: key)
    try #require(forget.status == 0, "\(forget.error)")
    try night()
    let clean = try Binary.run(
      ["clean", "--workspace", "workspace", "--reports", "reports"], in: sandbox.folder.url)
    #expect(clean.status == 0, "\(clean.error)")
    #expect(try notify("algorithm", environment: key).status == 0)
    #expect(try messages() == [text])

    try expectNoSecrets(except: ["workspace/notify/algorithm-token.json"])
    for result in [login, first, preview] {
      #expect(!(result.out + result.error).contains("planted"), "\(result)")
    }
  }

  /// No file has a token, a client's id, a code, a verifier or a cookie; and all files of `notify`
  /// are the owner's.
  private func expectNoSecrets(except names: Set<String>) throws {
    let exchange = try #require(
      try partners.requests().last { $0.path == "/algorithm/oauth/token" })
    let verifier = try #require(
      exchange.body.split(separator: "&").first { $0.hasPrefix("code_verifier=") }
    ).dropFirst("code_verifier=".count)
    for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.url.path) {
      let file = sandbox.folder.url.appending(path: path)
      guard let data = FileManager.default.contents(atPath: file.path) else { continue }
      if !names.contains(path) {
        for secret in ["planted", String(verifier)] {
          #expect(data.range(of: Data(secret.utf8)) == nil, "\(path)")
        }
      }
      if path.hasPrefix("workspace/notify/") {
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600, "\(path)")
      }
    }
  }

  @Test func `a login that is refused stores nothing`() throws {
    try sandbox.folder.write(partners.settings, to: "partners.yaml")
    let denied = try logIn("denied")
    #expect(denied.status == 1 && denied.error.contains("access_denied: No thanks"))
    let client = try logIn("client")
    #expect(client.status == 78 && client.error.contains("invalid client_id"))
    let pkce = try logIn("pkce")
    #expect(pkce.status == 78 && pkce.error.contains("PKCE verification failed"))
    let state = try logIn("ok") { $0 + "x" }
    #expect(state.status == 1 && state.error.contains("state"), "\(state.error)")
    #expect(try logIn("ok") { _ in "" }.status == 1)
    #expect(try logIn("ok", "--redirect-uri", "http://127.0.0.1:1/callback").status == 0)
    try FileManager.default.removeItem(at: tokenFile)
    #expect(try logIn("html").status == 69)
    try partners.setHealth("down")
    #expect(try logIn("ok").status == 69)
    #expect(!FileManager.default.fileExists(atPath: tokenFile.path))
    #expect(try findie(["algorithm", "login"]).status == 78)
    let uri = try findie(["algorithm", "login", "--redirect-uri", "http://example.com/"])
    #expect(uri.status == 64)
  }

  @Test(arguments: [
    ("401", 78, true), ("subscription", 78, true), ("cookies", 78, true), ("500", 69, false),
    ("cut", 69, false), ("page", 69, false), ("false", 69, false),
  ])
  func `a digest is posted again only if it certainly was not posted`(
    client: String, status: Int32, isRepeated: Bool
  ) throws {
    try publish()
    try #require(try logIn(client).status == 0)
    let first = try notify("algorithm")
    #expect(first.status == status, "\(first.out)\(first.error)")
    #expect(try messages().count == 1)
    let second = try notify("algorithm")
    #expect(try messages().count == (isRepeated ? 2 : 1))
    #expect(second.status == (isRepeated ? status : 0))
    let uncertain = try object(second.out)["uncertainDigests"] as? [String]
    #expect(uncertain == (isRepeated ? [] : ["2026-04-01"]))
  }

  @Test func `a post that is killed is listed and not repeated`() throws {
    try publish()
    try #require(try logIn("slow").status == 0)
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = [
      "notify", "--input", "input", "--only", "algorithm", "--now", Self.noon, "--settings",
      "partners.yaml", "--workspace", "workspace",
    ]
    process.currentDirectoryURL = sandbox.folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<600 where try messages().isEmpty { Thread.sleep(forTimeInterval: 0.05) }
    kill(process.processIdentifier, SIGKILL)
    process.waitForEnd()
    #expect(try logIn("ok").status == 0)
    let again = try notify("algorithm")
    #expect(again.status == 0, "\(again.error)")
    #expect(try object(again.out)["uncertainDigests"] as? [String] == ["2026-04-01"])
    #expect(try messages().count == 1)
  }

  @Test func `players get their messages although The Algorithm fails`() throws {
    try sandbox.put(
      SmallWorld.users.map { $0.merging(["notificationsEnabled": true]) { $1 } }, in: "users.ndjson"
    )
    try sandbox.put(
      [["userId": "u1", "fcmToken": "ok-1", "timeZone": "UTC"]], in: "devices.ndjson")
    try publish()
    try NotifyTests.writeAccount(in: sandbox)
    let fcm = ["FINDIE_FCM_SERVICE_ACCOUNT": "account.json"]
    try #require(try logIn("expired").status == 0)
    let expired = try notify("fcm,algorithm", environment: fcm)
    #expect(expired.status == 78, "\(expired.error)")
    #expect(expired.out.contains("findie algorithm login"))
    #expect((try object(expired.out)["counts"] as? [String: Int])?["sent"] == 1)
    try #require(try logIn("ok").status == 0)
    try partners.setHealth("degraded")
    #expect(try notify("algorithm").status == 69)
    #expect(try messages() == [])
    // A login makes the channel one of those that are used by default.
    try partners.setHealth("healthy")
    let all = try findie(["notify", "--input", "input", "--now", Self.noon], fcm)
    #expect(all.status == 0, "\(all.out)")
    #expect(try messages().count == 1)
  }

  @Test func `a channel that is named must be known and configured`() throws {
    try publish()
    let unknown = try notify("fcm,twitter")
    #expect(unknown.status == 64 && unknown.error.contains("fcm, plur, algorithm"))
    #expect(try notify("").status == 64)
    let remedies = [
      "fcm": "FINDIE_FCM_SERVICE_ACCOUNT", "algorithm": "findie algorithm login", "plur": "--texts",
    ]
    for (channel, remedy) in remedies {
      let result = try notify(channel)
      #expect(result.status == 78 && result.error.contains(remedy), "\(channel): \(result.error)")
    }
    let none = try findie(["notify", "--input", "input"])
    #expect(none.status == 78 && none.error.contains("No channel"))
    // An old night is not news.
    try #require(try logIn("ok").status == 0)
    let late = try findie(
      ["notify", "--input", "input", "--now", "2026-04-03T01:00:00Z"])
    #expect(late.status == 0, "\(late.error)")
    #expect(try messages() == [])
  }

  @Test func `an invite is registered once a week, and the digest ends with it`() throws {
    try publish()
    try sandbox.folder.write(
      "plur: {group: 4f1c, relay: 'wss://r.example.com'}\n", to: "texts.yaml")
    func invites() throws -> Int {
      try partners.requests().filter { $0.path == "/plur/api/invite" }.count
    }
    #expect(try notify("plur", "--texts", "texts.yaml").status == 78)
    #expect(try invites() == 0)
    try #require(try logIn("500").status == 0)
    let token = ["FINDIE_PLUR_TOKEN": "planted-token"]
    // The failure of one channel does not stop the next one.
    let bad = try notify(
      "plur,algorithm", "--texts", "texts.yaml", environment: ["FINDIE_PLUR_TOKEN": "bad"])
    #expect(bad.status == 78, "\(bad.out)")
    let first = try messages()
    #expect(first.count == 1 && first[0].hasSuffix("https://findie.app"))
    #expect(try invites() == 1)
    let registered = try notify("plur", "--texts", "texts.yaml", environment: token)
    #expect(registered.status == 0, "\(registered.out)\(registered.error)")
    #expect(!registered.out.contains("INVITE"))
    #expect(try notify("plur", "--texts", "texts.yaml", environment: token).status == 0)
    #expect(try invites() == 2)
    try FileManager.default.removeItem(
      at: sandbox.workspace.appending(path: "notify/digest.ndjson"))
    try #require(try logIn("ok").status == 0)
    #expect(try notify("algorithm", "--texts", "texts.yaml").status == 0)
    #expect(try messages().last?.hasSuffix("https://rabble.community/i/INVITE1") == true)
  }
}
