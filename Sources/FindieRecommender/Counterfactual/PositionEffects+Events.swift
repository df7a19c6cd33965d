import FindieDomain
package import FindieHistory

extension PositionEffects {
  /// The effects in the cards that players answered.
  ///
  /// - Parameter events: interactions; those that are no verdict on a card are passed over.
  package init(_ events: EventTable) {
    let positions = events[.cardPosition]
    let games = events[.gameId]
    let places = PositionEffects.firstPositions.count
    // Beyond the last place's first position all have one place.
    let placeOf = (0...(PositionEffects.firstPositions.last ?? 0)).map {
      PositionEffects.place(of: $0)
    }
    let isVerdict = SwipeAction.allCases.map(\.isVerdict)
    var cells = [Cell](
      repeating: Cell(shown: 0, likes: 0), count: games.vocabulary.count * places)
    var distinct = Set<Float>()
    var withoutPosition = 0
    for row in 0..<events.count {
      let action = events.kinds[row]
      guard isVerdict[Int(action)] else { continue }
      let position = positions[row]
      guard position >= 0, position < 1e6 else {
        withoutPosition += 1
        continue
      }
      if distinct.count < 2 { distinct.insert(position) }
      let place = placeOf[min(Int(position), placeOf.count - 1)]
      let cell = Int(games.codes[row]) * places + place
      cells[cell].shown += 1
      if action == SwipeAction.like.code || action == SwipeAction.superLike.code {
        cells[cell].likes += 1
      }
    }
    self.init(
      (0..<games.vocabulary.count).map { Array(cells[$0 * places..<($0 + 1) * places]) },
      constant: distinct.count == 1 ? distinct.first.map { Int($0) } : nil,
      withoutPosition: withoutPosition)
  }
}
