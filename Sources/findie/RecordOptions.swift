import ArgumentParser
import FindiePipelines
import Foundation

/// Where a night is told of besides its workspace.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also write the metrics of the run to this file, such as one of node_exporter's textfile "
        + "collector; they stand in the workspace's runs/metrics.prom too.", valueName: "file"))
  var metrics: String?
  @Option(
    help: ArgumentHelp(
      "Also post the OpenLineage events there, such as http://marquez:5000/api/v1/lineage. Default: "
        + "the environment's FINDIE_OPENLINEAGE_URL; FINDIE_OPENLINEAGE_KEY is sent as the bearer "
        + "token. What is not answered costs the night a warning and no more.", valueName: "url"))
  var lineageUrl: String?

  func validate() throws { _ = try url() }

  private func url() throws -> URL? {
    guard let text = lineageUrl ?? Secrets.lineageURL, !text.isEmpty else { return nil }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), url.host() != nil
    else {
      throw ValidationError("--lineage-url must be an http or https URL, not '\(text)'.")
    }
    return url
  }

  /// Has the night told of.
  func add(to night: inout Night) throws {
    night.metricsFile = metrics.map { URL(filePath: $0) }
    night.lineageSink = try url().map { LineageSender(to: $0, key: Secrets.lineageKey) }
  }
}
