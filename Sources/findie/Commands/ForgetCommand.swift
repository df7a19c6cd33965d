import ArgumentParser
import FindieOperations
import FindieWorkspace
import Foundation

struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Request the deletion of a player's data.",
    discussion: """
      The request stores a keyed hash of the player's id in the workspace's forgotten.json. Without \
      FINDIE_KEY the hash does not reveal the player. The next run deletes the player from the history, \
      the store and the quarantine, rebuilds models, lists and reports from scratch, and deletes the \
      earlier published nights that contain the player. Later runs ignore the player in all input \
      files. The result is the same as if the player had never existed.

      Set FINDIE_KEY to a secret of at least 16 bytes. From the first request on, every run in the \
      workspace needs the same key. Delete the player from the input folder and from backups yourself.

      Examples:
        export FINDIE_KEY=$(cat /etc/findie.key)
        findie forget --user u014577d780fd
        findie forget --user u014577d780fd --anonymous-id 5f2c… --workspace /srv/findie

      Exit status: 66 if there is no workspace, 69 while a run is active, 78 if FINDIE_KEY is missing.
      """)

  @Option(help: "The player's id.")
  var user: String
  @Option(
    help: ArgumentHelp(
      "The player's id in analytics events, if it is not the HMAC-SHA-256 code of the player's id "
        + "under FINDIE_KEY.", valueName: "id"))
  var anonymousId: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if user.isEmpty { throw ValidationError("--user is empty. Pass the player's id.") }
  }

  func run() throws {
    try reportingErrors {
      let request = try Forgetting(workspace.value).request(
        for: user, analyticsId: anonymousId, key: Secrets.key, now: now.instant())
      try Console.print(request.answer, asJSON: json.json)
    }
  }
}
