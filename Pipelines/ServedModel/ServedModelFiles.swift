package import FindieAnalytics
package import FindieDomain
import FindieFiles
package import FindieModels
package import FindieRanking
package import FindieWorkspace
package import Foundation

/// The files of a published night's models, `published/<day>/model/`.
package enum ServedModelFiles {
  /// The subfolder of a published night.
  package static let folderName = "model"

  /// The stored artifacts, by the names of their stages. If the champion's models computed the
  /// lists, only the first is stored; the models are in `held-out/`.
  private static let parts = ["matrix", "factors", "items", "ranker", OlderLists.name]

  private static func file(_ part: String, in folder: URL) -> URL {
    folder.appending(path: "\(part).artifact")
  }

  /// Stores what is needed to rebuild a night's lists, in a new folder.
  ///
  /// The run's artifacts are copied without their provenance, so that equal models have equal
  /// bytes. They are not linked, so that damage to an artifact does not damage the copy.
  ///
  /// - Parameters:
  ///   - champion: the night whose models computed the lists; nil for this night.
  ///   - arms: the experiments whose arms have lists of their own.
  ///   - artifacts: the folder of the run's artifacts, which must be undamaged.
  static func write(
    to folder: URL, day: Day, champion: Day?, settings: ServedSettings, arms: [Experiment],
    artifacts: URL
  ) throws {
    try DurableFile.createFolder(folder)
    var checksums: [String: Fingerprint] = [:]
    let own = champion == nil ? parts : [parts[0]]
    for part in own {
      let source = file(part, in: artifacts)
      guard let checksum = try ArtifactReader.copyData(of: source, to: file(part, in: folder))
      else {
        throw ServedModelFailure.damaged(path: source.path, detail: "it is not an artifact")
      }
      checksums[part] = checksum
    }
    let index = ServedModelIndex(
      day: day, champion: champion, settings: settings, arms: arms.isEmpty ? nil : arms,
      parts: checksums)
    try DurableFile.writePlainly(
      Array(canonicalLine(index).utf8), to: indexFile(in: folder))
  }

  static func indexFile(in folder: URL) -> URL { folder.appending(path: ServedModelIndex.name) }

  /// - Parameter folder: the folder of the models.
  /// - Throws: `ServedModelFailure`.
  package static func index(in folder: URL) throws -> ServedModelIndex {
    let url = indexFile(in: folder)
    let index: ServedModelIndex
    do {
      index = try JSONDecoder().decode(
        ServedModelIndex.self, from: Data(DurableFile.read(url)))
    } catch let failure as FileFailure where failure.isMissing {
      throw ServedModelFailure.missing(path: url.path)
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw ServedModelFailure.damaged(path: url.path, detail: "\(error)")
    }
    guard index.formatVersion == ServedModelIndex.formatVersion else {
      throw ServedModelFailure.damaged(
        path: url.path,
        detail:
          "its format is \(index.formatVersion), but this version of findie reads format "
          + "\(ServedModelIndex.formatVersion)")
    }
    return index
  }

  /// The day of a published night, from its index of models; nil if that cannot be read.
  package static func day(ofNight folder: URL) -> Day? {
    do {
      return try index(in: folder.appending(path: folderName)).day
    } catch {
      return nil
    }
  }

  /// One stored artifact. It must be undamaged, and its checksum must be the one in `index`.
  package static func part<Part: Artifact>(
    _ name: String, as type: Part.Type = Part.self, in folder: URL, _ index: ServedModelIndex
  ) throws -> Part {
    let url = file(name, in: folder)
    let reader: ArtifactReader
    let part: Part
    do {
      reader = try ArtifactReader(url)
      guard reader.header.stage == name, reader.header.formatVersion == Part.formatVersion else {
        throw ServedModelFailure.damaged(
          path: url.path,
          detail: "it has \(reader.header.stage) in format \(reader.header.formatVersion), but "
            + "\(name) in format \(Part.formatVersion) is expected")
      }
      part = try Part(from: reader)
    } catch let failure as FileFailure where failure.isMissing {
      throw ServedModelFailure.missing(path: url.path)
    } catch let damage as ArtifactDamage {
      throw ServedModelFailure.damaged(path: url.path, detail: damage.description)
    }
    guard reader.header.checksum == index.parts[name] else {
      throw ServedModelFailure.damaged(path: url.path, detail: "it belongs to another night")
    }
    return part
  }
}

/// Why the stored models of a published night cannot be used.
package enum ServedModelFailure: KnownFailure, CustomStringConvertible {
  /// The night was published without it, or it was removed.
  case missing(path: String)
  case damaged(path: String, detail: String)
  /// The night was published again during each attempt to read it.
  case unstable(path: String)

  package var failureKind: FailureKind {
    if case .missing = self { .noInput } else { .failed }
  }

  package var description: String {
    switch self {
    case .missing(let path):
      "there is no \(path), which is needed to rebuild the night's lists. Publish the night again: "
        + "remove its folder, then run your usual command with its --date."
    case .damaged(let path, let detail):
      "\(path) cannot be used: \(detail). Publish the night again: remove its folder, then run "
        + "your usual command with its --date."
    case .unstable(let path):
      "the night at \(path) was published again while it was read. Run the same command again."
    }
  }
}

/// The parameters that are needed to rebuild a night's lists, as in `nightly.yaml`.
package struct ServedSettings: Codable, Sendable, Equatable {
  package var matrix: MatrixParameters
  package var candidates: CandidateParameters
  package var recommendations: RecommendationParameters
  /// k of `GameSignals`.
  package var minimumPlayers: Int

  package init(_ parameters: NightParameters) {
    matrix = parameters.matrix
    candidates = parameters.candidates
    recommendations = parameters.recommendations
    minimumPlayers = parameters.reports.minimumPlayers
  }

  /// These parameters for a later night whose lists this night's models compute. The action
  /// weights, the currency of price ranges, the popularity discount, the eligible games and the
  /// minimum number of players are the later night's.
  package func serving(on night: ServedSettings) -> ServedSettings {
    var settings = self
    settings.matrix = night.matrix
    settings.recommendations.currency = night.recommendations.currency
    settings.recommendations.discovery = night.recommendations.discovery
    settings.recommendations.eligible = night.recommendations.eligible
    settings.minimumPlayers = night.minimumPlayers
    return settings
  }
}

/// `model/model.json`: the night of the files in the same folder.
package struct ServedModelIndex: Codable, Sendable {
  static let name = "model.json"
  static let formatVersion = 1

  var formatVersion = Self.formatVersion
  package let day: Day
  /// The night whose models computed the lists (stored in `held-out/`); nil for this night's
  /// models.
  package let champion: Day?
  package let settings: ServedSettings
  /// The experiments whose arms have lists of their own; nil for none.
  package let arms: [Experiment]?
  /// The checksum of each artifact's data, by the name of its stage.
  package let parts: [String: Fingerprint]
}
