package import Foundation
import Yams

/// The settings of `findie notify`: when messages are sent, and their words.
///
/// A YAML file states what differs from the defaults.
package struct NotificationSettings: Hashable, Sendable {
  package private(set) var rules = DeliveryRules()
  package private(set) var texts = MessageTexts()
  package private(set) var digest = DigestTexts()
  /// The group whose invite is registered each week; nil for none.
  package private(set) var plur: PlurGroup?

  /// Reads a file of at most 1 MB.
  ///
  /// - Throws: `PartnerSettingsFailure`, `FileFailure`.
  package init(file: URL) throws {
    do {
      try self.init(yaml: SettingsReader.text(of: file))
    } catch let failure as PartnerSettingsFailure {
      throw failure.of(file)
    }
  }

  /// - Parameter yaml: empty for the defaults.
  /// - Throws: `PartnerSettingsFailure` with every problem.
  package init(yaml: String = "") throws(PartnerSettingsFailure) {
    var reader = SettingsReader()
    let file = reader.section(
      try SettingsReader.root(of: yaml), at: "",
      keys: [
        "quietFrom", "quietTo", "perDay", "perWeek", "expireAfterHours", "texts", "digest", "plur",
      ])
    func set(_ key: String, _ field: WritableKeyPath<DeliveryRules, Int>, _ range: ClosedRange<Int>)
    {
      if let value = reader.wholeNumber(file[key], at: key, in: range) {
        rules[keyPath: field] = value
      }
    }
    set("quietFrom", \.quietFrom, 0...23)
    set("quietTo", \.quietTo, 0...23)
    set("perDay", \.perDay, 0...100)
    set("perWeek", \.perWeek, 0...700)
    set("expireAfterHours", \.hours, 1...720)
    for (language, kinds) in reader.mapping(file["texts"], at: "texts") {
      let path = "texts.\(language)"
      let forms = reader.section(kinds, at: path, keys: NotificationKind.allCases.map(\.rawValue))
      for kind in NotificationKind.allCases {
        guard let node = forms[kind.rawValue] else { continue }
        let path = "\(path).\(kind.rawValue)"
        let section = reader.section(node, at: path, keys: ["one", "many"])
        let one = text(section["one"], "\(path).one", &reader)
        let many = text(section["many"], "\(path).many", &reader)
        if let one, let many { texts.set(language, kind, .init(one: one, many: many)) }
      }
    }
    readDigest(file["digest"], &reader)
    readGroup(file["plur"], &reader)
    guard reader.problems.isEmpty else { throw PartnerSettingsFailure(problems: reader.problems) }
  }

  private mutating func readDigest(_ node: Node?, _ reader: inout SettingsReader) {
    let forms = reader.section(node, at: "digest", keys: DigestTexts.Form.allCases.map(\.rawValue))
    for form in DigestTexts.Form.allCases {
      let path = "digest.\(form.rawValue)"
      guard let text = reader.text(forms[form.rawValue], at: path) else { continue }
      if let problem = DigestTexts.problem(of: text) { reader.report("\(path) \(problem)") }
      digest.set(form, text)
    }
  }

  private mutating func readGroup(_ node: Node?, _ reader: inout SettingsReader) {
    guard let node else { return }
    let values = reader.section(node, at: "plur", keys: ["group", "relay"])
    guard let id = reader.text(values["group"], at: "plur.group"),
      let relay = reader.text(values["relay"], at: "plur.relay"),
      let group = PlurGroup(id: id, relay: relay)
    else { return reader.report("plur must have a group's id and its relay, a wss address") }
    plur = group
  }

  private func text(
    _ node: Node?, _ path: String, _ reader: inout SettingsReader
  ) -> MessageTexts.Text? {
    let section = reader.section(node, at: path, keys: ["title", "body"])
    guard let title = reader.text(section["title"], at: "\(path).title"),
      let body = reader.text(section["body"], at: "\(path).body")
    else {
      reader.report("\(path) must have a title and a body")
      return nil
    }
    for match in (title + body).matches(of: /\{([^{}]*)\}/)
    where !MessageTexts.placeholders.contains(String(match.output.1)) {
      reader.report(
        "\(path) has {\(match.output.1)}; the names are "
          + MessageTexts.placeholders.joined(separator: ", "))
    }
    return MessageTexts.Text(title: title, body: body)
  }
}
