import FindieDomain
package import FindieHistory

/// Counts what the players of each experiment's arm and control did since it began.
///
/// An interaction has the player's id, and so the arm that the player is in on that day. An
/// analytics event has a code that is never joined with the id: its `listId` names the arm.
package struct ExperimentCounting {
  /// Counts of one player.
  private struct Totals {
    var impressions: Int32 = 0
    var likes: Int32 = 0
    var wishes: Int32 = 0
    var isCounted = false
    /// Whether the player had an interaction, or an impression, in the arm of a later experiment:
    /// on a day on which the player could have been in this one's.
    var isElsewhere = false
    var hasImpressionElsewhere = false
  }

  /// Counts of one code of analytics events.
  private struct Clicks {
    var clicks: Int32 = 0
    var isInArm = false
    var isCounted = false
    /// As for `Totals`.
    var isElsewhere = false
  }

  private let assignment: ExperimentAssignment
  /// By experiment and code of the player.
  private var players: [[Totals]]
  private var clicks: [[Clicks]]
  private var shares: [UInt16] = []
  /// By code of a list's id: the experiment's index, `control`, or -1 for no list or an unknown
  /// arm.
  private var arms: [Int] = []
  private static let control = Experiment.maximumCount

  package init(_ assignment: ExperimentAssignment) {
    self.assignment = assignment
    players = assignment.experiments.map { _ in [] }
    clicks = assignment.experiments.map { _ in [] }
  }

  /// Adds the events of some days. The tables of one collection have the same vocabularies, which
  /// may grow.
  ///
  /// - Parameter table: interactions with `userId`, or analytics events with `userId` and `listId`.
  package mutating func add(_ table: EventTable) {
    switch table.collection {
    case .interactions: addInteractions(table)
    case .analytics: addAnalytics(table)
    }
  }

  private mutating func addInteractions(_ table: EventTable) {
    let users = table[.userId]
    while shares.count < users.vocabulary.count {
      shares.append(assignment.shares(of: users.vocabulary.text(UInt32(shares.count))))
    }
    for index in players.indices {
      players[index] += Array(
        repeating: Totals(), count: users.vocabulary.count - players[index].count)
    }
    var (day, active) = (Day?.none, UInt16(0))
    for row in 0..<table.count {
      let own = Timestamp(milliseconds: table.milliseconds[row]).day
      if own != day { (day, active) = (own, assignment.active(on: own)) }
      guard active != 0 else { continue }
      let player = Int(users.codes[row])
      let inShares = shares[player] & active
      let arm = inShares == 0 ? nil : inShares.trailingZeroBitCount
      for index in players.indices where active >> UInt16(index) & 1 == 1 {
        // A player in the arm of an earlier experiment is no part of this one.
        guard arm.map({ $0 >= index }) ?? true else { continue }
        let action = SwipeAction.allCases[Int(table.kinds[row])]
        guard arm == nil || arm == index else {
          players[index][player].isElsewhere = true
          if action.isImpression { players[index][player].hasImpressionElsewhere = true }
          continue
        }
        players[index][player].isCounted = true
        switch action {
        case .like, .superLike:
          players[index][player].impressions += 1
          players[index][player].likes += 1
        case .dislike, .skip: players[index][player].impressions += 1
        case .wishlist: players[index][player].wishes += 1
        case .share, .viewDetails: break
        }
      }
    }
  }

  private mutating func addAnalytics(_ table: EventTable) {
    let (users, lists) = (table[.userId], table[.listId])
    while arms.count < lists.vocabulary.count {
      arms.append(arm(ofListId: lists.vocabulary.text(UInt32(arms.count))))
    }
    for index in clicks.indices {
      clicks[index] += Array(
        repeating: Clicks(), count: users.vocabulary.count - clicks[index].count)
    }
    for row in 0..<table.count {
      let arm = arms[Int(lists.codes[row])]
      guard arm >= 0 else { continue }
      let day = Timestamp(milliseconds: table.milliseconds[row]).day
      let player = Int(users.codes[row])
      for (index, experiment) in assignment.experiments.enumerated()
      where arm >= index && experiment.showsLists(on: day) {
        guard arm == index || arm == Self.control else {
          // In the arm of an experiment that is not active, nobody is elsewhere.
          if assignment.experiments[arm].isActive(on: day) {
            clicks[index][player].isElsewhere = true
          }
          continue
        }
        clicks[index][player].isCounted = true
        if arm == index { clicks[index][player].isInArm = true }
        if table.kinds[row] == EventType.externalLinkClick.code {
          clicks[index][player].clicks += 1
        }
      }
    }
  }

  private func arm(ofListId id: String) -> Int {
    guard !id.isEmpty else { return -1 }
    guard let name = RecommendationList.arm(ofListId: id) else { return Self.control }
    return assignment.experiments.firstIndex { $0.name == name } ?? -1
  }

  /// The counts of an experiment, by its index in the assignment.
  package func numbers(of index: Int) -> ExperimentNumbers {
    var numbers = ExperimentNumbers()
    for (player, totals) in players[index].enumerated() {
      let isInArm = shares[player] >> UInt16(index) & 1 == 1
      if totals.impressions > 0 {
        numbers[.likes, isInArm].add(Int(totals.likes), of: Int(totals.impressions))
      } else if totals.hasImpressionElsewhere {
        numbers.addElsewhere(.likes)
      }
      if totals.isCounted {
        numbers[.wishes, isInArm].add(Int(totals.wishes), of: 1)
      } else if totals.isElsewhere {
        numbers.addElsewhere(.wishes)
      }
    }
    for totals in clicks[index] {
      if totals.isCounted {
        numbers[.shopClicks, totals.isInArm].add(Int(totals.clicks), of: 1)
      } else if totals.isElsewhere {
        numbers.addElsewhere(.shopClicks)
      }
    }
    return numbers
  }
}

extension SwipeAction {
  /// Whether it is a card that was swiped.
  fileprivate var isImpression: Bool {
    switch self {
    case .like, .superLike, .dislike, .skip: true
    case .wishlist, .share, .viewDetails: false
    }
  }
}

extension Experiment {
  /// Whether the app shows the arm's lists all day. On the first day, and on that of an extension,
  /// it shows those of the day before until the night is published.
  fileprivate func showsLists(on day: Day) -> Bool {
    isActive(on: day) && isActive(on: day.adding(days: -1))
  }
}

/// What an experiment compares.
package enum ExperimentMetric: String, CaseIterable, Sendable, Codable {
  /// Likes and super-likes per impression: a swiped card. From interactions, of players with one.
  case likes
  /// Wishlist actions per player with an interaction.
  case wishes
  /// Clicks to a shop per player, of analytics events with a `listId`.
  case shopClicks
}

/// The counts of one experiment.
package struct ExperimentNumbers: Sendable, Equatable {
  /// By metric: the control's sums and the arm's.
  private var sums = Array(
    repeating: [RatioSums(), RatioSums()], count: ExperimentMetric.allCases.count)
  /// By metric: the players who would count, but were in arms of later experiments alone.
  private var elsewhere = Array(repeating: 0, count: ExperimentMetric.allCases.count)

  package init() {}

  package subscript(metric: ExperimentMetric, isInArm: Bool) -> RatioSums {
    get { sums[metric.index][isInArm ? 1 : 0] }
    set { sums[metric.index][isInArm ? 1 : 0] = newValue }
  }

  package mutating func addElsewhere(_ metric: ExperimentMetric) { elsewhere[metric.index] += 1 }

  /// The players who count for a metric, against the share. Those in arms of later experiments were
  /// not in this one's share, so they belong to the others.
  func sampleRatio(of metric: ExperimentMetric, share: Double) -> SampleRatio {
    let arm = self[metric, true].players
    return SampleRatio(
      arm: arm, players: arm + self[metric, false].players + elsewhere[metric.index], share: share)
  }
}

extension ExperimentMetric {
  fileprivate var index: Int {
    switch self {
    case .likes: 0
    case .wishes: 1
    case .shopClicks: 2
    }
  }
}
