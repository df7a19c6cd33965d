import FindieAnalytics
import FindieDomain
import FindieText

/// The experiments of the team's report: what to do, and the metrics of arm and control.
struct ExperimentSection {
  let results: [ExperimentResult]

  /// Nil without experiments.
  var body: HTML? {
    guard !results.isEmpty else { return nil }
    return results.reduce(into: HTML()) { html, result in
      html += """
        <p class="lead"><strong>\(text: result.experiment.name)</strong>: \
        \(text: result.sentence)</p>
        \(table(result))
        """
    }
  }

  private func table(_ result: ExperimentResult) -> HTML {
    let experiment = result.experiment
    let end = experiment.to.map { " to \($0.inWords)" } ?? ""
    return HTMLTable<ExperimentResult.Metric>(
      label: "Experiment \(experiment.name)",
      caption: """
        \(text: experiment.name): \(text: experiment.share.percent()) of the players since \
        \(text: experiment.from.inWords + end), \(Figure.count(result.days)) days. From and to are \
        the difference's limits, which hold on all nights together with 95% confidence
        """, head: "Metric",
      columns: [
        .init("Arm") { $0.metric.figure($0.arm.ratio) },
        .init("Control") { $0.metric.figure($0.control.ratio) },
        .init("Difference") { relative($0.difference?.relativeEstimate) },
        .init("From") { relative($0.difference?.relativeLower) },
        .init("To") { relative($0.difference?.relativeUpper) },
        .init("Players") { .count($0.arm.players) },
        .init("of the control") { .count($0.control.players) },
      ]
    ) { HTML(text: $0.metric.name) }.html(of: result.metrics)
  }

  private func relative(_ difference: Double?) -> Figure {
    difference.map { Figure(digits: $0.decimal(4), text: $0.signedPercent) } ?? .none
  }
}

extension ExperimentMetric {
  var name: String {
    switch self {
    case .likes: "Likes per impression"
    case .wishes: "Wishes per player"
    case .shopClicks: "Shop clicks per player"
    }
  }

  fileprivate func figure(_ ratio: Double?) -> Figure {
    guard let ratio else { return .none }
    return self == .likes ? .share(ratio) : .number(ratio, places: 4, shown: 3)
  }
}

extension ExperimentResult {
  /// The line of the team's digest. Nil from the second night after the last day on.
  func digestLine(on night: Day) -> String? {
    if let end = experiment.to, end.adding(days: 1) < night { return nil }
    let day = days > 0 ? ", day \(days)" : ""
    var text = "Experiment \(experiment.name)\(day): "
    if verdict == .goOn, let difference = likes.differenceInWords {
      text += "No clear difference yet. \(difference) "
    }
    return text + sentence
  }

  /// What to do, and why.
  var sentence: String {
    guard verdict != .wrongSampleRatio, verdict != .notStarted else { return toDo }
    var parts = [toDo]
    parts += incomparable.map {
      "\($0.metric.name): not compared, since the arm has \($0.sampleRatio.inWords)."
    }
    if let end = endOfClicks {
      parts.append("Shop clicks count before \(end.inWords) only, because of another experiment.")
    }
    return parts.joined(separator: " ")
  }

  private var toDo: String {
    switch verdict {
    case .notStarted: return "The arm has its first lists tonight."
    case .wrongSampleRatio:
      let ratio = (incomparable.first ?? metrics[0]).sampleRatio
      return "Do not use these results. The arm has \(ratio.inWords). Check whether the app shows "
        + "the arm's lists, and whether events of either group are missing."
    case .adopt: return "Adopt the arm. \(differing)"
    case .stop: return "Stop: the arm is worse. \(differing)"
    case .mixed: return "Decide. \(differing)"
    case .noDifference:
      let others = metrics.filter { $0.metric != .likes }.compactMap(\.differenceInWords)
      return "Stop: no difference. The like rate differs by at most \(Self.margin.percent(0)) of "
        + (["the control's."] + others).joined(separator: " ")
    case .goOn:
      if let nightsToGo {
        return "Go on: it takes at least \(nightsToGo.counted("more night")) to show that the like "
          + "rate differs by at most \(Self.margin.percent(0))."
      }
      guard metrics.contains(where: { $0.difference != nil }) else {
        return "Go on: an interval needs \(RatioDifference.minimumPlayers) players in the arm and "
          + "in the control, with likes."
      }
      return "Go on: a difference of \(Self.margin.percent(0)) is not excluded within a year. A "
        + "larger share is faster."
    }
  }

  /// The metrics whose interval excludes 0.
  private var differing: String {
    metrics.filter { metric in
      metric.difference.map { $0.lower > 0 || $0.upper < 0 } ?? false
    }.compactMap(\.differenceInWords).joined(separator: " ")
  }
}

extension ExperimentResult.Metric {
  /// The relative difference with its interval; nil without one.
  fileprivate var differenceInWords: String? {
    difference.map {
      "\(metric.name): \($0.relativeEstimate.signedPercent) (\($0.relativeLower.signedPercent) "
        + ($0.relativeUpper.map { "to \($0.signedPercent))." } ?? "or more).")
    }
  }
}

extension SampleRatio {
  fileprivate var inWords: String {
    "\(arm.grouped) of \(players.counted("player")) seen, which does not fit its share of "
      + "\(share.percent())"
  }
}
