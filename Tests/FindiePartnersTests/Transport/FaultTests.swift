import FindiePartners
import FindieTestSupport
import Foundation
import Synchronization
import Testing

/// Answers that are slow, unfinished, too large or not what was asked for.
@Suite(.waiting) struct FaultTests {
  private let test: TestTransport

  init() throws {
    test = try TestTransport()
  }

  private func unreachable(_ request: PartnerRequest, _ reason: String) -> PartnerFailure {
    .unreachable("GET \(request.url)", reason: reason)
  }

  @Test func `an answer that does not begin is a timeout`() throws {
    let request = test.request("slow=60")
    let transport = test.transport(attempts: 2, idleSeconds: 3)
    #expect(try test.failure(of: request, by: transport) == unreachable(request, "timeout"))
    #expect(try test.partners.requests().count == 2)
  }

  @Test func `an answer that drips is a timeout`() throws {
    let request = test.request("slow-body")
    let transport = test.transport(attempts: 1, totalSeconds: 2)
    #expect(try test.failure(of: request, by: transport) == unreachable(request, "timeout"))
  }

  @Test func `a slow answer within the limits is an answer`() throws {
    #expect(try test.fetch(test.request("slow=1")).value == 0)
  }

  @Test func `an answer that is cut off is repeated, and never used`() throws {
    let request = test.request("cut-off")
    let failure = try test.failure(of: request, by: test.transport(attempts: 2))
    guard case .unreachable = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try test.partners.requests().count == 2)
    #expect(try test.files().filter { $0.path.contains("/answers/") } == [])
  }

  @Test func `a port that nobody listens on is a refused connection`() throws {
    let port = test.partners.port
    test.partners.stop()
    let endpoint = Endpoint(
      name: "gone", address: "http://127.0.0.1:\(port)", requests: 100, seconds: 1,
      requestsPerRun: 100)
    let request = PartnerRequest(endpoint, path: "item")
    let failure = try test.failure(of: request, by: test.transport(attempts: 2))
    #expect(failure == unreachable(request, "the connection was refused"))
  }

  @Test func `what is not HTTP is no answer`() throws {
    let endpoint = Endpoint(
      name: "noise", address: "http://127.0.0.1:\(test.partners.noisePort)", requests: 100,
      seconds: 1, requestsPerRun: 100)
    let request = PartnerRequest(endpoint, path: "item")
    let failure = try test.failure(of: request, by: test.transport(attempts: 1))
    guard case .unreachable = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test(arguments: ["endless", "gzip-bomb", "large"])
  func `an answer that is too large is ended`(fault: String) throws {
    var request = test.request(fault)
    request.maximumBytes = 50_000
    #expect(try test.failure(of: request) == request.invalid("it exceeds 50000 bytes"))
    #expect(try test.partners.requests().count == 1)
  }

  @Test func `a compressed answer is decompressed`() throws {
    #expect(try test.fetch(test.request("gzip")).value == 7)
  }

  @Test(arguments: [("html", "text/html"), ("no-type", "")])
  func `another content type is a failure`(fault: String, type: String) throws {
    let request = test.request(fault)
    #expect(try test.failure(of: request) == request.invalid("its content type is '\(type)'"))
    #expect(try test.partners.requests().count == 1)
  }

  @Test(arguments: [
    ("error-body", "answer is missing"), ("empty", "the document cannot be read"),
    ("half", "the document cannot be read"),
  ])
  func `a body that cannot be decoded is a failure and is not repeated`(
    fault: String, detail: String
  ) throws {
    let request = test.request(fault)
    #expect(try test.failure(of: request) == .invalid("GET \(request.url)", detail: detail))
    #expect(try test.partners.requests().count == 1)
  }

  @Test(arguments: ["html", "error-body", "empty", "half", "large", "status=404", "unasked-304"])
  func `a failure is not stored`(fault: String) throws {
    var request = test.request(fault)
    request.maximumBytes = 50_000
    #expect(throws: PartnerFailure.self) { try test.fetch(request) }
    #expect(
      try test.files().filter { $0.path.contains("/answers/") && $0.pathExtension != "failed" }
        == [])
  }

  // MARK: - Requests that must not be repeated

  @Test(arguments: [
    "status=200", "status=204", "status=408", "status=500", "status=501", "status=504",
    "status=524", "redirect-within", "html", "error-body", "empty", "half", "large", "cut-off",
  ])
  func `a request that must not be repeated may have arrived, unless it was refused`(
    fault: String
  ) throws {
    var request = unrepeatable(fault)
    request.maximumBytes = 50_000
    let failure = try test.failure(of: request)
    #expect(failure?.mayHaveArrived == true, "\(String(describing: failure))")
    #expect(try test.partners.requests().count == 1)
  }

  @Test(arguments: [
    ("status=400", 1), ("status=404", 1), ("status=409", 1), ("status=401", 1), ("status=429", 4),
    ("status=503", 4),
  ])
  func `a refused request did not arrive`(fault: String, requests: Int) throws {
    #expect(try test.failure(of: unrepeatable(fault))?.mayHaveArrived == false)
    #expect(try test.partners.requests().count == requests)
  }

  @Test func `a token that is not issued leaves a message unsent`() throws {
    var request = unrepeatable("ok")
    let (transport, token) = (test.transport(), test.request("html"))
    let now = test.clock.now
    request.authorization = ExpiringToken(now: { now }) {
      throw try test.failure(of: token, by: transport) ?? .givenUp("no failure")
    }
    let failure = try test.failure(of: request, by: transport)
    #expect(failure == token.invalid("its content type is 'text/html'"))
    #expect(failure?.mayHaveArrived == false)
  }

  private func unrepeatable(_ fault: String) -> PartnerRequest {
    var request = PartnerRequest(test.endpoint(fault), .post, path: "item")
    request.isRepeatable = false
    return request
  }

  // MARK: - Redirects

  @Test func `a redirect within the host is followed`() throws {
    #expect(try test.fetch(test.request("redirect-within")).value == 0)
    #expect(
      try test.partners.requests().map(\.path) == [
        "/faults/redirect-within/item", "/faults/ok/reached",
      ])
  }

  @Test(arguments: [("redirect-host", "http://localhost"), ("redirect-port", "http://127.0.0.1")])
  func `a redirect to another host or port is not followed`(fault: String, host: String) throws {
    var request = test.request(fault)
    #expect(try test.failure(of: request) == .redirected("GET \(request.url)", to: host))
    // The host may repeat a secret.
    request.secretHeaders = ["Authorization": Secret("planted")]
    #expect(
      try test.failure(of: request) == .redirected("GET \(request.url)", to: "another address"))
    #expect(try test.partners.requests().count == 2)
  }

  @Test func `a loop of redirects ends`() throws {
    let request = test.request("redirect-loop")
    #expect(
      try test.failure(of: request)
        == .invalid("GET \(request.url)", detail: "it redirects too often"))
    #expect(try test.partners.requests().count == 6)
  }

  // MARK: - Stopping

  @Test func `a stop ends a request that waits for its answer`() throws {
    let clock = test.clock
    let stopped = Mutex<ContinuousClock.Instant?>(nil)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.5)
      stopped.withLock { $0 = .now }
      clock.stop()
    }
    #expect(throws: SyncStopped.self) { try test.fetch(test.request("slow=60")) }
    let start = try #require(stopped.withLock { $0 })
    // 50 ms on an idle machine, and 60 s without the stop.
    #expect(start.duration(to: .now) < .seconds(40))
  }

  @Test(arguments: [("slow=2", true), ("slow=60", false)])
  func `a request that must not be repeated has five seconds to end after a stop`(
    fault: String, ends: Bool
  ) throws {
    let clock = test.clock
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.5)
      clock.stop()
      Thread.sleep(forTimeInterval: 4)
      clock.advance(seconds: 5)
    }
    let failure = try test.failure(of: unrepeatable(fault))
    #expect(
      ends ? failure == nil : failure?.mayHaveArrived == true, "\(String(describing: failure))")
  }

  @Test func `a stop during a pause ends the retries`() throws {
    test.clock.stop(afterPauses: 1)
    #expect(throws: SyncStopped.self) { try test.fetch(test.request("fail=3,500")) }
    #expect(try test.partners.requests().count == 2)
  }

  @Test func `after a stop nothing is sent`() throws {
    test.clock.stop()
    #expect(throws: SyncStopped.self) { try test.fetch(test.request("ok")) }
    #expect(try test.partners.requests().count == 0)
  }

  @Test(arguments: [
    "status=500", "status=404", "status=403", "status=400", "html", "no-type", "half", "empty",
    "error-body", "cut-off", "redirect-host", "redirect-port", "redirect-loop", "redirect-secret",
    "echo-error", "echo-refusal", "echo-type", "echo-key", "retry-after=3600", "large",
  ])
  func `no failure of a request about a player names the account`(fault: String) throws {
    let account = "planted-account-4711"
    for address in [
      "\(test.partners.address)/faults/\(fault)", "https://name.invalid",
      "https://127.0.0.1:\(test.partners.port)", "http://127.0.0.1:\(test.partners.noisePort)",
    ] {
      let endpoint = Endpoint(
        name: "accounts", address: address, requests: 1000, seconds: 1, requestsPerRun: 100)
      var request = PartnerRequest(endpoint, path: "lists", query: ["key": account])
      request.isPersonal = true
      request.maximumBytes = 1000
      let failure = try #require(try test.failure(of: request, by: test.transport(attempts: 1)))
      #expect(!"\(failure)".contains(account), "\(failure)")
    }
    let files = try test.files().filter { !$0.path.contains("/personal/") }
    for file in files {
      #expect(FileManager.default.contents(atPath: file.path)?.range(of: Data(account.utf8)) == nil)
    }
  }
}
