package import FindieAnalytics
import FindieDomain
package import FindieIngest
package import FindieModels
package import FindieRanking
package import FindieWorkspace

/// All parameters of a night. The defaults are those of the properties; `settings` has the
/// names, ranges and descriptions of those that `nightly.yaml` sets. The others are constants.
package struct NightParameters: Codable, Sendable, Equatable {
  package var ingest = IngestParameters()
  package var matrix = MatrixParameters()
  package var tuning = TuningSchedule.monday
  package var models = ModelSchedule()
  package var als = ALSParameters()
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
  package var lists = ListFileParameters()
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
}

/// A collection of the app's catalogue, or of the app's team.
package enum CatalogueCollection: String, Codable, CaseIterable, Sendable {
  case games, developers, tags, users, wishlists, annotations, promotions

  /// Whether the team writes it by hand. Many of its records may be removed in one night.
  var isOfTeam: Bool { self == .annotations || self == .promotions }
}

/// How the files of lists are written.
package struct ListFileParameters: Codable, Sendable, Equatable {
  package enum Format: String, Codable, CaseIterable, Sendable {
    case plain, zst

    /// The file of the players' lists.
    package var fileName: String { "recommendations.ndjson" + suffix }
    /// The file of the players' rows of games.
    package var rowsName: String { "rows.ndjson" + suffix }
    private var suffix: String { self == .plain ? "" : ".zst" }
  }

  package var ndjson = Format.plain
}

extension KeyedDecodingContainer {
  /// The recipes of nights before this parameter do not have it.
  func decode(
    _ type: ListFileParameters.Type, forKey key: Key
  ) throws -> ListFileParameters {
    try decodeIfPresent(type, forKey: key) ?? ListFileParameters()
  }
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
}

extension NightParameters {
  /// The parameters of all models.
  package var modelParameters: ModelParameters {
    var models = ModelParameters()
    models.als = als
    models.ease = ease
    models.neighborhood = neighborhood
    return models
  }
}

extension NightParameters: Settings {
  package static let subject = "the parameters"
  package static let remedy =
    "`findie parameters` prints all parameters with their ranges and defaults."

  /// Each parameter's value as text, by its path.
  package var texts: [String: String] {
    Dictionary(
      uniqueKeysWithValues: Self.settings.map { ($0.path, $0.text(self) ?? "") })
  }

  /// The parameters as a YAML file with comments: the text of `Pipelines/nightly.yaml`.
  package var yaml: String {
    var text = """
      # The parameters of the nightly run, each with its meaning, range and default. A parameter that
      # is left out has its default. A run does not start with an unknown name or an invalid value.

      """
    var open: [Substring] = []
    for parameter in Self.settings {
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
      text += "\(indent)# \(parameter.range); default \(parameter.text(NightParameters()) ?? "")\n"
      text += "\(indent)\(parts.last ?? ""): \(parameter.text(self) ?? "")\n"
    }
    return text
  }
}

/// The parameters of a stage that has none.
struct NoParameters: Encodable {}

/// When models are trained.
package struct ModelSchedule: Codable, Sendable, Equatable {
  package enum Rule: String, Codable, Sendable, CaseIterable {
    case automatic, nightly, weekly
  }

  package var anchor = Rule.automatic

  package init() {}

  /// With fewer events, training is so cheap that every night trains its models by default.
  package static let fewEvents = 2_000_000

  /// Whether a night may use the models of an earlier one, if that loses little.
  ///
  /// - Parameter events: of the history.
  package func allowsOlderModels(events: Int) -> Bool {
    switch anchor {
    case .automatic: events >= Self.fewEvents
    case .nightly: false
    case .weekly: true
    }
  }
}

/// The weekday on which a night tunes the parameters of its models.
package enum TuningSchedule: String, Codable, Sendable, CaseIterable {
  case off
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  func includes(_ day: Day) -> Bool { "\(day.weekday)" == rawValue }
}
