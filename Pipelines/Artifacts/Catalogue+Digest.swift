package import FindieBatch
package import FindieDomain
package import FindieWorkers

extension Catalogue {
  /// The fingerprint of every field of every record: of those that a night learns from, and of those
  /// that only the published snapshot hands on to the app.
  package func digest(workers: Workers) -> Fingerprint {
    var writer = FingerprintWriter()
    writer.add(games, workers) { $0.add($1) }
    writer.add(developers, workers) { $0.add($1) }
    writer.add(tags, workers) { $0.add($1) }
    writer.add(users, workers) { $0.add($1) }
    writer.add(wishlists, workers) { $0.add($1) }
    return writer.fingerprint
  }

  /// Whether `findie generate` invented it; said on every report.
  package var isGenerated: Bool {
    games.contains { $0.id.hasPrefix("gen-") } || users.contains { $0.id.hasPrefix("gen-") }
  }
}

extension FingerprintWriter {
  /// Adds records, whose texts all threads make, a wave at a time.
  fileprivate mutating func add<Record: Sendable>(
    _ records: [Record], _ workers: Workers,
    _ add: @Sendable (inout DigestText, Record) -> Void
  ) {
    var count = DigestText()
    count.begin(records.count)
    self.add(count.bytes)
    for wave in Workers.ranges(of: records.count, size: 4096 * workers.threads) {
      let parts = Workers.ranges(of: wave.count, size: 1024)
      let texts = workers.map(parts.count) { part in
        var text = DigestText()
        for place in parts[part] { add(&text, records.span[wave.lowerBound + place]) }
        return text.bytes
      }
      for text in texts { self.add(text) }
    }
  }
}

/// Fields one after the other, each with its length in front, so that no two records run together;
/// what is absent is not what is empty.
private struct DigestText {
  private(set) var bytes: [UInt8] = []

  /// Says how many fields or records follow.
  mutating func begin(_ count: Int) { add(count, then: ";") }

  mutating func add(_ field: String?) {
    guard let field else { return bytes.append(UInt8(ascii: "-")) }
    add(field.utf8.count, then: ":")
    bytes.append(contentsOf: field.utf8)
  }

  mutating func add(list: some Collection<String>) {
    begin(list.count)
    for text in list { add(text) }
  }

  mutating func add<Word: RawRepresentable<String>>(words: [Word]) {
    // As in `RowWriter`.
    add(list: words.lazy.map { $0.rawValue })
  }

  mutating func add(_ instant: Timestamp?) {
    guard let instant else { return bytes.append(contentsOf: "-;".utf8) }
    add(Int(instant.milliseconds), then: ";")
  }

  mutating func add(_ flag: Bool) { bytes.append(UInt8(ascii: flag ? "t" : "f")) }

  private mutating func add(_ number: Int, then end: Unicode.Scalar) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digitsOf: number.magnitude)
    bytes.append(UInt8(ascii: end))
  }
}

extension DigestText {
  mutating func add(_ game: Game) {
    begin(18)
    add(game.id)
    add(game.title)
    add(game.subtitle)
    add(game.description)
    add(game.shortDescription)
    add(game.iconURL)
    add(game.coverImageURL)
    add(game.trailerURL)
    add(game.developerId)
    add(game.developerName)
    add(game.studioName)
    add(game.releaseStatus.rawValue)
    add(game.price.map { "\($0)" })
    add(game.currency)
    add(game.steamURL)
    add(game.itchioURL)
    add(game.officialWebsiteURL)
    add(game.discordURL)
    if let screenshots = game.screenshotURLs {
      add(list: screenshots)
    } else {
      add(nil as Timestamp?)
    }
    add(words: game.genres)
    add(list: game.tags)
    add(words: game.platforms)
    add(game.releaseDate)
    add(game.createdAt)
    add(game.updatedAt)
    add(game.isFree)
    add(game.isActive)
  }

  mutating func add(_ developer: Developer) {
    begin(9)
    add(developer.id)
    add(developer.userId)
    add(developer.studioName)
    add(developer.displayName)
    add(developer.bio)
    add(developer.website)
    add(developer.location)
    add(developer.foundedYear.map { "\($0)" })
    add(developer.followerCount.map { "\($0)" })
    add(list: developer.publishedGameIds)
    add(developer.joinedDate)
    add(developer.updatedAt)
    add(developer.isVerified)
    add(developer.isActive)
  }

  mutating func add(_ tag: Tag) {
    begin(4)
    add(tag.id)
    add(tag.name)
    add(tag.category?.rawValue)
    add(tag.usageCount.map { "\($0)" })
    add(tag.createdAt)
    add(tag.updatedAt)
    add(tag.isOfficial)
  }

  mutating func add(_ user: User) {
    begin(5)
    add(user.id)
    add(user.username)
    add(user.displayName)
    add(user.priceRange.rawValue)
    add(user.accountType.rawValue)
    add(words: user.favoriteGenres)
    add(words: user.mutedGenres ?? [])
    add(words: user.preferredPlatforms)
    add(list: user.friendIds)
    add(user.joinedDate)
    add(user.lastActiveDate)
    add(user.updatedAt)
  }

  mutating func add(_ wishlist: Wishlist) {
    begin(2)
    add(wishlist.id)
    add(wishlist.userId)
    add(wishlist.lastUpdated)
    add(wishlist.steamLastSynced)
    add(wishlist.itchioLastSynced)
    add(wishlist.steamSyncEnabled)
    add(wishlist.itchioSyncEnabled)
    begin(wishlist.items.count)
    let items = wishlist.items.span
    for place in items.indices { add(items[place]) }
  }

  private mutating func add(_ item: WishlistItem) {
    begin(6)
    add(item.gameId)
    add(item.gameTitle)
    add(item.priority?.rawValue)
    add(item.steamAppId)
    add(item.itchioGameId)
    add(item.priceAtAdd.map { "\($0)" })
    add(item.addedDate)
    add(item.notifyOnRelease)
    add(item.notifyOnDiscount)
  }
}
