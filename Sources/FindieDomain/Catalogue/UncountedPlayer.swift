/// An account whose events do not count, such as that of a tester or a bot.
package struct UncountedPlayer: Identifiable, Hashable, Codable, Sendable {
  /// The id of a player, or the code of one in analytics events.
  package let id: String
  /// The first UTC day whose events do not count; nil for all days.
  package var since: Day?

  package init(id: String, since: Day? = nil) {
    self.id = id
    self.since = since
  }
}

extension UncountedPlayer: CatalogueRecord {
  package static let fields: [CatalogueField<UncountedPlayer>] = [
    // A document has it instead of an id.
    .init("userId", { $0.id }, { _, _ in }, as: .id),
    // Unread, no day would count.
    .init("since", { $0.since?.start }, { $0.since = $1?.day }, .valid),
  ]

  package init(defaultsOf id: String) { self.init(id: id) }

  /// Of two records of an account, the later one counts.
  package var lastChanged: Timestamp? { nil }

  package func forgetting(_ isForgotten: (String) -> Bool) -> UncountedPlayer? {
    isForgotten(id) ? nil : self
  }
}

extension Catalogue {
  /// The accounts whose events do not count, by the records of players and by `packedUncounted`.
  /// Of two days of an account, the earlier one counts.
  package var uncounted: [UncountedPlayer] {
    let own = packedUsers.lazy.filter { !$0.counts }.map {
      UncountedPlayer(id: $0.id, since: $0.countsUntil?.day)
    }
    let since = Dictionary((own + packedUncounted.records).map { (ExactText($0.id), $0.since) }) {
      first, second in first.flatMap { first in second.map { min(first, $0) } }
    }
    return since.map { UncountedPlayer(id: $0.key.text, since: $0.value) }
      .sorted { ExactText($0.id) < ExactText($1.id) }
  }

  /// The catalogue without the wishlists of these accounts, from which nothing is learned.
  package var withoutUncountedWishlists: Catalogue {
    let uncounted = Set(uncounted.lazy.map { ExactText($0.id) })
    guard !uncounted.isEmpty else { return self }
    return with(
      users: packedUsers,
      wishlists: packedWishlists.selecting { !uncounted.contains(ExactText($0.userId)) })
  }

  /// The catalogue without these accounts' sign-ups, and their wishlists.
  package var counted: Catalogue {
    let since = Dictionary(uniqueKeysWithValues: uncounted.map { (ExactText($0.id), $0.since) })
    guard !since.isEmpty else { return self }
    return withoutUncountedWishlists.with(
      users: packedUsers.selecting { user in
        guard let first = since[ExactText(user.id)] else { return true }
        return first.map { first in user.joinedDate.map { $0.day < first } ?? true } ?? false
      }, wishlists: nil)
  }

  /// - Parameter wishlists: nil for the same.
  private func with(
    users: PackedRecords<User>, wishlists: PackedRecords<Wishlist>?
  ) -> Catalogue {
    Catalogue(
      games: games, developers: developers, tags: tags, packedUsers: users,
      packedWishlists: wishlists ?? packedWishlists, packedVectors: packedVectors,
      packedUncounted: packedUncounted, annotations: annotations, promotions: promotions)
  }
}
