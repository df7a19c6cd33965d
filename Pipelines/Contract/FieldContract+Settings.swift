import FindieIngest
import FindieWorkspace

extension FieldContract {
  /// The settings of a field. `type` and `breach` are before those that depend on them.
  static let settings: [Setting<FieldContract>] = [
    setting("required", text: { "\($0.isRequired)" }) { field, value in
      guard let isRequired = value.bool else { return value.mustBe("true or false") }
      field.isRequired = isRequired
      return nil
    },
    setting("type", text: { $0.type.rawValue }) { field, value in
      let possible = field.possibleTypes
      guard let type = possible.first(where: { $0.rawValue == value.text }) else {
        return value.mustBe(possible.map(\.rawValue).joined(separator: " or "))
      }
      field.type = type
      return nil
    },
    setting("range", text: { $0.isNumber ? $0.rangeText : nil }) { $0.setRange($1) },
    setting("values", text: { $0.isNumber ? nil : $0.values.map(list) ?? "any" }) {
      $0.setValues($1)
    },
    setting("breach", text: { $0.breach.rawValue }) { field, value in
      guard let breach = value.text.flatMap({ Breach(rawValue: $0) }) else {
        return value.mustBe(Breach.allCases.map(\.rawValue).joined(separator: " or "))
      }
      field.breach = breach
      return nil
    },
    setting("default", text: { $0.standInText }) { $0.setStandIn($1) },
  ]

  /// A setting that a field which identifies the event does not have, or has with a fixed value.
  private static func setting(
    _ name: String, text: @escaping @Sendable (FieldContract) -> String?,
    set: @escaping @Sendable (inout FieldContract, SettingValue) -> String?
  ) -> Setting<FieldContract> {
    let isFixed = ["required", "type", "breach"].contains(name)
    return Setting(
      name, text: { $0.isIdentity && !isFixed ? nil : text($0) },
      set: { field, value in
        guard field.isIdentity else { return set(&field, value) }
        guard isFixed, let fixed = text(field) else {
          return "cannot be set: the field identifies the event"
        }
        let isSame = value.text == fixed || name == "required" && value.bool == true
        return isSame ? nil : value.mustBe("\(fixed): the field identifies the event")
      })
  }

  private var isNumber: Bool { type == .integer || type == .number }

  private mutating func setRange(_ value: SettingValue) -> String? {
    guard isNumber else { return "is set, but a \(type.rawValue) has no range" }
    if value.text == "any" {
      range = nil
      return nil
    }
    let bounds = value.list?.map(\.number) ?? []
    guard bounds.count == 2, let first = bounds[0], let last = bounds[1], first.isFinite,
      last.isFinite, first <= last
    else { return value.mustBe("two numbers, the smaller first, such as [0, 100], or any") }
    range = first...last
    return nil
  }

  private mutating func setValues(_ value: SettingValue) -> String? {
    guard !isNumber else { return "is set, but a \(type.rawValue) has a range" }
    if value.text == "any" {
      values = nil
      return nil
    }
    guard let texts = value.storableTexts, !texts.isEmpty, Set(texts).count == texts.count else {
      return value.mustBe("a list of different texts, such as [steam, itch], or any")
    }
    values = texts
    return nil
  }

  private mutating func setStandIn(_ value: SettingValue) -> String? {
    guard !value.isNull else {
      standIn = nil
      return nil
    }
    guard breach == .standIn else { return "is set, but breach is \(breach.rawValue)" }
    return isNumber ? setStandInNumber(value) : setStandInText(value)
  }

  private mutating func setStandInNumber(_ value: SettingValue) -> String? {
    let column = Double(Float.greatestFiniteMagnitude)
    let allowed = range ?? -column...column
    let isWhole = type == .integer
    guard let number = value.number, allowed.contains(number), abs(number) <= column,
      !isWhole || number == number.rounded()
    else {
      let words = range.map {
        " from \(shortestText($0.lowerBound)) to \(shortestText($0.upperBound))"
      }
      return value.mustBe((isWhole ? "a whole number" : "a number") + (words ?? ""))
    }
    standIn = .number(number)
    return nil
  }

  private mutating func setStandInText(_ value: SettingValue) -> String? {
    let isList = type == .list
    let texts = isList ? value.storableTexts : value.storableText.map { [$0] }
    guard let texts, values.map({ Set($0).isSuperset(of: texts) }) ?? true else {
      return value.mustBe(
        (isList ? "a list of texts" : "a text")
          + (values.map { " among the values " + $0.joined(separator: ", ") } ?? ""))
    }
    standIn = isList ? .list(texts) : .text(texts[0])
    return nil
  }
}

// MARK: - As YAML

extension FieldContract {
  private var rangeText: String {
    range.map { "[\(shortestText($0.lowerBound)), \(shortestText($0.upperBound))]" } ?? "any"
  }

  private var standInText: String? {
    switch standIn {
    case .text(let text): Self.quoted(text)
    case .list(let texts): Self.list(texts)
    case .number(let number): shortestText(number)
    case nil: nil
    }
  }

  static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  /// A text as YAML: a plain word without quotes, other text in single quotes.
  static func quoted(_ text: String) -> String {
    let isWord = text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil
    // Words that YAML does not read as text, and `any`, which has a special meaning.
    let others: Set = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "any"]
    guard isWord, !others.contains(text.lowercased()) else {
      return "'" + text.replacing("'", with: "''") + "'"
    }
    return text
  }
}

extension SettingValue {
  /// A text that a column can store: it is not empty and has no control character.
  fileprivate var storableText: String? {
    guard !isNull, let text, !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return text
  }

  fileprivate var storableTexts: [String]? {
    guard let list else { return nil }
    let texts = list.compactMap(\.storableText)
    return texts.count == list.count ? texts : nil
  }
}
