import ArgumentParser
import FindiePipelines
import Foundation

struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Have the next night forget a player.",
    discussion: """
      Writes a keyed hash of the player's id into the workspace's forgotten.json: it proves that the \
      player asked, and tells nobody without FINDIE_KEY who it was. The next night takes the player out \
      of history, store and quarantine, makes models, lists and reports without, removes the earlier \
      published nights that hold the player, and is from then on not told by any file that comes again. \
      It is then the night that it would be had the player never been there.

      The key is in the environment, at least 16 bytes, and the same for the workspace's whole life: \
      nights need it too. Files in the input folder and backups are yours to clean.

      Examples:
        export FINDIE_KEY=$(cat /etc/findie.key)
        findie forget --user u014577d780fd
        findie forget --user u014577d780fd --anonymous-id 5f2c… --workspace /srv/findie

      Ends with 66 where there is no workspace, with 69 while a night runs, with 78 without the key.
      """)

  @Option(help: "The player's id.")
  var user: String
  @Option(
    help: ArgumentHelp(
      "The id that the app's analytics events have for the player, where they are not "
        + "HMAC-SHA-256 of the id under the same key.", valueName: "id"))
  var anonymousId: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if user.isEmpty { throw ValidationError("--user must name a player.") }
  }

  func run() throws {
    try obey {
      let request = try Forgetting(workspace: workspace.url).ask(
        for: user, analyticsId: anonymousId, key: Secrets.key, now: now.instant())
      try Console.answer(request.answer, asJSON: json.json)
    }
  }
}
