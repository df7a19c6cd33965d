import FlyingFox
import Foundation

/// One way for a server to fail, by its name: that of a request to `/faults/<name>/…` or
/// `/faults/<name>=<value>/…`, or that of some requests to all partners.
struct Faults {
  let memory: Memory
  let noisePort: UInt16

  /// The faults that partners have after `control/faults`.
  static let all = ["503", "cut-off", "429", "html", "500", "slow=0.3", "empty"].map {
    Int($0) == nil ? $0 : "status=\($0)"
  }

  /// Whether a partner with the fault has done what was requested.
  static func comesAfterwards(_ fault: String) -> Bool {
    !["status=503", "status=429"].contains(fault)
  }

  func answer(_ incoming: Incoming) async throws -> HTTPResponse {
    try await answer(incoming.parts.dropFirst().first ?? "", incoming)
  }

  func answer(_ fault: String, _ incoming: Incoming) async throws -> HTTPResponse {
    let words = fault.split(separator: "=", maxSplits: 1)
    let name = words.first.map(String.init) ?? ""
    let value = words.count > 1 ? String(words[1]) : ""
    let index = await memory.next(incoming.parts.prefix(2).joined(separator: "/"))
    if let answer = try await delayed(name, value, index) { return answer }
    if let answer = try body(name) { return answer }
    if let answer = redirect(name, value, incoming) { return answer }
    if name.hasPrefix("echo") { return try echo(name, incoming) }
    return try await status(name, value, index, incoming)
  }

  private func good(_ index: Int, headers: [String: String] = [:]) throws -> HTTPResponse {
    try .json(["answer": index], headers: headers)
  }

  /// Slow, unfinished and endless answers.
  private func delayed(_ name: String, _ value: String, _ index: Int) async throws -> HTTPResponse?
  {
    switch name {
    case "slow":
      try await Task.sleep(for: .seconds(Double(value) ?? 1))
      return try good(index)
    case "slow-body":
      let text = Array("{\"answer\":\"this body arrives with one byte a second\"}".utf8)
      return .pieces { piece in
        guard piece < text.count else { return nil }
        if piece > 0 { try await Task.sleep(for: .seconds(1)) }
        return [text[piece]]
      }
    case "cut-off":
      return .pieces(count: 1000) { piece in
        if piece > 0 { throw CancellationError() }
        return Array("{\"answer\":".utf8)
      }
    case "endless": return .pieces { _ in [UInt8](repeating: UInt8(ascii: " "), count: 4096) }
    case "gzip-bomb":
      return .pieces(headers: ["Content-Encoding": "gzip"]) { Gzip.zeros($0) }
    default: return nil
    }
  }

  private func body(_ name: String) throws -> HTTPResponse? {
    switch name {
    case "html": .text("<html><body>Down for maintenance</body></html>", type: "text/html")
    case "no-type": .text("{\"answer\":0}", type: "")
    case "error-body": try .json(["error": "out of order"])
    case "empty": .text("", type: "application/json")
    case "half": .text("{\"answer\":", type: "application/json")
    case "large":
      try .json(["answer": 1, "padding": String(repeating: "x", count: 100_000)])
    case "gzip":
      .bytes(
        Data(Gzip.stored(Array("{\"answer\":7}".utf8))), status: 200, type: "application/json",
        headers: ["Content-Encoding": "gzip"])
    default: nil
    }
  }

  private func redirect(_ name: String, _ value: String, _ incoming: Incoming) -> HTTPResponse? {
    let host = incoming.headers["host"] ?? ""
    let port = host.split(separator: ":").last ?? ""
    let location: String
    switch name {
    case "redirect-host": location = "http://localhost:\(port)/faults/ok/reached"
    case "redirect-port": location = "http://127.0.0.1:\(noisePort)/faults/ok/reached"
    case "redirect-secret":
      location =
        "http://\(incoming.query["key"] ?? "none").example/?key=\(incoming.query["key"] ?? "")"
    case "redirect-within": location = "/faults/ok/reached?\(incoming.rawQuery)"
    case "redirect-loop": location = "/faults/redirect-loop/again"
    // The host has a part of the path, as a token in upper case would be.
    case "moved-token":
      let token = incoming.parts.last ?? ""
      location = "https://%78\(token.prefix(9).lowercased()).example/"
    case "moved-away": location = "http://localhost:\(port)/faults/ok/reached"
    case "moved-within": location = "/faults/ok/reached"
    default: return nil
    }
    return .text(
      "", status: Int(value) ?? (name.hasPrefix("moved") ? 308 : 302),
      headers: ["Location": location])
  }

  /// Answers that repeat everything that was sent, with its secrets.
  private func echo(_ name: String, _ incoming: Incoming) throws -> HTTPResponse {
    let text =
      incoming.headers.values.sorted().joined(separator: " ") + incoming.rawQuery
      + incoming.body
    let secret = incoming.headers["authorization"] ?? ""
    switch name {
    case "echo-error": return .text(text, status: 400)
    case "echo-refusal": return .text(text, status: 401)
    case "echo-type": return .text(text, type: secret)
    case "echo-tag": return try .json(["answer": 1], headers: ["ETag": "\"\(secret)\""])
    case "echo-key": return try .json(["answer": [secret: "text"]])
    default: return try .json(["answer": 1, "echo": text])
    }
  }

  private func status(
    _ name: String, _ value: String, _ index: Int, _ incoming: Incoming
  ) async throws -> HTTPResponse {
    switch name {
    case "ok": return try good(index)
    // A status and a text: answer=200,ok.
    case "answer":
      let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      return .text(
        String(parts.last ?? "").replacing("+", with: " "), status: Int(parts[0]) ?? 200,
        type: "text/plain")
    case "status":
      return try .json(
        ["error": "status"], status: Int(value) ?? 500,
        headers: value == "429" ? ["Retry-After": "1"] : [:])
    // The first `count` requests fail: fail=2,503.
    case "fail":
      let numbers = value.split(separator: ",").compactMap { Int($0) }
      guard numbers.count == 2, index < numbers[0] else { return try good(index) }
      return .text("out of order", status: numbers[1], type: "text/html")
    // 429 once; retry-after=5, retry-after for no such header, or retry-at=<seconds since 1970>.
    case "retry-after", "retry-at":
      guard index == 0 else { return try good(index) }
      let header = name == "retry-at" ? Self.date(value) : value
      return .text("", status: 429, headers: header.isEmpty ? [:] : ["Retry-After": header])
    case "etag":
      if incoming.headers["if-none-match"] == "\"one\"" {
        return .text("", status: 304, headers: ["ETag": "\"one\""])
      }
      return try good(index, headers: ["ETag": "\"one\""])
    // The first answer cannot be decoded; it has the same tag as those after it.
    case "bad-etag":
      if incoming.headers["if-none-match"] != nil { return .text("", status: 304) }
      return index == 0
        ? try .json(["later": 1], headers: ["ETag": "\"one\""])
        : try good(index, headers: ["ETag": "\"one\""])
    case "unasked-304": return .text("", status: 304)
    // A token serves two pages.
    case "expiring-token": return try await pages(incoming)
    default: return .text("no such fault", status: 404)
    }
  }

  private func pages(_ incoming: Incoming) async throws -> HTTPResponse {
    if incoming.parts.last == "token" {
      return try .json(["access_token": await memory.newToken(), "expires_in": 3600])
    }
    let token = incoming.headers["authorization"]?.replacing("Bearer ", with: "") ?? ""
    let uses = await memory.next("uses of \(token)")
    guard await memory.isValid(token: token), uses < 2 else {
      return try .json(["message": "Authorization Failure"], status: 401)
    }
    return try .json(["answer": Int(incoming.query["page"] ?? "") ?? 0])
  }

  /// An HTTP date (RFC 9110, section 5.6.7).
  private static func date(_ seconds: String) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: Date(timeIntervalSince1970: Double(seconds) ?? 0))
  }
}
