import FlyingFox
import Foundation

/// Passes each request to the partner that the first part of its path names, and logs it.
struct Partners: HTTPHandler {
  let memory: Memory
  let files: AnswerFiles
  let games: [LoopbackGame]
  let noisePort: UInt16

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let incoming = try await Incoming(request)
    if incoming.parts.first == "control" { return try await control(incoming) }
    await memory.log(
      Memory.Request(
        method: request.method.rawValue, path: request.target.rawValue, headers: incoming.headers,
        body: incoming.body))
    if incoming.parts.first != "faults", let fault = await memory.nextFault() {
      if Faults.comesAfterwards(fault) { _ = try await answer(incoming) }
      return try await Faults(memory: memory, noisePort: noisePort).answer(fault, incoming)
    }
    return try await answer(incoming)
  }

  private func answer(_ incoming: Incoming) async throws -> HTTPResponse {
    if let answer = try files.answer(incoming.parts.joined(separator: "/")) { return answer }
    switch incoming.parts.first {
    case "faults": return try await Faults(memory: memory, noisePort: noisePort).answer(incoming)
    case "steam": return try await SteamShop(memory, files, games).answer(incoming)
    case "twitch": return try await IGDBDatabase(memory, files, games).token(incoming)
    case "igdb": return try await IGDBDatabase(memory, files, games).answer(incoming)
    case "plur": return try await PlurCommunity(memory: memory).answer(incoming)
    case "algorithm": return try await PostService(memory: memory).answer(incoming)
    case "google", "fcm": return try await PushService(memory: memory).answer(incoming)
    case "appstore", "appstore-files": return try await AppStore(memory: memory).answer(incoming)
    case "itch": return try ItchShop(files: files, games: games).answer(incoming)
    default: return .text("not found", status: 404)
    }
  }

  private func control(_ incoming: Incoming) async throws -> HTTPResponse {
    switch incoming.parts.dropFirst().first {
    case "requests":
      return HTTPResponse.json(bytes: try JSONEncoder().encode(await memory.requests))
    case "messages":
      return HTTPResponse.json(bytes: try JSONEncoder().encode(await memory.messages))
    case "faults": await memory.setFaults(oneOf: Int(incoming.body) ?? 0)
    case "reset": await memory.reset()
    case "health": await memory.setHealth(incoming.body)
    case "expire-token": await memory.expireToken()
    case "price":
      struct Change: Decodable {
        let appId: Int
        let final: Int
      }
      let change = try JSONDecoder().decode(Change.self, from: Data(incoming.body.utf8))
      await memory.setPrice(change.appId, change.final)
    default: return .text("not found", status: 404)
    }
    return try .json([:])
  }
}
