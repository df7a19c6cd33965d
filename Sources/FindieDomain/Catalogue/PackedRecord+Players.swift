extension PackedRecord<User> {
  package var favoriteGenres: [Genre] { fields.words(UserField.favoriteGenres) }
  /// Empty if the player muted none.
  package var mutedGenres: [Genre] { fields.words(UserField.mutedGenres) }
  /// Empty if the player muted none.
  package var mutedTags: [String] { fields.texts(UserField.mutedTags) }
  package var showsMatureGames: Bool { fields.flag(UserField.showsMatureGames) ?? false }
  /// Whether lists and models may depend on what the player did.
  package var hasProfile: Bool { fields.flag(UserField.personalization) ?? true }
  package var counts: Bool { fields.flag(UserField.counts) ?? true }
  package var countsUntil: Timestamp? { fields.time(UserField.countsUntil) }
  package var preferredPlatforms: [Platform] { fields.words(UserField.preferredPlatforms) }
  package var priceRange: PricePreference { fields.word(UserField.priceRange) ?? .any }
  package var joinedDate: Timestamp? { fields.time(UserField.joinedDate) }
  package var friendIds: [String] { fields.texts(UserField.friendIds) }
  package var sharesActivityWithFriends: Bool? { fields.flag(UserField.sharesActivity) }
  package var notificationsEnabled: Bool? { fields.flag(UserField.notificationsEnabled) }
}

extension PackedRecord<Wishlist> {
  package var userId: String { fields.text(WishlistField.userId) ?? "" }
  package var steamLastSynced: Timestamp? { fields.time(WishlistField.steamLastSynced) }
  package var itchioLastSynced: Timestamp? { fields.time(WishlistField.itchioLastSynced) }
}

extension PackedPart<WishlistItem> {
  package var gameId: String { fields.text(ItemField.gameId) ?? "" }
  package var addedDate: Timestamp? { fields.time(ItemField.addedDate) }
  package var owned: Bool? { fields.flag(ItemField.owned) }
}

/// The positions of values behind the id.
private enum UserField {
  static let favoriteGenres = User.position(of: "favoriteGenres")
  static let mutedGenres = User.position(of: "mutedGenres")
  static let mutedTags = User.position(of: "mutedTags")
  static let showsMatureGames = User.position(of: "showsMatureGames")
  static let personalization = User.position(of: "personalization")
  static let counts = User.position(of: "counts")
  static let countsUntil = User.position(of: "countsUntil")
  static let preferredPlatforms = User.position(of: "preferredPlatforms")
  static let priceRange = User.position(of: "priceRange")
  static let joinedDate = User.position(of: "joinedDate")
  static let friendIds = User.position(of: "friendIds")
  static let sharesActivity = User.position(of: "sharesActivityWithFriends")
  static let notificationsEnabled = User.position(of: "notificationsEnabled")
}

private enum WishlistField {
  static let userId = Wishlist.position(of: "userId")
  static let steamLastSynced = Wishlist.position(of: "steamLastSynced")
  static let itchioLastSynced = Wishlist.position(of: "itchioLastSynced")
}

/// The positions of values in a part, which has no id.
private enum ItemField {
  static let gameId = WishlistItem.position(of: "gameId") - 1
  static let addedDate = WishlistItem.position(of: "addedDate") - 1
  static let owned = WishlistItem.position(of: "owned") - 1
}

extension FieldRecord {
  fileprivate static func position(of name: String) -> Int {
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("there is no field \(name)")
    }
    return index + 1
  }
}
