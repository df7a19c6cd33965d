import FindieTestSupport
import Foundation
import Testing

/// Numbers of the app's own services, from `findie sync` to the team's report.
struct SyncNumbersTests {
  private static let key = ["FINDIE_KEY": "a key of the tests, no secret"]
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld(days: (SmallWorld.today - 40)..<SmallWorld.today)
    try sandbox.put(SmallWorld.users, in: "users.ndjson")
    try Self.writeAccounts(in: sandbox)
    try Self.writeInvites(in: sandbox)
  }

  static func writeInvites(in sandbox: Sandbox) throws {
    let yesterday = SmallWorld.start(daysAgo: 1).ISO8601Format()
    try sandbox.folder.write(
      (0..<4).map {
        "{\"code\":\"c\($0)\",\"createdAt\":\"\(yesterday)\",\"opened\":\($0),\"joined\":\($0 / 3)}\n"
      }.joined(), to: "invites.ndjson")
  }

  /// One account a day for each player, the newest of today.
  static func writeAccounts(in sandbox: Sandbox, without gone: String? = nil) throws {
    let accounts = SmallWorld.users.compactMap { $0["id"] as? String }.enumerated().map {
      index, id -> [String: Any] in
      let time = SmallWorld.start(daysAgo: index).timeIntervalSince1970
      return [
        "localId": id, "email": "planted-4716@example.com", "passwordHash": "planted-4717",
        "createdAt": "\(Int(time * 1000))", "providerUserInfo": [["providerId": "google.com"]],
      ]
    }
    let users = accounts.filter { $0["localId"] as? String != gone }
    let data = try JSONSerialization.data(withJSONObject: ["users": users])
    try sandbox.folder.write(String(decoding: data, as: UTF8.self), to: "auth-export.json")
  }

  private func run(_ arguments: String...) throws -> Binary.Result {
    let result = try Binary.run(
      arguments + ["--workspace", "workspace"], in: sandbox.folder.url, environment: Self.key)
    try #require(result.status == 0, "\(result.error)\(result.out)")
    return result
  }

  private func sync() throws {
    _ = try run("sync", "auth", "--to", "input", "--auth-export", "auth-export.json")
    _ = try run("sync", "plur", "--to", "input", "--plur-invites", "invites.ndjson")
  }

  private func night() throws {
    let result = try Binary.run(
      sandbox.arguments, in: sandbox.folder.url, environment: Self.key)
    try #require(result.status == 0, "\(result.error)")
  }

  @Test func `the team's report shows sign-ups and invites`() throws {
    try sync()
    try night()
    let day = try #require(try sandbox.publishedDay)
    let reports = sandbox.folder.url.appending(path: "reports/\(day)")
    let kpis = try object(
      String(contentsOf: reports.appending(path: "kpi.json"), encoding: .utf8))
    let metrics = try #require(leaf(kpis, "partners.metrics") as? [[String: Any]])
    let names = Set(metrics.compactMap { $0["metric"] as? String })
    #expect(
      names == ["signUps", "accounts", "invites", "invitesOpened", "invitesJoined", "kFactor"])
    let page = try String(contentsOf: reports.appending(path: "index.html"), encoding: .utf8)
    #expect(
      page.contains("Firebase Authentication: Sign-ups")
        && page.contains("Plur: Invites opened"))
    for file in try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.url.path)
    where !["auth-export.json"].contains(file) {
      let data = FileManager.default.contents(
        atPath: sandbox.folder.url.appending(path: file).path)
      #expect(data?.range(of: Data("planted-".utf8)) == nil, "\(file)")
    }
  }

  @Test func `a missing or bad file fails one partner, and changes no number`() throws {
    try sync()
    let metrics = sandbox.input.appending(path: "metrics.partners.ndjson")
    let before = try Data(contentsOf: metrics)
    try sandbox.folder.write("{\"kode\":\"c1\"}\n", to: "invites.ndjson")
    // The shops do not answer.
    let shops = try LoopbackPartners()
    try sandbox.folder.write(shops.settings, to: "partners.yaml")
    shops.stop()
    let both = try Binary.run(
      [
        "sync", "all", "--to", "input", "--auth-export", "missing.json", "--plur-invites",
        "invites.ndjson", "--workspace", "workspace", "--settings", "partners.yaml",
      ], in: sandbox.folder.url, environment: Self.key)
    #expect(both.out.contains("✗ Firebase Authentication: failed"), "\(both.out)\(both.error)")
    #expect(both.out.contains("✗ Plur: failed") && both.out.contains("line 1"), "\(both.out)")
    #expect(both.status == 69)
    let one = try Binary.run(
      [
        "sync", "plur", "--to", "input", "--plur-invites", "invites.ndjson", "--workspace",
        "workspace",
      ], in: sandbox.folder.url, environment: Self.key)
    #expect(one.status == 65)
    #expect(try Data(contentsOf: metrics) == before)
  }

  @Test func `a deleted account is forgotten`() throws {
    try sync()
    try night()
    try Self.writeAccounts(in: sandbox, without: "u5")
    let result = try run("sync", "auth", "--to", "input", "--auth-export", "auth-export.json")
    #expect(result.out.contains("1 account deleted. To forget these players: findie forget"))
    let deleted = sandbox.workspace.appending(path: "sync/deleted-accounts.ndjson")
    #expect(try String(contentsOf: deleted, encoding: .utf8) == "{\"userId\":\"u5\"}\n")
    _ = try run("forget", "--from", deleted.path)
    try night()
    #expect(try Data(contentsOf: deleted).isEmpty)
    try sync()
    let id = Data("\"u5\"".utf8)
    for file in try FileManager.default.subpathsOfDirectory(atPath: sandbox.workspace.path) {
      let data = FileManager.default.contents(
        atPath: sandbox.workspace.appending(path: file).path)
      #expect(data?.range(of: id) == nil, "\(file)")
    }
  }
}
