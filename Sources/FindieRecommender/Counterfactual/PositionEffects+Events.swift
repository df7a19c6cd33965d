import FindieDomain
package import FindieHistory

extension PositionEffects {
  /// The effects in the cards that players answered.
  ///
  /// - Parameter events: interactions; those that are no verdict on a card are passed over.
  package init(_ events: EventTable) {
    let positions = events[.cardPosition]
    let games = events[.gameId]
    let empty = [Cell](
      repeating: Cell(shown: 0, likes: 0), count: PositionEffects.firstPositions.count)
    var cells = [[Cell]](repeating: empty, count: games.vocabulary.count)
    var distinct = Set<Float>()
    var withoutPosition = 0
    for row in 0..<events.count {
      let action = events.action(row)
      guard action.isVerdict else { continue }
      let position = positions[row]
      guard position >= 0, position < 1e6 else {
        withoutPosition += 1
        continue
      }
      if distinct.count < 2 { distinct.insert(position) }
      let place = PositionEffects.place(of: Int(position))
      cells[Int(games.codes[row])][place].shown += 1
      if action == .like || action == .superLike {
        cells[Int(games.codes[row])][place].likes += 1
      }
    }
    self.init(
      cells, constant: distinct.count == 1 ? distinct.first.map { Int($0) } : nil,
      withoutPosition: withoutPosition)
  }
}
