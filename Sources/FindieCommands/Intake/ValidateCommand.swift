import ArgumentParser
import FindieDomain
import FindieFiles
import FindieIngest
import FindieNight
import FindieWorkspace
import Foundation

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check an input folder, and change nothing.",
    discussion: """
      Reads all files and reports how many lines would be accepted or rejected, and why.

      Examples:
        findie validate Data/sample
        zcat interactions-*.ndjson.gz | findie validate -

      Exit status: 65 if a run would stop because of this input.
      """)

  @Argument(help: "The folder of the app's export, or - for event lines on standard input.")
  var directory: String
  @OptionGroup var kind: StreamOption
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var contract: ContractOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var links: LinksOption
  @OptionGroup var json: JSONFlag

  func validate() throws { try kind.validate(for: directory) }

  func run() throws {
    try reportingErrors {
      StopSignal.endAtOnce()
      let (parameters, contract) = (try parameters.load(), try contract.load())
      func validation(of folder: InputFolder, isStream: Bool) throws -> Validation {
        try Validation(
          folder, isStream: isStream, parameters: parameters, contract: contract,
          workers: threads.workers, now: Timestamp(milliseconds: Clock.now))
      }
      let validation =
        if let stream = kind.stream(for: directory) {
          try DurableFile.withTemporaryFolder { folder in
            try stream.withFile(in: folder.appending(path: "input")) {
              try validation(of: InputFolder(of: $0), isStream: true)
            }
          }
        } else {
          try validation(
            of: InputFolder(
              scanning: URL(filePath: directory), followsLinks: links.followLinks), isStream: false)
        }
      try Console.print(validation.answer, asJSON: json.json)
      if validation.breach != nil { throw ExitCode(.badData) }
    }
  }
}
