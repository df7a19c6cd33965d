package import FindieDomain

/// A test of other lists: a share of the players, the arm, gets lists that other parameters
/// compute. The players in no arm are the control.
package struct Experiment: Codable, Sendable, Equatable {
  /// Lower-case letters, digits and hyphens.
  package var name: String
  /// The share of the players in the arm, above 0 and at most 0.9.
  package var share: Double
  /// The first night with the arm's lists; its events are the first that count.
  package var from: Day
  /// The last night with the arm's lists; nil for no end.
  package var to: Day?
  /// What differs from the night's parameters: values as YAML by path, and `ranker`.
  package var parameters: [String: String]
  /// Past days on which players saw no lists of the arm, such as those between its end and a later
  /// extension; nil without any.
  package var pauses: [DayRange]?

  package init(
    name: String, share: Double, from: Day, to: Day? = nil, parameters: [String: String] = [:]
  ) {
    self.name = name
    self.share = share
    self.from = from
    self.to = to
    self.parameters = parameters
  }

  package func isActive(on day: Day) -> Bool {
    from <= day && to.map { day <= $0 } ?? true
      && !(pauses ?? []).contains { $0.contains(day) }
  }

  /// Whether the app shows the arm's lists all day. On the first day, and on that of an extension,
  /// it shows those of the day before until the night is published.
  func showsLists(on day: Day) -> Bool {
    isActive(on: day) && isActive(on: day.adding(days: -1))
  }

  /// The maximum number of experiments: a player's arms are the bits of a number.
  package static let maximumCount = 16

  /// Which experiment gets a player who is in the share of several: the one that began first, and
  /// of these the first by name. So a new experiment never takes a player from a running one.
  package static func isEarlier(_ left: Experiment, _ right: Experiment) -> Bool {
    (left.from, left.name) < (right.from, right.name)
  }
}

/// Who is in which arm: each experiment has a hash of its own, so that the shares of two
/// experiments overlap at random, and no experiment moves the players of another.
package struct ExperimentAssignment: Sendable {
  /// The earliest first.
  package let experiments: [Experiment]
  private let number: @Sendable (_ experiment: String, _ player: String) -> Double

  /// - Parameter number: a hash of an experiment's name and a player's id, from 0 to below 1.
  package init(
    _ experiments: [Experiment],
    number: @escaping @Sendable (_ experiment: String, _ player: String) -> Double
  ) {
    precondition(experiments.count <= Experiment.maximumCount, "\(experiments.count) experiments")
    self.experiments = experiments.sorted(by: Experiment.isEarlier)
    self.number = number
  }

  /// The experiments whose share has the player, as bits in the order of `experiments`.
  package func shares(of player: String) -> UInt16 {
    bits { number($0.name, player) < $0.share }
  }

  /// The experiments that are active on a day, as bits.
  package func active(on day: Day) -> UInt16 {
    bits { $0.isActive(on: day) }
  }

  private func bits(where isIncluded: (Experiment) -> Bool) -> UInt16 {
    experiments.indices.reduce(0) { bits, index in
      isIncluded(experiments[index]) ? bits | 1 << UInt16(index) : bits
    }
  }

  /// The experiments that are active on a day, each with the others whose shares do not count for
  /// it, as bits.
  ///
  /// Who counts must not depend on the experiment itself, or its groups differ although its lists
  /// do not. Players in the share of an earlier active experiment have that one's lists. Those in
  /// the share of a later one leave both groups from its first day on: its lists would replace
  /// those of the control alone. They do not return after its end, since what it showed may last.
  func counted(on day: Day) -> [(index: Int, without: UInt16)] {
    let (active, begun) = (active(on: day), experiments.prefix { $0.from <= day }.count)
    return experiments.indices.filter { active >> UInt16($0) & 1 == 1 }.map { index in
      let later = UInt16(truncatingIfNeeded: (1 << begun) - (1 << (index + 1)))
      return (index, active & ((1 << UInt16(index)) - 1) | later)
    }
  }

  /// Whether clicks of a day count for an experiment, which no list's id assigns to its share.
  ///
  /// A list of the arm does not say whether its player is in a later share too. So clicks count
  /// until a later experiment begins. Players with lists of one of the same first day never count.
  func countsClicks(_ index: Int, on day: Day) -> Bool {
    let experiment = experiments[index]
    return experiment.showsLists(on: day)
      && experiments[(index + 1)...].allSatisfy {
        $0.from > day || $0.from == experiment.from && $0.showsLists(on: day)
      }
  }

  /// The first day from which clicks no longer count, nil without one.
  func endOfClicks(_ index: Int) -> Day? {
    let from = experiments[index].from
    return experiments[(index + 1)...].compactMap {
      $0.from > from ? $0.from : $0.to?.adding(days: 1)
    }.min()
  }

  /// The index of the experiment in whose arm a player is on a day; nil if the player is in none.
  package func arm(of player: String, on day: Day) -> Int? {
    let active = active(on: day)
    let bits = active == 0 ? 0 : shares(of: player) & active
    return bits == 0 ? nil : bits.trailingZeroBitCount
  }
}
