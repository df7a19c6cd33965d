import FindieWorkspace
import Foundation

/// What `findie notify` stores in a workspace, all of mode 600.
///
/// ```
/// notify/outbox.ndjson           messages that wait
/// notify/ledger.ndjson           what happened to each message on each device
/// notify/removed-devices.ndjson  devices that get no more messages, and that the app should delete
/// notify/digest.ndjson           the nights whose digest was posted
/// notify/invites.ndjson          the weekly invites to Plur, with their links
/// notify/algorithm-token.json    the token of The Algorithm
/// notify/run.json                the record of the last run
/// ```
struct NotifyFolder: Sendable {
  let url: URL

  init(_ workspace: Workspace) {
    url = workspace.notify
  }

  var outbox: URL { url.appending(path: "outbox.ndjson") }
  var deliveries: URL { url.appending(path: "ledger.ndjson") }
  var removedDevices: URL { url.appending(path: "removed-devices.ndjson") }
  var digests: URL { url.appending(path: "digest.ndjson") }
  var invites: URL { url.appending(path: "invites.ndjson") }
  var record: URL { url.appending(path: "run.json") }
}
