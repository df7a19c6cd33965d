import FindieTestSupport
import Foundation
import Testing

/// Lists that are computed again, and exports, by the program.
struct ServeTests {
  private static let sandbox = Result {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    return sandbox
  }

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Self.sandbox.get()
  }

  private func findie(_ arguments: String...) throws -> Binary.Result {
    try sandbox.findie(arguments + ["--workspace", "workspace"])
  }

  @Test func `a list that is computed again equals the published one until there are new events`()
    throws
  {
    let published = try findie("recommend", "u3", "--json")
    let again = try findie("recommend", "u3", "--json", "--refresh")
    #expect(published.status == 0 && again.status == 0, "\(again.error)")
    #expect(again.out == published.out)
    let games = try #require(object(published.out)["games"] as? [[String: Any]])
    let game = try #require(games.first?["gameId"] as? String)
    try sandbox.folder.write(
      #"{"userId":"u3","gameId":"\#(game)","action":"like","timestamp":"2026-04-02T08:00:00Z"}"#
        + "\n", to: "today.ndjson")
    let after = try findie("recommend", "u3", "--json", "--since", "today.ndjson")
    #expect(after.status == 0, "\(after.error)")
    // Entries have a rank; reasons, which may name the game, have none.
    #expect(!after.out.contains("\"gameId\":\"\(game)\",\"rank\""))
  }

  @Test func `interactions from before the night are named as unused`() throws {
    func line(_ player: String, _ game: String, _ time: String) -> String {
      #"{"userId":"\#(player)","gameId":"\#(game)","action":"like","timestamp":"\#(time)"}"# + "\n"
    }
    try sandbox.folder.write(
      line("u4", "g1", "2026-03-31T23:59:59Z") + line("u4", "g2", "2026-03-09T10:00:00Z")
        + line("u4", "g3", "2026-04-01T00:00:00Z") + line("u5", "g1", "2026-03-31T23:59:59Z"),
      to: "mixed.ndjson")
    let day = try #require(try sandbox.publishedDay)
    try #require(day == "2026-04-01")
    let mixed = try findie("recommend", "u4", "--since", "mixed.ndjson")
    #expect(mixed.status == 0)
    #expect(
      mixed.error.contains(
        "! mixed.ndjson: 2 of 3 interactions of the player are older than the night of 2026-04-01 and not "
          + "used"), "\(mixed.error)")
    try sandbox.folder.write(line("u4", "g3", "2026-04-01T00:00:00Z"), to: "new.ndjson")
    #expect(try findie("recommend", "u4", "--since", "new.ndjson").error == "")
    #expect(
      try findie("recommend", "u6", "--since", "new.ndjson").error
        .contains("No line is about the player 'u6'."))
  }

  @Test func `a line that is not an interaction is named`() throws {
    try sandbox.folder.write("{\"userId\":\"u3\"}\n", to: "bad.ndjson")
    let result = try findie("recommend", "u3", "--since", "bad.ndjson")
    #expect(result.status == 65)
    #expect(result.error.contains("line 1") && result.out.isEmpty)
  }

  @Test func `a night without its model is reported`() throws {
    let other = try Sandbox.withSmallWorld()
    try other.runNight()
    try FileManager.default.removeItem(at: other.current.appending(path: "model/items.artifact"))
    let result = try other.findie([
      "recommend", "u3", "--refresh", "--workspace", "workspace",
    ])
    #expect(result.status == 66)
    #expect(result.error.contains("items.artifact"))
    // The next run notices that it is missing, and publishes the night again.
    #expect(try other.runNight()["publish"] == "built")
    #expect(
      FileManager.default.fileExists(
        atPath: other.current.appending(path: "model/items.artifact").path))
  }

  @Test(arguments: [
    ["factors"], ["ranker", "--format", "npy"], ["nothing"],
  ])
  func `an unsupported export exits with 64`(arguments: [String]) throws {
    #expect(try sandbox.findie(["export"] + arguments).status == 64)
  }
}
