import FindieIngest
import Yams

/// One setting of the contract's volume: what it means, what it may be, how it is read and printed.
struct VolumeSetting: Sendable {
  let name: String
  /// One sentence for people.
  let doc: String
  /// What it may be, for people.
  let range: String
  let text: @Sendable (VolumeRule) -> String
  /// Sets it; false where the node holds nothing that it may be.
  let set: @Sendable (inout VolumeRule, Node) -> Bool

  static let all = [
    VolumeSetting(
      name: "minimumShare",
      doc: "The share of a day's expected events below which the day stands out.",
      range: "a number from 0 to 1",
      text: { SettingsText.shortest($0.minimumShare) },
      set: { rule, node in
        guard let value = node.number, (0...1).contains(value) else { return false }
        rule.minimumShare = value
        return true
      }),
    .integer(
      "weeks", \.weeks, in: 1...52,
      "Expected is the median of the same weekday in so many weeks before."),
    .integer(
      "minimumEvents", \.minimumEvents, in: 0...1_000_000_000,
      "Where fewer events are expected, nothing is judged."),
    .integer(
      "days", \.days, in: 1...366, "So many of the last days before the night are judged."),
    VolumeSetting(
      name: "breach", doc: "What a day that stands out does: a warning, or the end of the night.",
      range: VolumeRule.Breach.allCases.map(\.rawValue).joined(separator: " or "),
      text: { $0.breach.rawValue },
      set: { rule, node in
        guard let value = node.scalar.flatMap({ VolumeRule.Breach(rawValue: $0.string) })
        else { return false }
        rule.breach = value
        return true
      }),
  ]

  private static func integer(
    _ name: String, _ place: any WritableKeyPath<VolumeRule, Int> & Sendable,
    in range: ClosedRange<Int>, _ doc: String
  ) -> VolumeSetting {
    VolumeSetting(
      name: name, doc: doc,
      range: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      text: { "\($0[keyPath: place])" },
      set: { rule, node in
        guard let value = node.wholeNumber, range.contains(value) else { return false }
        rule[keyPath: place] = value
        return true
      })
  }
}
