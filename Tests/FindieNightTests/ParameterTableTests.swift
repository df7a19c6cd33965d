import FindieWorkspace
import FindieNight
import Foundation
import Testing

/// The table of all parameters.
struct ParameterTableTests {
  /// `als: {rank: 8}` for `als.rank`.
  private func yaml(_ parameter: Setting<NightParameters>, _ value: String) -> String {
    let parts = parameter.path.split(separator: ".")
    return parts.dropLast().map { "{\($0): " }.joined() + "{\(parts.last ?? ""): \(value)}"
      + String(repeating: "}", count: parts.count - 1)
  }

  @Test(arguments: NightParameters.settings)
  func `each default is in its range`(parameter: Setting<NightParameters>) throws {
    let text = try #require(parameter.text(NightParameters()))
    #expect(try NightParameters(yaml: yaml(parameter, text)) == NightParameters())
  }

  /// Values at the stated ends of a range.
  private func values(of parameter: Setting<NightParameters>) -> [String] {
    if parameter.range.hasPrefix("two capital letters") { return ["DE"] }
    if parameter.range.hasPrefix("three capital letters") { return ["EUR"] }
    if parameter.range.hasPrefix("a name from the time-zone database") { return ["Europe/Berlin"] }
    if parameter.range.hasPrefix("a list of names") { return [#"["a \"quoted\" name","b"]"#] }
    if let words = parameter.range.wholeMatch(of: /a list of some of (.+)/)?.1 {
      return ["[\(words)]"]
    }
    if let words = parameter.range.wholeMatch(of: /one of (.+)/)?.1 {
      return words.split(separator: ", ").map(String.init)
    }
    return parameter.range.matches(of: /from (\S+) to (\S+)/).flatMap { [$0.1, $0.2] }
      .map(String.init)
  }

  @Test(arguments: NightParameters.settings)
  func `each path sets its own value and no other`(parameter: Setting<NightParameters>) throws {
    // Both ends of every range are taken, and one of them differs from the default.
    let changed = try #require(
      values(of: parameter).first { $0 != parameter.text(NightParameters()) })
    let parameters = try NightParameters(yaml: yaml(parameter, changed))
    #expect(parameter.text(parameters) == changed)
    for other in NightParameters.settings where other.path != parameter.path {
      #expect(other.text(parameters) == other.text(NightParameters()), "\(other.path)")
    }
  }

  @Test func `parameters have distinct paths`() {
    #expect(Set(NightParameters.settings.map(\.path)).count == NightParameters.settings.count)
  }

  @Test func `every description is one sentence`() {
    let settings = NightParameters.settings
    #expect(settings.filter { !$0.doc.hasSuffix(".") || $0.doc.contains("\n") }.isEmpty)
  }

  /// Properties that the file does not set: seeds, tolerances and internal limits.
  private static let constants: Set = [
    "als.initialDeviation", "als.seed", "als.solver",
    "als.regularization", "als.unobservedWeight", "ease.blasThreads",
    "ease.diagonalBound",
    "ease.gramianNeighbors", "ease.maximumWeights", "ease.neighbors", "ease.popularityExponent",
    "ease.sampledPositives", "ease.seed",
    "evaluation.seed",
    "ingest.bufferBytes", "ingest.depth", "ingest.idBytes", "ranker.players", "ranker.seed",
    "recommendations.exploration.firstPosition",
    "recommendations.exploration.seed", "recommendations.topPositions.searchDepth",
    "recommendations.topPositions.seed", "recommendations.variety.calibrationSmoothing",
    "similarity.maximumGamesPerPlayer", "similarity.seed", "trending.backtestDaysAfter",
    "trending.backtestGames", "trending.rhythmPriorEvents",
  ]

  @Test func `every stored property is a parameter or a constant`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(canonicalJSON(NightParameters()).utf8))
    let stored = Self.leaves(json).map {
      $0.replacing("ingest.limits.", with: "ingest.")
    }
    // Not stored by default.
    let optional = ["ease.halfLifeInDays"]
    let inFile = NightParameters.settings.map { $0.path.replacing("advanced.", with: "") }
    #expect(Set(stored + optional) == Set(inFile).union(Self.constants))
    #expect(Self.constants.isDisjoint(with: inFile))
  }

  /// The paths of all leaf values.
  private static func leaves(_ json: Any, path: String = "") -> [String] {
    guard let object = json as? [String: Any] else { return [path] }
    return object.flatMap { leaves($1, path: path.isEmpty ? $0 : "\(path).\($0)") }
  }
}

extension Setting: CustomTestStringConvertible {
  public var testDescription: String { path }
}
