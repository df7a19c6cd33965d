package import FindieIntegrations
import FindieWorkspace

/// What a callback of a Steam login proves.
package struct SteamLoginResult: Encodable, Sendable {
  package let isValid: Bool
  let steamId: String?
  /// Why the callback is refused.
  let reason: String?
  let message: String?

  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package init(_ check: SteamLoginCheck, callback: String) throws {
    do {
      steamId = try check.steamId(of: callback).text
      isValid = true
      (reason, message) = (nil, nil)
    } catch let refusal as SteamLoginRefusal {
      steamId = nil
      isValid = false
      (reason, message) = (refusal.code, refusal.description)
    }
  }

  package var answer: Answer {
    Answer(
      text: steamId.map { "The login is valid. Steam account: \($0)" }
        ?? "The login is refused. \(message ?? "")", json: canonicalLine(self))
  }
}
