/// Reads Prometheus' text format 0.0.4 as strictly as `promtool check metrics` does.
package struct PrometheusText {
  package struct Sample: Equatable, Sendable {
    package let name: String
    package let labels: [String: String]
    package let value: Double
  }

  package private(set) var samples: [Sample] = []
  /// The problems, one sentence each.
  package private(set) var problems: [String] = []

  package init(_ text: String) {
    if !text.hasSuffix("\n") { problems.append("the last line has no end") }
    var types: [String: String] = [:]
    var helped = Set<String>()
    var family: String?
    var closed = Set<String>()
    for line in text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) {
      if let comment = line.wholeMatch(of: /# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
        let name = String(comment.2)
        if family != name {
          if let family { closed.insert(family) }
          family = name
          if closed.contains(name) { problems.append("\(name) occurs twice") }
        }
        if comment.1 == "HELP", !helped.insert(name).inserted {
          problems.append("\(name) has two HELP lines")
        }
        if comment.1 == "TYPE", types.updateValue(String(comment.3), forKey: name) != nil {
          problems.append("\(name) has two TYPE lines")
        }
        continue
      }
      guard let sample = Self.sample(line) else {
        problems.append("no sample: \(line)")
        continue
      }
      if sample.name != family { problems.append("\(sample.name) is outside of its family") }
      if samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) {
        problems.append("twice: \(line)")
      }
      samples.append(sample)
    }
    for name in Set(samples.map(\.name)) {
      if types[name] == nil || !helped.contains(name) {
        problems.append("\(name) lacks HELP or TYPE")
      }
      if types[name] == "counter" ? !name.hasSuffix("_total") : name.hasSuffix("_total") {
        problems.append("\(name) is a \(types[name] ?? "nothing")")
      }
      // Base units only.
      if name.contains(/milliseconds|minutes|kilobytes|megabytes|percent/) {
        problems.append("\(name) is not in a base unit")
      }
    }
  }

  package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  private static func sample(_ line: String) -> Sample? {
    let form = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)/
    guard let match = line.wholeMatch(of: form), let value = Double(match.3) else { return nil }
    var labels: [String: String] = [:]
    var rest = match.2 ?? ""
    while !rest.isEmpty {
      guard
        let label = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)",?/),
        !label.1.hasPrefix("__"), labels[String(label.1)] == nil
      else { return nil }
      labels[String(label.1)] = unescaped(label.2)
      rest = rest[label.range.upperBound...]
    }
    return Sample(name: String(match.1), labels: labels, value: value)
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
