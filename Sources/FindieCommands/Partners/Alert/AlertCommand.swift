import ArgumentParser
import FindiePartners
import FindieText
import FindieWorkspace
import Foundation

struct AlertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alert",
    abstract: "Post to a chat that a night failed, held lists back, or found unusual days.",
    discussion: """
      Run it after the night, whether that succeeded or not. It reads the record of the last run \
      and the newest kpi.json, with the alerts of the three days before its night, and posts each \
      alert once to each webhook. One that may have arrived is not posted again, but listed.

      FINDIE_WEBHOOK_URL is the address of a webhook of Slack, Discord, Teams or another service, \
      or several with blanks between them; FINDIE_WEBHOOK_HEADER is a header such as \
      Authorization: Bearer TOKEN. Both come from the environment or from the file of --secrets. \
      The shape of the message follows from the address, or from the file of --settings.

      Examples:
        findie alert --dry-run
        findie alert --secrets /etc/findie/secrets --reports /srv/reports
        findie run nightly --input /srv/export; findie alert --secrets /etc/findie/secrets

      Exit status: 0 if nothing was due, or all was posted; 65 if a file is damaged; 66 if there \
      is no workspace; 69 if a post failed or may have failed, or a run is active; 75 if it was \
      stopped; 78 if the address is missing, refused or has moved, or the secrets or settings are \
      invalid.
      """)

  @Flag(help: "Show what would be posted, and change nothing.")
  var dryRun = false
  @Option(
    help: SettingsFolder.help(
      "The shape of messages, the link and what is posted (YAML).", named: "alerts.yaml"))
  var settings: String?
  @OptionGroup var secrets: SecretsOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var failure: FailureKind?
    try reportingErrors {
      StopSignal.listen()
      let settings = try AlertSettings.loaded(
        from: SettingsFolder.file(settings, named: "alerts.yaml"))
      let workspace = workspace.value(reports)
      let alerts = Alerts(
        workspace, settings: settings, clock: try now.clock())
      let record = try alerts.run(
        secrets.load(), through: dryRun ? nil : workspace.transport(clock: Clock.forTransport))
      try Console.print(record.answer, asJSON: json.json)
      failure = record.failureKind
    }
    if let failure { throw ExitCode(ExitStatus.status(of: failure)) }
  }
}

extension AlertRecord {
  var answer: Answer {
    var lines = posts.map { post in
      let place = post.host.isEmpty ? "" : " to \(post.host)"
      return printable("\(post.kind.rawValue)\(place): \(post.words)  \(post.text)")
        + (post.body.map { "\n  \(printable($0))" } ?? "")
    }
    if posts.isEmpty { lines.append("Nothing to post.") }
    if !uncertain.isEmpty {
      lines.append("These alerts may have arrived, and are not posted again:")
      lines += uncertain.map { "  \($0)" }
    }
    lines += failures.map { "✗ \($0.message)" }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}

extension AlertRecord.Post {
  fileprivate var words: String {
    switch state {
    case nil: "not posted yet"
    case .sent: isNew ? "posted" : "already posted"
    case .sending, .uncertain: "may have arrived; not posted again"
    case .notSent, .refused, .expired: "not posted; the next run tries again"
    }
  }
}
