import FindieBatch
import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieReports
import FindieWorkspace

extension NightRecipe {
  init(
    _ night: Night, day: Day, _ tuning: TunedParameters, _ ledger: Ledger,
    catalogueIntake: [CollectionIntake],
    catalogue: Fingerprint, champion: Day?, previousNights: [NightHealth], volume: NightVolume
  ) {
    var ledger = ledger
    ledger.days.removeAll { $0.day >= day }
    ledger.idSegments = []
    ledger.conflicts = []
    self.init(
      day: day, now: night.clock.now, parameters: night.parameters, contract: night.contract,
      tuning: tuning, ledger: ledger, catalogueIntake: catalogueIntake, catalogue: catalogue,
      versions: Versions.all, champion: champion, previousNights: previousNights, volume: volume)
  }
}
