import ArgumentParser

/// The Swift side of the benchmarks in this folder.
@main
struct Benchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "findie-benchmark",
    abstract: "The Swift side of the benchmarks. Each command prints one line of JSON.",
    subcommands: [
      EASEBenchmark.self, SimilarBenchmark.self, TopBenchmark.self, Train.self,
    ])
}
