import Yams

/// The scalar values of a JSON text by path, such as `als.rank`; nil if the text is not JSON.
///
/// A string value that is itself a JSON object is expanded as well. JSON is read as YAML, which
/// contains it.
func jsonLeaves(of text: String) -> [String: String]? {
  do {
    var leaves: [String: String] = [:]
    try Yams.compose(yaml: text)?.addLeaves(to: &leaves, at: "")
    return leaves
  } catch {
    return nil
  }
}

extension Node {
  fileprivate func addLeaves(to leaves: inout [String: String], at path: String) {
    func joined(_ name: String) -> String {
      path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
    }
    switch self {
    case .scalar(let scalar):
      let text = scalar.string
      guard text.hasPrefix("{"), let inner = jsonLeaves(of: text) else {
        leaves[path] = text
        return
      }
      for (name, value) in inner { leaves[joined(name)] = value }
    case .sequence(let values):
      for (index, value) in values.enumerated() {
        value.addLeaves(to: &leaves, at: "\(path)[\(index)]")
      }
    case .mapping(let members):
      for (name, value) in members { value.addLeaves(to: &leaves, at: joined(name.string ?? "")) }
    case .alias: break
    }
  }
}
