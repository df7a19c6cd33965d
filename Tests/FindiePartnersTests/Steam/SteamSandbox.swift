import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Foundation

/// Steam's clients with a server whose answers are files.
struct SteamSandbox {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  let test: TestTransport
  let data: TemporaryFolder

  init() throws {
    data = try TemporaryFolder()
    test = try TestTransport(data: data.url)
  }

  func settings(_ more: String = "") throws -> PartnerSettings {
    try PartnerSettings(yaml: test.partners.settings + more)
  }

  func store(_ more: String = "") throws -> SteamStore {
    try SteamStore(test.transport(), settings(more))
  }

  func write(_ json: String, to path: String) throws {
    try data.write(json, to: "steam/\(path).json")
  }

  /// The details that the store answers with this JSON as a game's data, without the required
  /// fields that are in each.
  func details(_ id: String, _ fields: String) throws -> ShopGame? {
    try write(
      "{\"type\":\"game\",\"name\":\"Game\",\"steam_appid\":\(id),\(fields)}",
      to: "appdetails/\(id)")
    return try store().details(of: id).value
  }
}
