import FindieFiles
import Foundation
import Yams

/// Reads the values of a YAML text and collects everything that is wrong with them.
struct SettingsReader {
  private(set) var problems: [String] = []

  mutating func report(_ problem: String) { problems.append(problem) }

  /// The text of a file of at most 1 MB.
  ///
  /// - Throws: `PartnerSettingsFailure`, also if the file cannot be read.
  static func text(of file: URL) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try FileReader(file).bytes((1 << 20) + 1, at: 0)
    } catch {
      throw PartnerSettingsFailure(problems: ["it cannot be read: \(error.reason)"])
    }
    guard bytes.count <= 1 << 20 else {
      throw PartnerSettingsFailure(problems: ["it is larger than 1 MB"])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func root(of yaml: String) throws(PartnerSettingsFailure) -> Node? {
    do {
      return try Yams.compose(yaml: yaml)
    } catch {
      throw PartnerSettingsFailure(problems: ["it is not YAML: \(error)"])
    }
  }

  /// The values of a mapping with any keys, sorted; empty for a node that is absent.
  mutating func mapping(_ node: Node?, at path: String) -> [(key: String, value: Node)] {
    let keys = node?.mapping?.keys.compactMap(\.string) ?? []
    return section(node, at: path, keys: keys).sorted { $0.key < $1.key }
  }

  /// The values of a mapping by key; empty for a node that is absent.
  ///
  /// - Parameter path: empty for the root.
  mutating func section(_ node: Node?, at path: String, keys: [String]) -> [String: Node] {
    guard let node, node.null == nil else { return [:] }
    guard let mapping = node.mapping else {
      problems.append("\(path.isEmpty ? "the file" : path) must be a section")
      return [:]
    }
    var values: [String: Node] = [:]
    for (key, value) in mapping {
      let name = key.scalar?.string ?? "?"
      let place = path.isEmpty ? name : "\(path).\(name)"
      if !keys.contains(name) {
        problems.append("\(place) is unknown; the names are \(keys.joined(separator: ", "))")
      } else if values.updateValue(value, forKey: name) != nil {
        problems.append("\(place) is set twice")
      }
    }
    return values
  }

  mutating func text(_ node: Node?, at path: String) -> String? {
    guard let node else { return nil }
    guard let text = node.scalar?.string else {
      problems.append("\(path) must be a text")
      return nil
    }
    return text
  }

  mutating func texts(_ node: Node?, at path: String) -> [String]? {
    guard let node else { return nil }
    guard let sequence = node.sequence else {
      problems.append("\(path) must be a list")
      return nil
    }
    return sequence.indices.compactMap { text(sequence[$0], at: "\(path)[\($0)]") }
  }

  mutating func wholeNumber(_ node: Node?, at path: String, in range: ClosedRange<Int>) -> Int? {
    guard let node else { return nil }
    guard let number = node.scalar.flatMap({ Int($0.string) }), range.contains(number) else {
      problems.append(
        "\(path) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  mutating func number(_ node: Node?, at path: String, in range: ClosedRange<Double>) -> Double? {
    guard let node else { return nil }
    guard let number = node.scalar.flatMap({ Double($0.string) }), range.contains(number) else {
      problems.append("\(path) must be a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }
}
