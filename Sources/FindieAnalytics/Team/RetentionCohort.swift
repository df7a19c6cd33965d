package import FindieDomain
import FindieHistory

/// The players who signed up in one week or month, and the shares of them that came back: a row of
/// the retention triangle.
///
/// Retained on day n means active on exactly the n-th day after the sign-up. There is a share once
/// that day is over for whoever signs up on the period's last day, so that it is of all players and
/// stays as it is. Only interactions are used, since analytics ids are hashed.
package struct RetentionCohort: Hashable, Sendable {
  /// The period of a cohort's sign-ups.
  package enum Grain: String, CaseIterable, Sendable {
    /// From Monday to Sunday.
    case week
    case month

    /// The first day of the cohort that a day belongs to.
    func start(of day: Day) -> Day {
      switch self {
      case .week: day.monday
      case .month: day.adding(days: 1 - day.civil.day)
      }
    }

    /// The last day of the cohort that begins on a day.
    func last(from start: Day) -> Day {
      switch self {
      case .week: start.adding(days: 6)
      case .month: self.start(of: start.adding(days: 31)).adding(days: -1)
      }
    }

    /// The number of cohorts that are reported: about a quarter of a year, and a year.
    package var cohorts: Int {
      switch self {
      case .week: 13
      case .month: 12
      }
    }
  }

  /// The days after sign-up that are reported.
  package static let offsets = [1, 3, 7, 14, 30, 60, 90]

  package let grain: Grain
  package let start: Day
  /// The last day of the week or month.
  package var last: Day { grain.last(from: start) }

  /// Sign-ups of the week or month.
  package let size: Int
  /// The share of players who came back, one per offset; nil if the day is not over, or not in the
  /// data, for all of them.
  package let retained: [Proportion?]
}

extension Activity {
  /// The last cohorts of each grain with a sign-up, oldest first; none without interactions.
  ///
  /// - Complexity: O(player-days + users · (offsets + log cohorts)).
  package func retention(of users: PackedRecords<User>) -> [RetentionCohort.Grain:
    [RetentionCohort]]
  {
    typealias Grain = RetentionCohort.Grain
    let offsets = RetentionCohort.offsets
    guard let presence = presence[.interactions] else { return [:] }
    struct Counts {
      var size = 0
      var first: Day
      var retained = RetentionCohort.offsets.map { _ in 0 }
    }
    let activeDays = presence.daysOfPlayers()
    let firstDay = activeDays.compactMap(\.first).min().map { Day(daysSinceEpoch: $0) } ?? night
    var cohorts: [Grain: [Day: Counts]] = [:]
    for user in users {
      guard let joined = user.joinedDate?.day, joined < night else { continue }
      let active = presence.playerIds.existingCode(of: user.id).map { activeDays[Int($0)] } ?? []
      let isRetained = offsets.map {
        let day = joined.adding(days: $0).daysSinceEpoch
        let index = active.indices.partitionPoint { active[$0] < day }
        return index < active.count && active[index] == day
      }
      for grain in Grain.allCases {
        // In place: a copy would also copy its arrays.
        func count(_ counts: inout Counts) {
          counts.size += 1
          counts.first = min(counts.first, joined)
          for index in offsets.indices where isRetained[index] { counts.retained[index] += 1 }
        }
        let start = grain.start(of: joined)
        count(&cohorts[grain, default: [:]][start, default: Counts(first: joined)])
      }
    }
    return Dictionary(
      uniqueKeysWithValues: cohorts.map { grain, cohorts in
        let last = cohorts.sorted { $0.key < $1.key }.suffix(grain.cohorts)
        return (
          grain,
          last.map { start, counts in
            let days = counts.first...grain.last(from: start)
            return RetentionCohort(
              grain: grain, start: start, size: counts.size,
              retained: zip(offsets, counts.retained).map { offset, retained in
                days.lowerBound.adding(days: offset) >= firstDay
                  && days.upperBound.adding(days: offset) < night
                  ? Proportion(retained, of: counts.size) : nil
              })
          }
        )
      })
  }
}
