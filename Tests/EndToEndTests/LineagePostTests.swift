import FindieTestSupport
import Foundation
import Testing

/// Lineage events that are posted to a service, which may be there or not.
struct LineagePostTests {
  /// A service on this machine that writes down what it is sent, and answers as it is told.
  ///
  /// A class, since its end ends the process.
  private final class Service {
    private static let program = """
      import http.server, json, os, sys, threading, time
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_POST(self):
              body = self.rfile.read(int(self.headers["Content-Length"]))
              with open(sys.argv[1], "a") as file:
                  json.dump({"path": self.path, "type": self.headers["Content-Type"],
                    "key": self.headers.get("Authorization"), "event": json.loads(body)}, file)
                  file.write("\\n")
              time.sleep(float(sys.argv[3]))
              self.send_response(int(sys.argv[2]))
              if len(sys.argv) > 4: self.send_header("Location", sys.argv[4])
              self.end_headers()
          def do_GET(self):
              with open(sys.argv[1], "a") as file:
                  json.dump({"path": self.path, "key": self.headers.get("Authorization")}, file)
                  file.write("\\n")
              self.send_response(200)
              self.end_headers()
          def log_message(self, *arguments): pass
      # Where the tests end, so does their end of this pipe.
      threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """

    private let input = Pipe()
    private let file: URL
    let url: String

    init(
      in place: Place, answer: Int, afterSeconds: Double = 0, redirecting other: String? = nil
    ) throws {
      file = try place.folder.write("", to: "taken-\(answer).ndjson")
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments =
        [
          "python3", "-c", Self.program, file.path, "\(answer)", "\(afterSeconds)",
        ] + (other.map { [$0] } ?? [])
      process.standardInput = input
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
      url = "http://127.0.0.1:\(port)/api/v1/lineage"
    }

    deinit { input.fileHandleForWriting.closeFile() }

    func taken() throws -> [[String: Any]] { try lines(of: file) }
  }

  static let hasPython = ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private func night(
    _ place: Place, _ url: String, environment: [String: String] = [:]
  ) throws -> (result: Binary.Result, seconds: Double) {
    let begin = Date()
    let result = try Binary.run(
      place.arguments + ["--lineage-url", url, "--json"], in: place.folder.url,
      environment: environment)
    return (result, Date().timeIntervalSince(begin))
  }

  @Test(.enabled(if: hasPython, "there is no python3 to serve with"))
  func `a service is sent each event of the file, in order, with the key`() throws {
    let place = try Place.withSmallWorld()
    let service = try Service(in: place, answer: 201)
    let (result, _) = try night(
      place, service.url, environment: ["FINDIE_OPENLINEAGE_KEY": "secret-key"])
    #expect(result.status == 0, "\(result.error)")
    #expect(try object(result.out)["warnings"] as? [String] == [])
    let taken = try service.taken()
    let file = try lines(
      of: place.workspace.appending(path: "runs/2026-04-01/openlineage.ndjson"))
    #expect(file.count > 40)
    #expect(taken.compactMap { $0["event"] as? NSDictionary } == file.map { $0 as NSDictionary })
    #expect(Set(taken.compactMap { $0["path"] as? String }) == ["/api/v1/lineage"])
    #expect(Set(taken.compactMap { $0["type"] as? String }) == ["application/json"])
    #expect(Set(taken.compactMap { $0["key"] as? String }) == ["Bearer secret-key"])
    // A secret stands in no record and no log.
    #expect(!result.error.contains("secret-key"))
    for path in try FileManager.default.subpathsOfDirectory(atPath: place.workspace.path) {
      guard path.hasPrefix("runs/"), path.contains(".") else { continue }
      let text = try String(
        contentsOf: place.workspace.appending(path: path), encoding: .utf8)
      #expect(!text.contains("secret-key"), "\(path)")
    }
  }

  @Test(.enabled(if: hasPython, "there is no python3 to serve with"))
  func `a service that refuses costs a warning`() throws {
    let place = try Place.withSmallWorld()
    let service = try Service(in: place, answer: 500)
    let (result, _) = try night(place, service.url)
    #expect(result.status == 0, "\(result.error)")
    let warnings = try #require(try object(result.out)["warnings"] as? [String])
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("it answered with status 500") == true, "\(warnings)")
    // It is not asked again and again.
    #expect(try service.taken().count == 3)
  }

  @Test(.enabled(if: hasPython, "there is no python3 to serve with"), arguments: [302, 307])
  func `a service that redirects is not followed, and the key goes nowhere else`(
    answer: Int
  ) throws {
    let place = try Place.withSmallWorld()
    let other = try Service(in: place, answer: 200)
    let service = try Service(in: place, answer: answer, redirecting: other.url)
    let (result, _) = try night(
      place, service.url, environment: ["FINDIE_OPENLINEAGE_KEY": "secret-key"])
    #expect(result.status == 0, "\(result.error)")
    let warnings = try #require(try object(result.out)["warnings"] as? [String])
    #expect(warnings.first?.contains("it answered with status \(answer)") == true, "\(warnings)")
    #expect(try other.taken().isEmpty)
  }

  @Test(.enabled(if: hasPython, "there is no python3 to serve with"))
  func `a service that hangs holds the night for seconds at most`() throws {
    let place = try Place.withSmallWorld()
    let service = try Service(in: place, answer: 200, afterSeconds: 60)
    let (result, seconds) = try night(place, service.url)
    #expect(result.status == 0, "\(result.error)")
    #expect(try object(result.out)["warnings"] as? [String] != [])
    #expect(seconds < 20, "\(seconds) s")
  }

  @Test func `an address where nobody listens costs a warning, from the environment too`() throws {
    let place = try Place.withSmallWorld()
    // Port 9 is discard's, which nobody serves.
    let result = try Binary.run(
      place.arguments + ["--json"], in: place.folder.url,
      environment: ["FINDIE_OPENLINEAGE_URL": "http://127.0.0.1:9/"])
    #expect(result.status == 0, "\(result.error)")
    let warnings = try #require(try object(result.out)["warnings"] as? [String])
    #expect(warnings.first?.hasPrefix("lineage: ") == true, "\(warnings)")
    #expect(result.error.contains("! lineage: "))
  }

  @Test(arguments: ["marquez:5000", "ftp://host/", "/path", "http://"])
  func `what is no address of a web service is a usage error`(url: String) throws {
    #expect(try night(try Place.withSmallWorld(), url).result.status == 64)
  }
}
