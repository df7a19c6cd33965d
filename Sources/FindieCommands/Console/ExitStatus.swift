import ArgumentParser
import FindieWorkspace

/// The exit status of each kind of failure. Usage errors exit with 64, in the argument parser.
enum ExitStatus {
  /// A plan with work to do.
  static let hasWork: Int32 = 2

  static func status(of kind: FailureKind) -> Int32 {
    switch kind {
    case .failed: 1
    case .badData: 65
    case .noInput: 66
    case .unavailable: 69
    case .bug: 70
    case .cannotWrite: 73
    case .stopped: 75
    case .badParameters: 78
    }
  }
}

extension ExitCode {
  /// Ends a command that printed its result.
  init(_ kind: FailureKind) { self.init(ExitStatus.status(of: kind)) }
}
