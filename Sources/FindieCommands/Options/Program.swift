package import ArgumentParser
import FindieNight
import FindieText
import FindieWorkspace
import Glibc

extension ParsableCommand {
  /// - Throws: a usage error that suggests a command for an unknown word. The parser would complain
  ///   about the options after it instead.
  private static func checkCommandNames(_ words: some Sequence<String>) throws {
    var commands = configuration.subcommands
    for word in words {
      if commands.isEmpty || word.hasPrefix("-") || word == "help" { return }
      let names = commands.map { $0._commandName }
      guard let index = names.firstIndex(of: word) else {
        let suggestion = NearestName.suggestion(for: word, among: names)
        throw ValidationError(
          "There is no command '\(word)'"
            + (suggestion.isEmpty
              ? ". The commands are \(names.joined(separator: ", "))." : suggestion))
      }
      commands = commands[index].configuration.subcommands
    }
  }

  /// Runs the command of the command line. A usage error is logged as JSON if the command line asks
  /// for a JSON log.
  package static func runProgram() {
    // A write beyond `ulimit -f` then fails with an error instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try checkCommandNames(CommandLine.arguments.dropFirst())
      var command = try parseAsRoot()
      try TextTable.$maximumWidth.withValue(Console.width()) { try command.run() }
    } catch {
      let status = exitCode(for: error)
      if status == .success {
        // Help and version: the parser would not notice that they cannot be written.
        exit(printing: fullMessage(for: error))
      }
      if status == .validationFailure, LogOptions.asksForJSON(CommandLine.arguments) {
        JSONLog(minimum: .error).log(.error, message(for: error)) { $0.status = status.rawValue }
        exit(withError: status)
      }
      if error is ValidationError {
        // Thrown by a running command: the usage line would be that of `findie`.
        Console.log("Error: \(message(for: error))")
        exit(withError: status)
      }
      let text = fullMessage(for: error)
      if !text.isEmpty { Console.log(text) }
      exit(withError: status)
    }
  }

  private static func exit(printing text: String) -> Never {
    do {
      if !text.isEmpty { try Console.out(text + "\n") }
      exit(withError: nil)
    } catch {
      Console.log("Error: \(error)")
      exit(withError: ExitCode(ExitStatus.status(of: .cannotWrite)))
    }
  }
}

extension ParsableCommand {
  /// Runs `body`. If it throws, prints the error and exits with its status.
  package func reportingErrors(_ body: () throws -> Void) throws {
    try reportingErrors(nil, body)
  }

  /// The same.
  ///
  /// - Parameter log: logs the error; nil to print it.
  func reportingErrors(_ log: LogOptions?, _ body: () throws -> Void) throws {
    Resources.retainFreedMemory()
    do {
      try AddressSpaceLimit.checkSmallest()
      try body()
    } catch let error as ValidationError {
      throw error
    } catch let code as ExitCode {
      // The command has printed its result.
      throw code
    } catch let error as CommandFailure where error.isUsage {
      throw ValidationError("\(error)")
    } catch {
      Console.clearLine()
      if let log { log.log(error) } else { Console.log("Error: \(error)") }
      throw ExitCode(ExitStatus.status(of: FailureKind(of: error)))
    }
  }
}
