/// The share of the published lists that studios of one size have, by their number of games that can be
/// listed.
package struct StudioSizeShare: Hashable, Sendable {
  /// Such as `2 to 5 games`.
  package let size: String
  package let studios: Int
  /// Of all games that can be listed, of all list entries, and of the entries at rank 1: 0 to 1.
  package let shareOfGames: Double
  package let shareOfEntries: Double
  package let shareOfTopRanks: Double

  package init(
    size: String, studios: Int, shareOfGames: Double, shareOfEntries: Double,
    shareOfTopRanks: Double
  ) {
    self.size = size
    self.studios = studios
    self.shareOfGames = shareOfGames
    self.shareOfEntries = shareOfEntries
    self.shareOfTopRanks = shareOfTopRanks
  }
}

/// The number of candidates that a filter removed from the lists.
package struct FilterDrop: Hashable, Sendable {
  /// Such as `not out yet`.
  package let reason: String
  package let candidates: Int

  package init(reason: String, candidates: Int) {
    self.reason = reason
    self.candidates = candidates
  }
}
