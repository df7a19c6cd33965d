import FindieWorkspace
import FindieIngest
import Yams

/// The contract of one field that is being read from a file, and the problems of its settings.
struct FieldReading {
  private(set) var field: FieldContract
  private(set) var problems: [String] = []
  private let path: String

  /// A setting of a field.
  enum Setting: String, CaseIterable {
    case required, type, range, values, breach
    case standIn = "default"
  }

  init(_ field: FieldContract, path: String) {
    self.field = field
    self.path = path
  }

  mutating func read(_ entries: [(name: String, node: Node)]) {
    var standIn: Node?
    for (name, node) in entries {
      guard let setting = Setting(rawValue: name) else {
        problems.append(
          "\(path).\(name)\(node.position) is not a setting of a field"
            + NearestName.suggestion(
              for: "\(path).\(name)", among: Setting.allCases.map { "\(path).\($0.rawValue)" }))
        continue
      }
      if field.isIdentity {
        checkIdentity(setting, node)
      } else if setting == .standIn {
        // It depends on the other settings, which may follow it.
        standIn = node
      } else {
        set(setting, node)
      }
    }
    if let standIn { setStandIn(standIn) }
  }

  // MARK: - Settings

  /// Checks a setting of a field that identifies the event. Such a field's contract is fixed.
  private mutating func checkIdentity(_ setting: Setting, _ node: Node) {
    let only: String? =
      switch setting {
      case .required: "true"
      case .type: field.type.rawValue
      case .breach: FieldContract.Breach.reject.rawValue
      case .range, .values, .standIn: nil
      }
    guard let only else {
      return refuse(setting, node, "cannot be set: the field identifies the event")
    }
    let isOnly = setting == .required ? node.bool == true : node.scalar?.string == only
    if !isOnly {
      refuse(
        setting, node, "is \(node.summary), but must be \(only): the field identifies the event")
    }
  }

  private mutating func set(_ setting: Setting, _ node: Node) {
    switch setting {
    case .required:
      guard let value = node.bool else { return wrong(setting, node, "true or false") }
      field.isRequired = value
    case .type:
      let possible = field.possibleTypes
      guard let type = possible.first(where: { $0.rawValue == node.scalar?.string }) else {
        return wrong(setting, node, possible.map(\.rawValue).joined(separator: " or "))
      }
      field.type = type
    case .range: setRange(node)
    case .values: setValues(node)
    case .breach:
      guard let breach = node.scalar.flatMap({ FieldContract.Breach(rawValue: $0.string) })
      else {
        let names = FieldContract.Breach.allCases.map(\.rawValue)
        return wrong(setting, node, names.joined(separator: " or "))
      }
      field.breach = breach
    case .standIn: setStandIn(node)
    }
  }

  private var isNumber: Bool { field.type == .integer || field.type == .number }

  private mutating func setRange(_ node: Node) {
    guard isNumber else {
      return refuse(.range, node, "is set, but a \(field.type.rawValue) has no range")
    }
    if FieldReading.isAny(node) {
      field.range = nil
      return
    }
    let bounds = node.sequence.map { $0.map(\.number) } ?? []
    guard bounds.count == 2, let first = bounds[0], let last = bounds[1], first.isFinite,
      last.isFinite, first <= last
    else {
      return wrong(.range, node, "two numbers, the smaller first, such as [0, 100], or any")
    }
    field.range = first...last
  }

  private mutating func setValues(_ node: Node) {
    guard !isNumber else {
      return refuse(.values, node, "is set, but a \(field.type.rawValue) has a range")
    }
    if FieldReading.isAny(node) {
      field.values = nil
      return
    }
    guard let texts = FieldReading.texts(node), !texts.isEmpty, Set(texts).count == texts.count
    else {
      return wrong(.values, node, "a list of different texts, such as [steam, itch], or any")
    }
    field.values = texts
  }

  private mutating func setStandIn(_ node: Node) {
    guard node.null == nil else {
      field.standIn = nil
      return
    }
    guard field.breach == .standIn else {
      return refuse(
        .standIn, node, "is set, but \(path).breach is \(field.breach.rawValue)")
    }
    if isNumber {
      setStandInNumber(node)
    } else {
      setStandInText(node)
    }
  }

  private mutating func setStandInNumber(_ node: Node) {
    let column = Double(Float.greatestFiniteMagnitude)
    let range = field.range ?? -column...column
    let isWhole = field.type == .integer
    guard let number = node.number, range.contains(number), abs(number) <= column,
      !isWhole || number == number.rounded()
    else {
      let shortest = SettingsText.shortest
      let words =
        field.range.map { " from \(shortest($0.lowerBound)) to \(shortest($0.upperBound))" } ?? ""
      return wrong(.standIn, node, (isWhole ? "a whole number" : "a number") + words)
    }
    field.standIn = .number(number)
  }

  private mutating func setStandInText(_ node: Node) {
    let isList = field.type == .list
    let texts = isList ? FieldReading.texts(node) : FieldReading.text(node).map { [$0] }
    let isAllowed =
      texts.map { texts in
        field.values.map { Set($0).isSuperset(of: texts) } ?? true
      } ?? false
    guard let texts, isAllowed else {
      let words = isList ? "a list of texts" : "a text"
      return wrong(
        .standIn, node,
        words + (field.values.map { " among the values " + $0.joined(separator: ", ") } ?? ""))
    }
    field.standIn = isList ? .list(texts) : .text(texts[0])
  }

  // MARK: - Values

  private static func isAny(_ node: Node) -> Bool { node.scalar?.string == "any" }

  /// A text that a column can store: it is not empty and has no control character.
  private static func text(_ node: Node) -> String? {
    guard node.null == nil, let text = node.scalar?.string, !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return text
  }

  private static func texts(_ node: Node) -> [String]? {
    guard let nodes = node.sequence else { return nil }
    let texts = nodes.compactMap { text($0) }
    return texts.count == nodes.count ? texts : nil
  }

  private mutating func wrong(_ setting: Setting, _ node: Node, _ expected: String) {
    refuse(setting, node, "is \(node.summary), but must be \(expected)")
  }

  private mutating func refuse(_ setting: Setting, _ node: Node, _ what: String) {
    problems.append("\(path).\(setting.rawValue)\(node.position) \(what)")
  }
}
