import ArgumentParser
import FindieCommands
import FindieModels
import FindieWorkers
import FindieWorkspace
import Foundation

extension ALSSolver: ExpressibleByArgument {}

/// Trains factors and measures the time per iteration.
struct TrainBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train", abstract: "Train factors by alternating least squares.")

  @Argument(help: "The folder that factors-data.py wrote.") var folder: String
  @Option var solver = ALSSolver.automatic
  @Option var rank = 64
  @Option var iterations = 15
  @Option var threads = 2
  @Option(help: "λ. 0 derives it from the number of games.") var regularization = 0.0
  @Option(help: "ν. 0 regularizes all rows equally.") var frequencyExponent = 1.0
  @Option(help: "α₀: the confidence of an unobserved zero.") var unobservedWeight = 0.08
  @Option(help: "A factor for each value of the folder.") var confidence: Float = 1
  @Option(help: "A folder for players.f32 and games.f32.") var save: String?

  private struct Result: Encodable {
    let secondsPerIteration: Double
    let lastStepSeconds, fitSeconds: Double
    let peakBytes: Int
    let gigaFLOPS: Double
    /// The speed of `sgemm` on the same number of threads, each computing its own product.
    let sgemmGigaFLOPS: Double
    let gatheredGigabytesPerSecond: Double
  }

  func run() throws {
    BLASLibrary.useOneThread()
    let observed = try BenchmarkFolder(folder).sparseRows(confidence: confidence)
    var parameters = ALSParameters()
    parameters.rank = rank
    parameters.iterations = iterations
    parameters.regularization = regularization
    parameters.frequencyExponent = frequencyExponent
    parameters.unobservedWeight = unobservedWeight
    parameters.solver = solver
    let workers = Workers(threads: threads)
    let clock = ContinuousClock()
    var marks: [ContinuousClock.Instant] = []
    let start = clock.now
    let model = try ImplicitALS(parameters).fit(observed, workers: workers) { _ in
      marks.append(clock.now)
    }
    let end = clock.now
    let peak = Resources.used.peakMemoryInBytes
    // Marks follow iterations, so the first one and the work before it are excluded.
    let seconds = zip(marks, marks.dropFirst()).map { ($1 - $0) / .seconds(1) }
    let fit = (end - start) / .seconds(1)
    let median = seconds.isEmpty ? fit : seconds.sorted()[seconds.count / 2]
    if let save {
      for (name, matrix) in [("players", model.players), ("games", model.games)] {
        try BenchmarkFolder.write(
          matrix.elements, to: URL(filePath: save).appending(path: "\(name).f32"))
      }
    }
    let elements = 2 * Double(observed.count)
    try Console.printResult(
      Result(
        secondsPerIteration: median, lastStepSeconds: (end - (marks.last ?? start)) / .seconds(1),
        fitSeconds: fit, peakBytes: peak,
        gigaFLOPS: elements * Double(rank) * 12 / median / 1e9,
        sgemmGigaFLOPS: Self.sgemmGigaFLOPS(workers),
        gatheredGigabytesPerSecond: elements * Double(rank) * 2 / median / 1e9))
  }

  /// The best of three products of 2,048 × 2,048 per thread.
  private static func sgemmGigaFLOPS(_ workers: Workers) -> Double {
    let size = 2048
    let matrix = [Float](repeating: 1 / 64, count: size * size)
    let clock = ContinuousClock()
    let seconds = (0..<3).map { _ in
      let start = clock.now
      _ = workers.map(workers.threads) { _ in
        var product = Matrix(rows: size, columns: size)
        product.withElements {
          BLAS.products(
            ofRows: matrix.span, size, withRows: matrix.span, size, columns: size, into: &$0)
        }
        return product[0, 0]
      }
      return (clock.now - start) / .seconds(1)
    }
    let flops = 2 * Double(size * size) * Double(size * workers.threads)
    return flops / (seconds.min() ?? .infinity) / 1e9
  }
}
