package import FindieIntegrations
package import FindieWorkspace
import Foundation

extension Workspace {
  package var usedLogins: UsedNonces { UsedNonces(folder: sync.appending(path: "logins")) }

  /// The transport to partners.
  ///
  /// - Parameter seed: of the random pauses between retries.
  package func transport(clock: TransportClock, seed: UInt64) -> Transport {
    let folder = SyncFolder(self)
    return Transport(
      rates: RequestRates(folder: folder.rates, clock: clock),
      cache: AnswerCache(folder: folder.cache), clock: clock, seed: seed)
  }
}
