import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// How many requests a partner gets in a period.
struct RequestRatesTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func rates() -> RequestRates { RequestRates(folder: folder.url, clock: clock.transport) }

  private func endpoint(_ requests: Int, _ seconds: Double) -> Endpoint {
    Endpoint(
      name: "shop", address: "https://shop.example", requests: requests, seconds: seconds,
      requestsPerRun: 1_000_000)
  }

  /// The largest number of times in a period that excludes its end.
  private func most(_ times: [Int64], within seconds: Double) -> Int {
    let length = Int64(seconds * 1000)
    var first = 0
    return times.indices.reduce(0) { most, last in
      while times[first] <= times[last] - length { first += 1 }
      return max(most, last - first + 1)
    }
  }

  @Test(arguments: 0..<30)
  func `no period has more requests than the limit, whatever the schedule`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let endpoint = endpoint(
      Int.random(in: 1...[4, 200, 4000][seed % 3], using: &random),
      [0.5, 1, 1.1, 60, 300].randomElement(using: &random) ?? 1)
    var rates = rates()
    var times: [Int64] = []
    for _ in 0..<(3 * endpoint.requests + 600) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: clock.advance(seconds: endpoint.seconds * Double.random(in: 0...3, using: &random))
      case 1...3: clock.advance(seconds: Double.random(in: 0...0.05, using: &random))
      // A new run, also after a kill.
      case 4: rates = self.rates()
      default: break
      }
      try rates.wait(for: endpoint)
      times.append(clock.now.milliseconds)
    }
    #expect(most(times, within: endpoint.seconds) <= endpoint.requests, "\(endpoint)")
  }

  @Test(arguments: [(1, 1.0), (4, 1.1), (60, 60)])
  func `several processes together send no more requests than the limit`(
    requests: Int, seconds: Double
  ) throws {
    let endpoint = endpoint(requests, seconds)
    let processes = (0..<5).map { _ in rates() }
    var times: [Int64] = []
    for number in 0..<(5 * requests + 20) {
      try processes[number * 7 % 5].wait(for: endpoint)
      times.append(clock.now.milliseconds)
    }
    #expect(most(times, within: seconds) <= requests)
  }

  @Test(arguments: [(1, 1.0), (4, 1.1), (190, 300), (300, 300), (6000, 60)])
  func `a long run reaches at least nine tenths of the limit`(requests: Int, seconds: Double) throws
  {
    let endpoint = endpoint(requests, seconds)
    let rates = rates()
    let start = clock.now.milliseconds
    let count = requests * 10
    for _ in 0..<count { try rates.wait(for: endpoint) }
    let elapsed = Double(clock.now.milliseconds - start) / 1000
    // An endpoint with a few requests gives one of them up as its burst.
    let share = requests < 10 ? 0.7 : 0.9
    #expect(Double(count) / elapsed >= share * Double(requests) / seconds)
  }

  @Test func `endpoints do not wait for each other`() throws {
    let rates = rates()
    for name in ["a", "b", "c"] {
      try rates.wait(
        for: Endpoint(
          name: name, address: "https://\(name).example", requests: 1, seconds: 60,
          requestsPerRun: 10))
    }
    #expect(clock.pauses == [])
  }

  @Test func `a clock that is set back gives no requests`() throws {
    let endpoint = endpoint(1, 60)
    let rates = rates()
    try rates.wait(for: endpoint)
    clock.advance(seconds: -86_400)
    try rates.wait(for: endpoint)
    #expect(clock.pauses.reduce(0, +) >= 60)
  }

  @Test func `a clock that is set forward gives one burst`() throws {
    let endpoint = endpoint(100, 60)
    let rates = rates()
    for _ in 0..<5 { try rates.wait(for: endpoint) }
    #expect(clock.pauses == [])
    clock.advance(seconds: 1e7)
    for _ in 0..<5 { try rates.wait(for: endpoint) }
    #expect(clock.pauses == [])
    try rates.wait(for: endpoint)
    #expect(clock.pauses.count == 1)
  }

  @Test(arguments: [
    "", "{", "null", "{\"tokens\":1}", "{\"tokens\":1e300,\"at\":0}",
    "{\"tokens\":-1e300,\"at\":9223372036854775807}",
    "{\"tokens\":5,\"at\":-9223372036854775808}", "\u{0}\u{1}",
  ])
  func `a damaged file neither allows more requests nor stops them`(text: String) throws {
    let endpoint = endpoint(100, 60)
    try folder.write(text, to: "shop.json")
    let rates = rates()
    var times: [Int64] = []
    for _ in 0..<300 {
      try rates.wait(for: endpoint)
      times.append(clock.now.milliseconds)
    }
    #expect(most(times, within: 60) <= 100)
    #expect(times[299] - times[0] < 240_000)
  }

  @Test func `programs that run at the same time share one limit`() throws {
    let endpoint = endpoint(6, 60)
    let programs = [rates(), rates(), rates()]
    var times: [Int64] = []
    for turn in 0..<30 {
      try programs[turn % 3].wait(for: endpoint)
      times.append(clock.now.milliseconds)
    }
    #expect(most(times, within: 60) <= 6)
  }

  @Test func `threads share one limit`() throws {
    let endpoint = endpoint(20, 60)
    let rates = rates()
    DispatchQueue.concurrentPerform(iterations: 100) { _ in
      do { try rates.wait(for: endpoint) } catch { Issue.record("\(error)") }
    }
    #expect(rates.sent(to: "shop") == 100)
  }
}
