import ArgumentParser
import FindiePartners
import FindieWorkspace
import Foundation

struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Send messages to players, and the team's digest to X.",
    discussion: """
      Channels: fcm sends players messages about price drops, releases and weekly picks. plur \
      registers an invite to a group once a week. algorithm posts a digest of the night on X once, \
      publicly. A channel that is not configured is skipped; if --only names it, the command fails.

      fcm composes messages from the published night and sends them through Firebase Cloud \
      Messaging. Run it every hour: a message waits for the end of quiet hours on the device, and \
      is sent at most once, even if a run is killed. Players need notificationsEnabled in users \
      and a device in the collection devices.

      FINDIE_FCM_SERVICE_ACCOUNT is the path of the service account's JSON file, of mode 600. It \
      comes from the environment or from the file of --secrets.

      Examples:
        findie notify --input /srv/export --dry-run
        findie notify --input /srv/export --secrets /etc/findie/secrets
        findie notify --input /srv/export --texts messages.yaml --json
        findie notify --input /srv/export --only plur,algorithm

      Exit status: 0 if nothing was due, or at least one message was sent and no channel failed; \
      65 if a delivery log or the input is damaged; 66 if no night is published; 69 if no message \
      was sent although some were due, the invite or the digest failed, or a run is active; 75 if \
      it was stopped; 78 if secrets or settings are invalid, a login or a channel's settings are \
      missing, or the clock is behind the night.
      """)

  @Option(
    help: ArgumentHelp(
      "The app's export, with games, users, wishlists and devices.", valueName: "folder"))
  var input: String
  @Flag(help: "Show what would be sent, and change nothing.")
  var dryRun = false
  @Option(
    help: ArgumentHelp(
      "Only these channels, separated by commas: \(Self.channelNames). Default: those "
        + "that are "
        + "configured, and with --dry-run all.", valueName: "channels"),
    transform: Self.channels)
  var only: Set<NotifyChannel>?
  @Option(
    help: SettingsFolder.help("Quiet hours, limits and texts (YAML).", named: "notifications.yaml"))
  var texts: String?
  @OptionGroup var secrets: SecretsOption
  @OptionGroup var settings: PartnerSettingsOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var failure: FailureKind?
    try reportingErrors {
      StopSignal.listen()
      let notifications = try NotificationSettings.loaded(
        from: SettingsFolder.file(texts, named: "notifications.yaml"))
      let notify = Notify(
        try export(), settings: notifications, clock: try now.clock())
      let record = try notify.run(through: services(notifications))
      try Console.print(record.answer, asJSON: json.json)
      failure = record.failureKind
    }
    if let failure { throw ExitCode(ExitStatus.status(of: failure)) }
  }

  private static let channelNames = NotifyChannel.allCases.map(\.rawValue).joined(separator: ", ")

  private static func channels(_ text: String) throws -> Set<NotifyChannel> {
    let channels = try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let channel = NotifyChannel(rawValue: String(name)) else {
        throw ValidationError("There is no channel '\(name)'. The channels are \(channelNames).")
      }
      return channel
    }
    return Set(channels)
  }

  private func services(_ notifications: NotificationSettings) throws -> NotifyServices {
    try NotifyServices(
      only, sending: notifications, settings: settings.load(), secrets: secrets.load(),
      of: workspace.value,
      through: dryRun ? nil : workspace.value.transport(clock: Clock.forTransport))
  }

  private func export() throws -> ExportFolder {
    try workspace.value.checkExists()
    return try ExportFolder(
      URL(filePath: input), of: workspace.value, key: Secrets.key, workers: ThreadsOption.all,
      now: try now.instant())
  }
}
