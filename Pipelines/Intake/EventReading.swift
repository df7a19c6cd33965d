import FindieDomain
package import FindieHistory
package import FindieIngest
import FindieWorkers
import FindieWorkspace

/// How a night reads files of events.
struct EventReading: Codable {
  let parameters: IngestParameters
  let contract: DataContract
  let now: Timestamp

  /// Reads files of events.
  func read(
    _ sources: [InputSource], without forgotten: ForgottenPlayers?, into staging: Staging,
    workers: Workers, progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> [ReadEvents] {
    let reader = EventReader(
      limits: parameters.limits, now: now, contract: contract.events,
      forgotten: forgotten?.contains, badShareLimit: parameters.badShareLimit)
    var files = try reader.read(sources, into: staging, workers: workers, progress: progress)
    let identity = identity
    for index in files.indices {
      files[index].source.readBy = identity(files[index].source.counts)
    }
    return files
  }

  /// Identifies what decides which lines are rejected and which events a line has: the program, its
  /// limits and the contract; and the clock's day, if a file has events from the future, which are
  /// accepted once their time has come. The function takes the counts of a file's lines.
  var identity: (LineCounts) -> String {
    let reader =
      "\(Versions.program) \(canonicalJSON(parameters.limits)) \(canonicalJSON(contract.events))"
    let (usual, ofDay) = (
      Ledger.Source.reader(reader), Ledger.Source.reader("\(reader) on \(now.day)")
    )
    return { $0.hasEventsFromTheFuture ? ofDay : usual }
  }
}

extension Night {
  var eventReading: EventReading {
    EventReading(parameters: parameters.ingest, contract: contract, now: clock.now)
  }

  /// The files of events that are new or must be read again: those that changed, and those that
  /// another reader would read in another way.
  package func unreadSources(_ folder: InputFolder, _ ledger: Ledger) -> [InputSource] {
    let sources = folder.sources.filter { $0.collection.events != nil }
    guard !options.rereadsInput else { return sources }
    let identity = eventReading.identity
    let changed = ledger.changed(sources) { $0.readBy != identity($0.counts) }
    let paths = Set(changed.map { ExactText($0.path) })
    let all = paths.union(ledger.pathsToReadAgain(changed: paths))
    return sources.filter { all.contains(ExactText($0.path)) }
  }
}

extension Ledger {
  /// The files that are new, or differ in size or time from those that the history has read.
  ///
  /// - Parameter isOutdated: whether an unchanged file counts as changed.
  func changed(
    _ files: [InputSource], or isOutdated: (Source) -> Bool = { _ in false }
  ) -> [InputSource] {
    let known = Dictionary(sources.map { (ExactText($0.path), $0) }) { _, last in last }
    return files.filter { file in
      guard let entry = known[ExactText(file.path)] else { return true }
      return entry.size != file.size || entry.modifiedNanoseconds != file.modifiedNanoseconds
        || isOutdated(entry)
    }
  }
}

extension LineCounts {
  fileprivate var hasEventsFromTheFuture: Bool {
    let reason = RejectionReason.fromTheFuture.rawValue
    return rejectedByReason[reason] != nil || warnings.keys.contains { $0.hasSuffix(reason) }
  }
}
