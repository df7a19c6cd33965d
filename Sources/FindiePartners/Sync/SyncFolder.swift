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

  var games: URL { folder.appending(path: "games" + SyncOutput.suffix) }
  var prices: URL { folder.appending(path: "prices" + SyncOutput.suffix) }
  var metrics: URL { folder.appending(path: "metrics" + SyncOutput.suffix) }
  var wishlists: URL { folder.appending(path: "wishlists" + SyncOutput.suffix) }
  var partners: URL { folder.appending(path: "partners.ndjson") }
}
