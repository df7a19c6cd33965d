import ArgumentParser
import FindieWorkspace
import Foundation

struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Request the deletion of players' data.",
    discussion: """
      The request stores a keyed hash of the player's id in the workspace's forgotten.json. \
      Without FINDIE_KEY the hash does not reveal the player. The next run deletes the player from \
      the history, the store and the quarantine, rebuilds models, lists and reports from scratch, \
      and deletes the earlier published nights that contain the player. Later runs ignore the \
      player in all input files. The result is the same as if the player had never existed.

      With --deferred, the next run removes the player from lists, store and reports, and retains \
      the models and published nights of earlier runs. The first run on or after the sixth day, or \
      the next run after a request without --deferred, rebuilds everything and deletes the earlier \
      nights. Use --deferred to forget many players.

      Set FINDIE_KEY to a secret of at least 16 bytes. From the first request on, every run in the \
      workspace needs the same key. Delete the player from the input folder and from backups \
      yourself.

      Examples:
        export FINDIE_KEY=$(cat /etc/findie.key)
        findie forget u014577d780fd
        findie forget u014577d780fd --anonymous-id 5f2c… --workspace /srv/findie
        findie forget --from workspace/sync/deleted-accounts.ndjson --deferred
        findie forget --from since.ndjson --complete   # after a restore

      Exit status: 65 if the file has a bad line, 66 if there is no workspace, 69 while a run is \
      active, 78 if FINDIE_KEY is missing.
      """)

  @Argument(help: "The player's id.")
  var player: String?
  @Option(
    help: ArgumentHelp(
      "A file with a line {\"userId\":\"…\"} per player, as findie sync auth writes.",
      valueName: "file"))
  var from: String?
  @Flag(help: "Let models and earlier nights contain the players for up to seven days.")
  var deferred = false
  @Option(
    help: ArgumentHelp(
      "The player's id in analytics events, if it is not the HMAC-SHA-256 code of the player's id "
        + "under FINDIE_KEY.", valueName: "id"))
  var anonymousId: String?
  @Flag(
    help: ArgumentHelp(
      "Say that no request since the backup is missing any more, after a restore that asked for "
        + "them. Without a player or file, it says that there were none."))
  var complete = false
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if player?.isEmpty ?? false { throw ValidationError("The player's id is empty.") }
    if player != nil && from != nil || player == nil && from == nil && !complete {
      throw ValidationError("Pass either a player's id or --from.")
    }
    if anonymousId != nil, player == nil {
      throw ValidationError(
        "--anonymous-id belongs to a player's id. In a --from file, use the field anonymousId.")
    }
  }

  func run() throws {
    try reportingErrors {
      let listed = try from.map { try Forgetting.Player.players(in: URL(filePath: $0)) } ?? []
      let named = player.map { Forgetting.Player(userId: $0, analyticsId: anonymousId) }
      let request = try Forgetting(workspace.value).request(
        for: listed + [named].compactMap(\.self), isDeferred: deferred, isComplete: complete,
        key: Secrets.key, now: now.instant())
      try Console.print(request.answer, asJSON: json.json)
    }
  }
}
