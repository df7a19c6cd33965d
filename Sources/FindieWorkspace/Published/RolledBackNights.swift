package import FindieDomain
import FindieFiles
import Foundation

extension Workspace {
  /// The published nights that a rollback took back. No later night is compared with them.
  package var rolledBackDays: Set<Day> {
    get throws {
      guard DurableFile.exists(rolledBackFile) else { return [] }
      return try Set(
        JSONDecoder().decode([Day].self, from: Data(DurableFile.read(rolledBackFile))))
    }
  }

  /// Names the nights that are taken back, of those that are still published.
  package func setRolledBack(_ days: Set<Day>) throws {
    let days = try days.intersection(publishedDays())
    guard try days != rolledBackDays else { return }
    try DurableFile.write(canonicalLine(days.sorted()), to: rolledBackFile)
  }

  private var rolledBackFile: URL { published.appending(path: ".rolled-back.json") }
}
