package import FindieDomain
package import FindieModels
import FindieWorkers

extension Audience {
  /// The tested players of a split of a matrix, without their held-out games.
  ///
  /// - Parameter trained: the ids of the training rows.
  /// - Throws: where a profile's factor cannot be solved.
  package init(
    testedBy split: Split, trained: Identifiers, model: FactorModel, users: PackedRecords<User>
  ) throws(ModelFailure) {
    self.init(
      ids: split.players,
      rows: PlayerRows(
        observed: split.profiles, strongestActions: [], seen: split.seen, skips: split.skips),
      factors: try FoldIn(model, workers: Workers(threads: 1))
        .factors(of: 0..<split.players.count, in: split.profiles),
      users: users, friendProfiles: split.train, friendIds: trained)
  }
}
