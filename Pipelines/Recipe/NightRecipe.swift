package import FindieDomain
import FindieFiles
package import FindieAnalytics
package import FindieHistory
import FindieIngest
package import FindieRanking
package import FindieReports
package import FindieWorkspace
package import Foundation

/// What a published night was built from: all that is needed to reproduce it. It is stored in
/// `published/<day>/.recipe.json`, with a copy in `runs/<day>/recipe.json`, which outlasts the
/// night.
///
/// The publishing stage writes it, so that it describes the published night, not a later failure.
package struct NightRecipe: Codable, Sendable {
  static let formatVersion = 3
  /// Those of the newest night and of its anchor.
  private static let recipes = DecodedFiles<NightRecipe>(maximum: 2)

  var formatVersion = Self.formatVersion
  package let day: Day
  package let now: Timestamp
  package let parameters: NightParameters
  package let contract: DataContract
  /// The parameters that the models were trained with.
  package let tuning: TunedParameters
  /// The history as of the day, without the index of ids and the list of conflicts: lists and
  /// reports do not depend on them.
  package var ledger: Ledger
  /// The line counts of the catalogue files, which the reports show.
  package let catalogueIntake: [CollectionIntake]
  /// The digest of the catalogue.
  package let catalogue: Fingerprint
  /// The line counts of the price and partner files.
  package let partnerIntake: [CollectionIntake]
  package let partners: Fingerprint
  package let versions: [String: String]
  /// The champion whose models built the lists; nil for the night's own models.
  package let champion: Day?
  /// The previous nights that the team's report shows.
  package let previousNights: [NightHealth]
  /// Nil in recipes of earlier versions, as are the properties below.
  package let volume: NightVolume?
  /// `WorkspaceStore.Owner.changes` of the store.
  package var storeChanges: Int?
  /// The requests to forget players that were stored (`Tombstones.knownRequests`).
  package var forgotten: [String]?
  /// What the models were trained on. Nights of earlier versions trained their own.
  package var training: TrainingData?
  /// Whether the models have dense weights.
  package var denseWeights: DenseWeights?
  /// The annotations and the promotions.
  package var team: TeamUpdate?
  /// The experiments that had begun; nil without any.
  package var experiments: [Experiment]?
  /// The hits of the lists that players saw until the night.
  package var nextDayHits: NextDayHits?
  /// The SHA-256 of the published folder's `SHA256SUMS`.
  package var published: Fingerprint?

  init(
    day: Day, now: Timestamp, parameters: NightParameters, contract: DataContract,
    tuning: TunedParameters, ledger: Ledger,
    catalogueIntake: [CollectionIntake], catalogue: Fingerprint,
    partnerIntake: [CollectionIntake], partners: Fingerprint, versions: [String: String],
    champion: Day?, previousNights: [NightHealth], volume: NightVolume
  ) {
    self.day = day
    self.now = now
    self.parameters = parameters
    self.contract = contract
    self.tuning = tuning
    self.ledger = ledger
    self.catalogueIntake = catalogueIntake
    self.catalogue = catalogue
    self.partnerIntake = partnerIntake
    self.partners = partners
    self.versions = versions
    self.champion = champion
    self.previousNights = previousNights
    self.volume = volume
  }

  /// - Throws: `NotFound` if the file is missing or damaged.
  package init(of day: Day, file: URL) throws {
    guard DurableFile.exists(file) else {
      throw NotFound(
        "The recipe of the night of \(day) is missing (\(file.path)). Build the night again: "
          + "`findie backfill --from \(day) --to \(day)` with your usual options.")
    }
    do {
      self = try Self.recipes.value(of: DurableFile.read(file)) {
        try JSONDecoder().decode(Self.self, from: Data($0))
      }
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw NotFound(
        "Cannot read the recipe of the night of \(day), \(file.path): \(error). Restore the file, "
          + "or build the night again: `findie backfill --from \(day) --to \(day)` with your usual "
          + "options."
      )
    }
    guard formatVersion == Self.formatVersion, self.day == day else {
      throw NotFound(
        "\(file.path) has format \(formatVersion) and day \(self.day). Expected: format "
          + "\(Self.formatVersion) and day \(day). Build the night again: "
          + "`findie backfill --from \(day) --to \(day)` with your usual options.")
    }
  }

  func write(to file: URL) throws(FileFailure) {
    try DurableFile.write(canonicalLine(self), to: file)
  }
}

extension Workspace {
  /// The day of the night that readers see; without the link `current`, the newest published day
  /// with a recipe: a killed run may have left a folder without one.
  package var publishedDay: Day? {
    get throws {
      try currentDay ?? publishedDays().last { DurableFile.exists(recipeFile(of: $0)) }
    }
  }

  /// The recipe of the newest night that was published, even if its folder is lost; nil if there is
  /// none.
  package var lastRecipe: NightRecipe? {
    get throws {
      try recordedDays().last { DurableFile.exists(recipeFile(of: $0)) }.flatMap { recipe(of: $0) }
    }
  }

  /// The recipe of a published night; nil if it is missing or damaged.
  package func recipe(of day: Day) -> NightRecipe? {
    do {
      return try NightRecipe(of: day, file: recipeFile(of: day))
    } catch {
      return nil
    }
  }
}

/// How much data a night was built from. The next night is compared with it.
package struct NightVolume: Codable, Sendable, Equatable {
  package let events: Int
  /// The players of the matrix.
  package let players: Int
  /// The pairs of a player and a liked game.
  package let positives: Int

  package init(events: Int, players: Int, positives: Int) {
    self.events = events
    self.players = players
    self.positives = positives
  }
}

/// The line counts of one collection of the catalogue.
package struct CollectionIntake: Codable, Sendable {
  package let collection: String
  package let files: Int
  package let counts: LineCounts
  /// The number of accepted records that break a validation rule or have an unusual value, by name.
  package let warnings: [String: Int]
}

extension ReadCatalogue {
  /// The line counts of the catalogue, one element per collection.
  package var intake: [CollectionIntake] {
    [games.intake, developers.intake, tags.intake, users.intake, wishlists.intake]
  }

  /// The line counts of prices, partners and metrics; empty without files of these.
  package var partnerIntake: [CollectionIntake] {
    [prices.intake, partners.intake, metrics.intake].filter { $0.files > 0 }
  }

  /// The line counts of annotations; empty without files.
  package var annotationIntake: [CollectionIntake] {
    [annotations.intake].filter { $0.files > 0 }
  }

  /// The line counts of promotions; empty without files.
  package var promotionIntake: [CollectionIntake] {
    [promotions.intake].filter { $0.files > 0 }
  }

  /// The line counts of all collections.
  package var allIntake: [CollectionIntake] {
    intake + partnerIntake + annotationIntake + promotionIntake
  }
}

extension CatalogueRecords {
  fileprivate var intake: CollectionIntake {
    CollectionIntake(
      collection: Record.collection.rawValue, files: files.count, counts: counts,
      warnings: warnings)
  }
}

extension [CollectionIntake] {
  /// The numbers of rejected lines and of warnings.
  var faults: [String: Int] {
    [
      "rejected": reduce(0) { $0 + $1.counts.rejected },
      "validationWarnings": reduce(0) { $0 + $1.warnings.values.reduce(0, +) },
    ]
  }
}
