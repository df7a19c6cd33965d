import FindieRanking
import FindieText

extension StudioExposure {
  /// Empty without a row.
  static func table(_ shares: [StudioExposure]) -> HTML {
    HTMLTable(
      "Studios by size", caption: "Share of the lists by the size of the studio’s catalogue",
      head: "Studio size", columns: ["Studios", "Games", "List entries", "Entries at rank 1"]
    ).html(of: shares) { row in
      (
        HTML(text: row.size),
        [Figure.count(row.studios).html]
          + [row.shareOfGames, row.shareOfEntries, row.shareOfTopPositions].map {
            Figure.share($0).html
          }
      )
    }
  }
}

extension FilterCounts {
  var table: HTML {
    HTMLTable(
      "Filters", caption: "Candidates that filters removed, by the first filter that applied",
      head: "Because the game is", columns: ["Pairs of player and game"]
    ).html(of: ListFilter.allCases) { (HTML(text: $0.words), [Figure.count(self[$0]).html]) }
  }
}

extension ListFilter {
  var words: String {
    switch self {
    case .inactive: "withdrawn"
    case .cancelled: "cancelled"
    case .unreleased: "not released yet"
    case .ineligible: "not eligible for lists by the parameters"
    case .otherEdition: "another edition is listed"
    case .price: "outside the player’s price range"
    case .platform: "not on the player’s platforms"
    case .mutedGenre: "in a genre that the player muted"
    case .disliked: "disliked by the player"
    case .liked: "already liked by the player"
    case .wishlist: "in the player’s wishlist or library"
    case .shared: "shared by the player"
    case .viewed: "viewed by the player"
    case .seen: "seen by the player"
    }
  }
}
