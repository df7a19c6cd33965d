import ArgumentParser
import FindieDomain
import FindiePartners
import FindieText
import FindieWorkspace
import Foundation

struct AlgorithmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "algorithm",
    abstract: "Log in to The Algorithm, which posts the team's digest on X.",
    discussion: """
      `findie notify --only algorithm` posts the digest.

      Examples:
        findie algorithm login --secrets /etc/findie/secrets
      """,
    subcommands: [AlgorithmLoginCommand.self])
}

struct AlgorithmLoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Log in to The Algorithm, and store its token for a day.",
    discussion: """
      Prints an address. Open it in a browser and log in. The browser is then redirected, and may \
      show an error. Copy the full address from its address bar, including the query, and paste it \
      here.

      FINDIE_ALGORITHM_CLIENT_ID is read from the environment or from the file of --secrets. The \
      token is stored in the workspace in notify/algorithm-token.json, of mode 600. The Algorithm \
      does not renew tokens: when the token has expired, log in again.

      Examples:
        findie algorithm login
        findie algorithm login --redirect-uri http://127.0.0.1:8765/callback --secrets /etc/findie/secrets

      Exit status: 0 if the token is stored, 1 if the callback is refused, 69 if The Algorithm \
      cannot be reached or is not healthy, 78 if it refuses the client.
      """)

  @Option(
    name: .customLong("redirect-uri"),
    help: ArgumentHelp(
      "The redirect URI that The Algorithm has registered for the client.", valueName: "uri"))
  var redirectURI = "thealgorithm://oauth/callback"
  @OptionGroup var secrets: SecretsOption
  @OptionGroup var settings: PartnerSettingsOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    guard AlgorithmLogin.mayRedirect(to: redirectURI) else {
      throw ValidationError("\(LoginRefusal.redirectURI)")
    }
  }

  func run() throws {
    try reportingErrors {
      let secrets = try secrets.load()
      let settings = try settings.load()
      let login = try AlgorithmLogin(
        clientId: secrets.value(.algorithmClientId), redirectURI: redirectURI,
        random: SecureRandom.bytes(AlgorithmLogin.randomBytes))
      let algorithm = Algorithm(
        workspace.value.transport(clock: Clock.forTransport), settings,
        workspace.value.algorithmToken)
      try algorithm.checkHealth()
      Console.log(
        """
        Open this address in a browser, and log in:
        \(login.address(settings))
        Then copy the full address from the browser's address bar, paste it here, and press Enter:
        """)
      let callback = (readLine() ?? "").trimmingCharacters(in: .whitespaces)
      let expiry = try algorithm.logIn(login, callback: callback)
      let answer = Answer(
        text: "✓ Logged in to The Algorithm until \(expiry)",
        json: canonicalLine(Login(expiresAt: expiry)))
      try Console.print(answer, asJSON: json.json)
    }
  }

  private struct Login: Encodable {
    let expiresAt: Timestamp
  }
}
