import CFactorKernels
import FindieLinearAlgebra

/// The games that may be listed, the longest factors first, cut into panels of as many as the kernel
/// multiplies at once.
package struct FactorPanels: Sendable {
  /// [count, panelGames]: the games' indices; the last panel is filled up with zeros.
  let order: [UInt32]
  /// By game: its place in `order`, `notListed` where it may not be listed.
  let places: [UInt32]
  /// By panel: the length of its first, longest factor.
  let norms: [Double]
  let rank: Int
  /// The number of games, without what fills up the last panel.
  let listed: Int
  private let games: Matrix
  /// [count, rank, panelGames]; empty where panels are made when they are asked for.
  private var packed: [Float]
  /// Nil where players are not screened.
  let coarse: CoarsePanels?

  package static let panelGames = Int(FINDIE_PANEL_GAMES)
  static let notListed = UInt32.max

  /// - Throws: where a factor is not finite.
  init(
    _ games: Matrix, isListed: [Bool], isScreened: Bool? = nil
  ) throws(RankingFailure) {
    precondition(isListed.count == games.rows, "\(isListed.count) flags for \(games.rows) games")
    var lengths: [(norm: Double, game: UInt32)] = []
    for game in 0..<games.rows {
      let norm = games.row(game).norm
      guard norm.isFinite else { throw .notFinite(.game, row: game) }
      if isListed[game] { lengths.append((norm, UInt32(game))) }
    }
    lengths.sort { ($1.norm, $0.game) < ($0.norm, $1.game) }
    let width = FactorPanels.panelGames
    let panels = (lengths.count + width - 1) / width
    var order = lengths.map(\.game)
    var places = [UInt32](repeating: FactorPanels.notListed, count: games.rows)
    for (place, game) in order.enumerated() { places[Int(game)] = UInt32(place) }
    order += [UInt32](repeating: 0, count: panels * width - order.count)
    self.order = order
    self.places = places
    norms = (0..<panels).map { lengths[$0 * width].norm }
    rank = games.columns
    listed = lengths.count
    self.games = games
    packed = []
    // Few games are multiplied at once, and the bytes of very long factors may not fit a sum.
    let pays = isScreened ?? findie_screen_pays(findie_select_best())
    coarse =
      pays && 8...16384 ~= rank ? CoarsePanels(games, order: order, listed: listed) : nil
  }

  /// One panel after the other, [order.count / panelGames, rank, panelGames].
  private static func panels(of factors: Matrix, order: [UInt32], listed: Int) -> [Float] {
    let size = factors.columns * panelGames
    let count = order.count / panelGames
    var elements = [Float](repeating: 0, count: count * size)
    var span = elements.mutableSpan
    for panel in 0..<count {
      write(panel, of: factors, order: order, listed: listed, into: &span, at: panel * size)
    }
    return elements
  }

  var count: Int { norms.count }

  /// The elements of one panel.
  var panelElements: Int { rank * FactorPanels.panelGames }

  /// The bytes that `pack` takes.
  var packedBytes: Int { count * panelElements * MemoryLayout<Float>.stride }

  /// The bytes of the order, and of the factors in bytes.
  var orderBytes: Int {
    (order.count + places.count) * MemoryLayout<UInt32>.stride
      + count * MemoryLayout<Double>.stride + (coarse?.bytes ?? 0)
  }

  var isPacked: Bool { !packed.isEmpty }

  /// Makes all panels once, instead of each for each part of the players.
  mutating func pack() {
    packed = FactorPanels.panels(of: games, order: order, listed: listed)
  }

  /// Which of a panel's games are there, the first the lowest bit.
  func present(_ panel: Int) -> UInt32 {
    let games = min(FactorPanels.panelGames, listed - panel * FactorPanels.panelGames)
    return games == FactorPanels.panelGames ? .max : 1 << UInt32(games) - 1
  }

  /// The indices of a panel's games, [panelGames].
  @_lifetime(borrow self)
  func games(_ panel: Int) -> Span<UInt32> {
    let width = FactorPanels.panelGames
    return order.span.extracting(panel * width..<(panel + 1) * width)
  }

  /// One packed panel's factors, [rank, panelGames].
  @_lifetime(borrow self)
  func packed(_ panel: Int) -> Span<Float> {
    packed.span.extracting(panel * panelElements..<(panel + 1) * panelElements)
  }

  /// Makes one panel, `panelElements` numbers.
  func make(_ panel: Int, into elements: inout [Float]) {
    var span = elements.mutableSpan
    FactorPanels.write(panel, of: games, order: order, listed: listed, into: &span, at: 0)
  }

  private static func write(
    _ panel: Int, of factors: Matrix, order: [UInt32], listed: Int,
    into span: inout MutableSpan<Float>, at start: Int
  ) {
    for place in 0..<panelGames {
      let isThere = panel * panelGames + place < listed
      let factor = factors.row(Int(order[panel * panelGames + place]))
      for element in 0..<factors.columns {
        span[start + element * panelGames + place] = isThere ? factor[element] : 0
      }
    }
  }
}
