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
  package let volume: NightVolume
  /// `WorkspaceStore.Owner.changes` of the store; nil in a reproduction.
  package let storeChanges: Int?
  /// The requests to forget players that were stored (`Tombstones.knownRequests`); nil for none.
  package let forgotten: [String]?
  /// What the models were trained on.
  package let training: TrainingData
  /// Whether the models have dense weights.
  package let denseWeights: DenseWeights
  /// The annotations and the promotions.
  package let team: TeamUpdate
  /// The experiments that had begun; nil without any.
  package let experiments: [Experiment]?
  /// The hits of the lists that players saw until the night.
  package let nextDayHits: NextDayHits?
  /// When the suggestions of the night's lists were received; nil without any.
  package let suggestions: Day?
  /// The SHA-256 of the published folder's `SHA256SUMS`.
  package let published: Fingerprint
}

extension NightRecipe {
  /// - Throws: `NotFound` if the file is missing or damaged.
  package init(of day: Day, file: URL) throws {
    func unusable(_ finding: String) -> NotFound {
      NotFound(
        "\(finding). Restore it, or build the night again: "
          + "`findie backfill --from \(day) --to \(day)` with your usual options.")
    }
    guard DurableFile.exists(file) else {
      throw unusable("The recipe of the night of \(day) is missing (\(file.path))")
    }
    do {
      self = try Self.recipes.value(of: DurableFile.read(file)) {
        try JSONDecoder().decode(Self.self, from: Data($0))
      }
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw unusable("Cannot read the recipe of the night of \(day), \(file.path): \(error)")
    }
    guard formatVersion == Self.formatVersion, self.day == day else {
      throw unusable(
        "\(file.path) has format \(formatVersion) and day \(self.day), not format "
          + "\(Self.formatVersion) and day \(day)")
    }
  }

  func write(to file: URL) throws(FileFailure) {
    try DurableFile.write(canonicalLine(self), to: file)
  }
}
