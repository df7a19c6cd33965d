package import FindieBatch
import FindieDomain
import FindieFiles
package import FindieReports
import Foundation

/// How the recommendations of the nights before were.
package struct EarlierNights: TransientArtifact {
  package static var grain: String { "one row per night that was published before" }
  package static var countOfGrain: String? { "nights" }
  package static var isKnownByContent: Bool { true }

  /// The oldest first.
  package let nights: [NightHealth]

  /// So many nights back are looked at.
  static let most = 28

  package var counts: [String: Int] { ["nights": nights.count] }

  package var content: Fingerprint? { Fingerprint(of: canonicalJSON(nights)) }
}

extension Stage<EarlierNights> {
  /// Reads what was kept of the last nights before this one.
  ///
  /// A night that is made again sees those that it saw; one that forgets a player sees none, since
  /// they knew that player.
  package static func seeEarlierNights(from past: Stage<Past>, _ night: Night) -> Stage {
    @Sendable func look(_ past: Past, warn: (String) -> Void) throws -> EarlierNights {
      if let remade = night.remade { return EarlierNights(nights: remade.earlierNights ?? []) }
      guard night.forgotten?.arePending != true else { return EarlierNights(nights: []) }
      guard DurableFile.exists(night.runs) else { return EarlierNights(nights: []) }
      let days = try DurableFile.names(in: night.runs).compactMap { Day($0) }.filter {
        $0 < past.day
      }
      .filter { DurableFile.exists(night.health($0)) }
      let nights = try days.sorted().suffix(EarlierNights.most).compactMap { day -> NightHealth? in
        let bytes = try DurableFile.read(night.health(day))
        do {
          return try JSONDecoder().decode(NightHealth.self, from: Data(bytes))
        } catch {
          warn("\(night.health(day).path) cannot be read and is left out: \(error)")
          return nil
        }
      }
      return EarlierNights(nights: nights)
    }
    return Stage(
      "earlierNights", from: past, parameters: NoParameters(),
      foreseen: { .unchanged(try look($0) { _ in }) }
    ) { context, past in
      try look(past) { context.warn($0) }
    }
  }
}
