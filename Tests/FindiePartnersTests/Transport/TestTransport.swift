import FindieText
import FindiePartners
import FindieTestSupport
import Foundation

/// A transport to a server of faults, with its files in a folder.
struct TestTransport {
  struct Answer: Decodable, Equatable {
    let answer: Int
  }

  let partners: LoopbackPartners
  let folder: TemporaryFolder
  let clock = VirtualClock()

  init(data: URL? = nil) throws {
    partners = try LoopbackPartners(data: data)
    folder = try TemporaryFolder()
  }

  var answers: URL { folder.url.appending(path: "answers") }

  var rates: URL { folder.url.appending(path: "rates") }

  /// A new transport with the same files, as in the next run.
  ///
  /// - Parameter attempts: of each request.
  func transport(
    attempts: Int = 4, idleSeconds: Int = 30, totalSeconds: Int = 120
  ) -> Transport {
    var retries = RetryRule()
    retries.attempts = attempts
    return Transport(
      rates: RequestRates(folder: rates, clock: clock.transport),
      cache: AnswerCache(folder: answers), clock: clock.transport, retries: retries,
      idleSeconds: idleSeconds, totalSeconds: totalSeconds)
  }

  func endpoint(_ fault: String, requestsPerRun: Int = 1000) -> Endpoint {
    Endpoint(
      name: "faults", address: "\(partners.address)/faults/\(fault)", requests: 100_000, seconds: 1,
      requestsPerRun: requestsPerRun)
  }

  func request(_ fault: String, path: String = "item") -> PartnerRequest {
    PartnerRequest(endpoint(fault), path: path)
  }

  /// - Parameter maximumAge: in seconds.
  func fetch(
    _ request: PartnerRequest, maximumAge: Double? = 3600, by transport: Transport? = nil
  ) throws -> Fetched<Int> {
    try (transport ?? self.transport()).fetch(request, maximumAge: maximumAge) {
      try $0.json(Answer.self).answer
    }
  }

  /// The failure of a request without a cache.
  func failure(
    of request: PartnerRequest, by transport: Transport? = nil
  ) throws -> PartnerFailure? {
    do {
      _ = try fetch(request, maximumAge: nil, by: transport)
      return nil
    } catch let failure as PartnerFailure {
      return failure
    }
  }

  /// All files below the folder.
  func files() throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
      .map { folder.url.appending(path: $0) }
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false }
  }
}
