import FindieBatch
import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieReports
import FindieWorkspace

extension NightRecipe {
  init(
    _ night: Night, day: Day, _ tuning: TunedParameters, _ ledger: Ledger,
    _ catalogue: NightCatalogue, _ partners: PartnerUpdate, champion: Day?,
    previousNights: [NightHealth], volume: NightVolume
  ) {
    var ledger = ledger
    ledger.days.removeAll { $0.day >= day }
    ledger.idSegments = []
    ledger.conflicts = []
    self.init(
      day: day, now: night.clock.now, parameters: night.parameters, contract: night.contract,
      tuning: tuning, ledger: ledger, catalogueIntake: catalogue.intake,
      catalogue: catalogue.digest, partnerIntake: partners.intake, partners: partners.digest,
      versions: Versions.all, champion: champion, previousNights: previousNights, volume: volume)
  }
}
