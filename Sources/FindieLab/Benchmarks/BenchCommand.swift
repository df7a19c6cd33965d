import ArgumentParser
import FindieCommands
import FindieWorkspace

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "The Swift side of the benchmarks. Each command prints one line of JSON.",
    subcommands: [EASEBenchmark.self, TopBenchmark.self, TrainBenchmark.self])
}

extension Console {
  /// Prints the result of a benchmark.
  static func printResult(_ result: some Encodable) throws { try out(canonicalLine(result)) }
}
