import ArgumentParser

/// The parts of the house that are measured alone, each by a subcommand that prints one line of JSON.
@main struct Benchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "findie-benchmark", abstract: "Measures parts of findie.",
    subcommands: [TopBenchmark.self])
}
