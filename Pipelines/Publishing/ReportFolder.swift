import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieReports
import Foundation

/// A report and the SHA-256 of its bytes.
struct SummedReport: Sendable {
  let file: ReportFile
  let sum: Fingerprint

  init(_ file: ReportFile) {
    self.init(file, sum: Fingerprint(ofBytes: file.bytes))
  }

  init(_ file: ReportFile, sum: Fingerprint) {
    self.file = file
    self.sum = sum
  }
}

/// The reports folder of one night during writing. Once complete, it replaces the old folder.
///
/// A class, since it counts the files.
final class ReportFolder {
  private let url: URL
  private let partial: URL
  private var sums: [String: Fingerprint] = [:]
  private(set) var files = 0
  private(set) var bytes = 0
  private(set) var unchanged = 0
  /// The newest reports of an earlier day; files with equal bytes are linked to them.
  private let earlier: URL?
  /// The folder that studios' files are linked from.
  private let linked: URL?
  /// The folder of the last file, which exists.
  private var folder: URL

  /// - Parameter linked: the folder that studios' files are linked from.
  init(_ night: Night, of day: Day, linked: URL?) throws {
    self.linked = linked
    url = night.workspace.reports(day)
    partial = Night.partial(of: url)
    try DurableFile.createFolder(night.workspace.reports)
    try Leftovers.remove(partialsOf: url)
    try DurableFile.createFolder(partial)
    folder = partial
    earlier = try night.workspace.days(in: night.workspace.reports).last { $0 < day }.map {
      night.workspace.reports($0)
    }
  }

  /// Runs `body`, which writes to the folder; if it fails, the folder is removed.
  func filled(_ body: () throws -> Void) throws { try Leftovers.removing(at: partial, body) }

  func write(_ reports: [SummedReport]) throws {
    for report in reports {
      try write(report.file)
      sums[report.file.path] = report.sum
    }
  }

  /// Links the files of a studio.
  func link(_ studio: WrittenStudio) throws {
    guard let linked else { preconditionFailure("there is no folder to link from") }
    for file in studio.files {
      try DurableFile.linkOrCopy(linked.appending(path: file.path), to: newURL(of: file.path))
      sums[file.path] = file.sum
      files += 1
      unchanged += 1
      bytes += file.size
    }
  }

  /// What later nights need to know of some files of the closed folder.
  func written(_ key: Fingerprint, _ paths: [String]) throws -> WrittenStudio {
    WrittenStudio(
      key: key,
      files: paths.compactMap { path in
        guard let sum = sums[path], let status = FileStatus(ofItself: url.appending(path: path))
        else { return nil }
        return WrittenStudio.File(
          path: path, sum: sum, size: Int(status.size))
      })
  }

  /// The place of a file, whose folder exists.
  private func newURL(of path: String) throws -> URL {
    let url = partial.appending(path: path)
    let folder = url.deletingLastPathComponent()
    if folder != self.folder {
      try DurableFile.createFolder(folder)
      self.folder = folder
    }
    return url
  }

  private func write(_ report: ReportFile) throws {
    let url = try newURL(of: report.path)
    if let same = try unchanged(report) {
      try DurableFile.linkOrCopy(same, to: url)
      unchanged += 1
    } else {
      try DurableFile.writePlainly(report.bytes, to: url)
    }
    files += 1
    bytes += report.bytes.count
  }

  /// The earlier night's file with the same bytes; nil if there is none.
  private func unchanged(_ report: ReportFile) throws -> URL? {
    guard let url = earlier?.appending(path: report.path), !report.bytes.isEmpty,
      try DurableFile.size(of: url) == report.bytes.count
    else { return nil }
    return try DurableFile.read(url) == report.bytes ? url : nil
  }

  func close() throws {
    try filled {
      try write(ReportFile(path: Checksums.fileName, bytes: Array(Checksums(sums).text.utf8)))
    }
    try DurableFile.replaceFolder(url, with: partial, where: OwnFiles.ofNight(in: url))
  }
}
