import ArgumentParser
import FindiePartners
import FindieText
import FindieWorkspace

struct SteamLoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "steam-login",
    abstract: "Log players in with their Steam accounts (OpenID 2.0).",
    discussion: """
      Send the player to the address of `address`. Steam sends the player back to the return URL, \
      with fields added to its query. Pass that URL to `verify`.

      Add a secret of the player's session to the query of the return URL, and compare it when the \
      player comes back. Else someone could log a player in to another account.

      Examples:
        findie steam-login address --return-to 'https://example.com/login?state=4f1c' --realm https://example.com/
        findie steam-login verify "$CALLBACK" --return-to 'https://example.com/login?state=4f1c' --realm https://example.com/
      """,
    subcommands: [SteamLoginAddressCommand.self, SteamLoginVerifyCommand.self])
}

struct SteamLoginOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The https URL to which Steam sends the player back, with its query.", valueName: "url"))
  var returnTo: String
  @Option(
    help: ArgumentHelp(
      "The https URL of the website. The return URL must be within it.", valueName: "url"))
  var realm: String

  func validate() throws { _ = try login() }

  func login() throws -> SteamLogin {
    do {
      return try SteamLogin(returnTo: returnTo, realm: realm)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

struct SteamLoginAddressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "address",
    abstract: "Print the address at which a player logs in.",
    discussion: """
      Examples:
        findie steam-login address --return-to https://example.com/login --realm https://example.com/
      """)

  @OptionGroup var options: SteamLoginOptions
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      try Console.print(options.login().answer, asJSON: json.json)
    }
  }
}

struct SteamLoginVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the URL to which Steam sent a player back, and print the Steam account.",
    discussion: """
      A login is valid for five minutes and counts once; used logins are stored in the folder sync \
      of the workspace. Steam is asked whether it issued the login.

      Examples:
        findie steam-login verify "$CALLBACK" --return-to https://example.com/login --realm https://example.com/
        findie steam-login verify "$CALLBACK" --return-to https://example.com/login --realm https://example.com/ --json

      Exit status: 0 if the login is valid, 1 if it is refused, 69 if Steam cannot be reached.
      """)

  @Argument(help: ArgumentHelp("The URL with its query.", valueName: "url"))
  var callback: String
  @OptionGroup var options: SteamLoginOptions
  @OptionGroup var settings: PartnerSettingsOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var isValid = true
    try reportingErrors {
      let transport = workspace.value.transport(clock: Clock.forTransport)
      let check = SteamLoginCheck(
        try options.login(), workspace.value.usedLogins, try settings.load(), transport)
      let result = try SteamLoginResult(check, callback: callback)
      try Console.print(result.answer, asJSON: json.json)
      isValid = result.isValid
    }
    if !isValid { throw ExitCode(ExitStatus.status(of: .failed)) }
  }
}

extension SteamLogin {
  private struct Record: Encodable {
    let address: String
  }

  fileprivate var answer: Answer {
    Answer(text: address, json: canonicalLine(Record(address: address)))
  }
}

/// What a callback of a Steam login proves.
struct SteamLoginResult: Encodable, Sendable {
  let isValid: Bool
  let steamId: String?
  /// Why the callback is refused.
  let reason: String?
  let message: String?

  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  init(_ check: SteamLoginCheck, callback: String) throws {
    do {
      steamId = try check.steamId(of: callback).text
      isValid = true
      (reason, message) = (nil, nil)
    } catch let refusal as LoginRefusal {
      steamId = nil
      isValid = false
      (reason, message) = (refusal.code, refusal.description)
    }
  }

  var answer: Answer {
    Answer(
      text: steamId.map { "The login is valid. Steam account: \($0)" }
        ?? "The login is refused. \(message ?? "")", json: canonicalLine(self))
  }
}
