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

  @Test func `an invite is registered`() throws {
    let invites = try invites([.plurToken: "planted-token"])
    let group = try #require(PlurGroup(id: "a/b é", relay: "wss://r.example/?a=b"))
    let created = try invites.create(for: group)
    #expect(created.link == "https://rabble.community/i/\(created.code.text)")
    let requests = try test.partners.requests()
    #expect(requests.map(\.method) == ["POST"])
    #expect(requests[0].path == "/plur/api/invite")
    #expect(requests[0].headers["x-invite-token"] == "planted-token")
    #expect(requests[0].headers["content-type"] == "application/json")
    // Nothing of an invite is stored.
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
    _ = try invites.create(for: group)
    #expect(try test.partners.requests().first?.body == #"{"groupId":"g","relay":""}"#)
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
    #"{"code":"A","url":"https://example.com/i/A"}"#, #"{"code":"A","url":"plur://group/G"}"#,
    #"{"code":"A B","url":"https://rabble.community/i/A"}"#, #"{"code":"A"}"#, "[]", "",
  ])
  func `an answer that is no invite is refused`(text: String) throws {
    var request = test.request("answer=201,\(text.percentEncoded)")
    request.acceptedStatuses = [201]
    let invites = PlurInvites(
      test.transport(),
      try PartnerSettings(
        yaml: "endpoints: {plur: {address: \"\(request.endpoint.address)\"}}"),
      PartnerSecrets([.plurToken: "token"]))
    let group = try #require(PlurGroup(id: "g", relay: nil))
    let failure = try #require(throws: PartnerFailure.self) {
      _ = try invites.create(for: group)
    }
    guard case .invalid = failure else {
      Issue.record("\(failure)")
      return
    }
  }
}
