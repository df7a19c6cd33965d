import FindieFiles
import Foundation

/// Where a run's artifacts lie, a file a stage, and whether what lies there is right.
struct ArtifactShelf: Sendable {
  let folder: URL
  /// What makes the artifacts, with its version: another one makes all of them again.
  let program: String

  func url(_ stage: String) -> URL { folder.appending(path: "\(stage).artifact") }

  /// How long a stage's file is; nil where there is none.
  func bytes(_ stage: String) -> Int? {
    do {
      return try FileManager.default.attributesOfItem(atPath: url(stage).path)[.size] as? Int
    } catch {
      return nil
    }
  }

  /// Whether a stage's artifact is what it would make.
  enum Standing {
    case good(ArtifactHeader)
    case remake([Reason])
  }

  /// What a stage is made from now.
  ///
  /// - Parameter fingerprints: of the inputs, by name.
  /// - Returns: nil where an input's fingerprint is not known.
  func origin(of stage: some AnyStage, _ fingerprints: [String: Fingerprint]) -> Origin? {
    var inputs: [Origin.Input] = []
    for input in stage.inputs {
      guard let fingerprint = fingerprints[input.name] else { return nil }
      inputs.append(Origin.Input(stage: input.name, fingerprint: fingerprint))
    }
    return Origin(program: program, parameters: stage.parameters, inputs: inputs)
  }

  /// Whether an artifact is right is seen by its header, and that it is whole by reading it: what is
  /// skipped tonight is read some other night.
  ///
  /// - Parameter origin: what the stage would be made from.
  /// - Throws: `NewerArtifact`.
  func standing<Output>(of stage: Stage<Output>, _ origin: Origin) throws -> Standing {
    let url = url(stage.name)
    guard let header = ArtifactReader.header(of: url) else {
      return .remake([Reason(DurableFile.exists(url) ? .damaged : .neverMade)])
    }
    var reasons: [Reason] = []
    if header.formatVersion > Output.formatVersion, header.isOfItsOrigin {
      throw NewerArtifact(
        path: url.path, found: header.formatVersion, known: Output.formatVersion,
        program: header.origin?.program ?? "")
    }
    if header.formatVersion != Output.formatVersion {
      reasons.append(
        Reason(.format, from: "\(header.formatVersion)", to: "\(Output.formatVersion)"))
    }
    let fingerprint = origin.fingerprint(stage: stage.name, formatVersion: Output.formatVersion)
    if header.fingerprint != fingerprint {
      reasons += header.origin.map { origin.changes(since: $0) } ?? []
      if reasons.isEmpty { reasons = [Reason(.unknownChange)] }
    }
    if !reasons.isEmpty { return .remake(reasons) }
    if let damage = ArtifactReader.damage(of: url) {
      return .remake([Reason(.damaged, damage)])
    }
    if let isStillThere = stage.isStillThere {
      do {
        guard isStillThere(try Output(from: ArtifactReader(url))) else {
          return .remake([Reason(.effectGone)])
        }
      } catch {
        return .remake([Reason(.damaged, "\(error)")])
      }
    }
    return .good(header)
  }

  /// A night that an older program would make again from the beginning, without saying so.
  struct NewerArtifact: Error, CustomStringConvertible {
    let path: String
    let found: Int
    let known: Int
    let program: String

    var description: String {
      let maker = program.isEmpty ? "a later findie" : program
      return
        "\(path) has format \(found), and this findie knows up to \(known): \(maker) made it. Install "
        + "that version, or remove the file to have this one make it again."
    }
  }

  /// Why a stage runs whatever its unknown inputs turn out to be; none where that hangs on them.
  func certainReasons<Output>(
    of stage: Stage<Output>, _ fingerprints: [String: Fingerprint]
  ) -> [Reason] {
    let url = url(stage.name)
    guard let header = ArtifactReader.header(of: url) else {
      return [Reason(DurableFile.exists(url) ? .damaged : .neverMade)]
    }
    guard header.formatVersion == Output.formatVersion else {
      return [Reason(.format, from: "\(header.formatVersion)", to: "\(Output.formatVersion)")]
    }
    guard let before = header.origin else { return [] }
    let old = Dictionary(
      before.inputs.map { ($0.stage, $0.fingerprint) }, uniquingKeysWith: { $1 })
    // What is not known is taken for unchanged.
    let inputs = stage.inputs.compactMap { input in
      (fingerprints[input.name] ?? old[input.name]).map {
        Origin.Input(stage: input.name, fingerprint: $0)
      }
    }
    return Origin(program: program, parameters: stage.parameters, inputs: inputs)
      .changes(since: before)
  }

  /// The last artifact of a stage, whatever it was made from; nil where it cannot be used.
  func last<Output>(of stage: Stage<Output>) -> (output: Output, header: ArtifactHeader)? {
    do {
      let file = try ArtifactReader(url(stage.name))
      guard file.header.formatVersion == Output.formatVersion else { return nil }
      return (try Output(from: file), file.header)
    } catch {
      return nil
    }
  }
}
