import ArgumentParser
import FindieDomain
import FindiePartners
import FindieWorkspace
import Foundation

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Read games, wishlists and numbers of partners, as input of the next nightly run.",
    discussion: """
      Writes games.partners.ndjson, prices.partners.ndjson, wishlists.partners.ndjson, \
      metrics.partners.ndjson and partners.ndjson. Answers are stored in the workspace and \
      requested again only when they are too old, so an interrupted run continues where it \
      stopped. If a partner does not answer, older answers are used. A nightly run itself uses no \
      network.

      Secrets come from the environment or from the file of --secrets (mode 600, lines \
      NAME=value): \(PartnerSecrets.Name.allCases.map(\.rawValue).joined(separator: ", ")).

      Examples:
        findie sync all --to /srv/export
        findie sync steam --input /srv/export --to /srv/partners --strict
        findie sync igdb --to /srv/export --secrets /etc/findie/secrets
        findie sync itch --to /srv/export --itch-collections /srv/uploads
        findie sync auth --to /srv/export --auth-export /srv/private/auth-export.json
        findie sync plur --to /srv/export --plur-invites /srv/private/invites.ndjson
        findie sync crashlytics --to /srv/export --crashlytics /srv/private/crashlytics
        findie sync appstore --to /srv/export --secrets /etc/findie/secrets

      Exit status: 0 if a partner succeeded; 69 if all partners failed, or, with --strict, if any \
      request failed or any partner was skipped; 65 instead of 69 if nothing but files could not \
      be used, or if a line of an earlier run cannot be read; 75 if it was stopped; 78 if secrets \
      or settings are invalid, or the clock is behind the published night.
      """)

  private static let names = PartnerName.allCases.map(\.rawValue)

  /// One partner, or all.
  struct Choice: ExpressibleByArgument {
    /// Nil for all.
    let name: PartnerName?

    init?(argument: String) {
      name = PartnerName(rawValue: argument)
      if name == nil, argument != "all" { return nil }
    }

    static var allValueStrings: [String] { SyncCommand.names + ["all"] }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }

  @Argument(help: "The partner: \(Self.names.joined(separator: ", ")), or all.")
  var partner: Choice
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "folder"))
  var to: String
  @Option(
    help: ArgumentHelp(
      "The app's export, with its games, users and wishlists. Default: the folder of --to.",
      valueName: "folder"))
  var input: String?
  @OptionGroup var secrets: SecretsOption
  @Option(
    help: ArgumentHelp(
      "A folder of collections that players exported from itch.io: NAME.csv, with the player's "
        + "name there.",
      valueName: "folder"))
  var itchCollections: String?
  @Option(
    help: ArgumentHelp(
      "The app's accounts, as firebase auth:export writes them in JSON. Do not store it in the "
        + "folder of --to: it has e-mail addresses, which findie does not read.",
      valueName: "file"))
  var authExport: String?
  @Option(
    help: ArgumentHelp(
      "Invites to Plur that the app made, with how often they were opened and joined (NDJSON).",
      valueName: "file"))
  var plurInvites: String?
  @Option(
    help: ArgumentHelp(
      "A folder of Firebase's export to BigQuery: crashes in events*.ndjson, sessions in "
        + "sessions*.ndjson, plain, .gz or .zst. Do not store it in the folder of --to: it has "
        + "ids of installations.",
      valueName: "folder"))
  var crashlytics: String?
  @Flag(help: "Fail if any request fails or any partner is skipped.")
  var strict = false
  @OptionGroup var settings: PartnerSettingsOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if let name = partner.name, let file = name.client.fileHelp, files[name] == nil {
      throw ValidationError("Pass \(file).")
    }
  }

  private var partners: [PartnerName] {
    if let name = partner.name { return [name] }
    return PartnerName.allCases.filter { $0.client.fileHelp == nil || files[$0] != nil }
  }

  private var files: [PartnerName: URL] {
    [
      .itch: itchCollections, .auth: authExport, .plur: plurInvites, .crashlytics: crashlytics,
    ].compactMapValues { path in path.map { URL(filePath: $0) } }
  }

  func run() throws {
    var failure: FailureKind?
    try reportingErrors {
      StopSignal.listen()
      let sync = PartnerSync(
        try export(), output: URL(filePath: to), partners: partners, files: files,
        settings: try settings.load(),
        secrets: try secrets.load(),
        clock: Clock.forTransport, observer: TerminalProgress())
      let record = try sync.run()
      Console.clearLine()
      try Console.print(record.answer, asJSON: json.json)
      if record.fails(isStrict: strict) { failure = record.failureKind }
    }
    if let failure { throw ExitCode(ExitStatus.status(of: failure)) }
  }

  private func export() throws -> ExportFolder {
    try ExportFolder(
      URL(filePath: input ?? to), of: workspace.value, key: Secrets.key,
      workers: ThreadsOption.all, now: Timestamp(milliseconds: Clock.now))
  }
}
