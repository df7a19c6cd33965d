import FindiePartners
package import Foundation

/// The program `loopback-partners`: servers on 127.0.0.1 that answer as Findie's partners do.
///
/// It ends with the last reference. A class, because `deinit` ends the process.
package final class LoopbackPartners: Sendable {
  package struct Request: Decodable, Sendable {
    package let method: String
    /// With the query.
    package let path: String
    /// By name in lower case.
    package let headers: [String: String]
    package let body: String
  }

  package struct Failure: Error {
    package let reason: String
  }

  private struct Ports: Decodable {
    let port: Int
    let noisePort: Int
  }

  package let port: Int
  /// A port that answers with what is not HTTP.
  package let noisePort: Int
  private let process: Process
  private let input = Pipe()

  /// - Parameters:
  ///   - data: a folder with answers by path, such as `steam/appdetails/413150.json`.
  ///   - games: NDJSON of games, whose details and prices the shops know.
  package init(data: URL? = nil, games: URL? = nil) throws {
    process = Process()
    process.executableURL = try LoopbackPartners.program()
    process.arguments =
      (data.map { ["--data", $0.path] } ?? []) + (games.map { ["--games", $0.path] } ?? [])
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let ports = try JSONDecoder().decode(
      Ports.self, from: output.fileHandleForReading.availableData)
    port = ports.port
    noisePort = ports.noisePort
  }

  deinit { stop() }

  package func stop() {
    if process.isRunning { process.terminate() }
    process.waitForEnd()
  }

  package var address: String { "http://127.0.0.1:\(port)" }

  /// Settings of `findie sync` with these servers as all partners.
  package var settings: String {
    let paths = [
      "steamStore": "steam/store", "steamAPI": "steam/api", "steamLogin": "steam",
      "twitch": "twitch", "igdb": "igdb", "itch": "itch", "itchPages": "itch/pages/{name}",
      "plur": "plur/api",
      "googleToken": "google/token", "fcm": "fcm/{name}/messages:send", "algorithm": "algorithm",
      "appstore": "appstore/v1",
    ]
    return "endpoints:\n"
      + paths.sorted { $0.key < $1.key }.map { name, path in
        "  \(name): {address: \"\(address)/\(path)\", requests: 100000, seconds: 1}\n"
      }.joined()
  }

  /// The requests since the start or the last reset, without those to `/control`.
  package func requests() throws -> [Request] {
    try JSONDecoder().decode([Request].self, from: send("GET", "control/requests"))
  }

  /// The number of messages that each device received, by its token.
  package func messages() throws -> [String: Int] {
    try JSONDecoder().decode([String: Int].self, from: send("GET", "control/messages"))
  }

  /// One of so many requests has a fault from now on: status 429, 500 or 503, or an answer that is
  /// cut off, slow, wrong, empty or a page.
  ///
  /// - Parameter period: 0 for no faults.
  package func setFaults(oneOf period: Int) throws {
    try send("POST", "control/faults", body: "\(period)")
  }

  /// Forgets all requests, prices, tokens and nonces.
  package func reset() throws { try send("POST", "control/reset") }

  /// - Parameter final: in US cents.
  package func setPrice(of appId: Int, to final: Int) throws {
    try send("POST", "control/price", body: "{\"appId\":\(appId),\"final\":\(final)}")
  }

  /// The current token of IGDB is refused from now on.
  package func expireToken() throws { try send("POST", "control/expire-token") }

  /// The status that The Algorithm's health check answers.
  package func setHealth(_ status: String) throws {
    try send("POST", "control/health", body: status)
  }

  /// The text at an address of these servers.
  package func text(at address: String) throws -> String {
    String(
      decoding: try send("GET", String(address.dropFirst(self.address.count + 1))), as: UTF8.self)
  }

  @discardableResult
  private func send(_ method: String, _ path: String, body: String = "") throws -> Data {
    let request = HTTPRequest(
      url: "\(address)/\(path)", body: method == "POST" ? Array(body.utf8) : nil)
    let answer = try HTTPClient().send(
      request, maximumBytes: 1 << 30, isStopping: { false })
    guard answer.status == 200 else { throw Failure(reason: "\(path): status \(answer.status)") }
    return Data(answer.body)
  }

  /// In the folder of the test program.
  private static func program() throws -> URL {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "loopback-partners")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    throw Failure(reason: "loopback-partners is not beside the test program")
  }
}
