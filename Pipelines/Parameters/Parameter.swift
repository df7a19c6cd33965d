import Foundation
import Yams

/// One entry of the parameter file: its path, meaning and range.
package struct Parameter: Sendable {
  /// The path in the file, such as `als.rank`.
  package let path: String
  /// The description, one sentence.
  package let doc: String
  /// The allowed values, as text.
  package let range: String
  /// Its value in a set of parameters, as YAML.
  package let text: @Sendable (NightParameters) -> String
  /// Sets it from a scalar of the file; returns the allowed values if the scalar is none of them, else nil.
  let set: @Sendable (inout NightParameters, Node) -> String?

  /// The same parameter in the section `advanced`.
  var advanced: Parameter {
    Parameter(path: "advanced.\(path)", doc: doc, range: range, text: text, set: set)
  }

  typealias Property<Value> = any WritableKeyPath<NightParameters, Value> & Sendable

  static func integer(
    _ path: String, _ property: Property<Int>, in range: ClosedRange<Int>, _ doc: String
  ) -> Parameter {
    let words = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Parameter(
      path: path, doc: doc, range: words, text: { "\($0[keyPath: property])" },
      set: { parameters, node in
        guard let value = node.wholeNumber, range.contains(value) else { return words }
        parameters[keyPath: property] = value
        return nil
      })
  }

  static func number(
    _ path: String, _ property: Property<Double>, in range: ClosedRange<Double>, _ doc: String
  ) -> Parameter {
    let shortest = SettingsText.shortest
    let words = "a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
    return Parameter(
      path: path, doc: doc, range: words, text: { SettingsText.shortest($0[keyPath: property]) },
      set: { parameters, node in
        guard let value = node.number, range.contains(value) else { return words }
        parameters[keyPath: property] = value
        return nil
      })
  }

  /// One of several names.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, _ property: Property<Choice>, _ doc: String
  ) -> Parameter {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return Parameter(
      path: path, doc: doc, range: "one of \(words)", text: { $0[keyPath: property].rawValue },
      set: { parameters, node in
        guard let text = node.scalar?.string, let value = Choice(rawValue: text) else {
          return "one of \(words)"
        }
        parameters[keyPath: property] = value
        return nil
      })
  }

  static func timeZone(_ path: String, _ property: Property<String>, _ doc: String) -> Parameter {
    let words = "a name from the time-zone database, such as Europe/Berlin"
    return Parameter(
      path: path, doc: doc, range: words, text: { $0[keyPath: property] },
      set: { parameters, node in
        guard let text = node.scalar?.string, TimeZone(identifier: text) != nil else {
          return words
        }
        parameters[keyPath: property] = text
        return nil
      })
  }

  /// A code of 2 or 3 capital letters.
  static func capitals(
    _ count: Int, _ path: String, _ property: Property<String>, example: String, _ doc: String
  ) -> Parameter {
    let words = "\(count == 2 ? "two" : "three") capital letters, such as \(example)"
    return Parameter(
      path: path, doc: doc, range: words, text: { $0[keyPath: property] },
      set: { parameters, node in
        guard let text = node.scalar?.string, text.utf8.count == count,
          text.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return words }
        parameters[keyPath: property] = text
        return nil
      })
  }
}
