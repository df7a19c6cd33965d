import FindieIngest
import Yams

/// A setting of the contract's section `volume`: its meaning, its values, and how it is read and printed.
struct VolumeSetting: Sendable {
  let name: String
  /// The description, one sentence.
  let doc: String
  /// The allowed values, as text.
  let range: String
  let text: @Sendable (VolumeRule) -> String
  /// Sets it; returns false if the node is not an allowed value.
  let set: @Sendable (inout VolumeRule, Node) -> Bool

  static let all = [
    VolumeSetting(
      name: "minimumShare",
      doc: "The share of the expected number of events below which a day is reported.",
      range: "a number from 0 to 1",
      text: { SettingsText.shortest($0.minimumShare) },
      set: { rule, node in
        guard let value = node.number, (0...1).contains(value) else { return false }
        rule.minimumShare = value
        return true
      }),
    .integer(
      "weeks", \.weeks, in: 1...52,
      "The number of weeks before a day; the expected number is the median of the same weekday."),
    .integer(
      "minimumEvents", \.minimumEvents, in: 0...1_000_000_000,
      "Days with a lower expected number of events are not checked."),
    .integer(
      "days", \.days, in: 1...366, "The number of days before the as-of day that are checked."),
    VolumeSetting(
      name: "breach", doc: "What happens on such a day: the run warns, or it stops.",
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
    _ name: String, _ property: any WritableKeyPath<VolumeRule, Int> & Sendable,
    in range: ClosedRange<Int>, _ doc: String
  ) -> VolumeSetting {
    VolumeSetting(
      name: name, doc: doc,
      range: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      text: { "\($0[keyPath: property])" },
      set: { rule, node in
        guard let value = node.wholeNumber, range.contains(value) else { return false }
        rule[keyPath: property] = value
        return true
      })
  }
}
