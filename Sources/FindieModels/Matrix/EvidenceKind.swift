/// What a player did with a game. The raw values are the codes of the matrix; those of actions are
/// `SwipeAction.code`.
package enum EvidenceKind: UInt8, CaseIterable, Sendable {
  case like, dislike, superLike, skip, wishlist, share, viewDetails
  /// The player owns it: a wishlist item says so. It has the weight of a wishlist item.
  case owned
}
