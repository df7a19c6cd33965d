import ArgumentParser
import FindieBatch
import FindiePipelines
import Foundation

/// The exit status of each kind of failure; usage errors end in 64, by the argument parser.
enum ExitStatus {
  /// A plan that is not empty.
  static let thereIsWork: Int32 = 2

  static func status(of kind: FailureKind) -> Int32 {
    switch kind {
    case .failed: 1
    case .badData: 65
    case .noInput: 66
    case .unavailable: 69
    case .ours: 70
    case .cannotWrite: 73
    case .stopped: 75
    case .badParameters: 78
    }
  }
}

extension ParsableCommand {
  /// Runs `body`; an error is said in its sentence and ends the program with its status.
  func obey(_ log: LogOptions? = nil, _ body: () throws -> Void) throws {
    Resources.keepFreedMemory()
    do {
      try body()
    } catch let error as ValidationError {
      throw error
    } catch {
      if let log { log.say(error) } else { Console.say("findie: \(error)") }
      throw ExitCode(ExitStatus.status(of: FailureKind(of: error)))
    }
  }
}
