import ArgumentParser

/// Our side of the comparisons in this folder.
@main
struct Benchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "findie-benchmark",
    abstract: "Our side of the benchmarks; each command prints one line of JSON.",
    subcommands: [EASEBenchmark.self, TopBenchmark.self, Train.self])
}
