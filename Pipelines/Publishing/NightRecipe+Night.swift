import FindieWorkspace
import FindieDomain
import FindieRanking
import FindieHistory
import FindieFiles
import FindieReports
import FindieStore

extension NightRecipe {
  init(
    _ night: Night, day: Day, _ tuning: TunedParameters, _ denseWeights: DenseWeights,
    _ training: TrainingData,
    _ ledger: Ledger,
    _ catalogue: NightCatalogue, _ partners: PartnerUpdate, _ team: TeamUpdate,
    champion: Day?,
    previousNights: [NightHealth], nextDayHits: NextDayHits?,
    volume: NightVolume, published: Fingerprint
  ) throws {
    var ledger = ledger
    ledger.days.removeAll { $0.day >= day }
    ledger.idSegments = []
    ledger.conflicts = []
    ledger = ledger.withoutEarlierStates
    self.init(
      day: day, now: night.clock.now, parameters: night.parameters, contract: night.contract,
      tuning: tuning, ledger: ledger, catalogueIntake: catalogue.intake,
      catalogue: catalogue.digest, partnerIntake: partners.intake, partners: partners.digest,
      versions: Versions.all, champion: champion, previousNights: previousNights, volume: volume)
    self.training = training
    self.denseWeights = denseWeights
    self.nextDayHits = nextDayHits
    self.team = team
    if night.recipe == nil, DurableFile.exists(night.workspace.store) {
      let store = try WorkspaceStore(at: night.workspace.store)
      storeChanges = try store.owner()?.changes
      try store.close()
      forgotten = try Tombstones(in: night.workspace)?.knownRequests
    }
    let begun = try night.begunExperiments(on: day)
    if !begun.isEmpty { experiments = begun }
    self.published = published
  }
}
