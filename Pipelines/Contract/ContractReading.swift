import FindieHistory
import FindieIngest
import FindieWorkspace
import Yams

/// A contract that is being read from a file, and the problems of the file.
struct ContractReading {
  var contract = DataContract()
  private(set) var problems: [String] = []

  private static let sections = EventCollection.allCases.map(\.rawValue) + ["volume"]

  mutating func read(_ root: Node) {
    for (name, node) in entries(of: root, "the file", "") {
      if let collection = EventCollection(rawValue: name) {
        readFields(of: collection, node)
      } else if name == "volume" {
        readVolume(node)
      } else {
        refuse(
          "\(name)\(node.position) is not a section of the contract"
            + NearestName.suggestion(for: name, among: ContractReading.sections))
      }
    }
  }

  private mutating func readFields(of collection: EventCollection, _ node: Node) {
    let names = contract.events.fields(of: collection).map(\.name)
    for (name, node) in entries(of: node, collection.rawValue, collection.rawValue) {
      let path = "\(collection.rawValue).\(name)"
      guard names.contains(name) else {
        refuse(
          "\(path)\(node.position) is not a field"
            + NearestName.suggestion(
              for: path, among: names.map { "\(collection.rawValue).\($0)" }))
        continue
      }
      let entries = entries(of: node, path, path)
      var field = FieldReading(contract.events[name, in: collection], path: path)
      field.read(entries)
      contract.events[name, in: collection] = field.field
      problems += field.problems
    }
  }

  private mutating func readVolume(_ node: Node) {
    for (name, node) in entries(of: node, "volume", "volume") {
      guard let setting = VolumeSetting.all.first(where: { $0.name == name }) else {
        refuse(
          "volume.\(name)\(node.position) is not a setting"
            + NearestName.suggestion(
              for: "volume.\(name)", among: VolumeSetting.all.map { "volume.\($0.name)" }))
        continue
      }
      if !setting.set(&contract.volume, node) {
        refuse("volume.\(name)\(node.position) is \(node.summary), but must be \(setting.range)")
      }
    }
  }

  /// The entries of a section; none if it is empty or not a section.
  private mutating func entries(
    of node: Node, _ name: String, _ path: String
  ) -> [(name: String, node: Node)] {
    guard let mapping = node.mapping else {
      if node.null == nil {
        refuse("\(name)\(node.position) is \(node.summary), but must be a section")
      }
      return []
    }
    var seen = Set<String>()
    return mapping.map { key, value in
      let name = key.scalar?.string ?? "?"
      if !seen.insert(name).inserted {
        refuse("\(path.isEmpty ? "the file" : path)\(node.position) has \(name) twice")
      }
      return (name, value)
    }
  }

  private mutating func refuse(_ problem: String) { problems.append(problem) }
}

extension Ledger {
  /// The violations of the contract that did not reject a line, over all files, by
  /// `collection.field.reason`.
  package var contractWarnings: [String: Int] {
    EventCollection.allCases.reduce(into: [:]) { warnings, collection in
      for (name, count) in counts(of: collection).warnings {
        warnings["\(collection.rawValue).\(name)"] = count
      }
    }
  }
}
