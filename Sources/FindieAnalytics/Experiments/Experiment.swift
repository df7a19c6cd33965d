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
    var bits: UInt16 = 0
    for (index, experiment) in experiments.enumerated()
    where number(experiment.name, player) < experiment.share {
      bits |= 1 << UInt16(index)
    }
    return bits
  }

  /// The experiments that are active on a day, as bits.
  package func active(on day: Day) -> UInt16 {
    var bits: UInt16 = 0
    for (index, experiment) in experiments.enumerated() where experiment.isActive(on: day) {
      bits |= 1 << UInt16(index)
    }
    return bits
  }

  /// The index of the experiment in whose arm a player is on a day; nil if the player is in none.
  package func arm(of player: String, on day: Day) -> Int? {
    let active = active(on: day)
    let bits = active == 0 ? 0 : shares(of: player) & active
    return bits == 0 ? nil : bits.trailingZeroBitCount
  }
}
