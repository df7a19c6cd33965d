import FindieFiles
package import Foundation
package import Logging

/// One run of a pipeline: makes each stage's artifact, or skips it where that is proved unneeded.
///
/// A stage is skipped where an artifact of its fingerprint is on disk: the hash of its name, format,
/// parameters and inputs' fingerprints. A stage that is not kept on disk is made when one reads it.
/// A class, since stages share what was made.
package final class Run: ArtifactSource {
  package let log: Logger
  let observer: any RunObserver
  let isStopping: @Sendable () -> Bool
  private let shelf: ArtifactShelf
  private let rules: RunRules
  private let elapsedSeconds: @Sendable () -> Double
  private let startedAt: Double
  private var values: [String: any Artifact] = [:]
  private var fingerprints: [String: Fingerprint] = [:]
  private var readersLeft: [String: Int] = [:]
  /// The stages that are made when something reads them, and have not read their inputs yet.
  private var waiting = Set<String>()
  /// Stages whose artifact cannot be had or must not be read.
  private var outOfReach: [String: OutOfReach] = [:]
  /// The stages that were not looked at yet.
  private var remaining: [String] = []
  private var firstFailure: StageFailure?
  /// The day that the run is of, `YYYY-MM-DD`; nil until a stage has declared it.
  package internal(set) var day: String? {
    didSet { if let day, day != oldValue { observer.report(.dated(day: day)) } }
  }
  package private(set) var records: [StageRecord] = []
  package private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - artifacts: the folder in which artifacts are kept, a file a stage.
  ///   - program: what makes the artifacts, with its version: another one makes all of them again.
  ///   - rules: which stages, and what happens where one fails.
  ///   - elapsedSeconds: a clock that only goes forward; it tells how long stages take, no more.
  ///   - isStopping: whether someone asked the run to stop.
  package init(
    artifacts: URL, program: String = "", rules: RunRules = RunRules(),
    observer: any RunObserver, log: Logger, elapsedSeconds: @escaping @Sendable () -> Double,
    isStopping: @escaping @Sendable () -> Bool = { false }
  ) {
    shelf = ArtifactShelf(folder: artifacts, program: program)
    self.rules = rules
    self.observer = observer
    self.log = log
    self.elapsedSeconds = elapsedSeconds
    startedAt = elapsedSeconds()
    self.isStopping = isStopping
  }

  /// Makes the artifacts of all `stages`, in their order.
  ///
  /// - Precondition: each stage stands after those it reads.
  /// - Throws: `StageFailure`, `StaleInput`, or `Stopped`.
  package func make(_ stages: [any AnyStage]) throws {
    var known = Set<String>()
    for stage in stages {
      precondition(known.insert(stage.name).inserted, "two stages are named \(stage.name)")
      precondition(
        stage.inputs.allSatisfy { known.contains($0.name) },
        "\(stage.name) stands before its inputs")
      for input in stage.inputs { readersLeft[input.name, default: 0] += 1 }
    }
    remaining = stages.map(\.name)
    for stage in stages {
      if isStopping() { throw Stopped() }
      try rules.mayGoOn(day)
      try stage.execute(in: self)
      remaining.removeFirst()
      if stage.isMadeWhenRead, values[stage.name] == nil, outOfReach[stage.name] == nil {
        waiting.insert(stage.name)
      } else {
        letGo(ofInputsOf: stage)
      }
      if records.last?.outcome == .made { Resources.giveBackFreedMemory() }
    }
    if let firstFailure { throw firstFailure }
  }

  private enum OutOfReach {
    /// It is not selected, and its artifact is not what it would make.
    case stale(String)
    /// It failed, or what it reads did.
    case failed
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
    if try isOutOfReach(stage) { return }
    guard !Output.isKnownByContent else { return try look(at: stage) }
    guard let origin = shelf.origin(of: stage, fingerprints) else {
      preconditionFailure("an input of \(stage.name) has no fingerprint yet")
    }
    let fingerprint = origin.fingerprint(
      stage: stage.name, formatVersion: Output.formatVersion)
    fingerprints[stage.name] = fingerprint
    if rules.chosen.forced.contains(stage.name) {
      try refuseStaleInputs(of: stage)
      return try attempt(stage, reason: Reason(.asked).sentence)
    }
    if !Output.isKept {
      return record(stage, .skipped, "made when a stage that runs reads it", fingerprint)
    }
    switch try shelf.standing(of: stage, origin) {
    case .good(let header):
      record(
        stage, .skipped, Reason(rules.chosen.holds(stage.name) ? .same : .notSelected).sentence,
        fingerprint, found: header.found)
    case .remake(let reasons):
      guard rules.chosen.holds(stage.name) else {
        return leave(stage, stale: reasons.sentence)
      }
      try refuseStaleInputs(of: stage)
      if try isLeftOut(stage) { return }
      try attempt(stage, reason: reasons.sentence)
    }
  }

  private func look<Output>(at stage: Stage<Output>) throws {
    guard !rules.chosen.holds(stage.name), let foreseen = stage.foreseen else {
      return try attempt(stage, reason: Reason(.content).sentence)
    }
    switch try foreseen(self) {
    case .unchanged(let output):
      values[stage.name] = output
      fingerprints[stage.name] = output.content
      day = output.night ?? day
      record(
        stage, .skipped, "not selected, and there is nothing new", output.content,
        found: Findings(of: output))
    case .changed(_, let why): leave(stage, stale: why)
    }
  }

  /// Makes a stage, or does what its rule says where it fails.
  private func attempt<Output>(_ stage: Stage<Output>, reason: String) throws {
    do {
      try makeNow(stage, reason: reason)
    } catch let failure as StageFailure where failure.stage == stage.name {
      switch rules.onError[stage.name] ?? .fail {
      case .fail: throw failure
      case .skipDependents:
        outOfReach[stage.name] = .failed
        firstFailure = firstFailure ?? failure
      case .keepLastGood:
        guard useLast(of: stage, because: "it failed: \(failure.cause)") else { throw failure }
      }
    }
  }

  /// Uses the artifact of before, where there is one that can be read.
  private func useLast<Output>(of stage: Stage<Output>, because why: String) -> Bool {
    guard Output.isKept, let (output, header) = shelf.last(of: stage) else { return false }
    values[stage.name] = output
    // What reads it is known by what it really read.
    fingerprints[stage.name] = header.fingerprint
    warn("the artifact of before is used, since \(why)", stage: stage.name)
    record(stage, .kept, why, header.fingerprint, found: header.found)
    return true
  }

  /// Whether the deadline leaves a stage out.
  private func isLeftOut<Output>(_ stage: Stage<Output>) throws -> Bool {
    guard let deadline = rules.deadline, deadline.dropped(of: remaining).contains(stage.name)
    else { return false }
    if useLast(
      of: stage, because: "it was left out for the run to be done by \(deadline.name)")
    {
      return true
    }
    warn(
      "it is made although little time is left until \(deadline.name): there is no artifact of "
        + "before to use instead", stage: stage.name)
    return false
  }

  private func makeNow<Output>(_ stage: Stage<Output>, reason: String) throws {
    observer.report(.started(stage: stage.name))
    let started = (elapsedSeconds(), Resources.used.cpuSeconds)
    func seconds() -> (wall: Double, cpu: Double) {
      (elapsedSeconds() - started.0, Resources.used.cpuSeconds - started.1)
    }
    do {
      let (output, fingerprint) = try rules.retrying.run {
        try make(stage)
      } say: {
        warn($0, stage: stage.name)
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

  private func make<Output>(_ stage: Stage<Output>) throws -> (Output, Fingerprint) {
    let output = try stage.body(StageContext(run: self, stage: stage.name))
    let origin = shelf.origin(of: stage, fingerprints)
    guard
      let fingerprint = output.content
        ?? origin?.fingerprint(stage: stage.name, formatVersion: Output.formatVersion)
    else { preconditionFailure("an input of \(stage.name) has no fingerprint yet") }
    if Output.isKept {
      var writer = ArtifactWriter()
      output.write(to: &writer)
      let file = writer.file(
        stage: stage.name, fingerprint: fingerprint, formatVersion: Output.formatVersion,
        found: Findings(of: output), origin: origin)
      try DurableFile.write(file, to: shelf.url(stage.name))
    }
    return (output, fingerprint)
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
      let output = try Output(from: ArtifactReader(shelf.url(stage.name)))
      values[stage.name] = output
      return output
    } catch {
      warn("its artifact is damaged and is made again: \(error)", stage: stage.name)
      try makeNow(stage, reason: "its artifact is damaged")
      return try value(of: stage)
    }
  }

  /// Whether a stage cannot be made for want of an input, or need not be; then it is recorded.
  private func isOutOfReach(_ stage: some AnyStage) throws -> Bool {
    for input in stage.inputs {
      switch outOfReach[input.name] {
      case nil: continue
      case .failed:
        outOfReach[stage.name] = .failed
        record(stage, .dropped, "its input \(input.name) was not made", nil)
        return true
      case .stale:
        // What is made when read goes on to whoever reads it.
        guard stage.isMadeWhenRead || fingerprints[input.name] == nil else { continue }
        if !stage.isMadeWhenRead, rules.chosen.holds(stage.name) {
          try refuseStaleInputs(of: stage)
        }
        if let origin = shelf.origin(of: stage, fingerprints) {
          fingerprints[stage.name] = origin.fingerprint(
            stage: stage.name, formatVersion: stage.formatVersion)
        }
        leave(stage, stale: "its input \(input.name) is stale")
        return true
      }
    }
    return false
  }

  private func refuseStaleInputs(of stage: some AnyStage) throws {
    let stale = stage.inputs.compactMap { input -> (stage: String, why: String)? in
      guard case .stale(let why) = outOfReach[input.name] else { return nil }
      return (input.name, why)
    }
    guard stale.isEmpty else { throw StaleInput(stage: stage.name, inputs: stale) }
  }

  private func leave(_ stage: some AnyStage, stale why: String) {
    outOfReach[stage.name] = .stale(why)
    record(stage, .skipped, "not selected, and stale: \(why)", nil)
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
      stage: stage.name, outcome: outcome, reason: reason, inputs: stage.inputs.map(\.name),
      grain: stage.grain, fingerprint: fingerprint,
      rows: stage.countOfGrain.flatMap { found.counts[$0] },
      bytes: stage.isKept ? shelf.bytes(stage.name) : nil, counts: found.counts,
      measures: found.measures, conclusion: found.conclusion,
      startedAfterSeconds: elapsedSeconds() - startedAt - seconds, seconds: seconds,
      cpuSeconds: cpuSeconds, peakMemoryInBytes: Resources.used.peakMemoryInBytes)
    records.removeAll { $0.stage == stage.name }
    records.append(record)
    observer.report(.finished(record))
  }
}
