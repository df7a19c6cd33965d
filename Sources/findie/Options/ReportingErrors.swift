import ArgumentParser
import FindieBatch
import FindieNight
import FindieOperations
import FindieWorkspace

extension ParsableCommand {
  /// Runs `body`. If it throws, prints the error and exits with its status.
  func reportingErrors(_ log: LogOptions? = nil, _ body: () throws -> Void) throws {
    Resources.retainFreedMemory()
    do {
      try AddressSpaceLimit.checkSmallest()
      try body()
    } catch let error as ValidationError {
      throw error
    } catch let error as AmbiguousName {
      throw ValidationError("\(error)")
    } catch {
      Console.clearLine()
      if let log { log.log(error) } else { Console.log("Error: \(error)") }
      throw ExitCode(ExitStatus.status(of: FailureKind(of: error)))
    }
  }
}
