import FlyingFox
import Foundation

/// `/google/token` issues tokens, and `/fcm/…/messages:send` receives messages. A device's token
/// says what happens: `unregistered`, `invalid`, `500`, `503`, `cut`, `html`; any other one works.
struct PushService {
  let memory: Memory

  private struct Body: Decodable {
    struct Message: Decodable {
      let token: String
    }

    let message: Message
  }

  func answer(_ incoming: Incoming) async throws -> HTTPResponse {
    if incoming.parts.first == "google" { return try await token(incoming) }
    let count = await memory.next("fcm")
    guard incoming.headers["authorization"] == "Bearer push-token", count != 1 else {
      return try .json(["error": ["status": "UNAUTHENTICATED"]], status: 401)
    }
    let token = try JSONDecoder().decode(Body.self, from: Data(incoming.body.utf8)).message.token
    switch token.split(separator: "-").first {
    case "unregistered": return try error(404, "NOT_FOUND", "UNREGISTERED")
    case "invalid": return try error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT")
    case "500": return try error(500, "INTERNAL", "INTERNAL")
    case "503" where await memory.next(token) == 0:
      return try error(503, "UNAVAILABLE", "UNAVAILABLE")
    case "cut":
      return .pieces(count: 1000) { piece in
        if piece > 0 { throw CancellationError() }
        return Array("{\"name\":".utf8)
      }
    case "html": return .text("<html></html>", type: "text/html")
    default:
      await memory.deliver(to: token)
      return try .json(["name": "projects/p/messages/\(count)"])
    }
  }

  private func error(_ status: Int, _ text: String, _ code: String) throws -> HTTPResponse {
    let detail = [
      "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code,
    ]
    return try .json(
      ["error": ["code": status, "status": text, "details": [detail]] as [String: Any]],
      status: status)
  }

  /// Checks the claims of the signed token, but not its signature.
  private func token(_ incoming: Incoming) async throws -> HTTPResponse {
    let fields = URLComponents(string: "?" + incoming.body)?.queryItems ?? []
    let parts = (fields.first { $0.name == "assertion" }?.value ?? "").split(separator: ".")
    guard parts.count == 3 else { return try .json(["error": "invalid_grant"], status: 400) }
    var claims = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    while claims.count % 4 > 0 { claims += "=" }
    let object = try Data(base64Encoded: String(claims)).map {
      try JSONSerialization.jsonObject(with: $0) as? [String: Any]
    }
    guard let object = object ?? nil, (object["iss"] as? String)?.isEmpty == false,
      object["scope"] as? String == "https://www.googleapis.com/auth/firebase.messaging",
      let issued = object["iat"] as? Int, let end = object["exp"] as? Int,
      (1...3600).contains(end - issued)
    else { return try .json(["error": "invalid_grant"], status: 400) }
    return try .json(
      ["access_token": "push-token", "expires_in": 3599, "token_type": "Bearer"]
        as [String: Any])
  }
}
