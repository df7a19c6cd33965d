import FindieDomain

/// All reasons that lists over some games can have, numbered from 0 in the order of their codes.
///
/// An action for each game comes first, then each genre as popular and as a favourite, then reasons
/// without a subject: arrays can be indexed by it.
package struct ReasonCodes: Sendable {
  private let games: Int
  // Stored, since `allCases` builds an array on each call.
  private let actionKinds = SwipeAction.allCases.count
  private let genres = Genre.allCases.count
  private let ofGenres = Reason.ofGenres
  private let withoutSubject = Reason.withoutSubject

  package init(games: Int) {
    self.games = games
  }

  package var count: Int { actionsAndGenres + withoutSubject.count }

  private var actions: Int { actionKinds * games }
  private var actionsAndGenres: Int { actions + ofGenres.count * genres }

  /// The number of a reason's code; nil if the code is invalid.
  ///
  /// - Precondition: the subject of an action is one of the games.
  package func number(kind: UInt8, subject: UInt32) -> Int? {
    if kind < actionKinds {
      precondition(subject < games, "a reason of game \(subject) among \(games)")
      return Int(kind) * games + Int(subject)
    }
    if let position = ofGenres.firstIndex(of: kind) {
      return subject < genres ? actions + position * genres + Int(subject) : nil
    }
    return withoutSubject.firstIndex(of: kind).map { actionsAndGenres + $0 }
  }

  /// The code of a reason by its number.
  package func code(_ number: Int) -> (kind: UInt8, subject: UInt32) {
    guard number >= actions else { return (UInt8(number / games), UInt32(number % games)) }
    guard number >= actionsAndGenres else {
      let genre = number - actions
      return (ofGenres[genre / genres], UInt32(genre % genres))
    }
    return (withoutSubject[number - actionsAndGenres], 0)
  }
}
