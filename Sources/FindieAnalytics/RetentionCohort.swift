package import FindieDomain
import FindieHistory

/// The players who signed up in one month, and how many of them came back.
///
/// Retained on day n means active on exactly the n-th day after the sign-up. Only players whose
/// n-th day is over are asked; only interactions can tell, since analytics ids are hashed.
package struct RetentionCohort: Hashable, Sendable {
  /// The days after sign-up that are asked for.
  package static let offsets = [1, 7, 30]

  /// The first day of the month.
  package let month: Day
  /// Sign-ups of the month.
  package let size: Int
  /// Of those who could have, the share who came back, one an offset; nil where nobody could yet.
  package let retained: [Proportion?]
}

extension RetentionCohort {
  /// The cohorts of the last `months` months that have a sign-up, the oldest first.
  static func cohorts(
    of users: [User], presence: Presence, night: Day, months: Int
  ) -> [RetentionCohort] {
    struct Counts {
      var size = 0
      var asked = RetentionCohort.offsets.map { _ in 0 }
      var retained = RetentionCohort.offsets.map { _ in 0 }
    }
    let activeDays = presence.daysOfPlayers()
    var cohorts: [Day: Counts] = [:]
    for user in users {
      guard let joined = user.joinedDate?.day, joined < night else { continue }
      let month = joined.adding(days: 1 - joined.civil.day)
      let active = presence.playerIds.existingCode(of: user.id).map { activeDays[Int($0)] } ?? []
      var counts = cohorts[month] ?? Counts()
      counts.size += 1
      for (place, offset) in offsets.enumerated() {
        let day = joined.adding(days: offset)
        guard day < night else { continue }
        counts.asked[place] += 1
        if active.contains(day.daysSinceEpoch) { counts.retained[place] += 1 }
      }
      cohorts[month] = counts
    }
    return cohorts.sorted { $0.key < $1.key }.suffix(months).map { month, counts in
      RetentionCohort(
        month: month, size: counts.size,
        retained: zip(counts.retained, counts.asked).map { Proportion($0, of: $1) })
    }
  }
}
