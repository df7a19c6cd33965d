package import FindieWorkspace
package import FindieDomain
import FindieFiles
import FindieHistory
package import FindieRanking
import FindieStore
package import Foundation

/// The newest published night of an earlier day that was not rolled back. Tonight's models must not
/// be worse than its models.
package struct Champion: TransientArtifact {
  package static var grain: String { "one row per file read from the published night" }
  package static var countOfGrain: String? { "files" }
  package static var isIdentifiedByContent: Bool { true }

  /// Nil if there is no champion: on the first night, and in a reproduction.
  package let day: Day?
  let folder: URL?
  /// Why there is no champion; nil if there is one.
  let reason: String?
  /// The fingerprints of its models, parameters and recipe, by name.
  let digests: [String: Fingerprint]
  /// What its models were trained on; nil if its lists are by the models of another night.
  private(set) var training: TrainingData?

  package var counts: [String: Int] { ["files": digests.count] }

  package var content: Fingerprint? {
    Fingerprint(
      of: ([day?.description ?? "none"]
        + digests.sorted { $0.key < $1.key }.map { "\($0)=\($1.hexadecimal)" })
        .joined(separator: "\n"))
  }
}

extension Champion {
  /// The subfolder of a published night.
  package static let folderName = "held-out"
  static let modelsName = "held-out/models.artifact"
  static let rankerName = "held-out/ranker.artifact"
  /// The older models that later nights must not be worse than, and their ranker.
  static let referenceName = "held-out/reference-models.artifact"
  static let referenceRankerName = "held-out/reference-ranker.artifact"

  /// The champion whose models are stored in the folder of a later night, which published them
  /// again.
  package init(_ day: Day, servingIn folder: URL) {
    (self.day, self.folder, digests, reason) = (day, folder, [:], nil)
  }

  /// The newest published night before `day` that was not rolled back.
  init(before day: Day, _ night: Night) throws {
    guard night.recipe == nil, !night.isBackfill else {
      self.init(none: "a reproduced or backfilled night has no champion")
      return
    }
    guard night.forgotten?.step != .complete else {
      self.init(none: "earlier models were trained with a player who is forgotten tonight")
      return
    }
    let rolledBack = try night.workspace.rolledBackDays
    let newest = try night.workspace.publishedDays().last {
      // A killed run may have left a folder without a recipe.
      $0 < day && !rolledBack.contains($0) && DurableFile.exists(night.workspace.publishedStore($0))
        && night.workspace.recipe(of: $0) != nil
    }
    guard let newest else {
      self.init(none: "no night of an earlier day is published with its recipe")
      return
    }
    let (folder, recipe) = (night.workspace.published(newest), night.workspace.recipe(of: newest))
    if let recipe, try !night.workspace.isPublished(newest, by: recipe) {
      self.init(
        none: "\(folder.path) is not the night of \(newest) that this workspace published")
      return
    }
    if let owner = recipe?.ledger.workspace,
      let identity = try WorkspaceIdentity(in: night.workspace), !identity.descends(from: owner)
    {
      self.init(none: "\(folder.path) is a night of another workspace")
      return
    }
    try self.init(of: newest, night)
  }

  /// The champion of an anchor.
  init(of data: TrainingData, _ night: Night) throws {
    guard let day = data.championDay else {
      self.init(none: "the night of \(data.day) had no champion")
      return
    }
    try self.init(of: day, night)
    if content != data.champion {
      self.init(none: "the night of \(day) is no longer stored as it was on \(data.day)")
    }
  }

  private init(none reason: String) {
    (day, folder, digests) = (nil, nil, [:])
    self.reason = reason
  }

  private init(of day: Day, _ night: Night) throws {
    let folder = night.workspace.published(day)
    var digests: [String: Fingerprint] = [:]
    for name in [
      Self.modelsName, Self.rankerName, Self.referenceName, Self.referenceRankerName,
    ] {
      let file = folder.appending(path: name)
      if DurableFile.exists(file) { digests[name] = try Fingerprint(ofFile: file) }
    }
    let index = ServedModelFiles.indexFile(in: folder.appending(path: ServedModelFiles.folderName))
    if DurableFile.exists(index) { digests["settings"] = try Fingerprint(ofFile: index) }
    let recipe = night.workspace.recipeFile(of: day)
    if DurableFile.exists(recipe) { digests["recipe"] = try Fingerprint(ofFile: recipe) }
    self.day = day
    self.folder = folder
    self.digests = digests
    reason = nil
    if let recipe = night.workspace.recipe(of: day), recipe.champion == nil {
      training = recipe.training
    }
  }

  /// Why the champion's models cannot be used.
  package struct Unusable: Error, CustomStringConvertible {
    package let description: String
  }

  /// The held-out models of the champion, and the parameters of its lists.
  package struct Serving {
    package let models: HeldOutModels
    package let ranker: RankerWeights
    package let settings: ServedSettings
  }

  private func published() throws(Unusable) -> (folder: URL, day: Day) {
    guard let folder, let day else {
      throw Unusable(description: reason ?? "no night is published")
    }
    return (folder, day)
  }

  func models() throws(Unusable) -> HeldOutModels { try read(Self.modelsName) }

  package func serving() throws(Unusable) -> Serving {
    let (folder, day) = try published()
    let (models, ranker) = try rankedModels(Self.modelsName, Self.rankerName)
    do {
      let index = try ServedModelFiles.index(
        in: folder.appending(path: ServedModelFiles.folderName))
      return Serving(models: models, ranker: ranker, settings: index.settings)
    } catch {
      throw Unusable(description: "the parameters of the lists of \(day) cannot be read: \(error)")
    }
  }

  typealias RankedModels = (models: HeldOutModels, ranker: RankerWeights)

  /// The models that published nights are measured by until better ones replace them; nil if there
  /// are none, if they are the champion's, and if they cannot be read, as after an upgrade: then
  /// tonight's models become the reference.
  func reference(besides published: Serving) -> RankedModels? {
    do throws(Unusable) {
      let reference = try rankedModels(Self.referenceName, Self.referenceRankerName)
      return reference.models.day == published.models.day ? nil : reference
    } catch {
      return nil
    }
  }

  private func rankedModels(
    _ modelsName: String, _ rankerName: String
  ) throws(Unusable) -> RankedModels {
    let (models, ranker): (HeldOutModels, RankerWeights) = (
      try read(modelsName), try read(rankerName)
    )
    guard ranker.hasCurrentFeatures else {
      throw Unusable(
        description: "the ranker of the night of \(try published().day) has different features")
    }
    return (models, ranker)
  }

  /// A published list without promoted games.
  struct PublishedSample {
    let player: String
    /// The experiment whose arm the player was in.
    let arm: String?
    let gameIds: [String]
  }

  /// The published games of some players, the same in every run, who have a list.
  func sample(ofPlayers count: Int) throws(Unusable) -> [PublishedSample] {
    let (folder, _) = try published()
    do throws(StoreFailure) {
      let store = try PublishedStore(at: folder.appending(path: Workspace.storeName))
      let sample = try store.playersWithLists().map { (hash64(of: $0.utf8.span), $0) }
        .sorted { $0 < $1 }.prefix(count)
      var lists: [PublishedSample] = []
      for (_, id) in sample {
        guard let list = try store.chosenGames(of: id), !list.games.isEmpty else { continue }
        lists.append(PublishedSample(player: id, arm: list.arm, gameIds: list.games))
      }
      return lists
    } catch {
      throw Unusable(description: "the published lists cannot be read: \(error)")
    }
  }

  private func read<Value: Artifact>(_ name: String) throws(Unusable) -> Value {
    let (folder, day) = try published()
    let url = folder.appending(path: name)
    guard DurableFile.exists(url) else {
      throw Unusable(description: "the night of \(day) was published without its models")
    }
    do {
      let file = try ArtifactReader(url)
      guard file.header.formatVersion == Value.formatVersion else {
        throw Unusable(description: "the models of the night of \(day) have a different format")
      }
      return try Value(from: file)
    } catch let unusable as Unusable {
      throw unusable
    } catch {
      throw Unusable(description: "the models of the night of \(day) are damaged: \(error)")
    }
  }
}
