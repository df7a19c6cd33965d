import ArgumentParser
import FindieNight
import Foundation

/// Where a run writes its metrics, besides the workspace.
struct MetricsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also write the run's metrics to this file, for example in the folder of node_exporter's "
        + "textfile "
        + "collector. The workspace's runs/metrics.prom is always written.", valueName: "file"))
  var metrics: String?

  func apply(to night: inout Night) {
    night.metricsFile = metrics.map { URL(filePath: $0) }
  }
}
