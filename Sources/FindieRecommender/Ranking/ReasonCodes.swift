import FindieDomain

/// All reasons that lists over some games can give, counted from 0 in the order of their codes.
///
/// An action for each game comes first, then the genres, then what has no subject: what is known of a
/// reason can stand in an array.
package struct ReasonCodes: Sendable {
  private let games: Int
  // Kept, since `allCases` makes an array each time.
  private let actionKinds = SwipeAction.allCases.count
  private let genres = Genre.allCases.count
  private let withoutSubject = Reason.withoutSubject

  package init(games: Int) {
    self.games = games
  }

  package var count: Int { actions + genres + withoutSubject.count }

  private var actions: Int { actionKinds * games }

  /// The number of the reason of a code; nil where the code spells none.
  ///
  /// - Precondition: the subject of an action is one of the games.
  package func number(kind: UInt8, subject: UInt32) -> Int? {
    if kind < actionKinds {
      precondition(subject < games, "a reason of game \(subject) among \(games)")
      return Int(kind) * games + Int(subject)
    }
    if kind == Reason.genreKind { return subject < genres ? actions + Int(subject) : nil }
    return withoutSubject.firstIndex(of: kind).map { actions + genres + $0 }
  }

  /// The code of a reason by its number.
  package func code(_ number: Int) -> (kind: UInt8, subject: UInt32) {
    guard number >= actions else { return (UInt8(number / games), UInt32(number % games)) }
    let genre = number - actions
    guard genre >= genres else { return (Reason.genreKind, UInt32(genre)) }
    return (withoutSubject[genre - genres], 0)
  }
}
