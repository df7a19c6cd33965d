package import FindieBatch
package import FindieModels
import FindieWorkers

extension Stage<ItemItemModels> {
  /// Trains the item-item models: item-kNN, and EASE if the number of games and the memory allow it.
  package static func trainItemModels(
    from matrix: Stage<InteractionMatrix>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
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
