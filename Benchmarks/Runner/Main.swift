import ArgumentParser

/// Measures one part of the house at a time, for the scripts beside it.
@main struct Benchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "findie-benchmark", abstract: "Measures one part at a time.",
    subcommands: [EASEBenchmark.self])
}
