import FindieDomain
import Foundation

/// One entry of a settings file: its path, its meaning and its allowed values.
package struct Setting<Root: Sendable>: Sendable {
  /// The path in the file, such as `als.rank`. A part `*` stands for any name.
  package let path: String
  /// The description, one sentence; empty if the file's own comments describe it.
  package let doc: String
  /// The allowed values, as text.
  package let range: String
  /// Its value as YAML; nil if there is nothing to write.
  package let text: @Sendable (Root) -> String?
  /// Stores a value of the file. Returns nil or, if it is not allowed, what is wrong with it.
  package let set: @Sendable (inout Root, SettingValue) -> String?

  package typealias Property<Value> = any WritableKeyPath<Root, Value> & Sendable

  package init(
    _ path: String, range: String = "", _ doc: String = "",
    text: @escaping @Sendable (Root) -> String? = { _ in nil },
    set: @escaping @Sendable (inout Root, SettingValue) -> String?
  ) {
    self.path = path
    self.doc = doc
    self.range = range
    self.text = text
    self.set = set
  }

  /// A setting that stores `property`.
  ///
  /// - Parameter parse: nil if the value is not allowed.
  package init<Value>(
    _ path: String, _ property: Property<Value>, range: String, _ doc: String = "",
    text: @escaping @Sendable (Value) -> String?,
    parse: @escaping @Sendable (SettingValue) -> Value?
  ) {
    self.init(
      path, range: range, doc, text: { text($0[keyPath: property]) },
      set: { root, node in
        guard let value = parse(node) else { return node.mustBe(range) }
        root[keyPath: property] = value
        return nil
      })
  }

  /// The same setting of a part, in a section of the whole file.
  package func within<Whole>(
    _ section: String, _ part: any WritableKeyPath<Whole, Root> & Sendable
  ) -> Setting<Whole> {
    let (text, set) = (text, set)
    return Setting<Whole>(
      "\(section).\(path)", range: range, doc, text: { text($0[keyPath: part]) },
      set: { whole, node in set(&whole[keyPath: part], node) })
  }
}

// MARK: - Kinds of values

extension Setting {
  package static func integer(
    _ path: String, _ property: Property<Int>, in range: ClosedRange<Int>, _ doc: String = ""
  ) -> Setting {
    Setting(
      path, property,
      range: "a whole number from \(range.lowerBound) to \(range.upperBound)", doc,
      text: { "\($0)" },
      parse: { $0.wholeNumber.flatMap { range.contains($0) ? $0 : nil } })
  }

  package static func number(
    _ path: String, _ property: Property<Double>, in range: ClosedRange<Double>,
    _ doc: String = ""
  ) -> Setting {
    let (from, to) = (shortestText(range.lowerBound), shortestText(range.upperBound))
    return Setting(
      path, property, range: "a number from \(from) to \(to)", doc, text: { shortestText($0) },
      parse: { $0.number.flatMap { range.contains($0) ? $0 : nil } })
  }

  /// One name out of several.
  package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, _ property: Property<Choice>, _ doc: String
  ) -> Setting {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return Setting(
      path, property, range: "one of \(names)", doc, text: { $0.rawValue },
      parse: { $0.text.flatMap { Choice(rawValue: $0) } })
  }

  package static func timeZone(
    _ path: String, _ property: Property<String>, _ doc: String
  ) -> Setting {
    Setting(
      path, property, range: "a name from the time-zone database, such as Europe/Berlin", doc,
      text: { $0 },
      parse: { $0.text.flatMap { TimeZone(identifier: $0) == nil ? nil : $0 } })
  }

  /// A code of 2 or 3 capital letters.
  package static func capitals(
    _ count: Int, _ path: String, _ property: Property<String>, example: String, _ doc: String
  ) -> Setting {
    Setting(
      path, property,
      range: "\(count == 2 ? "two" : "three") capital letters, such as \(example)", doc,
      text: { $0 },
      parse: { $0.text.flatMap { $0.hasCapitals(count) ? $0 : nil } })
  }

  /// A list of names; may be empty.
  package static func names(
    _ path: String, _ property: Property<[String]>, _ doc: String
  ) -> Setting {
    Setting(
      path, property, range: "a list of names, such as [\"one\", \"two\"]", doc,
      text: { canonicalJSON($0) },
      parse: { $0.texts.flatMap { $0.contains("") ? nil : $0 } })
  }

  /// A list of names from a fixed set; may be empty.
  package static func choices<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, _ property: Property<[Choice]>, _ doc: String
  ) -> Setting {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return Setting(
      path, property, range: "a list of some of \(names)", doc,
      text: { "[\($0.map(\.rawValue).joined(separator: ", "))]" },
      parse: { node in
        guard let texts = node.texts else { return nil }
        let choices = texts.compactMap { Choice(rawValue: $0) }
        return choices.count == texts.count ? choices : nil
      })
  }
}

/// A number as people write it: 365, not 365.0.
package func shortestText(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
}
