/// What tonight's lists hold of studios of one size, by the number of their games that may be listed.
package struct StudioSizeShare: Hashable, Sendable {
  /// In words, such as `2 to 5 games`.
  package let size: String
  package let studios: Int
  /// Of all games that may be listed, of all lists' entries, and of their first places: 0 to 1.
  package let shareOfGames: Double
  package let shareOfEntries: Double
  package let shareOfFirstPlaces: Double

  package init(
    size: String, studios: Int, shareOfGames: Double, shareOfEntries: Double,
    shareOfFirstPlaces: Double
  ) {
    self.size = size
    self.studios = studios
    self.shareOfGames = shareOfGames
    self.shareOfEntries = shareOfEntries
    self.shareOfFirstPlaces = shareOfFirstPlaces
  }

  var json: JSONValue {
    .inline(
      .object([
        .init("size", .string(size)), .init("studios", .count(studios)),
        .init("shareOfGames", Figure.share(shareOfGames).json),
        .init("shareOfEntries", Figure.share(shareOfEntries).json),
        .init("shareOfFirstPlaces", Figure.share(shareOfFirstPlaces).json),
      ]))
  }
}

/// How many candidates a filter kept off the lists.
package struct FilterDrop: Hashable, Sendable {
  /// Why, in words, such as `not out yet`.
  package let reason: String
  package let candidates: Int

  package init(reason: String, candidates: Int) {
    self.reason = reason
    self.candidates = candidates
  }

  var json: JSONValue {
    .inline(
      .object([.init("reason", .string(reason)), .init("candidates", .count(candidates))]))
  }
}

/// The two as tables of the team's page.
enum ListShapeTables {
  static func html(_ exposure: [StudioSizeShare], _ drops: [FilterDrop]) -> String {
    var studios = HTMLTable(
      "Studios of each size",
      caption: "What the lists hold of studios by the size of their catalogue",
      head: "Studios of",
      columns: [
        "Studios", "Of the games", "Of the lists’ entries", "Of first places",
      ].map { .init(name: $0) })
    for row in exposure {
      studios.append(
        escaped(row.size),
        [Figure.count(row.studios).html]
          + [row.shareOfGames, row.shareOfEntries, row.shareOfFirstPlaces].map {
            Figure.share($0).html
          })
    }
    var filters = HTMLTable(
      "Filters", caption: "What the filters kept off the lists, counted by the first that did",
      head: "Because the game is",
      columns: [.init(name: "Pairs of player and game")])
    for drop in drops {
      filters.append(escaped(drop.reason), [Figure.count(drop.candidates).html])
    }
    return (studios.isEmpty ? "" : studios.html) + (filters.isEmpty ? "" : filters.html)
  }
}
