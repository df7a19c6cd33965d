import FindieDomain
import FindiePartners
import FindieTestSupport
import Testing

/// What is repeated, how often, and after which pauses.
struct RetryTests {
  private let test: TestTransport

  init() throws {
    test = try TestTransport()
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
  func `a status that may pass is repeated until the answer comes`(status: Int) throws {
    let transport = test.transport()
    let fetched = try test.fetch(test.request("fail=3,\(status)"), by: transport)
    #expect(fetched.value == 3 && fetched.origin == .network)
    #expect(transport.countsByEndpoint["faults"]?.requests == 4)
    #expect(transport.countsByEndpoint["faults"]?.retries == 3)
    #expect(try test.partners.requests().count == 4)
  }

  @Test func `the pauses are random and below one, two and four seconds`() throws {
    _ = try test.fetch(test.request("fail=3,500"))
    let pauses = test.clock.pauses
    #expect(pauses.count == 3)
    for (pause, longest) in zip(pauses, [1.0, 2, 4]) { #expect((0...longest).contains(pause)) }
    #expect(Set(pauses).count == 3)
  }

  @Test func `after four attempts the status is the failure`() throws {
    let request = test.request("status=503")
    #expect(try test.failure(of: request) == .status("GET \(request.url)", 503))
    #expect(try test.partners.requests().count == 4)
  }

  @Test(arguments: [400, 404, 410, 501])
  func `another status is not repeated`(status: Int) throws {
    let request = test.request("status=\(status)")
    #expect(try test.failure(of: request) == .status("GET \(request.url)", status))
    #expect(try test.partners.requests().count == 1)
  }

  @Test(arguments: [401, 403])
  func `after a refusal the endpoint is not asked again`(status: Int) throws {
    let transport = test.transport()
    var request = test.request("status=\(status)")
    request.secretHeaders = ["Authorization": Secret("planted")]
    #expect(
      try test.failure(of: request, by: transport) == .unauthorized("GET \(request.url)", status))
    #expect(try test.failure(of: test.request("ok"), by: transport) == .givenUp("faults"))
    #expect(try test.partners.requests().count == 1)
  }

  @Test(arguments: [401, 403])
  func `without credentials a refusal is one failure, and three are the endpoint's`(
    status: Int
  ) throws {
    let transport = test.transport()
    let request = test.request("status=\(status)")
    #expect(try test.failure(of: request, by: transport) == .status("GET \(request.url)", status))
    #expect(try test.failure(of: test.request("ok"), by: transport) == nil)
    for _ in 0..<3 { _ = try test.failure(of: request, by: transport) }
    #expect(try test.failure(of: test.request("ok"), by: transport) == .givenUp("faults"))
  }

  // MARK: - Retry-After

  @Test(arguments: ["7", "120"])
  func `a pause in seconds is kept`(seconds: String) throws {
    #expect(try test.fetch(test.request("retry-after=\(seconds)")).value == 1)
    #expect(test.clock.pauses == [Double(seconds)])
  }

  @Test func `a pause until an HTTP date is kept`() throws {
    let time = test.clock.now.milliseconds / 1000 + 45
    #expect(try test.fetch(test.request("retry-at=\(time)")).value == 1)
    #expect(test.clock.pauses == [45])
  }

  @Test func `a date in the past is no pause`() throws {
    let time = test.clock.now.milliseconds / 1000 - 45
    #expect(try test.fetch(test.request("retry-at=\(time)")).value == 1)
    #expect(test.clock.pauses.allSatisfy { $0 <= 1 })
  }

  @Test(arguments: ["", "soon", "-5", "1.5"])
  func `without a pause that can be read, the usual one is kept`(header: String) throws {
    #expect(try test.fetch(test.request("retry-after=\(header)")).value == 1)
    #expect(test.clock.pauses.count == 1 && test.clock.pauses.allSatisfy { $0 <= 1 })
  }

  @Test func `429 without a pause waits as long as the partner documents`() throws {
    var request = test.request("fail=2,429")
    request.secondsAfterTooMany = 60
    #expect(try test.fetch(request).value == 2)
    var other = test.request("retry-after=7")
    other.secondsAfterTooMany = 60
    #expect(try test.fetch(other).value == 1)
    #expect(test.clock.pauses == [60, 60, 7])
    // The pause is for this status only.
    var busy = test.request("fail=1,503")
    busy.secondsAfterTooMany = 60
    #expect(try test.fetch(busy).value == 1)
    #expect(test.clock.pauses[3] <= 1)
  }

  @Test(arguments: [("3600", 3600), ("121", 121), ("99999999999999999999", 1_000_000_000)])
  func `a pause above two minutes ends the run's requests`(header: String, seconds: Int) throws {
    let transport = test.transport()
    let request = test.request("retry-after=\(header)")
    #expect(
      try test.failure(of: request, by: transport)
        == .rateLimited("GET \(request.url)", seconds: seconds))
    #expect(test.clock.pauses == [])
    #expect(try test.failure(of: test.request("ok"), by: transport) == .givenUp("faults"))
    #expect(try test.partners.requests().count == 1)
  }

  @Test func `a long pause counts at the last attempt too`() throws {
    let request = test.request("retry-after=3600")
    let failure = try test.failure(of: request, by: test.transport(attempts: 1))
    #expect(failure == .rateLimited("GET \(request.url)", seconds: 3600))
  }

  // MARK: - Limits of a run

  @Test func `after three failures in a row an endpoint is given up`() throws {
    let transport = test.transport(attempts: 2)
    for _ in 0..<3 {
      let request = test.request("status=500")
      #expect(
        try test.failure(of: request, by: transport) == .status("GET \(request.url)", 500))
    }
    #expect(try test.failure(of: test.request("ok"), by: transport) == .givenUp("faults"))
    #expect(try test.partners.requests().count == 6)
    // The next run asks again.
    #expect(try test.fetch(test.request("ok")).value == 0)
  }

  @Test func `a success between failures keeps an endpoint`() throws {
    let transport = test.transport(attempts: 1)
    for _ in 0..<5 {
      #expect(try test.failure(of: test.request("status=500"), by: transport) != nil)
      #expect(try test.failure(of: test.request("status=500"), by: transport) != nil)
      #expect(try test.failure(of: test.request("ok"), by: transport) == nil)
    }
  }

  @Test func `a status about one request does not count against its endpoint`() throws {
    let transport = test.transport()
    for _ in 0..<5 {
      #expect(try test.failure(of: test.request("status=404"), by: transport) != .givenUp("faults"))
    }
    #expect(try test.failure(of: test.request("ok"), by: transport) == nil)
  }

  @Test func `the allowance of a run counts retries and is not exceeded`() throws {
    let transport = test.transport()
    let request = PartnerRequest(test.endpoint("fail=2,500", requestsPerRun: 4), path: "item")
    #expect(try test.fetch(request, maximumAge: nil, by: transport).value == 2)
    #expect(try test.fetch(request, maximumAge: nil, by: transport).value == 3)
    #expect(try test.failure(of: request, by: transport) == .allowanceUsed("faults", 4))
    #expect(try test.partners.requests().count == 4)
    #expect(transport.rates.sent(to: "faults") == 4)
  }
}
