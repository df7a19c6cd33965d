package import FindieBatch
package import FindieDomain
import FindieFiles
import FindieRecommender
import Foundation

/// The night that is published before this one: what players see until this one takes its place.
package struct Champion: TransientArtifact {
  package static var grain: String { "one entry per file of the published night that is read" }
  package static var countOfGrain: String? { "files" }
  package static var isKnownByContent: Bool { true }

  /// Nil where this is the first night, or is made again.
  package let day: Day?
  let folder: URL?
  /// Why there is none; nil where there is one.
  let reason: String?
  /// Of what it was made from and of its models, by name.
  let digests: [String: Fingerprint]

  package var counts: [String: Int] { ["files": digests.count] }

  package var content: Fingerprint? {
    Fingerprint(
      of: ([day?.description ?? "none"]
        + digests.sorted { $0.key < $1.key }.map { "\($0)=\($1.hexadecimal)" })
        .joined(separator: "\n"))
  }
}

extension Stage<Champion> {
  /// Finds the newest night that was published for an earlier day.
  ///
  /// A night that is made again has none: what it was compared with then may be gone.
  package static func findChampion(from past: Stage<Past>, _ night: Night) -> Stage {
    Stage(
      "champion", from: past, parameters: NoParameters(),
      foreseen: { .unchanged(try Champion(before: $0.day, night)) }
    ) { _, past in
      try Champion(before: past.day, night)
    }
  }
}

extension Champion {
  static let modelsName = "judged/models.artifact"
  static let rankerName = "judged/ranker.artifact"

  /// The models that serve on in a published night's folder.
  init(_ day: Day, servingIn folder: URL) {
    (self.day, self.folder, digests, reason) = (day, folder, [:], nil)
  }

  fileprivate init(before night: Day, _ place: Night) throws {
    guard place.remade == nil, !place.isBackfilled else {
      self.init(none: "a night that is made again is compared with none")
      return
    }
    guard place.forgotten?.arePending != true else {
      self.init(none: "earlier nights knew a player who is forgotten tonight")
      return
    }
    let names =
      DurableFile.exists(place.published) ? try DurableFile.names(in: place.published) : []
    let days = names.compactMap { Day($0) }.filter { day in
      day < night
        && DurableFile.exists(place.published(day).appending(path: "findie.sqlite"))
    }
    guard let day = days.max() else {
      self.init(none: "no night of an earlier day is published")
      return
    }
    try self.init(of: day, place)
  }

  fileprivate init(none reason: String) {
    (day, folder, digests) = (nil, nil, [:])
    self.reason = reason
  }

  fileprivate init(of day: Day, _ night: Night) throws {
    let folder = night.published(day)
    var digests: [String: Fingerprint] = [:]
    for name in [Champion.modelsName, Champion.rankerName] {
      let file = folder.appending(path: name)
      if DurableFile.exists(file) { digests[name] = try Fingerprint(ofFile: file) }
    }
    let index = ServedModel.indexFile(in: folder.appending(path: ServedModel.folderName))
    if DurableFile.exists(index) { digests["settings"] = try Fingerprint(ofFile: index) }
    let recipe = night.recipe(day)
    if DurableFile.exists(recipe) { digests["recipe"] = try Fingerprint(ofFile: recipe) }
    self.day = day
    self.folder = folder
    self.digests = digests
    reason = nil
  }

  /// Why the published models cannot be asked.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  /// What the published lists are made by: models and weights as they were judged, and the numbers of
  /// lists.
  struct Serving {
    let models: JudgedModels
    let ranker: RankerWeights
    let settings: ServedSettings
  }

  private func published() throws(Unusable) -> (folder: URL, day: Day) {
    guard let folder, let day else { throw Unusable(description: reason ?? "there is none") }
    return (folder, day)
  }

  /// The models alone.
  func models() throws(Unusable) -> JudgedModels {
    let (folder, day) = try published()
    return try Champion.read(
      JudgedModels.self, folder.appending(path: Champion.modelsName), of: day)
  }

  func serving() throws(Unusable) -> Serving {
    let (folder, day) = try published()
    let models = try models()
    let ranker = try Champion.read(
      RankerWeights.self, folder.appending(path: Champion.rankerName), of: day)
    guard ranker.isOfPresentFeatures else {
      throw Unusable(description: "the night of \(day) weighed other features")
    }
    do {
      let index = try ServedModel.index(in: folder.appending(path: ServedModel.folderName))
      return Serving(models: models, ranker: ranker, settings: index.settings)
    } catch {
      throw Unusable(description: "the numbers of the lists of \(day) are not known: \(error)")
    }
  }

  private static func read<Value: Artifact>(
    _ type: Value.Type, _ url: URL, of day: Day
  ) throws(Unusable) -> Value {
    guard DurableFile.exists(url) else {
      throw Unusable(description: "the night of \(day) was published without its models")
    }
    do {
      let file = try ArtifactReader(url)
      guard file.header.formatVersion == Value.formatVersion else {
        throw Unusable(description: "the models of the night of \(day) are of another format")
      }
      return try Value(from: file)
    } catch let unusable as Unusable {
      throw unusable
    } catch {
      throw Unusable(description: "the models of the night of \(day) are damaged: \(error)")
    }
  }
}
