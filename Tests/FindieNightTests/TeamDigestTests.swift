import FindieDomain
import FindieNight
import FindieWorkers
import FindieWorkspace
import Foundation
import Testing

/// The fingerprints of annotations and promotions, by which a night decides what to compute again.
struct TeamDigestTests {
  private let workers = Workers(threads: 2)

  private static func annotation(_ change: (inout Annotation) -> Void = { _ in }) -> Annotation {
    var annotation = Annotation(id: "a", day: Day(daysSinceEpoch: 1), text: "t")
    change(&annotation)
    return annotation
  }

  private static func promotion(_ change: (inout Promotion) -> Void = { _ in }) -> Promotion {
    let day = Day(daysSinceEpoch: 1)
    var promotion = Promotion(id: "p", gameId: "g", from: day, to: day)
    change(&promotion)
    return promotion
  }

  @Test func `every stored property changes its own digest, and not the catalogue's`() {
    let (day, time) = (Day(daysSinceEpoch: 2), Timestamp(milliseconds: 2))
    let annotations = [
      Self.annotation(), Self.annotation { $0.day = day }, Self.annotation { $0.text = "u" },
      Self.annotation { $0.gameId = "g" }, Self.annotation { $0.developerId = "g" },
      Self.annotation { $0.updatedAt = time }, Self.annotation { $0.isActive = false },
    ]
    let promotions = [
      Self.promotion(), Self.promotion { $0.gameId = "h" }, Self.promotion { $0.from = day },
      Self.promotion { $0.to = day }, Self.promotion { $0.rank = 1 },
      Self.promotion { $0.boost = 1 }, Self.promotion { $0.genres = [.rpg] },
      Self.promotion { $0.platforms = [.mac] }, Self.promotion { $0.updatedAt = time },
      Self.promotion { $0.isActive = false },
    ]
    let digests =
      annotations.map { [$0].digest(workers: workers) }
      + promotions.map { [$0].digest(workers: workers) }
    #expect(Set(digests.map(\.hexadecimal)).count == digests.count)
    func properties(_ record: Any) -> Int { Mirror(reflecting: record).children.count }
    #expect(annotations.count == properties(Self.annotation()))
    #expect(promotions.count == properties(Self.promotion()))
    let whole = Catalogue(annotations: annotations, promotions: promotions)
    #expect(whole.digest(workers: workers) == Catalogue().digest(workers: workers))
  }

  @Test func `annotations and promotions of unknown games and studios are named`() {
    let day = Day(daysSinceEpoch: 1)
    let catalogue = Catalogue(
      games: [Game(id: "g", title: "G", developerId: "d")],
      annotations: [
        Annotation(id: "1", day: day, text: "t", gameId: "g"),
        Annotation(id: "2", day: day, text: "t", gameId: "x"),
        Annotation(id: "3", day: day, text: "t", developerId: "d"),
        Annotation(id: "4", day: day, text: "t", developerId: "e"),
        Annotation(id: "5", day: day, text: "t", gameId: "y", isActive: false),
        Annotation(id: "6", day: day, text: "t"),
      ],
      promotions: ["g", "x", "z"].map { Promotion(id: $0, gameId: $0, from: day, to: day, rank: 1) }
    )
    #expect(
      catalogue.unknownSubjects.map(\.sentence) == [
        "1 annotation concerns a game that the catalogue lacks (x) and has no effect there",
        "1 annotation concerns a studio that the catalogue lacks (e) and has no effect there",
        "2 promotions concern games that the catalogue lacks (x, z) and have no effect there",
      ])
    #expect(catalogue.shownAnnotations.map(\.id) == ["1", "2", "3", "4", "6"])
    #expect(catalogue.promotions(on: day).map(\.id) == ["g", "x", "z"])
    #expect(catalogue.promotions(on: day.adding(days: 1)).isEmpty)
  }
}
