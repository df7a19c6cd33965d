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
        findie algorithm store-cookies --cookies cookies.json --send-cookies-to-the-algorithm
      """,
    subcommands: [AlgorithmLoginCommand.self, AlgorithmStoreCookiesCommand.self])
}

struct AlgorithmOptions: ParsableArguments {
  @OptionGroup var settings: PartnerSettingsOption
  @OptionGroup var workspace: WorkspaceOption

  func algorithm(_ settings: PartnerSettings) -> Algorithm {
    Algorithm(
      workspace.value.transport(clock: Clock.forTransport), settings,
      workspace.value.algorithmToken)
  }
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
  @OptionGroup var options: AlgorithmOptions
  @OptionGroup var json: JSONFlag

  func validate() throws {
    guard AlgorithmLogin.mayRedirect(to: redirectURI) else {
      throw ValidationError("\(LoginRefusal.redirectURI)")
    }
  }

  func run() throws {
    try reportingErrors {
      let secrets = try secrets.load()
      let settings = try options.settings.load()
      let login = try AlgorithmLogin(
        clientId: secrets.value(.algorithmClientId), redirectURI: redirectURI,
        random: SecureRandom.bytes(AlgorithmLogin.randomBytes))
      let algorithm = options.algorithm(settings)
      try algorithm.checkHealth()
      Console.log(
        """
        Open this address in a browser, and log in:
        \(login.address(settings))
        Then copy the full address from the browser's address bar, paste it here, and press Enter:
        """)
      let callback = (readLine() ?? "").trimmingCharacters(in: .whitespaces)
      let expiry = try algorithm.logIn(login, callback: callback)
      try Console.print(AlgorithmResult.loggedIn(until: expiry), asJSON: json.json)
    }
  }
}

struct AlgorithmStoreCookiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store-cookies",
    abstract: "Send the cookies of an account on X to The Algorithm.",
    discussion: """
      With these cookies, The Algorithm can use this account on X without its password: read it, \
      post as it and change its settings. Log out of X to make them invalid. findie does not store \
      the cookies.

      The file is a JSON list of cookies of x.com or twitter.com, of mode 600, each with name, \
      value, domain, path, expires (seconds since 1970), httpOnly and secure.

      Examples:
        findie algorithm store-cookies --cookies cookies.json --send-cookies-to-the-algorithm

      Exit status: 0 if the cookies are stored, 65 if the file has no such cookies, 69 if The \
      Algorithm cannot be reached or is not healthy, 78 if there is no valid login or others can \
      read the file.
      """)

  @Option(help: ArgumentHelp("The file of cookies, of mode 600.", valueName: "file"))
  var cookies: String
  @Flag(help: "Required: allows The Algorithm to act as this account on X.")
  var sendCookiesToTheAlgorithm = false
  @OptionGroup var options: AlgorithmOptions
  @OptionGroup var json: JSONFlag

  func validate() throws {
    guard sendCookiesToTheAlgorithm else {
      throw ValidationError(
        "With these cookies, The Algorithm can act as this account on X. To allow that, add "
          + "--send-cookies-to-the-algorithm."
      )
    }
  }

  func run() throws {
    try reportingErrors {
      let cookies = try AlgorithmCookies(file: URL(filePath: cookies))
      let algorithm = try options.algorithm(options.settings.load())
      try algorithm.checkToken()
      try algorithm.checkHealth()
      let count = try algorithm.store(cookies)
      try Console.print(AlgorithmResult.stored(cookies: count), asJSON: json.json)
    }
  }
}

/// What a command of `findie algorithm` did.
enum AlgorithmResult {
  private struct Login: Encodable {
    let expiresAt: Timestamp
  }

  private struct Cookies: Encodable {
    let cookiesStored: Int
  }

  static func loggedIn(until expiry: Timestamp) -> Answer {
    Answer(
      text: "✓ Logged in to The Algorithm until \(expiry)",
      json: canonicalLine(Login(expiresAt: expiry)))
  }

  static func stored(cookies count: Int) -> Answer {
    Answer(
      text: "✓ The Algorithm stored \(count.counted("cookie"))",
      json: canonicalLine(Cookies(cookiesStored: count)))
  }
}
