import FindieFiles
import Foundation

/// The folder of a pipeline's artifacts, one file per stage.
struct ArtifactStore: Sendable {
  let folder: URL
  /// The program that builds the artifacts, with its version. A different one rebuilds them all.
  let program: String

  func url(_ stage: String) -> URL { folder.appending(path: "\(stage).artifact") }

  /// The size of a stage's file; nil if there is none.
  func bytes(_ stage: String) -> Int? {
    do {
      return try FileManager.default.attributesOfItem(atPath: url(stage).path)[.size] as? Int
    } catch {
      return nil
    }
  }

  /// What a stage would be built from now.
  ///
  /// - Parameter identities: those of earlier stages, by name.
  /// - Returns: nil if one of them is not known.
  func provenance(
    of stage: some AnyStage, from identities: [String: Fingerprint]
  ) -> Provenance? {
    var inputs: [Provenance.Input] = []
    for input in stage.identity {
      guard let identity = identities[input.name] else { return nil }
      inputs.append(Provenance.Input(stage: input.name, fingerprint: identity))
    }
    return Provenance(program: program, parameters: stage.parameters, inputs: inputs)
  }

  /// Whether a stage's artifact is the one that the stage would build now.
  enum Status {
    case current(ArtifactHeader)
    case outdated([StageReason])
  }

  /// Compares a stage's artifact with its provenance, and verifies the data of a current artifact,
  /// so that damage is found even if no stage reads it in this run.
  ///
  /// - Parameter provenance: what the stage would be built from.
  /// - Throws: `WorkspaceFailure.newerArtifact`.
  func status<Output>(of stage: Stage<Output>, _ provenance: Provenance) throws -> Status {
    let url = url(stage.name)
    guard let header = ArtifactReader.header(of: url) else { return .outdated([missing(url)]) }
    if header.formatVersion > Output.formatVersion, header.isConsistent {
      throw WorkspaceFailure.newerArtifact(
        path: url.path, found: header.formatVersion, known: Output.formatVersion,
        program: header.provenance?.program ?? "")
    }
    var reasons = formatChange(header, Output.formatVersion)
    let fingerprint = provenance.fingerprint(
      stage: stage.name, formatVersion: Output.formatVersion)
    if header.fingerprint != fingerprint {
      reasons += header.provenance.map { provenance.changes(since: $0) } ?? []
      if reasons.isEmpty { reasons = [StageReason(.unknownChange)] }
    }
    if !reasons.isEmpty { return .outdated(reasons) }
    do {
      let file = try ArtifactReader(url)
      if let isStillThere = stage.isStillThere, !isStillThere(try Output(from: file)) {
        return .outdated([StageReason(.effectMissing)])
      }
    } catch {
      return .outdated([StageReason(.damaged, "\(error)")])
    }
    return .current(header)
  }

  /// The reasons why a stage runs whatever its unknown inputs are; empty if that depends on them.
  func certainReasons<Output>(
    of stage: Stage<Output>, _ identities: [String: Fingerprint]
  ) -> [StageReason] {
    let url = url(stage.name)
    guard let header = ArtifactReader.header(of: url) else { return [missing(url)] }
    if case let change = formatChange(header, Output.formatVersion), !change.isEmpty {
      return change
    }
    if !isEffectThere(of: stage) { return [StageReason(.effectMissing)] }
    guard let before = header.provenance else { return [] }
    let old = Dictionary(
      before.inputs.map { ($0.stage, $0.fingerprint) }, uniquingKeysWith: { $1 })
    // An unknown input is assumed to be unchanged.
    let inputs = stage.identity.compactMap { input in
      (identities[input.name] ?? old[input.name]).map {
        Provenance.Input(stage: input.name, fingerprint: $0)
      }
    }
    return Provenance(program: program, parameters: stage.parameters, inputs: inputs)
      .changes(since: before)
  }

  /// Whether a stage's external effect is still in place, if its artifact can be read.
  private func isEffectThere<Output>(of stage: Stage<Output>) -> Bool {
    guard let isStillThere = stage.isStillThere, let previous = previous(of: stage) else {
      return true
    }
    return isStillThere(previous.output)
  }

  private func missing(_ url: URL) -> StageReason {
    StageReason(DurableFile.exists(url) ? .damaged : .neverBuilt)
  }

  private func formatChange(_ header: ArtifactHeader, _ version: Int) -> [StageReason] {
    header.formatVersion == version
      ? []
      : [StageReason(.formatChanged, from: "\(header.formatVersion)", to: "\(version)")]
  }

  /// The stage's artifact on disk, whatever it was built from; nil if unreadable.
  func previous<Output>(of stage: Stage<Output>) -> (output: Output, header: ArtifactHeader)? {
    do {
      let file = try ArtifactReader(url(stage.name))
      guard file.header.formatVersion == Output.formatVersion else { return nil }
      return (try Output(from: file), file.header)
    } catch {
      return nil
    }
  }
}
