import FindieBatch
import FindieDomain
import Foundation

extension Catalogue {
  /// The fingerprint of every field that a night reads.
  var digest: Fingerprint {
    var text = DigestText()
    for game in games {
      text.add(game.id, game.title, game.developerId, game.releaseStatus.rawValue)
      text.add(game.genres.map(\.rawValue))
      text.add(game.tags)
      text.add(game.platforms.map(\.rawValue))
      text.add(game.releaseDate)
      text.add(game.price.map { "\($0)" } ?? "", game.currency ?? "")
      text.add(game.isFree ? "free" : "", game.isActive ? "active" : "")
    }
    for developer in developers {
      text.add(developer.id, developer.studioName, "\(developer.followerCount ?? -1)")
    }
    for tag in tags { text.add(tag.id, tag.name, tag.category?.rawValue ?? "") }
    for user in users {
      text.add(user.id, user.priceRange.rawValue, user.accountType.rawValue)
      text.add(user.favoriteGenres.map(\.rawValue))
      text.add(user.preferredPlatforms.map(\.rawValue))
      text.add(user.friendIds)
      text.add(user.joinedDate)
      text.add(user.lastActiveDate)
    }
    for wishlist in wishlists {
      text.add(wishlist.userId)
      for item in wishlist.items {
        text.add(item.gameId)
        text.add(item.addedDate)
      }
      text.add(wishlist.steamLastSynced)
      text.add(wishlist.itchioLastSynced)
    }
    return Fingerprint(ofBytes: Data(text.bytes))
  }

  /// Whether `findie generate` invented it; said on every report.
  var isGenerated: Bool {
    games.contains { $0.id.hasPrefix("gen-") } || users.contains { $0.id.hasPrefix("gen-") }
  }
}

/// Fields one after the other, each with its length in front, so that no two records run together.
private struct DigestText {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ fields: String...) {
    add(fields)
  }

  mutating func add(_ fields: [String]) {
    bytes += "\(fields.count);".utf8
    for field in fields {
      bytes += "\(field.utf8.count):".utf8
      bytes += field.utf8
    }
  }

  mutating func add(_ instant: Timestamp?) {
    bytes += (instant.map { "\($0.milliseconds);" } ?? "-;").utf8
  }
}
