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
  /// of Teams' workflows (202 without a body) and connectors ("1", or a text with the error of
  /// Teams behind the status 200).
  init(_ answer: PartnerAnswer, to shape: WebhookShape) {
    let text = answer.text.trimmingCharacters(in: .whitespacesAndNewlines)
    let fields = Self.fields(of: answer.body)
    if let failure = Self.failure(in: fields) {
      self = failure
      return
    }
    let isConfirmed =
      switch shape {
      case .slack: text == "ok" || Self.isTrue(fields["ok"]) || Self.isTrue(fields["success"])
      case .discord: text.isEmpty || text == "ok" || fields["id"] is String
      case .teams: text.isEmpty || text == "1"
      // A page, such as that of a login, is no answer of a service.
      case .json:
        !text.hasPrefix("<")
          && (!fields.isEmpty || text.lowercased().firstMatch(of: /error|fail/) == nil)
      }
    if isConfirmed {
      self = .delivered
    } else if let match = text.firstMatch(of: /(?i)HTTP error (\d{3})\b/) {
      self = Int(match.output.1).map { Self.failure(ofStatus: $0) } ?? .unclear
    } else if shape == .slack, text.wholeMatch(of: /[a-z]+(_[a-z]+)+/) != nil {
      // A code such as no_service or channel_is_archived.
      self = .refused
    } else {
      self = .unclear
    }
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
    let word = (fields["status"] as? String)?.lowercased() ?? ""
    if ["ok", "success"].contains(where: { isFalse(fields[$0]) }) { return .refused }
    if ["error", "errors"].contains(where: { !isEmpty(fields[$0]) }) { return .refused }
    if ["error", "fail", "failed", "failure"].contains(word) { return .refused }
    if ["errcode", "error_code"].contains(where: { number($0) != nil }) { return .refused }
    return ["code", "status", "statusCode"].compactMap(number)
      .first { !(200..<300).contains($0) }.map { failure(ofStatus: $0) }
  }

  /// As for the status of an answer.
  private static func failure(ofStatus status: Int) -> WebhookAnswer {
    RetryRule.isRefusal(status) ? .refused : .unclear
  }

  private static func isTrue(_ value: Any?) -> Bool {
    value as? Bool == true || (value as? String)?.lowercased() == "true"
  }

  private static func isFalse(_ value: Any?) -> Bool {
    value as? Bool == false || (value as? String)?.lowercased() == "false"
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
