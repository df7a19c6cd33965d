package import FindieDomain
package import FindieFiles
package import FindieIngest
package import FindieStore
import Foundation
import Glibc

/// The kind of a failure: it decides the exit status and what an operator has to do.
package enum FailureKind: String, Codable, Sendable, CaseIterable {
  /// Any other failure; the message says why.
  case failed
  /// More bad data than allowed, or a damaged file.
  case badData
  /// There is no input, it cannot be read, or what is asked for does not exist.
  case noInput
  /// Another process holds the workspace or the store, or a partner cannot be reached.
  case unavailable
  /// A bug in findie.
  case bug
  /// The disk is full or not writable.
  case cannotWrite
  /// Stopped on request.
  case stopped
  /// The parameters are wrong.
  case badParameters

  package init(of error: any Error) {
    self = (error as? any KnownFailure)?.failureKind ?? .failed
  }

  /// Whether a retry can help, such as when another process holds a file for a moment.
  package static func isTransient(_ error: any Error) -> Bool {
    (error as? any KnownFailure)?.isTransient ?? false
  }
}

/// An error that says what kind of failure it is.
package protocol KnownFailure: Error {
  var failureKind: FailureKind { get }
  /// Whether the same call may succeed in a moment.
  var isTransient: Bool { get }
}

extension KnownFailure {
  package var isTransient: Bool { false }
}

extension FileFailure: KnownFailure {
  package var failureKind: FailureKind {
    switch operation {
    case .create, .write, .sync, .rename, .remove, .link: .cannotWrite
    case .read, .list: .failed
    }
  }

  /// A file in use, an interrupted call, or too many open files.
  package var isTransient: Bool {
    [EAGAIN, EINTR, ETXTBSY, ENFILE, EMFILE, EBUSY].contains(code)
  }
}

extension StoreFailure: KnownFailure {
  package var failureKind: FailureKind {
    switch self {
    case .locked: .unavailable
    case .diskFull, .cannotWrite, .notPermitted: .cannotWrite
    case .missing, .unpublished, .notSearchable: .noInput
    case .damaged, .foreign, .otherFormat, .failed: .failed
    }
  }

  package var isTransient: Bool { if case .locked = self { true } else { false } }
}

extension IngestFailure: KnownFailure {
  package var failureKind: FailureKind {
    switch self {
    case .damagedFile, .unsupportedFile, .badHeader, .unreadCollection, .tooMuch: .badData
    case .noSuchFolder, .notAFolder, .noSuchPath, .unreadableFolder, .noInput, .unreadableFile,
      .notAFile, .changedFile, .emptyStream, .unreadableStream:
      .noInput
    }
  }
}

extension TooManyBadLines: KnownFailure {
  package var failureKind: FailureKind { .badData }
}

extension TooManyConflicts: KnownFailure {
  package var failureKind: FailureKind { .badData }
}

/// The requested item does not exist.
package struct NotFound: KnownFailure, CustomStringConvertible {
  package let description: String
  package var failureKind: FailureKind { .noInput }

  package init(_ description: String) {
    self.description = description
  }
}

extension Workspace {
  /// - Throws: `NotFound`.
  package func checkExists() throws(NotFound) {
    guard exists else { throw notFound("There is no workspace at \(folder.path).") }
  }

  /// - Throws: `NotFound` if there is no night of a day.
  package func checkPublished(_ day: Day) throws(NotFound) {
    guard DurableFile.exists(publishedStore(day)) else {
      throw NotFound(
        "There is no night of \(day) in \(published.path). List that folder to see the published "
          + "nights, or name another --workspace.")
    }
  }

  /// The error if no night was published.
  package var nothingPublished: NotFound {
    notFound("No night was published in \(folder.path) yet.")
  }

  /// The error if there is no history.
  package var noHistory: NotFound { notFound("\(folder.path) has no history.") }

  private func notFound(_ what: String) -> NotFound {
    NotFound(
      "\(what) Run `\(command("run nightly --input DIR"))` first, or name another --workspace.")
  }
}
