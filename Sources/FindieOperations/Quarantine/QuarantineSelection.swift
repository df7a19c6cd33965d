package import FindieDomain
import FindieIngest
import FindieWorkspace
import Foundation

/// A part of the quarantine.
package struct QuarantineSelection: Sendable {
  package enum Days: Sendable {
    /// The newest day that has rejected lines.
    case newest
    case one(Day)
    case all
  }

  package var days: Days
  /// Input files by path, or files of the quarantine by name; empty for all.
  package var files: [String]

  package init(days: Days = .newest, files: [String] = []) {
    self.days = days
    self.files = files
  }

  /// One file of the quarantine, without lines that were already replayed.
  struct File {
    let day: Day
    let url: URL
    var file: QuarantineFile
    /// Whether lines are left out that were replayed from the quarantine of another day.
    var omitsReplayedLines = false
  }

  /// Reads the selected files, by day and name: none if no day has rejected lines.
  ///
  /// - Throws: `NotFound` for a day or a file without rejected lines.
  func read(_ quarantine: Quarantine) throws -> [File] {
    let replayed = try quarantine.replayed()
    var missing = Set(files.map { ExactText($0) })
    var found: [File] = []
    for day in try wantedDays(of: quarantine) {
      for url in try quarantine.urls(on: day) {
        let file = try QuarantineFile(reading: url)
        let names = files.filter { QuarantineSelection.isName($0, of: file, at: url) }
        missing.subtract(names.map { ExactText($0) })
        guard files.isEmpty || !names.isEmpty else { continue }
        var one = File(day: day, url: url, file: file)
        one.omitsReplayedLines = one.file.leaveOut(replayed)
        found.append(one)
      }
    }
    if let name = missing.min()?.text {
      throw NotFound(
        "The quarantine of these days has no lines of '\(printable(name))'. Name the file as `findie "
          + "quarantine` shows it, or choose another --day.")
    }
    return found
  }

  private func wantedDays(of quarantine: Quarantine) throws -> [Day] {
    let days = try quarantine.days()
    switch self.days {
    case .newest: return Array(days.suffix(1))
    case .all: return days
    case .one(let day):
      guard days.contains(day) else {
        let last = days.suffix(3).map(\.description).joined(separator: ", ")
        throw NotFound(
          "The quarantine has no lines of \(day)."
            + (last.isEmpty ? " It is empty." : " Its last days: \(last)."))
      }
      return [day]
    }
  }

  private static func isName(_ name: String, of file: QuarantineFile, at url: URL) -> Bool {
    ExactText(name) == ExactText(file.file)
      || URL(filePath: name).lastPathComponent == url.lastPathComponent
  }
}
