import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// Invites of Plur, with a server on the loopback interface.
struct PlurInvitesTests {
  private let test: TestTransport

  init() throws { test = try TestTransport() }

  private func invites(_ secrets: [PartnerSecrets.Name: String]) throws -> PlurInvites {
    PlurInvites(
      test.transport(), try PartnerSettings(yaml: test.partners.settings), PartnerSecrets(secrets))
  }

  @Test func `an invite is registered and read by its code`() throws {
    let invites = try invites([.plurToken: "planted-token"])
    let group = try #require(PlurGroup(id: "a/b é", relay: "wss://r.example/?a=b"))
    let created = try invites.create(for: group)
    #expect(created.link.code == created.code && created.link.group == nil)
    #expect(try invites.group(of: created.code) == group)
    let requests = try test.partners.requests()
    #expect(requests.map(\.method) == ["POST", "GET"])
    #expect(requests[0].path == "/plur/api/invite")
    #expect(requests[0].headers["x-invite-token"] == "planted-token")
    #expect(requests[0].headers["content-type"] == "application/json")
    #expect(requests[1].path == "/plur/api/invite/\(created.code.text)")
    // The token is only for registering, and nothing of an invite is stored.
    #expect(requests[1].headers["x-invite-token"] == nil)
    for file in try test.files() {
      let bytes = try Data(contentsOf: file)
      for text in ["planted-token", created.code.text] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(file.path)")
      }
    }
  }

  @Test func `a group without a relay has an empty one`() throws {
    let invites = try invites([.plurToken: "token"])
    let group = try #require(PlurGroup(id: "g", relay: nil))
    let created = try invites.create(for: group)
    #expect(try test.partners.requests().first?.body == #"{"groupId":"g","relay":""}"#)
    #expect(try invites.group(of: created.code) == group)
  }

  @Test func `an unknown code has no invite`() throws {
    let code = try #require(PlurCode("NOTHING"))
    #expect(try invites([:]).group(of: code) == nil)
  }

  @Test func `a missing or refused token is named and not shown`() throws {
    let group = try #require(PlurGroup(id: "g", relay: nil))
    #expect(throws: PartnerFailure.missingSecret("FINDIE_PLUR_TOKEN")) {
      _ = try invites([:]).create(for: group)
    }
    #expect(try test.partners.requests().isEmpty)
    let failure = try #require(throws: PartnerFailure.self) {
      _ = try invites([.plurToken: "bad"]).create(for: group)
    }
    #expect(
      failure
        == .refusedSecrets(
          "POST \(test.partners.address)/plur/api/invite", 401, names: ["FINDIE_PLUR_TOKEN"]))
  }

  @Test(arguments: [
    #"{"code":"B","groupId":"g","relay":""}"#, #"{"code":"A","groupId":"","relay":""}"#,
    #"{"code":"A","groupId":"g","relay":"http://r.example"}"#, #"{"code":"A","groupId":"g"}"#,
    #"{"code":"A","url":"https://rabble.community/i/A"}"#, "[]", "",
  ])
  func `an answer that is no invite is refused`(text: String) throws {
    let folder = test.folder.url.appending(path: "data")
    let parent = folder.appending(path: "plur/api/invite")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: parent.appending(path: "A.json"))
    let test = try TestTransport(data: folder)
    let invites = PlurInvites(
      test.transport(), try PartnerSettings(yaml: test.partners.settings), PartnerSecrets([:]))
    let code = try #require(PlurCode("A"))
    let failure = try #require(throws: PartnerFailure.self) {
      _ = try invites.group(of: code)
    }
    guard case .invalid = failure else {
      Issue.record("\(failure)")
      return
    }
  }
}
