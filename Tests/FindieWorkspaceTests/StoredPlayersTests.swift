import FindieWorkspace
import FindieDomain
import FindieStore
import FindieTestSupport
import Foundation
import Testing

/// The file with the users and wishlists of a store.
struct StoredPlayersTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.url.appending(path: "catalogue.players") }
  private let players: StoredPlayers

  init() throws {
    folder = try TemporaryFolder()
    var users = PackedRecords<User>()
    for index in 0..<9 {
      users.append(User(id: "u\(index)"), line: LineHash(of: [UInt8(index)].span))
    }
    let wishlists = PackedRecords(
      users.map { Wishlist(id: $0.id, userId: $0.id, items: [WishlistItem(gameId: "g")]) })
    players = StoredPlayers(users: users.selecting([1, 5, 7]), wishlists: wishlists)
  }

  @Test func `players are read as they were written`() throws {
    let checksum = try players.write(to: file)
    let read = try #require(try StoredPlayers(file, checksum: checksum))
    #expect(read.isIdentical(to: players) && !read.isIdentical(to: players.withoutLines))
    #expect(try players.compact.write(to: file) == checksum)
  }

  @Test func `a missing, other or damaged file has none`() throws {
    let checksum = try players.write(to: file)
    let bytes = try Data(contentsOf: file)
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 1 << (index % 8)
      try flipped.write(to: file)
      #expect(try StoredPlayers(file, checksum: checksum) == nil, "byte \(index)")
    }
    let others = try StoredPlayers(users: [], wishlists: []).write(to: file)
    #expect(try others != checksum && StoredPlayers(file, checksum: checksum) == nil)
    try FileManager.default.removeItem(at: file)
    #expect(try StoredPlayers(file, checksum: checksum) == nil)
  }
}
