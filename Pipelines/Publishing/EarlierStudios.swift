import FindieFiles
import FindieWorkspace
import Foundation

/// The studios' files of the reports that were written last.
struct EarlierStudios: Sendable {
  let folder: URL?
  private var studios: [Fingerprint: WrittenStudio] = [:]
  private let time: Int64

  /// None if the stage is forced.
  init(of night: Night) throws(FileFailure) {
    let file = night.artifacts.appending(path: "reports.artifact")
    let status = FileStatus(file)
    time = status?.modifiedNanoseconds ?? 0
    guard !night.options.selection.forces("reports"),
      let reports = try WrittenReports(stored: file)
    else {
      folder = nil
      return
    }
    folder = night.workspace.reports(reports.day)
    studios = Dictionary(
      reports.editions.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The files with a key; nil if one of them is missing or was changed.
  func files(of key: Fingerprint) -> WrittenStudio? {
    guard let folder, let studio = studios[key] else { return nil }
    return studio.files.allSatisfy { $0.isWhole(in: folder, since: time) } ? studio : nil
  }
}
