package import FindieDomain
import FindieIngest
import Foundation

/// Which part of the quarantine is meant.
package struct QuarantineSelection: Sendable {
  package enum Days: Sendable {
    /// The newest day that has rejected lines.
    case newest
    case one(Day)
    case all
  }

  package var days: Days
  /// Input files by path, or files of the quarantine by name; none for all.
  package var files: [String]

  package init(days: Days = .newest, files: [String] = []) {
    self.days = days
    self.files = files
  }

  /// One file of the quarantine: what of it is not settled.
  struct Found {
    let day: Day
    let url: URL
    var file: QuarantineFile
    /// Whether lines were left out that were replayed from another day's quarantine.
    var isSettledInPart = false
  }

  /// Reads the part of `quarantine` that is meant, by day and name.
  ///
  /// - Throws: `NothingPublished` where there is none.
  func read(_ quarantine: Quarantine) throws -> [Found] {
    let replayed = try quarantine.replayed()
    var missing = Set(files)
    var found: [Found] = []
    for day in try wantedDays(of: quarantine) {
      for url in try quarantine.urls(on: day) {
        let file = try QuarantineFile(reading: url)
        let names = files.filter { QuarantineSelection.isName($0, of: file, at: url) }
        missing.subtract(names)
        guard files.isEmpty || !names.isEmpty else { continue }
        var one = Found(day: day, url: url, file: file)
        one.isSettledInPart = one.file.leaveOut(replayed)
        found.append(one)
      }
    }
    if let name = missing.min() {
      throw NothingPublished(
        "no rejected line of '\(printable(name))' is in the quarantine of these days; name the file as "
          + "`findie quarantine` does, or another --day")
    }
    return found
  }

  private func wantedDays(of quarantine: Quarantine) throws -> [Day] {
    let days = try quarantine.days()
    guard let newest = days.last else {
      throw NothingPublished("\(quarantine.folder.path) holds no rejected line")
    }
    switch self.days {
    case .newest: return [newest]
    case .all: return days
    case .one(let day):
      guard days.contains(day) else {
        let last = days.suffix(3).map(\.description).joined(separator: ", ")
        throw NothingPublished(
          "there is no rejected line of \(day) in \(quarantine.folder.path); the last days that have "
            + "some: \(last)")
      }
      return [day]
    }
  }

  private static func isName(_ name: String, of file: QuarantineFile, at url: URL) -> Bool {
    ExactText(name) == ExactText(file.file)
      || URL(filePath: name).lastPathComponent == url.lastPathComponent
  }
}
