import FindieAnalytics
package import FindieDomain
import FindieFiles
import FindieRanking
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
  ///   - suggestions: when those of the lists were received; nil without any.
  ///   - artifacts: the folder of the run's artifacts, which must be undamaged.
  static func write(
    to folder: URL, day: Day, champion: Day?, settings: ServedSettings, arms: [Experiment],
    suggestions: Day?, artifacts: URL
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
      suggestions: suggestions, parts: checksums)
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

  /// The suggestions of the lists.
  ///
  /// - Parameter folder: of the night.
  static func suggestions(
    _ index: ServedModelIndex, in folder: URL
  ) throws -> Suggestions {
    guard let day = index.suggestions else { return .none }
    let file = folder.appending(path: "\(OwnFiles.suggestionsFolder)/\(day).artifact")
    guard let suggestions = try Suggestions(stored: file) else {
      throw ServedModelFailure.damaged(
        path: file.path, detail: "it is missing, damaged or of another version")
    }
    return suggestions
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
