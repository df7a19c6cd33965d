import FindieDomain
import FindiePublishing
import Testing

/// The editor gives the lines that are written for the remaining games and players.
struct LineEditorTests {
  private let day = Day("2026-02-03")!
  private let ids = ["a", "b\"],{\"", "c\\", "d\u{0}", "é{", "f\u{2028}]"]

  private func recommendations(
    _ user: String, _ games: [String], arm: String?, source: RecommendationList.Source = .personal
  ) -> [UInt8] {
    var line = PublishedLine()
    line.append(
      RecommendationList(
        userId: user, date: day, source: source,
        games: games.enumerated().map { rank, game in
          RecommendationList.Entry(
            gameId: game, rank: rank + 1, score: 0.25 * Double(game.utf8.count),
            reasons: [
              Reason(kind: .liked, gameId: ids[0], weight: 0.5),
              Reason(kind: .favoriteGenre, genre: .rpg, weight: 0.25),
            ],
            probability: game == ids[1] ? 0.125 : nil, promoted: game == ids[2] ? true : nil)
        }), arm: arm)
    return line.bytes
  }

  private func exclusions(games: Set<Int>) -> ListExclusions {
    var exclusions = ListExclusions()
    exclusions.games = Set(games.map { ExactText(ids[$0]) })
    return exclusions
  }

  @Test(arguments: 0..<64) func `each subset of games can be removed`(subset: Int) throws {
    let removed = Set(ids.indices.filter { subset >> $0 & 1 == 1 })
    let others = ids.indices.filter { !removed.contains($0) }.map { ids[$0] }
    for user in ["ada", "o\"{[", "n\u{0}"] {
      for arm in [nil, "more-new-games"] {
        var editor = LineEditor(exclusions(games: removed))
        let edited = try editor.edited(recommendations(user, ids, arm: arm))
        #expect(edited == recommendations(user, others, arm: arm))
        let changed = removed.isEmpty ? [] : [ExactText(user)]
        #expect(Array(editor.listIds.keys) == changed)
        let line = String(decoding: edited, as: UTF8.self)
        #expect(editor.listIds.values.allSatisfy { line.contains("\"listId\":\"\($0)\"") })
      }
    }
  }

  @Test func `lists of one game or player are removed, and ranks of lines have no gaps`() throws {
    var (line, expected) = (PublishedLine(), PublishedLine())
    for (index, id) in ids.enumerated() {
      let game = AnnouncedGame(
        gameId: id, date: day, rank: index + 1, releaseDate: nil, status: .upcoming)
      line.append(game)
      if index == 1 || index == 4 { continue }
      expected.append(
        AnnouncedGame(
          gameId: id, date: day, rank: index < 1 ? 1 : index < 4 ? index : index - 1,
          releaseDate: nil, status: .upcoming))
    }
    var editor = LineEditor(exclusions(games: [1, 4]))
    #expect(try editor.edited(line.bytes) == expected.bytes)

    editor.begin()
    (line, expected) = (PublishedLine(), PublishedLine())
    let similar = { (game: Int, others: [Int]) in
      SimilarGames(
        gameId: ids[game], date: day,
        games: others.enumerated().map {
          SimilarGames.Entry(gameId: ids[$1], rank: $0 + 1, score: 0.5, carriedBy: .tags)
        })
    }
    line.append(similar(0, [1, 2, 4]))
    line.append(similar(1, [0]))
    line.append(similar(2, [4]))
    expected.append(similar(0, [2]))
    expected.append(similar(2, []))
    #expect(try editor.edited(line.bytes) == expected.bytes)
  }

  @Test(arguments: 0..<64) func `rows have the other games`(subset: Int) throws {
    let removed = Set(ids.indices.filter { subset >> $0 & 1 == 1 })
    func line(_ isThere: (Int) -> Bool) -> [UInt8] {
      let rows: [(RecommendationList.Row.Key, Int?, [Int])] = [
        (.becauseYouLiked, 0, [1, 2]), (.moreOfTag, 1, [0, 3, 4]), (.hiddenGems, nil, [5]),
      ]
      let remaining = rows.compactMap { key, subject, games -> RecommendationList.Row? in
        let games = games.filter(isThere).map { ids[$0] }
        guard !games.isEmpty, key != .becauseYouLiked || isThere(0) else { return nil }
        return RecommendationList.Row(key: key, subject: subject.map { ids[$0] }, gameIds: games)
      }
      guard !remaining.isEmpty else { return [] }
      var line = PublishedLine()
      line.append(remaining, ofPlayer: "o\"{[")
      return line.bytes
    }
    var editor = LineEditor(exclusions(games: removed))
    #expect(try editor.edited(line { _ in true }) == line { !removed.contains($0) })
    var refusing = ListExclusions()
    refusing.refusals = [User(id: "o\"{[", username: "o")]
    editor = LineEditor(refusing)
    #expect(try editor.edited(line { _ in true }).isEmpty)
  }

  @Test func `players and their profiles`() throws {
    var exclusions = ListExclusions()
    exclusions.players = [ExactText("ada")]
    exclusions.refusals = ["bob", "cy"].map { User(id: $0, username: $0) }
    var editor = LineEditor(exclusions)
    let kept = recommendations("dan", ids, arm: nil)
    let popular = recommendations("cy", ids, arm: nil, source: .popular)
    let lines =
      recommendations("ada", ids, arm: nil) + recommendations("bob", ids, arm: nil) + popular + kept
    #expect(try editor.edited(lines) == popular + kept)
    #expect(editor.listIds.isEmpty)
    var (line, expected) = (PublishedLine(), PublishedLine())
    let audience = { (players: [String]) in
      GameAudience(
        gameId: "g",
        players: players.enumerated().map {
          GameAudience.Player(userId: $1, rank: $0 + 1, score: 1.5)
        })
    }
    line.append(audience(["ada", "bob", "cy"]))
    line.append(audience(["dan", "cy", "eve"]))
    expected.append(audience([]))
    expected.append(audience(["dan", "eve"]))
    editor.begin()
    #expect(!editor.hasChanged)
    #expect(try editor.edited(line.bytes) == expected.bytes)
    #expect(editor.hasChanged)
  }
}
