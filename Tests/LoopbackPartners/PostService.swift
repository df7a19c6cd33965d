import COpenSSL
import FlyingFox
import Foundation

/// `/algorithm/…` logs clients in and receives posts, as The Algorithm does.
///
/// The first word of a client's id says what happens. At the login: `denied`, `client`, `pkce`,
/// `expired`, `html`. After it: `401`, `500`, `cut`, `slow`, `page`, `false`, `subscription`,
/// `cookies`; any other one works.
struct PostService {
  let memory: Memory

  func answer(_ incoming: Incoming) async throws -> HTTPResponse {
    switch (incoming.method, incoming.parts.dropFirst().joined(separator: "/")) {
    case ("GET", "oauth/authorize"): return try await authorize(incoming)
    case ("POST", "oauth/token"): return try await token(incoming)
    case ("GET", "api/health"):
      return try .json(["status": await memory.health, "version": "1.0.0"])
    case ("POST", "api/send-message"):
      return try await authorized(incoming) { body in
        guard body["message"] is String, body["timestamp"] is Int else { return nil }
        let count = await memory.next("posts")
        return ["success": true, "message": "sent", "tweet_id": "\(1000 + count)"]
      }
    default: return .text("not found", status: 404)
    }
  }

  /// Answers with the address to which a browser would be redirected, as text.
  private func authorize(_ incoming: Incoming) async throws -> HTTPResponse {
    let query = incoming.query
    guard let client = query["client_id"], let redirect = query["redirect_uri"],
      query["response_type"] == "code", query["code_challenge_method"] == "S256",
      let challenge = query["code_challenge"], challenge.utf8.count == 43,
      let state = query["state"], !state.isEmpty
    else { return try .json(["error": "invalid_request"], status: 400) }
    if client.hasPrefix("denied") {
      return .text("\(redirect)?error=access_denied&error_description=No%20thanks&state=\(state)")
    }
    let code = "planted-code-\(await memory.next("codes"))"
    await memory.add(
      Memory.Login(client: client, redirect: redirect, challenge: challenge), code: code)
    return .text("\(redirect)?code=\(code)&state=\(state)")
  }

  private func token(_ incoming: Incoming) async throws -> HTTPResponse {
    let form = incoming.form
    guard form["grant_type"] == "authorization_code",
      let login = await memory.takeLogin(form["code"] ?? ""), form["redirect_uri"] == login.redirect
    else { return try .json(["error": "invalid_grant"], status: 400) }
    let word = login.client.split(separator: "-").first.map(String.init) ?? ""
    guard form["client_id"] == login.client, word != "client" else {
      return try .json(["error": "Invalid client_id"], status: 401)
    }
    let verifier = form["code_verifier"] ?? ""
    guard verifier.wholeMatch(of: /[A-Za-z0-9\-._~]{43,128}/) != nil, word != "pkce",
      challenge(of: verifier) == login.challenge
    else {
      return try .json(
        ["error": "invalid_grant", "error_description": "PKCE verification failed"], status: 400)
    }
    if word == "html" { return .text("<html></html>", type: "text/html") }
    return try .json(
      [
        "access_token": "\(word)-planted-token-\(await memory.next("tokens"))",
        "token_type": "Bearer", "expires_in": word == "expired" ? 1 : 86400,
      ] as [String: Any])
  }

  private func challenge(of verifier: String) -> String {
    let bytes = Array(verifier.utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = unsafe SHA256(bytes, bytes.count, &digest)
    return Data(digest).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// - Parameter body: answers a body; nil for one that is wrong.
  private func authorized(
    _ incoming: Incoming, _ body: ([String: Any]) async -> [String: Any]?
  ) async throws -> HTTPResponse {
    let token = incoming.headers["authorization"] ?? ""
    guard token.hasPrefix("Bearer "), token.contains("-planted-token-") else {
      return try .json(["detail": "Not authenticated"], status: 401)
    }
    switch token.dropFirst("Bearer ".count).split(separator: "-").first {
    case "401": return try .json(["detail": "Token expired"], status: 401)
    case "500": return try .json(["detail": "out of order"], status: 500)
    case "page": return .text("<html></html>", type: "text/html")
    case "false": return try .json(["success": false, "message": "no"])
    case "subscription": return try .json(["error": "Subscription required"], status: 402)
    case "cookies": return try .json(["success": false, "message": "No cookies found"])
    case "slow": try await Task.sleep(for: .seconds(60))
    case "cut":
      return .pieces(count: 1000) { piece in
        if piece > 0 { throw CancellationError() }
        return Array("{\"success\":".utf8)
      }
    default: break
    }
    let object =
      try JSONSerialization.jsonObject(with: Data(incoming.body.utf8)) as? [String: Any] ?? [:]
    guard let answer = await body(object) else {
      return try .json(["detail": "invalid"], status: 422)
    }
    return try .json(answer)
  }
}
