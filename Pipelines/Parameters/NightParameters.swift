package import FindieAnalytics
import FindieFiles
package import FindieIngest
package import FindieModels
package import FindieRanking
package import FindieWorkspace
package import Foundation
import Yams

/// All parameters of a night. The defaults are those of the properties; `Parameter.all` has the
/// names, ranges and descriptions of those that `nightly.yaml` sets. The others are constants.
package struct NightParameters: Codable, Sendable, Equatable {
  package var ingest = IngestParameters()
  package var matrix = MatrixParameters()
  package var tuning = TuningSchedule.monday
  package var als = ALSParameters()
  package var newGames = NewGameParameters()
  package var ease = EASEParameters()
  package var neighborhood = NeighborhoodParameters()
  package var similarity = SimilarityParameters()
  package var evaluation = EvaluationParameters()
  package var candidates = CandidateParameters()
  package var ranker = RankerParameters()
  package var recommendations = RecommendationParameters()
  package var trending = TrendingParameters()
  package var newReleases = NewReleasesParameters()
  package var prices = PriceParameters()
  package var gate = GateParameters()
  package var reports = ReportParameters()
  package var stages = StageRuleParameters()
  package var retention = RetentionParameters()

  package init() {}
}

package struct IngestParameters: Codable, Sendable, Equatable {
  /// The maximum share of rejected lines in a file.
  package var maximumBadShare = 0.05
  package var limits = IngestLimits()
  /// The collections whose export has all records.
  package var full: [CatalogueCollection] = []

  package init() {}

  /// Recipes of earlier versions have no `full`.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    maximumBadShare = try values.decode(Double.self, forKey: .maximumBadShare)
    limits = try values.decode(IngestLimits.self, forKey: .limits)
    full = try values.decodeIfPresent([CatalogueCollection].self, forKey: .full) ?? []
  }
}

/// A collection of the app's catalogue.
package enum CatalogueCollection: String, Codable, CaseIterable, Sendable {
  case games, developers, tags, users, wishlists
}

/// How stages run, and what happens if an optional one fails.
package struct StageRuleParameters: Codable, Sendable, Equatable {
  package struct Optional: Codable, Sendable, Equatable {
    package var onError = ErrorRule.keepLastGood
  }

  /// The maximum number of stages that run at a time.
  package var maximumConcurrent = 4
  package var positions = Optional()
  package var evaluation = Optional()
  package var reports = Optional()

  package init() {}

  var onError: [String: ErrorRule] {
    [
      "positions": positions.onError, "evaluation": evaluation.onError, "reports": reports.onError,
    ]
  }

  /// The optional stages, in the order in which a run with a deadline leaves them out.
  static let dropOrder = ["positions", "evaluation", "reports"]
}

extension NightParameters {
  /// The parameters of all models.
  package var models: ModelParameters {
    var models = ModelParameters()
    models.als = als
    models.ease = ease
    models.neighborhood = neighborhood
    return models
  }
}

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

  /// The parameters in a YAML text; the others have their defaults.
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

  /// ", did you mean …?" if the path of a parameter or section is similar, with or without the
  /// section `advanced`.
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

/// All problems of a parameter file.
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

/// Reads settings files written in YAML.
package enum SettingsText {
  /// Why a settings file cannot be used at all.
  struct Unusable: Error {
    let problem: String
  }

  /// Larger than any settings file. A device such as /dev/zero has no end.
  private static let maximumBytes = 1_000_000

  /// The text of a file.
  static func text(of file: URL) throws(Unusable) -> String {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try DurableFile.receive(file, limit: maximumBytes + 1)
    } catch {
      throw Unusable(
        problem:
          "\(file.path) cannot be read. Check that it exists and that this user may read it.")
    }
    guard bytes.count <= maximumBytes else {
      throw Unusable(problem: "\(file.path) is larger than 1 MB. Is it the right file?")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Unusable(problem: "\(file.path) is not UTF-8 text")
    }
    return text
  }

  /// The root of a YAML text; nil if it is empty.
  static func root(of yaml: String) throws(Unusable) -> Node? {
    do {
      return try Yams.compose(yaml: yaml)
    } catch {
      throw Unusable(problem: "it is not YAML: \(error)")
    }
  }

  /// A number as people write it: 365, not 365.0.
  package static func shortest(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}

extension Node {
  /// A whole number in decimal notation: YAML 1.1 would read 1:30 as 90 and 010 as 8.
  var wholeNumber: Int? { int == nil ? nil : scalar.flatMap { Int($0.string) } }

  /// As `wholeNumber`, for any number.
  var number: Double? { float == nil ? nil : scalar.flatMap { Double($0.string) } }

  /// The value, for a message.
  var summary: String {
    switch self {
    case .scalar(let scalar): scalar.string.isEmpty ? "empty" : "'\(scalar.string)'"
    case .sequence: "a list"
    case .mapping: "a section"
    case .alias: "an alias"
    }
  }

  /// " (line 7)"; empty if it is not known.
  var position: String { mark.map { " (line \($0.line))" } ?? "" }
}
