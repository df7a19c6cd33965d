package import FindieBatch
package import FindieDomain
import FindieFiles
import FindieWorkspace
package import Foundation

/// The files of what a published night learned, `published/<day>/model/`.
package enum ServedModelFiles {
  /// In a published night's folder.
  package static let folderName = "model"

  /// The artifacts that are kept, by the names of their stages; where a champion's models serve on, which
  /// `held-out/` keeps, the first alone.
  private static let parts = ["matrix", "factors", "items", "ranker"]

  private static func file(_ part: String, in folder: URL) -> URL {
    folder.appending(path: "\(part).artifact")
  }

  /// Keeps what a night's lists are made by, in a folder that is not there yet.
  ///
  /// The run's artifacts are copied without what they say of the files that they were made from, so that
  /// equal models are equal bytes; and copied, not linked, so that one that is damaged there is not
  /// damaged here.
  ///
  /// - Parameters:
  ///   - champion: the night whose models made the lists; nil for this one.
  ///   - artifacts: the run's, all of which are whole.
  static func write(
    to folder: URL, day: Day, champion: Day?, settings: ServedSettings, artifacts: URL
  ) throws {
    try DurableFile.createFolder(folder)
    var checksums: [String: Fingerprint] = [:]
    for part in parts.prefix(champion == nil ? parts.count : 1) {
      let source = file(part, in: artifacts)
      guard let checksum = try ArtifactReader.copyData(of: source, to: file(part, in: folder))
      else {
        throw ServedModelFailure.damaged(path: source.path, detail: "it is no artifact")
      }
      checksums[part] = checksum
    }
    let index = ServedModelIndex(
      day: day, champion: champion, settings: settings, parts: checksums)
    try DurableFile.writePlainly(
      Array(canonicalLine(index).utf8), to: indexFile(in: folder))
  }

  static func indexFile(in folder: URL) -> URL { folder.appending(path: ServedModelIndex.name) }

  /// - Parameter folder: of the model.
  /// - Throws: `ServedModelFailure`.
  package static func index(in folder: URL) throws -> ServedModelIndex {
    let url = indexFile(in: folder)
    let bytes = try bytes(of: url)
    let index: ServedModelIndex
    do {
      index = try JSONDecoder().decode(ServedModelIndex.self, from: Data(bytes))
    } catch {
      throw ServedModelFailure.damaged(path: url.path, detail: "\(error)")
    }
    guard index.formatVersion == ServedModelIndex.formatVersion else {
      throw ServedModelFailure.damaged(
        path: url.path,
        detail:
          "its format is \(index.formatVersion), and \(ServedModelIndex.formatVersion) is read")
    }
    return index
  }

  /// Of which day a published night is; nil where it does not say.
  package static func day(ofNight folder: URL) -> Day? {
    do {
      return try index(in: folder.appending(path: folderName)).day
    } catch {
      return nil
    }
  }

  private static func bytes(of url: URL) throws -> [UInt8] {
    do {
      return try DurableFile.read(url)
    } catch  where error.isMissing {
      throw ServedModelFailure.missing(path: url.path)
    }
  }

  /// One part of a model, which must be whole and the one that `index` names.
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
          detail: "it is \(reader.header.stage) of format \(reader.header.formatVersion), and "
            + "\(name) of format \(Part.formatVersion) is read")
      }
      part = try Part(from: reader)
    } catch let failure as FileFailure where failure.isMissing {
      throw ServedModelFailure.missing(path: url.path)
    } catch let damage as ArtifactDamage {
      throw ServedModelFailure.damaged(path: url.path, detail: damage.description)
    }
    guard reader.header.checksum == index.parts[name] else {
      throw ServedModelFailure.damaged(path: url.path, detail: "it is of another night")
    }
    return part
  }
}
