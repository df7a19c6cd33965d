import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

/// The comparison of two stores, row by row.
@Suite struct ComparisonTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A published store with the hostile catalogue and lists of some players.
  private func publish(
    _ name: String, users: [String] = ["ada", "bob"], games: [String] = ["b", "a"],
    after earlier: Catalogue = Catalogue()
  ) throws -> PublishedStore {
    let store = try WorkspaceStore(at: folder.url.appending(path: "\(name).workspace"))
    try store.upsert(earlier)
    try store.upsert(hostileCatalogue)
    let copy = folder.url.appending(path: name)
    try store.publish(night: night, to: copy) { lists in
      for user in users { try lists.add(recommendations(user, games)) }
    }
    return try PublishedStore(at: copy)
  }

  @Test func `equal rows have no difference, and are counted`() throws {
    let one = try publish("one")
    let other = try publish("other", after: Catalogue(games: hostileCatalogue.games.suffix(2)))
    let (rows, differences) = try one.comparison(with: other)
    #expect(differences == [])
    #expect(rows >= hostileCatalogue.games.count + 2)
  }

  @Test func `the first row that differs is named by its table`() throws {
    let (_, differences) = try publish("one").comparison(with: publish("other", games: ["b"]))
    let lists = try #require(differences.first { $0.table == "recommendation_lists" })
    #expect(lists.row == 1)
    #expect(lists.mine?.hasPrefix("ada | ") == true)
    #expect(lists.mine != lists.theirs)
    // Nothing of the catalogue differs.
    #expect(Set(differences.map(\.table)).isSubset(of: ["list_texts", "recommendation_lists"]))
  }

  @Test func `a row more on either side is a difference`() throws {
    let (one, other) = (try publish("one"), try publish("other", users: ["ada"]))
    let more = try one.comparison(with: other).differences
    let fewer = try other.comparison(with: one).differences
    // The night's own row counts its lists.
    #expect(more.map(\.table) == ["night", "recommendation_lists"])
    #expect(fewer.map(\.table) == ["night", "recommendation_lists"])
    #expect((more[1].row, more[1].theirs) == (2, nil))
    #expect((fewer[1].row, fewer[1].mine) == (2, nil))
  }
}
