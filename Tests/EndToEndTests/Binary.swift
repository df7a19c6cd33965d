import FindieTestSupport
import Foundation

/// The built programs, run as a user runs them.
enum Binary {
  struct Result {
    let status: Int32
    let out: String
    let error: String
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let hasPython = ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static let sample = root.appending(path: "Data/sample")

  /// In the folder of the test program.
  static let url: URL = {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "findie")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return root.appending(path: ".build/debug/findie")
  }()

  /// Runs `findie` and stops it as soon as it writes to standard error.
  ///
  /// - Returns: the ended process and its standard error.
  static func stopped(
    _ arguments: [String], in folder: URL, after text: String
  ) throws -> (process: Process, said: String) {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    var said = ""
    while !said.contains(text) {
      let more = errors.fileHandleForReading.availableData
      if more.isEmpty { break }
      said += String(decoding: more, as: UTF8.self)
    }
    process.terminate()
    said += String(
      decoding: try errors.output(), as: UTF8.self)
    process.waitForEnd()
    return (process, said)
  }

  static let lab = url.deletingLastPathComponent().appending(path: "findie-lab")

  /// The program that has a command.
  private static func program(of command: String?) -> URL {
    ["backtest", "bench", "evaluate", "generate"].contains(command) ? lab : url
  }

  /// Runs `findie`, or `findie-lab` for its commands, with these arguments in `folder`. A night
  /// that another test ran over the same files is a copy.
  ///
  /// - Parameters:
  ///   - program: nil for the one that has the command.
  ///   - input: the file for standard input; nil for none.
  ///   - environment: additional environment variables. Lines are wide unless it has `COLUMNS`.
  ///   - isNext: whether the next night of a workspace may be a copy too.
  static func run(
    _ arguments: [String], of program: URL? = nil, in folder: URL, input: URL? = nil,
    environment: [String: String] = [:], isNext: Bool = false
  ) throws -> Result {
    let program = program ?? self.program(of: arguments.first)
    return try Runs.result(arguments, in: folder, environment: environment, isNext: isNext) {
      try start(program, arguments, in: folder, input: input, environment: environment)
    }
  }

  private static func start(
    _ program: URL, _ arguments: [String], in folder: URL, input: URL?,
    environment: [String: String]
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["COLUMNS": "1000"].merging(environment) { $1 }) { $1 }
    // Files instead of pipes: the program would block on a full pipe. Another test may copy
    // `folder`.
    let output = try TemporaryFolder()
    let streams = try ["out", "error"].map { try output.write("", to: $0) }
    process.standardOutput = try FileHandle(forWritingTo: streams[0])
    process.standardError = try FileHandle(forWritingTo: streams[1])
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
    try process.run()
    let isEnded = process.waitForEnd()
    let texts = try streams.map { try String(contentsOf: $0, encoding: .utf8) }
    guard isEnded else { throw Endless(arguments: arguments, error: texts[1]) }
    return Result(status: process.terminationStatus, out: texts[0], error: texts[1])
  }

  /// A process did not end.
  struct Endless: Error {
    let arguments: [String]
    let error: String
  }
}
