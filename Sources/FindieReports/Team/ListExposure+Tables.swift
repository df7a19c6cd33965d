import FindieText

extension StudioSizeShare {
  var json: JSONValue {
    .oneLine([
      "size": .string(size), "studios": .integer(studios),
      "shareOfGames": Figure.share(shareOfGames).json,
      "shareOfEntries": Figure.share(shareOfEntries).json,
      "shareOfTopRanks": Figure.share(shareOfTopRanks).json,
    ])
  }

  /// Empty without a row.
  static func table(_ shares: [StudioSizeShare]) -> HTML {
    var table = HTMLTable(
      "Studios by size", caption: "Share of the lists by the size of the studio’s catalogue",
      head: "Studio size",
      columns: ["Studios", "Games", "List entries", "Entries at rank 1"].map { .init($0) })
    for row in shares {
      table.append(
        HTML(text: row.size),
        [Figure.count(row.studios).html]
          + [row.shareOfGames, row.shareOfEntries, row.shareOfTopRanks].map {
            Figure.share($0).html
          })
    }
    return table.html
  }
}

extension FilterDrop {
  var json: JSONValue {
    .oneLine(["reason": .string(reason), "candidates": .integer(candidates)])
  }

  /// Empty without a row.
  static func table(_ drops: [FilterDrop]) -> HTML {
    var table = HTMLTable(
      "Filters", caption: "Candidates that filters removed, by the first filter that applied",
      head: "Because the game is", columns: [.init("Pairs of player and game")])
    for drop in drops {
      table.append(HTML(text: drop.reason), [Figure.count(drop.candidates).html])
    }
    return table.html
  }
}
