import ArgumentParser
import FindiePartners
import FindieText
import FindieWorkspace

struct PlurCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plur",
    abstract: "Create invites to groups of Plur, and read Plur's links.",
    discussion: """
      Examples:
        findie plur invite --group 4f1c --relay wss://relay.example.com
        findie plur link https://rabble.community/i/A1B2C3D4 --json
      """,
    subcommands: [PlurInviteCommand.self, PlurLinkCommand.self])
}

struct PlurOptions: ParsableArguments {
  @OptionGroup var secrets: SecretsOption
  @OptionGroup var settings: PartnerSettingsOption
  @OptionGroup var workspace: WorkspaceOption

  func invites() throws -> PlurInvites {
    PlurInvites(
      workspace.value.transport(clock: Clock.forTransport), try settings.load(),
      try secrets.load())
  }
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
  @OptionGroup var options: PlurOptions
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
      let result = try PlurResult(options.invites(), inviteTo: plurGroup())
      try Console.print(result.answer, asJSON: json.json)
    }
  }
}

struct PlurLinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Print the group, the relay and the code of a link of Plur.",
    discussion: """
      Plur's server is asked about links with a short code only. No secret is needed.

      Examples:
        findie plur link https://rabble.community/i/A1B2C3D4
        findie plur link 'plur://join-community?group-id=4f1c&code=A1B2C3D4' --json

      Exit status: 0 if the link names a group, 64 if it is not a link of Plur, 66 if the server \
      does not know its code, 69 if the server cannot be reached.
      """)

  @Argument(help: ArgumentHelp("The link.", valueName: "url"))
  var link: String
  @OptionGroup var options: PlurOptions
  @OptionGroup var json: JSONFlag

  func validate() throws { _ = try plurLink() }

  private func plurLink() throws -> PlurLink {
    guard let value = PlurLink(link) else { throw ValidationError("That is not a link of Plur.") }
    return value
  }

  func run() throws {
    try reportingErrors {
      let result = try PlurResult(options.invites(), link: plurLink())
      try Console.print(result.answer, asJSON: json.json)
    }
  }
}

/// What a Plur link or a new invite refers to.
struct PlurResult: Encodable, Sendable {
  let groupId: String
  let relay: String?
  let code: String?
  let link: String

  /// A new invite.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  init(_ invites: PlurInvites, inviteTo group: PlurGroup) throws {
    let created = try invites.create(for: group)
    self.init(group, created.code, created.link)
  }

  /// The group of a link. Only links with a short code are looked up on Plur's server.
  ///
  /// - Throws: `NotFound` if the server does not know the code; `PartnerFailure`, `SyncStopped`,
  ///   `FileFailure`.
  init(_ invites: PlurInvites, link: PlurLink) throws {
    var group = link.group
    if group == nil, let code = link.code { group = try invites.group(of: code) }
    guard let group else {
      throw NotFound("Plur has no invite with the code of \(link.text). Ask for a new link.")
    }
    self.init(group, link.code, link)
  }

  private init(_ group: PlurGroup, _ code: PlurCode?, _ link: PlurLink) {
    groupId = group.id
    relay = group.relay
    self.code = code?.text
    self.link = link.text
  }

  var answer: Answer {
    var lines = ["Group: \(groupId)"]
    if let relay { lines.append("Relay: \(relay)") }
    if let code { lines.append("Code: \(code)") }
    lines.append("Link: \(link)")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
