package import FindieWorkspace
import Foundation

/// The settings of `findie alert`: what is posted, and the body of a message.
package struct AlertSettings: Settings, Hashable {
  /// Nil for the shape of the address's host.
  package private(set) var shape: WebhookShape?
  /// The template of the body; nil for that of the shape.
  package private(set) var body: String?
  /// The address of a night's report, with `{{night}}`; empty for no link.
  package private(set) var link = ""
  package private(set) var kinds = TeamAlert.Kind.allCases

  package init() {}

  package static let subject = "the settings of alerts"
  package static let remedy = "Pipelines/alerts.yaml has all settings with their defaults."

  package static let settings: [Setting<AlertSettings>] = [
    Setting("shape") { settings, value in
      if value.text == "auto" {
        settings.shape = nil
        return nil
      }
      guard let shape = value.text.flatMap({ WebhookShape(rawValue: $0) }) else {
        let names = WebhookShape.allCases.map(\.rawValue).joined(separator: ", ")
        return value.mustBe("auto, or one of \(names)")
      }
      settings.shape = shape
      return nil
    },
    Setting("body") { settings, value in
      if value.isNull {
        settings.body = nil
        return nil
      }
      guard let text = value.text else { return value.mustBe("a text with a JSON object") }
      settings.body = text
      return AlertBody.problem(of: text)
    },
    Setting("link") { settings, value in
      guard let text = value.text else { return value.mustBe("text") }
      settings.link = text
      let address = text.replacing("{{night}}", with: "2026-03-01")
      let url = URL(string: address, encodingInvalidCharacters: false)
      guard text.isEmpty || ["http", "https"].contains(url?.scheme) && url?.host() != nil else {
        return value.mustBe("an http or https address, with {{night}} for the night, or empty")
      }
      return nil
    },
    Setting("kinds") { settings, value in
      let kinds = value.texts?.compactMap { TeamAlert.Kind(rawValue: $0) }
      guard let kinds, kinds.count == value.texts?.count, !kinds.isEmpty,
        Set(kinds).count == kinds.count
      else {
        let names = TeamAlert.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        return value.mustBe("a list of some of \(names)")
      }
      settings.kinds = kinds
      return nil
    },
  ]
}

/// The JSON body of a message.
struct AlertBody {
  let bytes: [UInt8]

  /// The names of placeholders, which are between `{{` and `}}` in texts of the template.
  static let placeholders = ["text", "kind", "day", "night", "link"]

  private static var placeholder: Regex<(Substring, Substring)> { /\{\{([^{}]*)\}\}/ }

  /// - Parameters:
  ///   - template: one without a `problem`.
  ///   - values: by placeholder. All but the link are escaped for the shape; a too long body has
  ///     less of `text`, which is cut between two characters.
  init(_ template: String, _ values: [String: String], _ shape: WebhookShape) throws {
    let object = try Self.object(of: template)
    let text = values["text"] ?? ""
    func body(_ text: String) throws -> (bytes: [UInt8], fits: Bool) {
      let values = values.merging(["text": text]) { $1 }
      let shown = Dictionary(
        uniqueKeysWithValues: values.map { ($0, $0 == "link" ? $1 : shape.escaped($1)) })
      var longest = 0
      let body = Self.map(object) { text in
        // Only once: a value may look like a placeholder.
        let filled = text.replacing(Self.placeholder) { shown[String($0.output.1)] ?? "" }
          .trimmingCharacters(in: .whitespacesAndNewlines)
        longest = max(longest, filled.utf16.count)
        return filled
      }
      let bytes = try JSONSerialization.data(
        withJSONObject: body, options: [.sortedKeys, .withoutEscapingSlashes])
      return (Array(bytes), longest <= shape.longestText && bytes.count <= shape.largestBody)
    }
    var best = try body(text)
    if !best.fits {
      best = try body("…")
      var (kept, tooMany) = (0, text.count)
      while tooMany - kept > 1 {
        let middle = (kept + tooMany) / 2
        let cut = try body(text.prefix(middle) + "…")
        if cut.fits { (kept, best) = (middle, cut) } else { tooMany = middle }
      }
    }
    bytes = best.bytes
  }

  /// What is wrong with a template; nil if nothing is.
  static func problem(of template: String) -> String? {
    let body: Any
    do {
      body = try object(of: template)
    } catch {
      return "must be a JSON object with placeholders inside its texts, such as "
        + #"'{"text": "{{text}}"}'"#
    }
    var names: [String] = []
    _ = map(body) { text in
      names += text.matches(of: placeholder).map { String($0.output.1) }
      return text
    }
    let unknown = names.filter { !placeholders.contains($0) }
    if !unknown.isEmpty {
      return "has \(unknown.map { "{{\($0)}}" }.joined(separator: ", ")); the names are "
        + placeholders.joined(separator: ", ")
    }
    return names.contains("text") ? nil : "has no {{text}} in a text"
  }

  private struct NoObject: Error {}

  private static func object(of template: String) throws -> Any {
    guard
      let object = try JSONSerialization.jsonObject(with: Data(template.utf8)) as? [String: Any]
    else { throw NoObject() }
    return object
  }

  /// The value with each text in it changed; keys stay.
  private static func map(_ value: Any, _ change: (String) -> String) -> Any {
    switch value {
    case let text as String: change(text)
    case let list as [Any]: list.map { map($0, change) }
    case let object as [String: Any]: object.mapValues { map($0, change) }
    default: value
    }
  }
}
