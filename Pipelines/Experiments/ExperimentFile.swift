package import FindieAnalytics
import FindieDomain
package import FindieWorkspace

/// The file of the experiments: a section for each, with its name.
///
/// ```yaml
/// more-discovery:
///   share: 0.1
///   from: 2026-03-02
///   parameters:
///     recommendations.discovery: 0.4
/// ```
package struct ExperimentFile: Sendable {
  private var byName: [String: Experiment] = [:]
  private var names: [String] = []
  /// The settings that the file has, also those out of range.
  private var given: Set<[String]> = []

  package init() {}

  /// In the order of the file.
  package var experiments: [Experiment] { names.compactMap { byName[$0] } }
}

extension ExperimentFile: Settings {
  package static let subject = "the experiments"
  package static let remedy = "docs/EXPERIMENTS.md describes the file."

  /// What an arm may change: parameters of the night that only players' lists depend on.
  package static let parameters = NightParameters.settings.filter { setting in
    setting.path != "recommendations.currency"
      && (setting.path.hasPrefix("recommendations.")
        || setting.path.hasPrefix("advanced.recommendations."))
  }

  package static let settings: [Setting<ExperimentFile>] =
    [
      field("share", range: "a number above 0, at most 0.9") { experiment, value in
        guard let share = value.number, share > 0, share <= 0.9 else { return false }
        experiment.share = share
        return true
      },
      day("from") { $0.from = $1 }, day("to") { $0.to = $1 },
      field("parameters.\(Experiment.rankerKey)", range: "off") { experiment, value in
        guard value.text == "off" else { return false }
        experiment.parameters[Experiment.rankerKey] = "off"
        return true
      },
    ]
    + parameters.map { parameter in
      Setting("*.parameters.\(parameter.path)") { file, value in
        var night = NightParameters()
        if let problem = parameter.set(&night, value) { return problem }
        file.change(value) { $0.parameters[parameter.path] = parameter.text(night) }
        return nil
      }
    }

  private static func day(
    _ path: String, set: @escaping @Sendable (inout Experiment, Day) -> Void
  ) -> Setting<ExperimentFile> {
    field(path, range: "a day such as 2026-03-02") { experiment, value in
      guard let day = value.text.flatMap({ Day($0) }) else { return false }
      set(&experiment, day)
      return true
    }
  }

  private static func field(
    _ path: String, range: String,
    set: @escaping @Sendable (inout Experiment, SettingValue) -> Bool
  ) -> Setting<ExperimentFile> {
    Setting("*.\(path)", range: range) { file, value in
      var isAllowed = true
      file.change(value) { isAllowed = set(&$0, value) }
      return isAllowed ? nil : value.mustBe(range)
    }
  }

  /// The day of an experiment whose file does not say when it begins.
  private static let unknown = Day(daysSinceEpoch: .min)

  private mutating func change(_ value: SettingValue, _ body: (inout Experiment) -> Void) {
    given.insert(value.path)
    let name = value.path.first ?? ""
    var experiment = byName[name] ?? Experiment(name: name, share: 0, from: Self.unknown)
    if byName[name] == nil { names.append(name) }
    body(&experiment)
    byName[name] = experiment
  }

  package var contradictions: [String] {
    var problems: [String] = []
    for experiment in experiments {
      let name = experiment.name
      if !Self.isName(name) {
        problems.append(
          "'\(name)' is no name: use 1 to 40 lower-case letters, digits and hyphens")
      }
      for key in ["share", "from"] where !given.contains([name, key]) {
        problems.append("\(name).\(key) is missing")
      }
      if let end = experiment.to, end < experiment.from, experiment.from != Self.unknown {
        problems.append("\(name).to is before \(name).from")
      }
    }
    if experiments.count > Experiment.maximumCount {
      problems.append(
        "there are \(experiments.count) experiments, but at most \(Experiment.maximumCount) are "
          + "allowed: remove those that ended")
    }
    return problems
  }

  private static func isName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}

extension Experiment {
  /// In `parameters`: `off` ranks by default weights instead of learned ones.
  package static let rankerKey = "ranker"
}
