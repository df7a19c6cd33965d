package import FindieDomain

/// What a shop answered about one player: wishes, and apart from them the games that the player owns.
package struct ShopLists: Sendable {
  /// Nil if nothing may be concluded: then those of the last answer count.
  package let wished: [ShopWish]?
  /// As `wished`.
  package let owned: [ShopWish]?
  /// Whether parts of the lists could not be read: then no game of the last answer is removed.
  package let isPartial: Bool
  package let at: Timestamp

  package init(wished: [ShopWish]?, owned: [ShopWish]?, isPartial: Bool = false, at: Timestamp) {
    self.wished = wished
    self.owned = owned
    self.isPartial = isPartial
    self.at = at
  }

  /// All entries after this answer, each game once.
  ///
  /// - Parameter before: those after the last one.
  package func entries(after before: [ShopWish]) -> [ShopWish] {
    func part(_ new: [ShopWish]?, _ old: [ShopWish]) -> [ShopWish] {
      guard let new else { return old }
      guard isPartial else { return new }
      let known = Set(new.map { ExactText($0.shopId) })
      return new + old.filter { !known.contains(ExactText($0.shopId)) }
    }
    let owned = part(owned, before.filter { $0.owned ?? false })
    let ownedIds = Set(owned.map { ExactText($0.shopId) })
    let wished = part(wished, before.filter { !($0.owned ?? false) })
    return owned + wished.filter { !ownedIds.contains(ExactText($0.shopId)) }
  }
}
