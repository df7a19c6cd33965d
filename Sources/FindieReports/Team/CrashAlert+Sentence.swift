import FindieAnalytics
import FindieDomain
import FindieText

extension CrashAlert {
  /// Such as "Crash-free users of version 2.1.0: 97.10% on 3 March 2026, below the 99.40% of the 28
  /// days before."
  var sentence: Sentence {
    let part: Sentence = version.isEmpty ? "" : " of version \(title: version)"
    return
      "\(metric.name)\(part): \(Figure.fineShare(share.estimate)) on \(day.inWords), below the "
      + "\(Figure.fineShare(before.estimate)) of all versions in the \(String(Self.days)) days before."
  }

  var json: JSONValue {
    [
      "metric": .string(metric.rawValue), "version": .string(version),
      "day": .string(day.description), "rate": PeriodFigures.json(of: share),
      "before": PeriodFigures.json(of: before), "probability": .number(probability, places: 6),
      "sentence": .string(sentence.plain),
    ]
  }
}
