import Foundation

/// The numbers and words of a JSON text by their places, such as `als.rank`; nil where it is none.
///
/// A text that is itself JSON, in a JSON text, is looked into.
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
  case leaf(String)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    // Each try but the last may fail: JSON says what it is by what it can be read as.
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let found = JSONValue.read({ try value.decode(Bool.self) }) {
      self = .leaf("\(found)")
    } else if let found = JSONValue.read({ try value.decode(Int.self) }) {
      self = .leaf("\(found)")
    } else if let found = JSONValue.read({ try value.decode(UInt64.self) }) {
      self = .leaf("\(found)")
    } else if let found = JSONValue.read({ try value.decode(Double.self) }) {
      self = .leaf("\(found)")
    } else if let found = JSONValue.read({ try value.decode(String.self) }) {
      self = .text(found)
    } else if let found = JSONValue.read({ try value.decode([JSONValue].self) }) {
      self = .list(found)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  private static func read<Value>(_ decode: () throws -> Value) -> Value? {
    do { return try decode() } catch { return nil }
  }

  func add(to leaves: inout [String: String], at place: String) {
    switch self {
    case .null: leaves[place] = "nothing"
    case .leaf(let text): leaves[place] = text
    case .text(let text):
      if text.hasPrefix("{"), let inner = jsonLeaves(of: text) {
        for (name, value) in inner { leaves[joined(place, name)] = value }
      } else {
        leaves[place] = text
      }
    case .list(let values):
      for (index, value) in values.enumerated() { value.add(to: &leaves, at: "\(place)[\(index)]") }
    case .object(let values):
      for (name, value) in values { value.add(to: &leaves, at: joined(place, name)) }
    }
  }

  private func joined(_ place: String, _ name: String) -> String {
    place.isEmpty || name.isEmpty ? place + name : "\(place).\(name)"
  }
}
