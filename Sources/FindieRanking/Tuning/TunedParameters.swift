package import FindieDomain
package import FindieModels

/// The parameters that a night tunes by itself.
package struct TunableParameters: Codable, Sendable, Equatable {
  package var als: ALSParameters
  package var ease: EASEParameters

  package init(als: ALSParameters, ease: EASEParameters) {
    self.als = als
    self.ease = ease
  }

  package init(_ models: ModelParameters) {
    self.init(als: models.als, ease: models.ease)
  }
}

/// The outcome of a self-tuning: the parameters that models are trained with.
package struct TunedParameters: Codable, Sendable, Equatable {
  /// The configured parameters; if they change, the outcome is no longer valid.
  package let given: TunableParameters
  package let adopted: TunableParameters
  /// The night that searched; nil if none did.
  package let day: Day?
  /// In the order in which they were tried.
  package let trials: [TunedTrial]

  package init(
    given: TunableParameters, adopted: TunableParameters, day: Day?, trials: [TunedTrial]
  ) {
    self.given = given
    self.adopted = adopted
    self.day = day
    self.trials = trials
  }
}

/// One tried value of a self-tuning.
package struct TunedTrial: Codable, Sendable, Equatable {
  /// The change, such as `ease.regularization × 2`.
  package let change: String
  /// The mean nDCG of the players that choose among trials.
  package let nDCG: Double
  /// The gain in nDCG of the other players, over the current parameters, from all changes of this
  /// model that helped, with its 95 % interval; nil for a trial that did not help.
  package var gain: Interval?
  package var isAdopted = false
  /// The estimated number of multiplications.
  package let work: Double
}
