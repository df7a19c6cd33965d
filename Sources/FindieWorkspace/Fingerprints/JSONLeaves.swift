import Foundation

/// The scalar values of a JSON text by path, such as `als.rank`; nil if the text is not JSON.
///
/// A string value that is itself a JSON object is expanded as well.
func jsonLeaves(of text: String) -> [String: String]? {
  do {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    var leaves: [String: String] = [:]
    value.add(to: &leaves, at: "")
    return leaves
  } catch {
    return nil
  }
}

private enum JSONValue: Decodable {
  case null
  case scalar(String)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    // A decoder does not reveal the type of a value, so each type is tried in turn.
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = Self.read({ try value.decode(Bool.self) }) {
      self = .scalar("\(bool)")
    } else if let integer = Self.read({ try value.decode(Int.self) }) {
      self = .scalar("\(integer)")
    } else if let integer = Self.read({ try value.decode(UInt64.self) }) {
      self = .scalar("\(integer)")
    } else if let number = Self.read({ try value.decode(Double.self) }) {
      self = .scalar("\(number)")
    } else if let text = Self.read({ try value.decode(String.self) }) {
      self = .text(text)
    } else if let list = Self.read({ try value.decode([JSONValue].self) }) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  private static func read<Value>(_ decode: () throws -> Value) -> Value? {
    do { return try decode() } catch { return nil }
  }

  func add(to leaves: inout [String: String], at path: String) {
    switch self {
    case .null: leaves[path] = "null"
    case .scalar(let text): leaves[path] = text
    case .text(let text):
      if text.hasPrefix("{"), let inner = jsonLeaves(of: text) {
        for (name, value) in inner { leaves[joined(path, name)] = value }
      } else {
        leaves[path] = text
      }
    case .list(let values):
      for (index, value) in values.enumerated() { value.add(to: &leaves, at: "\(path)[\(index)]") }
    case .object(let values):
      for (name, value) in values { value.add(to: &leaves, at: joined(path, name)) }
    }
  }

  private func joined(_ path: String, _ name: String) -> String {
    path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
  }
}
