import FindieDomain
import FindieRanking
import FindieText

extension NightHealth {
  var figures: [(key: String, figure: Figure)] {
    [
      ("ndcg", .share(ndcg)), ("recall", .share(recall)), ("coverage", .share(coverage)),
      ("gini", .share(gini)),
    ]
  }

  var json: JSONValue {
    ["night": .string(day.description), "cutoff": .integer(cutoff)] + .figures(figures) + [
      "lists": lists.json, "publishedModels": .optional(publishedModels?.description),
      "nextDayHits": nextDayHits?.json ?? .null,
      "trained": .optional(trained?.description),
    ]
  }
}

extension NextDayHits {
  fileprivate var json: JSONValue {
    [
      "lists": .string(lists.description), "players": .integer(players),
      "hitRate": hitRate.json, "ndcg": nDCG.json, "isFall": .bool(isFall),
      "modelAge": modelAge?.json ?? .null,
    ]
  }
}

extension ModelAgeLoss {
  fileprivate var json: JSONValue {
    let interval = share.map { share -> JSONValue in
      .oneLine([
        "mean": .number(share.mean, places: 4), "low": .number(share.low, places: 4),
        "high": .number(share.high, places: 4),
      ])
    }
    return ["players": .integer(players), "share": interval ?? .null]
  }
}

extension Interval {
  fileprivate var json: JSONValue {
    .oneLine([
      "mean": Figure.share(mean).json, "low": Figure.share(max(0, low)).json,
      "high": Figure.share(min(1, high)).json,
    ])
  }
}
