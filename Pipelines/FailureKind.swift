import FindieBatch
import FindieFiles
import FindieIngest
import FindieStore
import FindieSynthesis

/// What kind of failure an error is: what whoever runs the night has to do about it.
package enum FailureKind: String, Codable, Sendable, CaseIterable {
  /// It failed; the message says why.
  case failed
  /// More bad data than allowed, or a damaged file.
  case badData
  /// No input, or none that can be read.
  case noInput
  /// Something is held by another process.
  case unavailable
  /// A bug of ours.
  case ours
  /// Nothing can be written: disk full, no right to.
  case cannotWrite
  /// Stopped as asked.
  case stopped
  /// The parameters are wrong.
  case badParameters

  package init(of error: any Error) {
    switch error {
    case let failure as StageFailure: self.init(of: failure.cause)
    case let failure as NightFailure: self.init(of: failure.cause)
    case is MissingKey, is ParameterProblems, is ContractProblems, is SynthesisFailure,
      is OtherSearch, is NoAddresses:
      self = .badParameters
    case is FolderNotEmpty, is NoRoom: self = .cannotWrite
    case is Stopped: self = .stopped
    case is LostLines, is BrokenLists: self = .ours
    case is WorkspaceLock.Taken, is WorkspaceLock.Lost: self = .unavailable
    case is NothingPublished, is NothingToEvaluate, is ImpossibleNight, is DaysNotRecorded:
      self = .noInput
    case is TooManyBadLines, is VolumeBreach, is ListsFile.Unreadable,
      is NewInteractions.Unreadable:
      self = .badData
    case is GateClosed: self = .failed
    case let failure as IngestFailure: self = .init(failure)
    case let failure as StoreFailure: self = .init(failure)
    case let failure as FileFailure: self = .init(failure)
    case let failure as ServedModelFailure:
      if case .missing = failure { self = .noInput } else { self = .failed }
    default: self = .failed
    }
  }

  /// Whether trying again can help, as with what another process holds for a moment.
  package static func mayPass(_ error: any Error) -> Bool {
    switch error {
    case let failure as FileFailure: failure.mayPass
    case let failure as StoreFailure: if case .locked = failure { true } else { false }
    default: false
    }
  }

  private init(_ failure: IngestFailure) {
    switch failure {
    case .damagedFile: self = .badData
    case .noSuchFolder, .noSuchPath, .unreadableFolder, .noInput, .unreadableFile, .notAFile,
      .emptyStream:
      self = .noInput
    }
  }

  private init(_ failure: StoreFailure) {
    switch failure {
    case .locked: self = .unavailable
    case .diskFull, .cannotWrite, .notPermitted: self = .cannotWrite
    case .missing, .unpublished: self = .noInput
    case .damaged, .foreign, .newer, .older, .otherNight, .failed: self = .failed
    }
  }

  private init(_ failure: FileFailure) {
    switch failure.operation {
    case .create, .write, .sync, .rename, .remove, .link: self = .cannotWrite
    case .read, .list: self = .failed
    }
  }
}
