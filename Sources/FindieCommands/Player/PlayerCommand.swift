import ArgumentParser
import FindieDomain
import FindieFiles
import FindieNight
import FindieText
import FindieWorkspace
import Foundation

struct PlayerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "player",
    abstract: "Write what the workspace holds about one player.",
    discussion: """
      One JSON object per line, with the file that has it: events, the player's records and wishlists, \
      lists, messages, rejected lines, and the player's row of the published night's models. Of records \
      of others, such as friends, only the id is written. Not read are backups, partners' stored answers \
      (sync/cache/personal), and the by-game copies of days and stored results of stages, which repeat \
      the rest. Reports name no players.

      Analytics events have the HMAC-SHA-256 code of the player's id under FINDIE_KEY, or an id of \
      their own, which --anonymous-id names.

      Examples:
        findie player u014577d780fd
        findie player u014577d780fd --anonymous-id 5f2c… --output u014577d780fd.ndjson

      Exit status: 66 if the workspace holds nothing about the player.
      """)

  @Argument(help: "The player's id.")
  var player: String
  @Option(help: ArgumentHelp("The player's id in analytics events.", valueName: "id"))
  var anonymousId: String?
  @Option(
    help: ArgumentHelp("Write to this file. Default: standard output.", valueName: "file"))
  var output: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var threads: ThreadsOption

  func validate() throws {
    if player.isEmpty { throw ValidationError("The player's id is empty.") }
  }

  func run() throws {
    try reportingErrors {
      let key = try Secrets.key.map { try PlayerKey($0, for: "findie player", mayBeNew: true) }
      let codes = [key?.anonymousId(of: player), anonymousId].compactMap(\.self)
      let data = PlayerData(of: player, codes: codes, in: workspace.value, threads.workers)
      var records = try data.records()
      do {
        records += try data.model()
      } catch let failure as ServedModelFailure {
        Console.log("! The row of the models is missing: \(failure)")
      }
      guard !records.isEmpty else {
        throw NotFound("The workspace holds nothing about the player '\(player)'.")
      }
      var file = try ExportFile(output.map { URL(filePath: $0) })
      for record in records { try file.write(record.line.bytes + [UInt8(ascii: "\n")]) }
      _ = try file.close()
      var table = TextTable(("records", .right), ("file", .left))
      let counts = Dictionary(grouping: records) { ExactText($0.file) }.mapValues(\.count)
      for (file, count) in counts.sorted(by: { $0.key < $1.key }) {
        table.add("\(count)", file.text)
      }
      Console.log(table.text)
      if codes.isEmpty {
        Console.log(
          "! Analytics events were searched for this id only. For coded ids, set FINDIE_KEY or "
            + "--anonymous-id.")
      }
    }
  }
}
