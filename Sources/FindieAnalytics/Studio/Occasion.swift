package import FindieDomain
import Foundation

/// A day from which the numbers of a game, or of all games of a studio, may have changed.
package struct Occasion: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case release
    case priceDrop
    /// The text of an annotation.
    case annotation(String)
  }

  package let kind: Kind
  /// The index among the studio's games; nil for all of them together.
  package let game: Int?
  package let day: Day

  /// Whether both concern a common game.
  func concerns(gamesOf other: Occasion) -> Bool {
    game == other.game || game == nil || other.game == nil
  }
}

/// The price drops and annotations that reports compare the days around, for all studios.
///
/// A price drop is a day at whose end the price of a game in a shop is at least a tenth lower than
/// when the day began. Prices of different shops and currencies are never compared.
package struct Occasions: Sendable {
  private var drops: [ExactText: Set<Day>] = [:]
  private var ofGames: [ExactText: [Annotation]] = [:]
  private var ofStudios: [ExactText: [Annotation]] = [:]

  package init() {}

  /// - Parameters:
  ///   - annotations: those that were not withdrawn. Those about the whole app are left out.
  ///   - prices: of one country.
  ///   - calendar: the days of price changes are its days.
  package init(
    _ annotations: [Annotation], prices: [PriceSeries], _ calendar: ReportCalendar
  ) {
    for annotation in annotations {
      if let game = annotation.gameId {
        ofGames[ExactText(game), default: []].append(annotation)
      } else if let studio = annotation.developerId {
        ofStudios[ExactText(studio), default: []].append(annotation)
      }
    }
    for series in prices {
      let days = series.daysOfDrops(calendar)
      if !days.isEmpty { drops[ExactText(series.gameId), default: []].formUnion(days) }
    }
  }

  /// The occasions of a studio, by day, then releases before price drops before annotations, then
  /// by game.
  ///
  /// - Parameter games: all games of the studio.
  package func all(of games: [Game]) -> [Occasion] {
    var releases: [Occasion] = []
    var priceDrops: [Occasion] = []
    var notes: [Occasion] = []
    func add(_ annotations: [Annotation]?, game: Int?) {
      notes += (annotations ?? []).map {
        Occasion(kind: .annotation($0.text), game: game, day: $0.day)
      }
    }
    for (index, game) in games.enumerated() {
      if let day = game.releaseDate?.day {
        releases.append(Occasion(kind: .release, game: index, day: day))
      }
      priceDrops += (drops[ExactText(game.id)] ?? []).map {
        Occasion(kind: .priceDrop, game: index, day: $0)
      }
      add(ofGames[ExactText(game.id)], game: index)
    }
    add(games.first.flatMap { ofStudios[ExactText($0.developerId)] }, game: nil)
    return (releases + priceDrops + notes).enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
  }
}

extension PriceSeries {
  /// The days at whose end the price is at least a tenth lower than when the day began.
  fileprivate func daysOfDrops(_ calendar: ReportCalendar) -> [Day] {
    let days = items.map { calendar.day(ofMilliseconds: $0.at.milliseconds) }
    return items.indices.compactMap { index in
      // The last point of its day, against the last one of an earlier day.
      guard index + 1 == days.count || days[index + 1] != days[index],
        let earlier = days[..<index].lastIndex(where: { $0 != days[index] }),
        let before = items[earlier].price, let price = items[index].price,
        before > 0, 10 * price <= 9 * before
      else { return nil }
      return days[index]
    }
  }
}
