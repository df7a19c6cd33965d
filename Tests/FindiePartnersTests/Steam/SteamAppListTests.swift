import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Testing

/// The list of Steam's games. The answers are written in the shape that Valve documents.
struct SteamAppListTests {
  private let steam: SteamSandbox

  init() throws {
    steam = try SteamSandbox()
  }

  private func list(key: String = "planted", partners: LoopbackPartners? = nil) throws
    -> SteamAppList
  {
    let settings = try PartnerSettings(yaml: (partners ?? steam.test.partners).settings)
    return SteamAppList(steam.test.transport(), settings, key: Secret(key))
  }

  private func answer(_ json: String) throws {
    try steam.write(json, to: "api/IStoreService/GetAppList/v1")
  }

  @Test func `all pages are read once`() throws {
    let lines = (1...2500).map { id in
      "{\"title\":\"Game \(id)\",\"steamURL\":\"https://store.steampowered.com/app/\(id * 3)/\"}"
    }
    let games = try steam.data.write(lines.joined(separator: "\n"), to: "games.ndjson")
    let partners = try LoopbackPartners(games: games)
    let apps = try list(partners: partners).games().value
    #expect(apps.map(\.id) == (1...2500).map { "\($0 * 3)" } && apps[5].title == "Game 6")
    #expect(try list(partners: partners).games().value.count == 2500)
    let requests = try partners.requests()
    #expect(requests.count == 3 && requests.allSatisfy { $0.path.contains("key=planted") })
  }

  @Test(arguments: [
    "{\"response\":{\"apps\":[{\"appid\":5,\"name\":\"A\"}],\"have_more_results\":true,\"last_appid\":5}}",
    "{\"response\":{\"apps\":[],\"have_more_results\":true,\"last_appid\":0}}",
    "{\"response\":{\"have_more_results\":true}}",
  ])
  func `pages that do not advance end`(json: String) throws {
    try answer(json)
    let list = try list()
    let failure = #expect(throws: PartnerFailure.self) { try list.games() }
    guard case .invalid(let request, let detail) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(detail == "last_appid does not advance" && !request.contains("planted"))
    #expect(try steam.test.partners.requests().count <= 2)
  }

  @Test func `no games are no failure, and the next run asks again`() throws {
    try answer("{\"response\":{}}")
    #expect(try list().games().value.isEmpty)
    try answer("{\"response\":{\"apps\":[{\"appid\":5,\"name\":\"A &amp; B\"}]}}")
    #expect(try list().games().value.map(\.title) == ["A & B"])
  }

  @Test func `a key that Steam refuses is a failure without the key`() throws {
    let list = try list(key: "bad")
    let failure = #expect(throws: PartnerFailure.self) { try list.games() }
    guard case .unauthorized(let request, 401) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(!request.contains("key="))
  }
}
