import FindieBatch
package import FindieWorkspace
package import Foundation
import Yams

extension NightParameters {
  /// The parameters of a file.
  ///
  /// - Throws: `ParameterProblems`, also if the file cannot be read.
  package init(file: URL) throws(ParameterProblems) {
    let text: String
    do throws(SettingsText.Unusable) {
      text = try SettingsText.text(of: file)
    } catch {
      throw ParameterProblems(problems: [error.problem])
    }
    try self.init(yaml: text)
  }

  /// The parameters that a YAML text sets; the others have their defaults.
  ///
  /// - Throws: `ParameterProblems` with every problem of the text at once.
  package init(yaml: String) throws(ParameterProblems) {
    self.init()
    let root: Node?
    do throws(SettingsText.Unusable) {
      root = try SettingsText.root(of: yaml)
    } catch {
      throw ParameterProblems(problems: [error.problem])
    }
    guard let root else { return }
    var problems: [String] = []
    set(from: root, path: "", problems: &problems)
    if !problems.isEmpty { throw ParameterProblems(problems: problems) }
  }

  private mutating func set(from node: Node, path: String, problems: inout [String]) {
    let line = node.position
    if let parameter = Parameter.all.first(where: { $0.path == path }) {
      if let expected = parameter.set(&self, node) {
        problems.append("\(path)\(line) is \(node.summary), but must be \(expected)")
      }
      return
    }
    let isSection = path.isEmpty || Parameter.all.contains { $0.path.hasPrefix(path + ".") }
    guard isSection else {
      problems.append("\(path)\(line) is not a parameter\(NightParameters.suggestion(for: path))")
      return
    }
    guard let mapping = node.mapping else {
      if node.null == nil {
        problems.append(
          "\(path.isEmpty ? "the file" : path)\(line) is \(node.summary), but must be a section")
      }
      return
    }
    var seen = Set<String>()
    for (key, value) in mapping {
      let name = key.scalar?.string ?? "?"
      if !seen.insert(name).inserted {
        problems.append("\(path.isEmpty ? "the file" : path)\(line) has \(name) twice")
      }
      set(from: value, path: path.isEmpty ? name : "\(path).\(name)", problems: &problems)
    }
  }

  /// ", did you mean …?" if the path of a parameter or a section is similar, without regard to the section
  /// `advanced`.
  private static func suggestion(for path: String) -> String {
    func plain(_ path: String) -> String { path.replacing(/^advanced\./, with: "") }
    let paths = Parameter.all.flatMap { parameter in
      let parts = parameter.path.split(separator: ".")
      return (1...parts.count).map { parts.prefix($0).joined(separator: ".") }
    }
    let nearest = paths.map { (NearestName.distance(plain($0), plain(path)), $0) }.min { $0 < $1 }
    guard let nearest, nearest.0 <= max(2, path.count / 4) else { return "" }
    return ", did you mean \(nearest.1)?"
  }

  /// Each parameter's value as text, by its path.
  package var texts: [String: String] {
    Dictionary(uniqueKeysWithValues: Parameter.all.map { ($0.path, $0.text(self)) })
  }

  /// The parameters as a YAML file with comments: the text of `Pipelines/nightly.yaml`.
  package var yaml: String {
    var text = """
      # The parameters of the nightly run, each with its meaning, range and default. A parameter that
      # is left out has its default. A run does not start with an unknown name or an invalid value.

      """
    var open: [Substring] = []
    for parameter in Parameter.all {
      let parts = parameter.path.split(separator: ".")
      for (depth, section) in parts.dropLast().enumerated()
      where depth >= open.count || open[depth] != section {
        open = open.prefix(depth) + [section]
        if depth == 0, section == "advanced" {
          text += "\n# Parameters for experts. The defaults suit most data.\n"
        } else if depth == 0
          || open.first == "advanced" && depth == 1
            && !text.hasSuffix("advanced:\n")
        {
          text += "\n"
        }
        text += String(repeating: "  ", count: depth) + "\(section):\n"
      }
      open = Array(parts.dropLast())
      if parts.count == 1, text.contains("\n  ") { text += "\n" }
      let indent = String(repeating: "  ", count: parts.count - 1)
      text += "\(indent)# \(parameter.doc)\n"
      text += "\(indent)# \(parameter.range); default \(parameter.text(NightParameters()))\n"
      text += "\(indent)\(parts.last ?? ""): \(parameter.text(self))\n"
    }
    return text
  }
}

/// Everything that is wrong with a parameter file.
package struct ParameterProblems: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .badParameters }
  package let problems: [String]

  package init(problems: [String]) {
    self.problems = problems
  }

  package var description: String {
    "the parameters cannot be used:\n" + problems.map { "  - \($0)" }.joined(separator: "\n")
      + "\n`findie parameters` prints all parameters with their ranges and defaults."
  }
}
