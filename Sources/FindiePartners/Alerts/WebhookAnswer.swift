import Foundation

/// What an answer with a status of success says: some services report a failure in its body.
enum WebhookAnswer: Equatable {
  case delivered
  /// The service did not post the alert.
  case refused
  /// Neither is certain.
  case unclear

  /// Sources: the documentation of Slack's incoming webhooks and workflows ("ok", `{"ok": true}`),
  /// of Discord's (204 without a body, or the message with `wait=true`; "ok" for Slack's format),
  /// and of Teams' workflows (202 without a body).
  init(_ answer: PartnerAnswer, to shape: WebhookShape) {
    let text = answer.text.trimmingCharacters(in: .whitespacesAndNewlines)
    let fields = Self.fields(of: answer.body)
    if let failure = Self.failure(in: fields) {
      self = failure
      return
    }
    let isConfirmed =
      switch shape {
      case .slack: text == "ok" || ["ok", "success"].contains { fields[$0] as? Bool == true }
      case .discord: text.isEmpty || text == "ok" || fields["id"] is String
      case .teams: text.isEmpty
      // A page, such as that of a login, is no answer of a service.
      case .json:
        !text.hasPrefix("<")
          && (!fields.isEmpty || text.lowercased().firstMatch(of: /error|fail/) == nil)
      }
    // A code of Slack, such as no_service or channel_is_archived.
    let isCode = shape == .slack && text.wholeMatch(of: /[a-z]+(_[a-z]+)+/) != nil
    self = isConfirmed ? .delivered : isCode ? .refused : .unclear
  }

  /// Of a JSON object; empty for any other body.
  private static func fields(of body: Data) -> [String: Any] {
    do {
      return try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
    } catch {
      return [:]
    }
  }

  /// The failure that a JSON object reports; nil if it reports none.
  private static func failure(in fields: [String: Any]) -> WebhookAnswer? {
    // A Bool is read as 0 or 1, too.
    func number(_ name: String) -> Int? {
      fields[name] as? Bool == nil ? fields[name] as? Int : nil
    }
    if ["error", "errors"].contains(where: { !isEmpty(fields[$0]) })
      || ["ok", "success"].contains(where: { fields[$0] as? Bool == false })
      || number("errcode") ?? 0 != 0
    {
      return .refused
    }
    guard let code = number("code"), !(200..<300).contains(code) else { return nil }
    return RetryRule.isRefusal(code) ? .refused : .unclear
  }

  /// Whether a field for errors has none.
  private static func isEmpty(_ value: Any?) -> Bool {
    switch value {
    case nil, is NSNull: true
    case let text as String: text.isEmpty
    case let list as [Any]: list.isEmpty
    case let object as [String: Any]: object.isEmpty
    default: value as? Bool == false
    }
  }
}
