import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Requests to a loopback server. How its faults are handled is tested with the partners'
/// transport.
@Suite(.waiting) struct HTTPClientTests {
  private let partners: LoopbackPartners
  private let client = HTTPClient(idleSeconds: 20, totalSeconds: 40)

  init() throws { partners = try LoopbackPartners() }

  private func send(
    _ fault: String, headers: [String: String] = [:], body: [UInt8]? = nil,
    at address: String? = nil
  ) throws -> HTTPResponse {
    let url = "\(address ?? partners.address)/faults/\(fault)/item"
    return try client.send(
      HTTPRequest(url: url, headers: headers, body: body), maximumBytes: 50_000,
      isStopping: { false })
  }

  @Test func `an answer has its status, its headers by name in lower case, and its body`() throws {
    let answer = try send("status=404")
    #expect(answer.status == 404)
    #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"error":"status"}"#)
  }

  @Test func `a redirect is an answer`() throws {
    let answer = try send("redirect-within")
    #expect(answer.status == 302 && answer.headers["location"]?.hasPrefix("/faults/ok") == true)
    #expect(try partners.requests().count == 1)
  }

  @Test(arguments: [0, 1, 3_000_000])
  func `a body of any size arrives`(size: Int) throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: size)
    _ = try send("ok", headers: ["X-Empty": ""], body: body)
    let request = try #require(try partners.requests().first)
    #expect(request.method == "POST" && request.body == String(repeating: "x", count: size))
    #expect(request.headers["expect"] == nil && request.headers["x-empty"] == "")
  }

  @Test func `what was not sent can be told from what may have arrived`() throws {
    #expect(throws: HTTPFailure.interrupted("the connection was cut off")) { try send("cut-off") }
    #expect(throws: HTTPFailure.notSent("the host name cannot be resolved")) {
      try send("ok", at: "http://host.invalid")
    }
    let address = partners.address
    partners.stop()
    #expect(throws: HTTPFailure.notSent("the connection was refused")) {
      try send("ok", at: address)
    }
  }

  @Test func `a server with an unknown certificate gets nothing`() throws {
    let folder = try TemporaryFolder()
    func openssl(_ arguments: String) throws -> (Process, Pipe) {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(filePath: "/usr/bin/openssl")
      process.arguments = arguments.split(separator: " ").map(String.init)
      process.currentDirectoryURL = folder.url
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      return (process, output)
    }
    try openssl(
      "req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 2 -subj /CN=localhost"
    ).0.waitForEnd()
    let (server, output) = try openssl(
      "s_server -accept 127.0.0.1:0 -key key -cert certificate -www")
    defer { server.terminate() }
    var text = ""
    while text.firstMatch(of: /ACCEPT .*:(\d+)\n/) == nil {
      let bytes = output.fileHandleForReading.availableData
      try #require(!bytes.isEmpty, "\(text)")
      text += String(decoding: bytes, as: UTF8.self)
    }
    let port = try #require(text.firstMatch(of: /ACCEPT .*:(\d+)\n/)).1
    #expect(throws: HTTPFailure.notSent("the certificate is not trusted")) {
      try send("ok", at: "https://localhost:\(port)")
    }
  }

  @Test(arguments: ["a\r\nX-Other: b", "a\nb", "\0"])
  func `a value of a header does not become another header`(value: String) throws {
    #expect(throws: HTTPFailure.notSent("a header has a line break")) {
      try send("ok", headers: ["X-Test": value])
    }
    #expect(try partners.requests().isEmpty)
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x"])
  func `only HTTP is spoken`(address: String) throws {
    #expect(throws: HTTPFailure.self) { try send("ok", at: address) }
  }

  @Test func `a head without an end is too large`() throws {
    #expect(throws: HTTPFailure.tooLarge) {
      try send("endless-head", at: "http://127.0.0.1:\(partners.noisePort)")
    }
  }

  /// A server that answers one request, and closes the connection after the next one.
  @Test(arguments: [nil, "body"])
  func `each request has a connection of its own, and is sent once`(body: String?) throws {
    let address = "http://127.0.0.1:\(partners.noisePort)"
    for _ in 0..<3 {
      let answer = try send("hang-up", body: body.map { Array($0.utf8) }, at: address)
      #expect(answer.status == 200)
    }
    let texts = try partners.requests().map(\.body)
    #expect(texts.count == 3 && texts.allSatisfy { $0.hasSuffix("\r\n\r\n" + (body ?? "")) })
  }

  @Test func `several endless answers at once are ended`() async throws {
    let failures = await withTaskGroup(of: HTTPFailure?.self) { group in
      for index in 0..<8 {
        group.addTask { failure(of: index % 2 == 0 ? "endless" : "gzip-bomb") }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures == Array(repeating: .tooLarge, count: 8))
  }

  private func failure(of fault: String) -> HTTPFailure? {
    do {
      _ = try send(fault)
      return nil
    } catch {
      return error as? HTTPFailure
    }
  }
}
