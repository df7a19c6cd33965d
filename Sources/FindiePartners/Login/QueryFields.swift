import Foundation

/// The names and values of a query, in their order, decoded.
struct QueryFields {
  let all: [(name: String, value: String)]
  private let values: [String: String]

  /// - Throws: `LoginRefusal.malformed` and `.duplicate`.
  init(_ query: String) throws(LoginRefusal) {
    var all: [(name: String, value: String)] = []
    var values: [String: String] = [:]
    for field in query.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]),
        let value = Self.decoded(parts.count > 1 ? parts[1] : "")
      else { throw .malformed }
      guard values.updateValue(value, forKey: name) == nil else { throw .duplicate(name) }
      all.append((name, value))
    }
    self.all = all
    self.values = values
  }

  subscript(name: String) -> String? { values[name] }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }
}
