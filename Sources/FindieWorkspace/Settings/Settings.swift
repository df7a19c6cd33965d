import FindieFiles
package import Foundation
import Yams

/// What a YAML file sets. The file has only what differs from the defaults.
package protocol Settings: Sendable {
  /// The defaults.
  init()

  /// What a file may set, in the order in which the values are stored.
  static var settings: [Setting<Self>] { get }

  /// Their name in messages, such as "the parameters".
  static var subject: String { get }

  /// A sentence that says how to list all settings.
  static var remedy: String { get }

  /// What is wrong with settings that are allowed one by one.
  var contradictions: [String] { get }
}

extension Settings {
  package var contradictions: [String] { [] }

  /// The settings of a file of at most 1 MB.
  ///
  /// - Throws: `SettingsProblems`, also if the file cannot be read.
  package init(file: URL) throws(SettingsProblems) {
    do {
      try self.init(yaml: Self.text(of: file))
    } catch {
      throw SettingsProblems(
        problems: error.problems, subject: "\(Self.subject) in \(file.path)", remedy: Self.remedy)
    }
  }

  /// The settings of a YAML text; the others have their defaults.
  ///
  /// - Throws: `SettingsProblems` with every problem of the text at once.
  package init(yaml: String) throws(SettingsProblems) {
    self.init()
    try set(yaml: yaml)
  }

  /// Changes what a YAML text sets; the others keep their values.
  ///
  /// - Throws: `SettingsProblems` with every problem of the text at once.
  package mutating func set(yaml: String) throws(SettingsProblems) {
    var problems: [(line: Int, text: String)] = []
    let settings = Self.settings
    if let root = try Self.root(of: yaml) {
      var reading = SettingsReading(settings.map(\.path))
      reading.read(SettingValue(root))
      problems = reading.problems
      // In the order of the table: a setting may depend on those before it.
      for (setting, values) in zip(settings, reading.values) {
        for value in values {
          guard let problem = setting.set(&self, value) else { continue }
          problems.append((value.line, "\(value.place) \(problem)"))
        }
      }
    }
    let texts =
      problems.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
      .map(\.element.text) + contradictions
    guard texts.isEmpty else {
      throw Self.failure(texts)
    }
  }
}

/// All problems of a settings file.
package struct SettingsProblems: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .badParameters }
  package let problems: [String]
  private let subject: String
  private let remedy: String

  package init(problems: [String], subject: String = "the settings", remedy: String = "") {
    self.problems = problems
    self.subject = subject
    self.remedy = remedy
  }

  /// A problem quotes the file: a line of it may be long.
  private static let maximumLength = 400

  package var description: String {
    let lines = problems.map {
      "  - " + ($0.count > Self.maximumLength ? $0.prefix(Self.maximumLength) + "…" : $0)
    }
    return "\(subject) cannot be used:\n" + lines.joined(separator: "\n")
      + (remedy.isEmpty ? "" : "\n\(remedy)")
  }
}

// MARK: - Reading

extension Settings {
  fileprivate static func failure(_ problems: [String]) -> SettingsProblems {
    SettingsProblems(problems: problems, subject: subject, remedy: remedy)
  }

  fileprivate static func text(of file: URL) throws(SettingsProblems) -> String {
    // Larger than any settings file. A device such as /dev/zero has no end.
    let maximumBytes = 1_000_000
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try DurableFile.receive(file, limit: maximumBytes + 1)
    } catch {
      throw failure([
        "it cannot be read; check that it exists and that this user may read it"
      ])
    }
    guard bytes.count <= maximumBytes else {
      throw failure(["it is larger than 1 MB; check that it is the right file"])
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(["it is not UTF-8 text"])
    }
    return text
  }

  /// The root of a YAML text; nil if it is empty. Yams refuses a key that occurs twice.
  fileprivate static func root(of yaml: String) throws(SettingsProblems) -> Node? {
    do {
      return try Yams.compose(yaml: yaml)
    } catch YamlError.duplicatedKeysInMapping(let names, let context) {
      // The error itself would print the whole file.
      let names = names.joined(separator: ", ")
      throw failure(["line \(context.mark.line): a section has the same name twice (\(names))"])
    } catch {
      throw failure(["it is not YAML: \(error)"])
    }
  }
}

/// Finds the values of settings in a file.
private struct SettingsReading {
  /// The values of each setting, in the order of the settings.
  private(set) var values: [[SettingValue]]
  private(set) var problems: [(line: Int, text: String)] = []
  private let paths: [[String]]

  init(_ paths: [String]) {
    self.paths = paths.map { $0.split(separator: ".").map(String.init) }
    values = Array(repeating: [], count: paths.count)
  }

  mutating func read(_ value: SettingValue) {
    let matches = paths.indices.filter { Self.matches(paths[$0], value.path) }
    if let setting = matches.first(where: { paths[$0].count == value.path.count }) {
      if !values[setting].isEmpty, !paths[setting].contains("*") {
        problems.append((value.line, "\(value.place) is set twice"))
      }
      values[setting].append(value)
    } else if matches.isEmpty {
      problems.append((value.line, "\(value.place) is unknown\(suggestion(for: value.path))"))
    } else if let entries = value.entries {
      for entry in entries { read(entry) }
    } else if !value.isNull {
      problems.append((value.line, "\(value.place) \(value.mustBe("a section"))"))
    }
  }

  /// Whether a name in the file is a setting's path or a section of it.
  private static func matches(_ path: [String], _ name: [String]) -> Bool {
    path.count >= name.count && zip(path, name).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// ", did you mean …?" if a setting or a section has a similar name, perhaps in another section.
  private func suggestion(for path: [String]) -> String {
    let sections = paths.filter { !$0.contains("*") }.flatMap { setting in
      setting.indices.map { Array(setting[...$0]) }
    }
    let names = sections.map { $0.joined(separator: ".") }
    let name = path.joined(separator: ".")
    let exact = NearestName.suggestion(for: name, among: names)
    guard exact.isEmpty else { return exact }
    let inner = sections.filter { $0.count > 1 }.map { $0.dropFirst().joined(separator: ".") }
    if let nearest = NearestName.nearest(to: name, among: inner),
      let full = names.first(where: { $0.hasSuffix(".\(nearest)") })
    {
      return ", did you mean \(full)?"
    }
    return NearestName.suggestion(for: path.dropFirst().joined(separator: "."), among: names)
  }
}
