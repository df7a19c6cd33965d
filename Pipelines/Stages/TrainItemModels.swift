package import FindieBatch
package import FindieEvaluation
package import FindieModels
import FindieWorkers

extension Stage<ItemItemModels> {
  /// Trains the item-item models: item-kNN, and EASE if the number of games and the memory allow it.
  package static func trainItemModels(
    from matrix: Stage<InteractionMatrix>, _ tuning: Stage<TunedParameters>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "items", from: matrix, tuning,
      parameters: ["neighborhood": parameters.neighborhood] as NamedParameters
    ) { context, matrix, tuning in
      try ItemItemModels(
        trainedOn: matrix.observed, parameters: parameters.models(tuning), workers: night.workers,
        availableBytes: night.memory.availableBytes, warn: { context.warn($0) })
    }
  }
}
