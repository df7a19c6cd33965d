import FindieDomain
import FindiePartners
import Foundation

/// Answers of partners, from files or texts.
enum Fixture {
  static let time = Timestamp(milliseconds: 1_750_000_000_000)

  static func answer(_ text: String, status: Int = 200) -> PartnerAnswer {
    PartnerAnswer(status: status, headers: [:], body: Data(text.utf8), receivedAt: time)
  }

  /// - Parameter path: below `Fixtures`.
  static func answer(file path: String) throws -> PartnerAnswer {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let body = try Data(contentsOf: folder.appending(path: path))
    return PartnerAnswer(status: 200, headers: [:], body: body, receivedAt: time)
  }
}

extension PartnerContext {
  /// Of a partner that reads a file and sends nothing.
  static func reading(
    _ file: URL, now: Timestamp, recorded: [PartnerMetric] = []
  ) -> PartnerContext {
    let clock = VirtualClock(now.milliseconds).transport
    let folder = file.deletingLastPathComponent()
    let transport = Transport(
      rates: RequestRates(folder: folder, clock: clock), cache: AnswerCache(folder: folder),
      clock: clock)
    return PartnerContext(
      transport, PartnerSettings(), PartnerSecrets([:]), file: file, recorded: recorded)
  }
}
