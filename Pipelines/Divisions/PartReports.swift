import FindieReports
import FindieWorkspace

/// The reports that a task wrote.
struct PartReports: Artifact {
  static var grain: String { "one row per file" }
  static var formatVersion: Int { 2 }

  private var paths: [String] = []
  private var sums: [Fingerprint] = []
  /// One more than there are files, the first is 0.
  private var offsets = [0]
  private var bytes: [UInt8] = []

  var counts: [String: Int] { ["files": paths.count] }

  init() {}

  /// Appends the reports of one studio.
  mutating func append(_ reports: [SummedReport]) {
    for report in reports {
      paths.append(report.file.path)
      sums.append(report.sum)
      bytes += report.file.bytes
      offsets.append(bytes.count)
    }
  }

  /// One of the files.
  subscript(index: Int) -> SummedReport {
    SummedReport(
      ReportFile(
        path: paths[index], bytes: Array(bytes[offsets[index]..<offsets[index + 1]])),
      sum: sums[index])
  }

  var count: Int { paths.count }

  func write(to file: inout ArtifactWriter) {
    file.put("paths", json: paths)
    file.put("sums", json: sums)
    file.put("offsets", offsets)
    file.put("bytes", bytes)
  }

  init(from file: ArtifactReader) throws {
    paths = try file.json("paths")
    sums = try file.json("sums")
    offsets = try file.numbers("offsets")
    bytes = try file.numbers("bytes")
    guard sums.count == paths.count, offsets.count == paths.count + 1, offsets.first == 0,
      offsets.last == bytes.count, zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw ArtifactDamage.array("offsets") }
  }
}
