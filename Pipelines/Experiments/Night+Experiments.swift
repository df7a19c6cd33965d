package import FindieAnalytics
package import FindieDomain
import FindieHistory
package import FindieRanking
package import FindieWorkspace

extension ExperimentAssignment {
  /// Assigns players by HMAC-SHA-256 of their ids, with the experiment's name as the key: the first
  /// 13 hexadecimal digits, divided by 2⁵².
  package init(_ experiments: [Experiment]) {
    let hashes = Dictionary(
      uniqueKeysWithValues: experiments.map { ($0.name, KeyedHash(key: Array($0.name.utf8))) })
    self.init(experiments) { experiment, player in
      guard let hash = hashes[experiment],
        let digits = UInt64(hash.code(of: player).prefix(13), radix: 16)
      else { return 1 }
      return Double(digits) / 4_503_599_627_370_496
    }
  }
}

extension Experiment {
  /// The parameters of the arm's lists, if `settings` are those of the night's lists.
  ///
  /// - Throws: `SettingsProblems` if this version has no such parameter.
  package func settings(from settings: ServedSettings) throws(SettingsProblems) -> ServedSettings {
    var night = NightParameters()
    night.recommendations = settings.recommendations
    try night.set(
      yaml: parameters.filter { $0.key != Self.rankerKey }.sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value)" }.joined(separator: "\n"))
    var own = settings
    own.recommendations = night.recommendations
    return own
  }

  /// The weights of the arm's lists, if `weights` are those of the night's lists.
  package func ranker(from weights: RankerWeights) -> RankerWeights {
    guard parameters[Self.rankerKey] != nil else { return weights }
    var own = RankerWeights.unlearned
    own.variety = weights.variety
    return own
  }

  /// Whether the two have the same players and the same lists.
  private func isSame(as other: Experiment) -> Bool {
    share == other.share && from == other.from && parameters == other.parameters
  }

  /// What differs between this experiment and an earlier form of it, as words.
  private func changes(since old: Experiment) -> String {
    var changes: [String] = []
    if share != old.share { changes.append("share: \(old.share) → \(share)") }
    if from != old.from { changes.append("from: \(old.from) → \(from)") }
    if parameters != old.parameters { changes.append("parameters") }
    return changes.joined(separator: ", ")
  }

  /// Checks that no experiment changed that has results.
  ///
  /// - Parameter published: those of the published night.
  /// - Throws: `SettingsProblems`.
  package static func check(
    _ experiments: [Experiment], since published: [Experiment], night: Day
  ) throws(SettingsProblems) {
    let problems = experiments.compactMap { experiment -> String? in
      guard let old = published.first(where: { $0.name == experiment.name }), old.from < night,
        !experiment.isSame(as: old)
      else { return nil }
      return "\(experiment.name) changed (\(experiment.changes(since: old))), but it is running: "
        + "its results would mix two arms. Restore it, and give the new arm another name"
    }
    guard problems.isEmpty else {
      throw SettingsProblems(problems: problems, subject: "the experiments")
    }
  }
}

extension Experiment {
  /// The experiment with its pauses before a night.
  ///
  /// - Parameter recipes: the earlier nights, the latest first. Until the next night, the app shows
  ///   the lists of one.
  package func paused(
    before night: Day, _ recipes: some Sequence<(day: Day, experiments: [Experiment])>
  ) -> Experiment {
    guard from < night else { return self }
    var (end, isMissing) = (night, false)
    for (day, experiments) in recipes {
      if let old = experiments.first(where: { $0.name == name && isSame(as: $0) }) {
        return withPauses(old.pauses ?? [], from: old.isActive(on: day) ? end : old.next, night)
      }
      guard from <= day else { break }
      (end, isMissing) = (day, true)
    }
    // Without a night since its first day, nothing is known: a new workspace has no records.
    return isMissing ? withPauses([], from: from, night) : self
  }

  /// The day after the last one with the arm's lists.
  private var next: Day { to?.adding(days: 1) ?? from }

  private func withPauses(_ old: [DayRange], from first: Day, _ night: Day) -> Experiment {
    let last = min(to ?? night, night.adding(days: -1))
    let all = old + (first <= last ? [DayRange(first: first, last: last)] : [])
    var experiment = self
    experiment.pauses = all.isEmpty ? nil : all
    return experiment
  }
}

extension Night {
  /// The experiments that began by a day, the earliest first, with their pauses.
  package func begunExperiments(on day: Day) throws -> [Experiment] {
    let begun = experiments.filter { $0.from <= day }.sorted(by: Experiment.isEarlier)
    guard recipe == nil, !begun.isEmpty else { return begun }
    let recipes = try workspace.recordedDays().reversed().lazy.filter { $0 < day }
      .compactMap { [workspace] day in
        workspace.recipe(of: day).map { (day: day, experiments: $0.experiments ?? []) }
      }
    return begun.map { $0.paused(before: day, recipes) }
  }

  /// Checks the experiments against those of the published night, and warns of one that begins
  /// before its first lists.
  func checkExperiments(on day: Day, warn: (String) -> Void) throws {
    guard !experiments.isEmpty, recipe == nil, !isBackfill else { return }
    let published =
      try workspace.publishedDay.flatMap { workspace.recipe(of: $0)?.experiments } ?? []
    try Experiment.check(experiments, since: published, night: day)
    for experiment in try begunExperiments(on: day)
    where experiment.isActive(on: day) && experiment.from < day
      && !published.contains(where: { $0.name == experiment.name })
    {
      warn(
        "the experiment \(experiment.name) says from \(experiment.from), but this is its first "
          + "night"
          + (experiment.pauses == nil
            ? ": the days before count too, without a difference. Set from: \(day)"
            : " or the night after a pause: days without its lists do not count"))
    }
  }

  /// What is known about the experiments that began, from the history alone.
  func experimentResults(of history: History, before day: Day) throws -> [ExperimentResult] {
    let begun = try begunExperiments(on: day)
    guard let first = begun.first?.from else { return [] }
    let assignment = ExperimentAssignment(begun)
    var counting = ExperimentCounting(assignment)
    for (collection, texts) in [
      (EventCollection.interactions, [.userId] as [TextColumn]), (.analytics, [.userId, .listId]),
    ] {
      _ = try history.eachDays(
        collection, from: first, before: day, texts: texts, workers: workers
      ) { counting.add($0) }
    }
    return assignment.experiments.enumerated().map { index, experiment in
      ExperimentResult(of: experiment, counting.numbers(of: index), before: day)
    }
  }
}
