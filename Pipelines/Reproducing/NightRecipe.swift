import FindieBatch
import FindieDomain
import FindieHistory
import FindieReports
import FindieFiles
import Foundation

/// What a published night was made from, `runs/<day>/recipe.json`: all that it takes to make it again.
///
/// It is written by the stage that publishes, and not by every run: what a later run tried in vain
/// is no part of what is served.
struct NightRecipe: Codable, Sendable {
  static let formatVersion = 1

  var formatVersion = NightRecipe.formatVersion
  let day: Day
  let now: Timestamp
  let parameters: NightParameters
  let contract: DataContract
  /// The history that the night saw, without the index of ids and without the list of conflicts,
  /// which no list and no report depends on.
  var ledger: Ledger
  /// What became of the lines of the night's catalogue files: the reports say it.
  let catalogueIntake: [CollectionIntake]
  /// Of all that the catalogue held.
  let catalogue: Fingerprint
  let versions: [String: String]
  /// The earlier night whose models made the players' lists, where tonight's were worse.
  let servedModels: Day?
  /// The nights before that the team's report tells of; nil of a night that was published before it
  /// told of any.
  let earlierNights: [NightHealth]?

  init(
    _ night: Night, _ past: Past, _ intake: Intake, _ catalogue: NightCatalogue,
    servedModels: Day?, earlierNights: EarlierNights
  ) {
    day = past.day
    now = night.now
    parameters = night.parameters
    contract = night.contract
    var ledger = intake.ledger
    ledger.days.removeAll { $0.day >= past.day }
    ledger.idSegments = []
    ledger.conflicts = []
    self.ledger = ledger
    catalogueIntake = catalogue.intake
    self.catalogue = catalogue.digest
    versions = Versions.all
    self.servedModels = servedModels
    self.earlierNights = earlierNights.nights
  }

  /// - Throws: `NothingPublished` where the file is not there or does not hold a recipe.
  init(of day: Day, file: URL) throws {
    guard DurableFile.exists(file) else {
      throw NothingPublished(
        "the night of \(day) was published without \(file.path), which says what it was made "
          + "from; make it again by `findie run nightly --date \(day)`, which writes it")
    }
    do {
      self = try OlderParameters.decode(
        Self.self, from: Data(DurableFile.read(file)), at: "parameters",
        lacking: OlderParameters.ofBefore)
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw NothingPublished(
        "\(file.path) does not say what the night of \(day) was made from: \(error). Restore it, "
          + "or make the night again by `findie run nightly --date \(day)`")
    }
    guard formatVersion == NightRecipe.formatVersion, self.day == day else {
      throw NothingPublished(
        "\(file.path) has format \(formatVersion) and is of the night of \(self.day), but format "
          + "\(NightRecipe.formatVersion) and \(day) are expected; make the night again by "
          + "`findie run nightly --date \(day)`")
    }
  }

  func write(to file: URL) throws(FileFailure) {
    try DurableFile.write(canonicalLine(self), to: file)
  }
}
