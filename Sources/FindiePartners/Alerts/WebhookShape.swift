/// The service that receives a webhook: its usual body, and what its texts must not contain.
package enum WebhookShape: String, Codable, CaseIterable, Sendable {
  case slack, discord, teams
  /// Any other service: texts are only escaped as JSON.
  case json

  /// The shape of the service at a host.
  init(host: String) {
    func isOf(_ domains: String...) -> Bool {
      domains.contains { host == $0 || host.hasSuffix("." + $0) }
    }
    self =
      if isOf("slack.com", "slack-gov.com") {
        .slack
      } else if isOf("discord.com", "discordapp.com") {
        .discord
      } else if isOf("webhook.office.com", "logic.azure.com", "powerplatform.com") {
        .teams
      } else {
        .json
      }
  }

  /// The template of the body.
  var template: String {
    switch self {
    case .slack: #"{"text": "{{text}}\n{{link}}"}"#
    case .discord:
      #"{"content": "{{text}}\n{{link}}", "allowed_mentions": {"parse": []}}"#
    case .teams:
      #"{"type": "message", "attachments": [{"#
        + #""contentType": "application/vnd.microsoft.card.adaptive", "content": {"#
        + #""$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "#
        + #""type": "AdaptiveCard", "version": "1.4", "body": ["#
        + #"{"type": "TextBlock", "text": "{{text}}", "wrap": true}, "#
        + #"{"type": "TextBlock", "text": "{{link}}", "wrap": true}]}}]}"#
    case .json:
      #"{"kind": "{{kind}}", "day": "{{day}}", "text": "{{text}}", "link": "{{link}}"}"#
    }
  }

  /// The longest text of a body, in UTF-16 units.
  var longestText: Int {
    switch self {
    case .discord: 2000
    case .slack, .teams: 4000
    case .json: 16_000
    }
  }

  /// The largest body, in bytes. Teams documents 28 KB; the others no limit that a text reaches.
  var largestBody: Int { self == .teams ? 28_000 : 1 << 20 }

  /// A text that the service shows as it is: without links, mentions or formatting of its own.
  ///
  /// By scalars: a sign with an accent is a character of its own for Swift, but not for services.
  func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      escaped.append(contentsOf: self.escaped(scalar).unicodeScalars)
    }
    return String(escaped)
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch (self, scalar) {
    case (.slack, "&"): "&amp;"
    case (.slack, "<"): "&lt;"
    case (.slack, ">"): "&gt;"
    // A zero-width space after an at sign prevents a mention.
    case (.discord, "@"): "@\u{200B}"
    case (.teams, "\n"): "\n\n"
    case (.discord, _), (.teams, _):
      #"\*_~`|[]<>#"#.unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
    case (.slack, _), (.json, _): "\(scalar)"
    }
  }
}
