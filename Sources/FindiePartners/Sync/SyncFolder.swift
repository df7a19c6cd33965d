import FindieFiles
import FindieIngest
package import FindieWorkspace
package import Foundation

/// What `findie sync` stores in a workspace.
///
/// ```
/// sync/cache/             the answers of partners
/// sync/cache/personal/    answers about players; mode 600
/// sync/rates/             the token buckets
/// sync/logins/            the used logins of `findie steam-login`
/// sync/wishlist-changes.ndjson    for the app; mode 600
/// sync/wishlists.ndjson   each player's lists when they were last merged; mode 600
/// sync/matches.ndjson     accepted and rejected matches
/// sync/matches-to-review.ndjson   guesses and doubtful matches of the last run
/// sync/accounts.ndjson    the accounts of the last `auth-export.json`; mode 600
/// sync/deleted-accounts.ndjson    for `findie forget --from`; mode 600
/// sync/run.json           the record of the last run
/// ```
package struct SyncFolder: Sendable {
  package let url: URL

  package init(_ workspace: Workspace) {
    url = workspace.sync
  }

  var cache: URL { url.appending(path: "cache") }
  var rates: URL { url.appending(path: "rates") }
  var changes: URL { url.appending(path: "wishlist-changes.ndjson") }
  var memories: URL { url.appending(path: "wishlists.ndjson") }
  package var decisions: URL { url.appending(path: "matches.ndjson") }
  var review: URL { url.appending(path: "matches-to-review.ndjson") }
  var accounts: URL { url.appending(path: "accounts.ndjson") }
  var deletedAccounts: URL { url.appending(path: "deleted-accounts.ndjson") }
  var record: URL { url.appending(path: "run.json") }
}

/// The files that `findie sync` writes for the night and for the app.
///
/// Their names sort after those of the app's export, such as `games.ndjson`. Among records without
/// a date, the last one by file name is used.
struct SyncOutput {
  let folder: URL

  static let suffix = InputSource.partnersSuffix

  var games: URL { folder.appending(path: "games" + Self.suffix) }
  var prices: URL { folder.appending(path: "prices" + Self.suffix) }
  var metrics: URL { folder.appending(path: "metrics" + Self.suffix) }
  var wishlists: URL { folder.appending(path: "wishlists" + Self.suffix) }
  var partners: URL { folder.appending(path: "partners.ndjson") }
}

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

extension AccountChanges {
  private struct Line: Codable {
    let userId: String
  }

  /// The accounts that the last synchronization wrote.
  ///
  /// - Throws: `FileFailure`; `LocalFailure` for a line that cannot be read.
  init(reading folder: SyncFolder) throws {
    func ids(_ file: URL) throws -> [String] {
      let lines: [Line] = try DurableFile.records(
        of: file,
        remedy: "Restore the file from a backup. If there is none, delete the line: its account "
          + "is then not found to be deleted.")
      return lines.map(\.userId)
    }
    self.init(current: try ids(folder.accounts), deleted: try ids(folder.deletedAccounts))
  }

  /// Writes the deleted accounts first: after an interruption, the next run finds them again.
  func write(to folder: SyncFolder) throws(FileFailure) {
    for (ids, file) in [(deleted, folder.deletedAccounts), (current, folder.accounts)] {
      try DurableFile.write(
        ids.map { canonicalLine(Line(userId: $0)) }.joined(), to: file, access: .ownerOnly)
    }
  }
}
