import FindieEvaluation
import FindieWorkspace
package import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import FindieModels
import FindieRanking
import FindieReports
import FindieStore
import Foundation

/// What a night publishes, and what decides whether it does.
package struct PublishInputs: StageGroup {
  let intake: Stage<Intake>
  let data: ModelData
  let models: TrainedModels
  let lists: PublishableLists
  let partnerUpdate: Stage<PartnerUpdate>
  let priceDrops: Stage<PriceDropList>
  let decision: PublishingDecision
  let heldOutModels: Stage<HeldOutModels>
  let champion: Stage<Champion>
  let previousNights: Stage<PreviousNights>
  let reports: Stage<WrittenReports>
}

extension Stage<Publication> {
  /// Publishes the night: the lists as files and in a snapshot of the store, with the models. The last step
  /// points `published/current` to it; until then, or if the gate fails, readers see the previous night.
  package static func publish(from inputs: PublishInputs, _ night: Night) -> Stage {
    Stage(
      "publish", from: inputs,
      parameters: [
        "publish": night.publishing.rawValue, "served": ServedSettings(night.parameters),
      ] as NamedParameters,
      isStillThere: { $0.isStillThere(in: night) }
    ) { context, inputs in
      let gate = inputs.decision.gate
      guard gate.violations.isEmpty else { throw BrokenLists(gate) }
      if inputs.lists.forPlayers.table.games.isEmpty {
        // An app that only has anonymous events has similar and trending games.
        if inputs.data.matrix.players.count == 0, !inputs.lists.similar.games.isEmpty {
          context.warn("there are no players, so that there are lists of games only")
        } else {
          try night.refuse(
            EmptyNight(
              withoutEntries: inputs.data.matrix, inputs.intake, inputs.data.catalogue, gate.filters
            )
          ) { context.warn($0) }
        }
      }
      let overridden = try night.overriddenChecks(inputs.decision)
      for sentence in overridden { context.warn("published despite a failed check: \(sentence)") }
      let day = inputs.data.history.day
      let folder = try PublishedFolder(night, of: day)
      let counts = try folder.filled { try folder.write(inputs, night, context) }
      let files = try folder.close()
      try NightRecipe(
        night, day: day, inputs.models.tuning, inputs.intake.ledger, inputs.data.catalogue,
        inputs.partnerUpdate, champion: inputs.lists.forPlayers.champion,
        previousNights: inputs.previousNights.nights,
        volume: NightVolume(inputs.data.history, inputs.data.matrix)
      ).write(to: night.workspace.run(day).recipe)
      // If the reports failed, those of an earlier day were reused. They do not describe this night.
      let reports = inputs.reports
      if reports.day == day {
        try reports.health.write(to: night.workspace.run(day).health)
      }
      try night.publish(day)
      return Publication(
        day: day, files: files,
        lists: [
          "recommendations": counts.recommendations, "similar": counts.similar,
          "trending": counts.trending, "newReleases": counts.newReleases,
          "announced": counts.announced, "priceDrops": inputs.priceDrops.drops.count,
        ], overridden: overridden)
    }
  }
}

extension Night {
  /// The sentences of the failed checks that `--publish anyway` overrides. A reproduction publishes
  /// whatever was published.
  ///
  /// - Throws: `GateClosed` if a check failed and is not overridden.
  fileprivate func overriddenChecks(
    _ decision: StageValues<PublishingDecision>
  ) throws -> [String] {
    let (gate, comparison) = (decision.gate, decision.comparison)
    guard recipe == nil else { return [] }
    guard publishing == .anyway else {
      guard gate.failed.isEmpty else { throw GateClosed(gate) }
      return []
    }
    return (comparison.verdict == .worse ? [comparison.sentence] : [])
      + gate.failed.map(\.sentence)
  }
}

extension Publication {
  /// Whether readers see the night, and its files have the lengths that were written.
  fileprivate func isStillThere(in night: Night) -> Bool {
    do {
      let current = night.workspace.current.path
      let published = try FileManager.default.destinationOfSymbolicLink(atPath: current)
      guard night.isBackfill || published == day.description else { return false }
      guard DurableFile.exists(night.workspace.run(day).recipe) else { return false }
      return try files.allSatisfy { name, size in
        let path = night.workspace.published(day).appending(path: name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == size
      }
    } catch {
      return false
    }
  }
}
