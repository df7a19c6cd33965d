package import FindieDomain
import FindieLinearAlgebra
package import FindieModels
package import FindieRanking

extension Audience {
  /// The tested players of a split of a matrix, without their held-out games.
  ///
  /// - Parameter trained: the ids of the training rows.
  /// - Throws: where a profile's factor cannot be solved.
  package init(
    testedBy split: Split, trained: Identifiers, model: FactorModel, users: [User]
  ) throws(ModelFailure) {
    self.init(
      ids: split.players, profiles: split.profiles, seen: split.excluded,
      factors: try model.factors(
        of: 0..<split.players.count, in: split.profiles,
        weightedGramian: model.weightedGamesGramian),
      users: users, friendProfiles: split.train, friendIds: trained)
  }
}
