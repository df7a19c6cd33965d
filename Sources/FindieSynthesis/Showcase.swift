import FindieDomain

/// The games that can be shown on one day, and how they are drawn.
struct Showcase {
  /// Games that are out, by place on the shelf.
  let out: [Int]
  /// Games released in the sixty days before.
  let new: [Int]
  private let byPopularity: AliasTable

  /// - Precondition: a game is out. A shelf has some from the first day on, or could not be made.
  init(of shelf: Shelf, on day: Day) {
    out = shelf.games.indices.filter { shelf.games[$0].availability(on: day) == .out }
    precondition(!out.isEmpty, "nothing is out on \(day)")
    let since = day.adding(days: -60).start
    new = out.filter { shelf.games[$0].releaseDate.map { $0 >= since } ?? false }
    byPopularity = AliasTable(weights: out.map { shelf.weights[$0] })
  }

  func drawByPopularity(_ random: inout RandomStream) -> Int {
    out[byPopularity.draw(&random)]
  }
}
