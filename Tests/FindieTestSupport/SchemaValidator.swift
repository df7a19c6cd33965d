package import Foundation

/// The part of JSON Schema (2020-12) that our schemas use; an unknown keyword
/// is an error.
package struct SchemaValidator {
  private let root: [String: Any]
  private static let words: Set = [
    "$schema", "$defs", "title", "description", "type", "properties", "required",
    "additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum", "enum", "const",
    "anyOf", "pattern", "$ref", "unit",
  ]

  package init(_ file: URL) throws { try self.init(Array(Data(contentsOf: file))) }

  package init(_ schema: [UInt8]) throws {
    root = try JSONSerialization.jsonObject(with: Data(schema)) as? [String: Any] ?? [:]
  }

  /// The problems of a document, each with its path; empty if it is valid.
  package func problems(of document: [UInt8]) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(document))
    return problems(value, root, at: "")
  }

  private func problems(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    var problems = schema.keys.filter { !Self.words.contains($0) }.map { "unknown word \($0)" }
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return problems + ["\(path): there is no \(reference)"]
      }
      problems += self.problems(value, target, at: path)
    }
    if let choices = schema["anyOf"] as? [[String: Any]],
      choices.allSatisfy({ !self.problems(value, $0, at: path).isEmpty })
    {
      problems.append("\(path): matches no alternative: \(value)")
    }
    if let types = schema["type"].map({ ($0 as? [String]) ?? [$0 as? String ?? ""] }),
      !types.contains(where: { Self.isOf($0, value) })
    {
      problems.append("\(path): \(value) is not of type \(types.joined(separator: " or "))")
    }
    if let values = schema["enum"] as? [String], !values.contains(value as? String ?? "\u{0}") {
      problems.append("\(path): \(value) is not one of \(values)")
    }
    if let constant = schema["const"] as? String, value as? String != constant {
      problems.append("\(path): \(value) is not \(constant)")
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      problems.append("\(path): \(text) does not match \(pattern)")
    }
    if let number = Self.number(value) {
      if let least = schema["minimum"] as? Double, number < least {
        problems.append("\(path): \(number) is below \(least)")
      }
      if let most = schema["maximum"] as? Double, number > most {
        problems.append("\(path): \(number) is above \(most)")
      }
    }
    return problems + ofList(value, schema, at: path) + ofObject(value, schema, at: path)
  }

  private func ofList(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    guard let list = value as? [Any] else { return [] }
    var problems: [String] = []
    if let least = schema["minItems"] as? Int, list.count < least {
      problems.append("\(path): \(list.count) items are fewer than \(least)")
    }
    if let most = schema["maxItems"] as? Int, list.count > most {
      problems.append("\(path): \(list.count) items are more than \(most)")
    }
    guard let items = schema["items"] as? [String: Any] else { return problems }
    for (index, item) in list.enumerated() {
      problems += self.problems(item, items, at: "\(path)[\(index)]")
    }
    return problems
  }

  private func ofObject(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    guard let object = value as? [String: Any] else { return [] }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    var problems = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
      .map { "\(path): lacks \($0)" }
    for (key, member) in object {
      if let property = properties[key] {
        problems += self.problems(member, property, at: "\(path).\(key)")
      } else if let rest = schema["additionalProperties"] as? [String: Any] {
        problems += self.problems(member, rest, at: "\(path).\(key)")
      } else if schema["additionalProperties"] as? Bool == false {
        problems.append("\(path): \(key) is not in the schema")
      }
    }
    return problems
  }

  private static func isBool(_ value: Any) -> Bool {
    (value as? NSNumber).map { CFBooleanLike.isBool($0) } ?? false
  }

  private static func number(_ value: Any) -> Double? {
    isBool(value) ? nil : (value as? NSNumber)?.doubleValue
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBool(value)
    case "null": value is NSNull
    case "number": number(value) != nil
    case "integer": number(value).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }
}

private enum CFBooleanLike {
  /// Foundation represents true and false as numbers of one bit.
  static func isBool(_ number: NSNumber) -> Bool { unsafe String(cString: number.objCType) == "c" }
}
