import FindieDomain
import FindieText

/// The annotations and price drops of a null world: the games take turns, each on a day of its own.
struct Occasions {
  let catalogue: WorldCatalogue

  func write(_ null: NullWorld, to output: inout Output) throws {
    let (games, parameters) = (catalogue.games, catalogue.parameters)
    for (place, game) in catalogue.established.enumerated() {
      var random = RandomStream(seed: parameters.seed, .occasions, game)
      let isAnnotation = place.isMultiple(of: 2)
      let effect = isAnnotation ? NullWorld.Effect.annotation : .priceDrop
      let day =
        null.effects.contains(effect) && place == effect.place
        ? parameters.effectDay : parameters.firstDay.adding(days: random.below(parameters.days - 7))
      var line = JSONLine()
      line.add("gameId", games[game].id)
      if isAnnotation {
        line.add("day", day.description)
        line.add("text", "A note about a generated game")
      } else {
        line.add("id", "\(games[game].id)|steam|US|USD")
        line.add("shop", "steam")
        line.add("country", "US")
        line.add("currency", "USD")
        let points = [(parameters.firstDay.adding(days: -400), 1000), (day, 750)]
        line.add(
          "items",
          points.map { at, cents in
            var item = JSONLine()
            item.add("at", at.start.adding(milliseconds: 43_200_000).description)
            item.add("price", Double(cents) / 100, places: 2)
            item.add("regularPrice", 10)
            return item
          })
      }
      var bytes = line.bytes + [UInt8(ascii: "\n")]
      try output.write(&bytes, to: isAnnotation ? "annotations.ndjson" : "prices.ndjson")
    }
  }
}
