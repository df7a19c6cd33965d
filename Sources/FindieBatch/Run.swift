import FindieFiles
package import Foundation
package import Logging

/// One run of a pipeline: makes each stage's artifact, or skips it where that is proved unneeded.
///
/// A stage is skipped where an artifact of its fingerprint is on disk: the hash of its name, format,
/// parameters and inputs' fingerprints. A stage that is not kept on disk is made when one reads it.
/// A class, since stages share what was made.
package final class Run {
  package let log: Logger
  let observer: any RunObserver
  let isStopping: @Sendable () -> Bool
  private let artifacts: URL
  private let program: String
  private let elapsedSeconds: @Sendable () -> Double
  private var values: [String: any Artifact] = [:]
  private var fingerprints: [String: Fingerprint] = [:]
  private var readersLeft: [String: Int] = [:]
  /// The stages that are made when something reads them, and have not read their inputs yet.
  private var waiting = Set<String>()
  /// The day that the run is of, `YYYY-MM-DD`; nil until a stage has declared it.
  package internal(set) var day: String?
  package private(set) var records: [StageRecord] = []
  package private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - artifacts: the folder in which artifacts are kept, a file a stage.
  ///   - program: what makes the artifacts, with its version: another one makes all of them again.
  ///   - elapsedSeconds: a clock that only goes forward; it tells how long stages take, no more.
  ///   - isStopping: whether someone asked the run to stop.
  package init(
    artifacts: URL, program: String = "", observer: any RunObserver, log: Logger,
    elapsedSeconds: @escaping @Sendable () -> Double,
    isStopping: @escaping @Sendable () -> Bool = { false }
  ) {
    self.artifacts = artifacts
    self.program = program
    self.observer = observer
    self.log = log
    self.elapsedSeconds = elapsedSeconds
    self.isStopping = isStopping
  }

  /// Makes the artifacts of all `stages`, in their order.
  ///
  /// - Precondition: each stage stands after those it reads.
  /// - Throws: `StageFailure`, or `Stopped`.
  package func make(_ stages: [any AnyStage]) throws {
    var known = Set<String>()
    for stage in stages {
      precondition(known.insert(stage.name).inserted, "two stages are named \(stage.name)")
      precondition(
        stage.inputs.allSatisfy { known.contains($0.name) },
        "\(stage.name) stands before its inputs")
      for input in stage.inputs { readersLeft[input.name, default: 0] += 1 }
    }
    for stage in stages {
      if isStopping() { throw Stopped() }
      try stage.execute(in: self)
      if stage.isMadeWhenRead, values[stage.name] == nil {
        waiting.insert(stage.name)
      } else {
        letGo(ofInputsOf: stage)
      }
    }
  }

  /// Counts `stage` as done with its inputs, and forgets those that no other will read.
  private func letGo(ofInputsOf stage: any AnyStage) {
    for input in stage.inputs {
      readersLeft[input.name, default: 0] -= 1
      guard readersLeft[input.name] == 0 else { continue }
      values[input.name] = nil
      if waiting.remove(input.name) != nil { letGo(ofInputsOf: input) }
    }
  }

  func execute<Output>(_ stage: Stage<Output>) throws {
    let fingerprint = Output.isKnownByContent ? nil : derivedFingerprint(of: stage)
    let reason: String
    if let fingerprint {
      fingerprints[stage.name] = fingerprint
      if !Output.isKept {
        return record(
          stage, .skipped, "made when a stage that runs reads it", fingerprint)
      }
      switch standing(of: stage, fingerprint: fingerprint) {
      case .good(let found):
        return record(
          stage, .skipped, "inputs, parameters and format are the same", fingerprint,
          found: found)
      case .remake(let why): reason = why
      }
    } else {
      reason = "known by its content, so looked at every night"
    }
    observer.report(.started(stage: stage.name))
    try makeNow(stage, reason: reason)
  }

  private enum Standing {
    case good(Findings)
    case remake(String)
  }

  private func standing<Output>(
    of stage: Stage<Output>, fingerprint: Fingerprint
  ) -> Standing {
    let url = url(stage)
    guard let header = ArtifactReader.header(of: url) else {
      return .remake(DurableFile.exists(url) ? "its artifact is damaged" : "never made")
    }
    guard header.formatVersion == Output.formatVersion else {
      return .remake("format \(header.formatVersion) → \(Output.formatVersion)")
    }
    guard header.fingerprint == fingerprint else {
      return .remake("inputs or parameters changed")
    }
    if let isStillThere = stage.isStillThere {
      do {
        guard isStillThere(try Output(from: ArtifactReader(url))) else {
          return .remake("what it had made is not there any more")
        }
      } catch {
        return .remake("its artifact is damaged: \(error)")
      }
    }
    return .good(header.found)
  }

  private func makeNow<Output>(_ stage: Stage<Output>, reason: String) throws {
    let started = (elapsedSeconds(), Resources.used.cpuSeconds)
    func seconds() -> (wall: Double, cpu: Double) {
      (elapsedSeconds() - started.0, Resources.used.cpuSeconds - started.1)
    }
    do {
      let output = try stage.body(StageContext(run: self, stage: stage.name))
      let fingerprint = output.content ?? derivedFingerprint(of: stage)
      if Output.isKept {
        var writer = ArtifactWriter()
        output.write(to: &writer)
        let file = writer.file(
          stage: stage.name, fingerprint: fingerprint, formatVersion: Output.formatVersion,
          found: Findings(of: output))
        try DurableFile.write(file, to: url(stage))
      }
      values[stage.name] = output
      fingerprints[stage.name] = fingerprint
      if waiting.remove(stage.name) != nil { letGo(ofInputsOf: stage) }
      let (wall, cpu) = seconds()
      record(
        stage, .made, reason, fingerprint, found: Findings(of: output), seconds: wall,
        cpuSeconds: cpu)
    } catch let stopped as Stopped {
      throw stopped
    } catch {
      let failure = error as? StageFailure ?? StageFailure(stage: stage.name, cause: error)
      if failure.stage == stage.name {
        let (wall, cpu) = seconds()
        record(
          stage, .failed, "\(failure.cause)", nil, seconds: wall, cpuSeconds: cpu)
      }
      throw failure
    }
  }

  /// The artifact of a stage: as it was made in this run, else from disk, else made now.
  func value<Output>(of stage: Stage<Output>) throws -> Output {
    if let value = values[stage.name] {
      guard let output = value as? Output else {
        preconditionFailure("\(stage.name) made something else than \(Output.self)")
      }
      return output
    }
    guard Output.isKept else {
      try makeNow(stage, reason: "a stage reads it")
      return try value(of: stage)
    }
    do {
      let output = try Output(from: ArtifactReader(url(stage)))
      values[stage.name] = output
      return output
    } catch {
      warn("its artifact is damaged and is made again: \(error)", stage: stage.name)
      try makeNow(stage, reason: "its artifact is damaged")
      return try value(of: stage)
    }
  }

  private func derivedFingerprint(of stage: Stage<some Artifact>) -> Fingerprint {
    let inputs = stage.inputs.map { input in
      guard let fingerprint = fingerprints[input.name] else {
        preconditionFailure("\(input.name) has no fingerprint yet")
      }
      return "\(input.name)=\(fingerprint.hexadecimal)"
    }
    return Fingerprint(
      of: ([program, stage.name, "\(stage.formatVersion)", stage.parameters] + inputs)
        .joined(separator: "\n"))
  }

  private func url(_ stage: some AnyStage) -> URL {
    artifacts.appending(path: "\(stage.name).artifact")
  }

  func warn(_ sentence: String, stage: String) {
    warnings.append("\(stage): \(sentence)")
    observer.report(.warned(stage: stage, sentence: sentence))
  }

  private func record(
    _ stage: some AnyStage, _ outcome: StageRecord.Outcome, _ reason: String,
    _ fingerprint: Fingerprint?, found: Findings = .none, seconds: Double = 0,
    cpuSeconds: Double = 0
  ) {
    let record = StageRecord(
      stage: stage.name, outcome: outcome, reason: reason, grain: stage.grain,
      fingerprint: fingerprint, counts: found.counts, measures: found.measures,
      conclusion: found.conclusion, seconds: seconds, cpuSeconds: cpuSeconds,
      peakMemoryInBytes: Resources.used.peakMemoryInBytes)
    records.removeAll { $0.stage == stage.name }
    records.append(record)
    observer.report(.finished(record))
  }
}

extension Stage {
  fileprivate var formatVersion: Int { Output.formatVersion }
}
