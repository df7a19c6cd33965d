import ArgumentParser
import FindiePartners
import FindieText
import FindieWorkspace

struct PlurCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plur",
    abstract: "Create invites to groups of Plur.",
    discussion: """
      Examples:
        findie plur invite --group 4f1c --relay wss://relay.example.com
      """,
    subcommands: [PlurInviteCommand.self])
}

struct PlurInviteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Register an invite to a group, and print its link.",
    discussion: """
      FINDIE_PLUR_TOKEN is read from the environment or from the file of --secrets.

      Examples:
        findie plur invite --group 4f1c --relay wss://relay.example.com
        findie plur invite --group 4f1c --relay wss://relay.example.com --secrets /etc/findie/secrets --json

      Exit status: 0 if the invite is registered, 69 if the server cannot be reached, 78 if it \
      refuses the token.
      """)

  @Option(help: "The id of the group.")
  var group: String
  @Option(help: ArgumentHelp("The wss address of the group's relay.", valueName: "url"))
  var relay: String
  @OptionGroup var secrets: SecretsOption
  @OptionGroup var settings: PartnerSettingsOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws { _ = try plurGroup() }

  private func plurGroup() throws -> PlurGroup {
    guard let value = PlurGroup(id: group, relay: relay) else {
      throw ValidationError(
        "The group must have an id of at most 256 bytes, and the relay a wss address.")
    }
    return value
  }

  func run() throws {
    try reportingErrors {
      let group = try plurGroup()
      let transport = workspace.value.transport(clock: Clock.forTransport)
      let created = try PlurInvites(transport, settings.load(), secrets.load())
        .create(for: group)
      let result = PlurResult(
        groupId: group.id, relay: group.relay, code: created.code.text, link: created.link)
      try Console.print(result.answer, asJSON: json.json)
    }
  }
}

/// A new invite.
private struct PlurResult: Encodable {
  let groupId: String
  let relay: String?
  let code: String
  let link: String

  var answer: Answer {
    var lines = ["Group: \(groupId)"]
    if let relay { lines.append("Relay: \(relay)") }
    lines += ["Code: \(code)", "Link: \(link)"]
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
