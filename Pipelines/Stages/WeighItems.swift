package import FindieBatch
package import FindieRecommender
import FindieWorkers

extension Stage<ItemItemModels> {
  /// Learns what games say of each other: by common players, and by EASE where it fits.
  package static func weighItems(
    from matrix: Stage<InteractionMatrix>, _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "items", from: matrix,
      parameters: ["neighborhood": parameters.neighborhood, "ease": parameters.ease]
        as NamedParameters
    ) { context, matrix in
      try ItemItemModels(
        trainedOn: matrix.observed, parameters: parameters.models, workers: night.workers,
        availableBytes: night.memory.availableBytes, warn: { context.warn($0) })
    }
  }
}
