import FlyingFox
import Foundation

/// `/plur/api/invite`: registers invites, and answers them by code.
struct PlurCommunity {
  private struct NewInvite: Decodable {
    let groupId: String
    let relay: String
  }

  let memory: Memory

  func answer(_ incoming: Incoming) async throws -> HTTPResponse {
    switch (incoming.method, incoming.parts.count) {
    case ("POST", 3):
      guard let token = incoming.headers["x-invite-token"], !token.isEmpty, token != "bad" else {
        return try .json(["error": "invalid token"], status: 401)
      }
      let invite = try JSONDecoder().decode(NewInvite.self, from: Data(incoming.body.utf8))
      let code = await memory.addInvite(to: invite.groupId, relay: invite.relay)
      return try .json(["code": code, "url": "https://rabble.community/i/\(code)"], status: 201)
    case ("GET", 4):
      guard let invite = await memory.invite(incoming.parts[3]) else {
        return .text("not found", status: 404)
      }
      return try .json(
        ["code": incoming.parts[3], "groupId": invite.groupId, "relay": invite.relay])
    default: return .text("not found", status: 404)
    }
  }
}
