package import FindieDomain
import FindieFiles
package import FindieText
import FindieWorkspace

/// A backup that was restored.
package struct RestoreResult: Codable, Sendable {
  package let backup: String
  package let takenAt: Timestamp
  package let workspace: String
  /// The published night; nil if none was.
  package let night: Day?
  package let files: Int
  package let bytes: Int64
  /// The folder with the files that were in the workspace; nil if there were none.
  package let movedTo: String?
  /// The requests to forget players, which the next run carries out.
  package let requests: Int
  /// Whether the requests made since the backup are known.
  package let knowsLaterRequests: Bool
  /// Whether the workspace does not take the place of the lost one.
  package let isSeparate: Bool
  /// The command that sends requests again.
  package let completing: String

  package var answer: Answer {
    var lines = [
      "Restored the backup of \(takenAt) to \(workspace): \(files.counted("file")), "
        + "\(FileSize(Int(bytes)))."
    ]
    lines.append(
      night.map { "The published night is that of \($0)." } ?? "No night is published.")
    if requests > 0 {
      lines.append("The next run removes \(requests.counted("forgotten player")) again.")
    }
    if !knowsLaterRequests {
      lines.append(
        "! Requests to forget players since the backup may be missing. The next run waits until you "
          + "send them again: \(completing). If there were none, leave out --from FILE.")
    }
    if isSeparate {
      lines.append(
        "This is a separate workspace, which needs its own folder of backups. To go on in the place "
          + "of the lost one, restore with --replace.")
    }
    if let movedTo {
      lines.append(
        "The files that were there are in \(movedTo), and their reports beside the restored ones, "
          + "in hidden folders of that name. Remove them when the next night is published: they "
          + "may have forgotten players."
      )
    }
    lines.append("Next: run the night with the export of all days since then, and `findie verify`.")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
