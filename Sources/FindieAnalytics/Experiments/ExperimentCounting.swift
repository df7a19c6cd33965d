package import FindieDomain
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
  }

  /// Counts of one code of analytics events.
  private struct Clicks {
    var clicks: Int32 = 0
    var isInArm = false
    var isCounted = false
    /// Whether the code had a list of another arm instead of the control's.
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
    var day = Day?.none
    var counted: [(index: Int, without: UInt16)] = []
    for row in 0..<table.count {
      let own = Timestamp(milliseconds: table.milliseconds[row]).day
      if own != day { (day, counted) = (own, assignment.counted(on: own)) }
      let player = Int(users.codes[row])
      for (index, others) in counted where shares[player] & others == 0 {
        players[index][player].isCounted = true
        switch SwipeAction.allCases[Int(table.kinds[row])] {
        case .like, .superLike:
          players[index][player].impressions += 1
          players[index][player].likes += 1
        case .dislike, .skip: players[index][player].impressions += 1
        case .wishlist: players[index][player].wishes += 1
        case .share, .viewDetails, .neutral: break
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
    var day = Day?.none
    var counted: [Int] = []
    for row in 0..<table.count {
      let arm = arms[Int(lists.codes[row])]
      guard arm >= 0 else { continue }
      let own = Timestamp(milliseconds: table.milliseconds[row]).day
      if own != day { counted = clicks.indices.filter { assignment.countsClicks($0, on: own) } }
      day = own
      let player = Int(users.codes[row])
      for index in counted where arm >= index {
        guard arm == index || arm == Self.control else {
          clicks[index][player].isElsewhere = true
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
    numbers.endOfClicks = assignment.endOfClicks(index)
    for (player, totals) in players[index].enumerated() {
      let isInArm = shares[player] >> UInt16(index) & 1 == 1
      if totals.impressions > 0 {
        numbers[.likes, isInArm].add(Int(totals.likes), of: Int(totals.impressions))
      }
      if totals.isCounted { numbers[.wishes, isInArm].add(Int(totals.wishes), of: 1) }
    }
    for totals in clicks[index] {
      if totals.isCounted {
        numbers[.shopClicks, totals.isInArm].add(Int(totals.clicks), of: 1)
      } else if totals.isElsewhere {
        numbers.clicksElsewhere += 1
      }
    }
    return numbers
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

package struct ExperimentNumbers: Sendable, Equatable {
  /// Of the control and of the arm, by metric.
  private var sums = Array(repeating: RatioSums(), count: 2 * ExperimentMetric.allCases.count)
  /// The codes that had lists of other arms alone: they are not in this experiment's share.
  var clicksElsewhere = 0
  /// The first day from which clicks do not count: a later experiment began. Nil for none.
  package var endOfClicks: Day?

  package init() {}

  package subscript(metric: ExperimentMetric, isInArm: Bool) -> RatioSums {
    get { sums[Self.place(metric, isInArm)] }
    set { sums[Self.place(metric, isInArm)] = newValue }
  }

  private static func place(_ metric: ExperimentMetric, _ isInArm: Bool) -> Int {
    let index =
      switch metric {
      case .likes: 0
      case .wishes: 1
      case .shopClicks: 2
      }
    return 2 * index + (isInArm ? 1 : 0)
  }

  /// The players who count for a metric, against the share.
  func sampleRatio(of metric: ExperimentMetric, share: Double) -> SampleRatio {
    let arm = self[metric, true].players
    let others = self[metric, false].players + (metric == .shopClicks ? clicksElsewhere : 0)
    return SampleRatio(arm: arm, players: arm + others, share: share)
  }
}
