package import FindieDomain

/// How a split was made, and what its data lacks.
package struct SplitDesign: Codable, Sendable, Equatable {
  package enum Method: Codable, Sendable, Equatable {
    /// A share of the positives of each player, at random.
    case random(seed: UInt64, share: Double)
    /// The positives of some days.
    case byTime(DayRange)
    /// Training and test are given, and perhaps a fold-in.
    case given(hasFoldIn: Bool)
  }

  package enum Note: Codable, Sendable, Equatable {
    /// Players that are not tested, since they have no evidence before the day.
    case withoutEvidence(players: Int, before: Day)
    /// Players whose positives mostly have no date: a share of those is held out at random.
    case undated(players: Int, share: Double)
    case sampled(players: Int, of: Int)
    /// Players of the test that are not tested, since they have no profile.
    case withoutProfile(players: Int)
    /// Games of the test that are in no row of the training, and their relevant pairs.
    case untrained(games: Int, misses: Int)
    /// Pairs of the test that are left out, since the profile has them.
    case known(pairs: Int)
    /// Players of the fold-in who also train.
    case alsoTrained(players: Int)
    /// Lines of the fold-in with games that the training lacks.
    case unknownGames(lines: Int)
  }

  package let method: Method
  /// Only those that apply.
  package var notes: [Note]

  package init(_ method: Method, notes: [Note] = []) {
    self.method = method
    self.notes = notes
  }
}
