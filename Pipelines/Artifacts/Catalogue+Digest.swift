package import FindieBatch
package import FindieDomain
import Foundation

extension Catalogue {
  /// The fingerprint of every field of every record: of those that a night learns from, and of those
  /// that only the published snapshot hands on to the app.
  package var digest: Fingerprint {
    var text = DigestText()
    text.add(games) { text, game in
      text.add([
        game.id, game.title, game.subtitle, game.description, game.shortDescription, game.iconURL,
        game.coverImageURL, game.trailerURL, game.developerId, game.developerName, game.studioName,
        game.releaseStatus.rawValue, game.price.map { "\($0)" }, game.currency, game.steamURL,
        game.itchioURL, game.officialWebsiteURL, game.discordURL,
      ])
      text.add(game.screenshotURLs)
      text.add(game.genres.map(\.rawValue))
      text.add(game.tags)
      text.add(game.platforms.map(\.rawValue))
      text.add(game.releaseDate, game.createdAt, game.updatedAt)
      text.add(game.isFree, game.isActive)
    }
    text.add(developers) { text, developer in
      text.add([
        developer.id, developer.userId, developer.studioName, developer.displayName, developer.bio,
        developer.website, developer.location, developer.foundedYear.map { "\($0)" },
        developer.followerCount.map { "\($0)" },
      ])
      text.add(developer.publishedGameIds)
      text.add(developer.joinedDate, developer.updatedAt)
      text.add(developer.isVerified, developer.isActive)
    }
    text.add(tags) { text, tag in
      text.add([tag.id, tag.name, tag.category?.rawValue, tag.usageCount.map { "\($0)" }])
      text.add(tag.createdAt, tag.updatedAt)
      text.add(tag.isOfficial)
    }
    text.add(users) { text, user in
      text.add([
        user.id, user.username, user.displayName, user.priceRange.rawValue,
        user.accountType.rawValue,
      ])
      text.add(user.favoriteGenres.map(\.rawValue))
      text.add((user.mutedGenres ?? []).map(\.rawValue))
      text.add(user.preferredPlatforms.map(\.rawValue))
      text.add(user.friendIds)
      text.add(user.joinedDate, user.lastActiveDate, user.updatedAt)
    }
    text.add(wishlists) { text, wishlist in
      text.add([wishlist.id, wishlist.userId])
      text.add(wishlist.lastUpdated, wishlist.steamLastSynced, wishlist.itchioLastSynced)
      text.add(wishlist.steamSyncEnabled, wishlist.itchioSyncEnabled)
      text.add(wishlist.items) { text, item in
        text.add([
          item.gameId, item.gameTitle, item.priority?.rawValue, item.steamAppId, item.itchioGameId,
          item.priceAtAdd.map { "\($0)" },
        ])
        text.add(item.addedDate)
        text.add(item.notifyOnRelease, item.notifyOnDiscount)
      }
    }
    return Fingerprint(ofBytes: Data(text.bytes))
  }

  /// Whether `findie generate` invented it; said on every report.
  package var isGenerated: Bool {
    games.contains { $0.id.hasPrefix("gen-") } || users.contains { $0.id.hasPrefix("gen-") }
  }
}

/// Fields one after the other, each with its length in front, so that no two records run together;
/// what is absent is not what is empty.
private struct DigestText {
  private(set) var bytes: [UInt8] = []

  mutating func add<Record>(_ records: [Record], _ add: (inout DigestText, Record) -> Void) {
    bytes += "\(records.count);".utf8
    for record in records { add(&self, record) }
  }

  mutating func add(_ fields: [String?]) {
    bytes += "\(fields.count);".utf8
    for field in fields {
      guard let field else {
        bytes += "-".utf8
        continue
      }
      bytes += "\(field.utf8.count):".utf8
      bytes += field.utf8
    }
  }

  mutating func add(_ list: [String]?) {
    guard let list else { return bytes += "-;".utf8 }
    add(list.map(Optional.some))
  }

  mutating func add(_ instants: Timestamp?...) {
    for instant in instants { bytes += (instant.map { "\($0.milliseconds);" } ?? "-;").utf8 }
  }

  mutating func add(_ flags: Bool...) {
    bytes += flags.map { UInt8(ascii: $0 ? "t" : "f") }
  }
}
