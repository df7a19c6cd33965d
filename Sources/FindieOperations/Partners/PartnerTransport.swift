package import FindieIntegrations
package import FindieWorkspace
package import Foundation

extension Workspace {
  /// What is kept of partners: answers, rates of requests, used logins.
  package var sync: URL { folder.appending(path: "sync") }

  package var usedLogins: UsedNonces { UsedNonces(folder: sync.appending(path: "logins")) }

  /// The transport to partners, with its files below `sync`.
  ///
  /// - Parameter seed: of the random pauses between retries.
  package func transport(clock: TransportClock, seed: UInt64) -> Transport {
    Transport(
      rates: RequestRates(folder: sync.appending(path: "rates"), clock: clock),
      cache: AnswerCache(folder: sync.appending(path: "answers")), clock: clock, seed: seed)
  }
}
