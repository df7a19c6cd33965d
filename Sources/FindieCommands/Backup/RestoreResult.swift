import FindieDomain
import FindieFiles
import FindieText
import FindieWorkspace

/// A backup that was restored.
struct RestoreResult: Codable, Sendable {
  let backup: String
  let takenAt: Timestamp
  let workspace: String
  /// The published night; nil if none was.
  let night: Day?
  let files: Int
  let bytes: Int64
  /// The folder with the files that were in the workspace; nil if there were none.
  let movedTo: String?
  /// The requests to forget players, which the next run carries out.
  let requests: Int
  /// Whether the requests made since the backup are known.
  let knowsLaterRequests: Bool
  /// Whether the workspace does not take the place of the lost one.
  let isSeparate: Bool
  /// The command that sends requests again.
  let completing: String

  var answer: Answer {
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
