import FindieTestSupport
import Foundation
import Testing

/// `findie plur` against a loopback server in Plur's place.
struct PlurTests {
  private let folder: TemporaryFolder
  private let partners: LoopbackPartners

  init() throws {
    folder = try TemporaryFolder()
    partners = try LoopbackPartners()
    try folder.write(partners.settings, to: "partners.yaml")
  }

  private func plur(
    _ arguments: [String], token: String? = "planted-token-4715"
  ) throws -> Binary.Result {
    try Binary.run(
      ["plur"] + arguments + ["--settings", "partners.yaml", "--workspace", "workspace", "--json"],
      in: folder.url, environment: token.map { ["FINDIE_PLUR_TOKEN": $0] } ?? [:])
  }

  private static let invitation = ["invite", "--group", "4f1c", "--relay", "wss://r.example.com"]

  @Test func `the link of a new invite names its group`() throws {
    let invite = try plur(Self.invitation)
    try #require(invite.status == 0, "\(invite.error)")
    let result = try object(invite.out)
    #expect(result["groupId"] as? String == "4f1c")
    let code = try #require(result["code"] as? String)
    #expect(result["link"] as? String == "https://rabble.community/i/\(code)")
    // The token is in no message or file.
    #expect(try partners.requests().map { $0.headers["x-invite-token"] } == ["planted-token-4715"])
    #expect(!(invite.out + invite.error).contains("planted"))
    let files =
      FileManager.default.enumerator(
        at: folder.url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    for file in files where !file.hasDirectoryPath {
      #expect(try Data(contentsOf: file).range(of: Data("planted".utf8)) == nil, "\(file)")
    }
  }

  @Test func `failures have their exit status`() throws {
    #expect(try plur(Self.invitation, token: "bad").status == 78)
    #expect(try plur(Self.invitation, token: nil).status == 78)
    partners.stop()
    #expect(try plur(Self.invitation).status == 69)
  }
}
