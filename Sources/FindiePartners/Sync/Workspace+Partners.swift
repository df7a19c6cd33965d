package import FindieWorkspace
import Foundation

extension Workspace {
  package var usedLogins: UsedNonces { UsedNonces(folder: sync.appending(path: "logins")) }

  /// The only place where a token is stored. `NotifyFolder` lists the other files of its folder.
  package var algorithmToken: AlgorithmTokenFile {
    AlgorithmTokenFile(notify.appending(path: "algorithm-token.json"))
  }

  /// The transport to partners.
  ///
  /// - Parameter isOffline: whether only stored answers are used.
  package func transport(clock: TransportClock, isOffline: Bool = false) -> Transport {
    let folder = SyncFolder(self)
    return Transport(
      rates: RequestRates(folder: folder.rates, clock: clock),
      cache: AnswerCache(folder: folder.cache), clock: clock, isOffline: isOffline)
  }
}
