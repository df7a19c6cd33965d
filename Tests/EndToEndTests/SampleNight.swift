import FindieTestSupport
import Foundation

/// One night over the sample, shared by the tests that read its output.
///
/// With few factors, since the tests are about the night and not about the model's quality.
struct SampleNight {
  static let parameters = "tuning: off\nals: {rank: 8, iterations: 3}\n"

  let folder: TemporaryFolder
  let result: Binary.Result
  let day = "2016-01-01"

  static let shared = Swift.Result { try SampleNight(threads: 2) }

  init(threads: Int, input: URL = Binary.sample, extra: [String] = []) throws {
    folder = try TemporaryFolder()
    try folder.write(Self.parameters, to: "night.yaml")
    result = try Binary.run(
      Self.arguments(input: input.path, threads: threads) + extra, in: folder.url)
  }

  /// A copy of a finished night, for tests that change it.
  init(copying night: SampleNight) throws {
    folder = try TemporaryFolder()
    result = night.result
    try Runs.copy(night.folder.url, to: folder.url)
  }

  static func arguments(input: String, threads: Int = 2) -> [String] {
    [
      "run", "nightly", "--input", input, "--workspace", "workspace", "--reports", "reports",
      "--parameters", "night.yaml", "--threads", "\(threads)",
    ]
  }

  var published: URL { folder.url.appending(path: "workspace/published/current") }
  var reports: URL { folder.url.appending(path: "reports/\(day)") }

  /// The lines of a published list, decoded.
  func list(_ name: String) throws -> [[String: Any]] {
    try lines(of: published.appending(path: name))
  }

  /// The record of the run.
  func record() throws -> [String: Any] {
    let url = folder.url.appending(path: "workspace/runs/\(day)/run.json")
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    return value as? [String: Any] ?? [:]
  }

  /// All files below the published night and the reports, by relative path, with their bytes.
  func bytes() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for root in [published.resolvingSymlinksInPath(), reports] {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      for path in paths {
        let url = root.appending(path: path)
        if (try url.resourceValues(forKeys: [.isRegularFileKey])).isRegularFile == true {
          files["\(root.lastPathComponent)/\(path)"] = try Data(contentsOf: url)
        }
      }
    }
    return files
  }
}

/// The lines of an NDJSON file, decoded; compressed files are read with gzip.
func lines(of url: URL) throws -> [[String: Any]] {
  var data = try Data(contentsOf: url)
  if url.pathExtension == "gz" {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-dc", url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    data = try pipe.output()
    process.waitForEnd()
  }
  return try data.split(separator: UInt8(ascii: "\n")).map { line in
    try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
  }
}
