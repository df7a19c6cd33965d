import FindiePartners
import FindieText
import FindieWorkspace

extension NotifyRecord {
  var answer: Answer {
    var lines = (previews ?? []).map { preview in
      printable("\(preview.decision)  \(preview.userId)  \(preview.title): \(preview.body)")
    }
    let counts = [
      ("sent", counts.sent), ("refused", counts.refused), ("uncertain", counts.uncertain),
      ("not sent", counts.notSent), ("expired", counts.expired),
      ("waiting for the end of quiet hours", counts.quiet),
      ("waiting: the player has reached the message limit", counts.capped),
    ].filter { $0.1 > 0 }
    if isNightTooOld {
      lines.append(
        "The night of \(night) is older than expireAfterHours, so no new messages are composed. "
          + "Run a night to publish a newer one.")
    }
    if composed > 0 || digest == nil && invite == nil {
      lines.append("\(composed.counted("new message"))")
    }
    lines += counts.map { "  \($0.1.grouped) \($0.0)" }
    if devices == 0 {
      lines.append(
        "  No device gets messages: none in devices is registered and belongs to a player with "
          + "notificationsEnabled in users."
      )
    }
    if removedDevices > 0 {
      lines.append(
        "  \(removedDevices.counted("device")) no longer registered: see "
          + "notify/removed-devices.ndjson"
      )
    }
    if badDevices > 0 {
      let place = firstBadDevice.map { ", such as \($0)" } ?? ""
      lines.append(
        "  \(badDevices.counted("invalid line")) of the collection devices skipped\(place)")
    }
    if !uncertain.isEmpty {
      lines.append("These messages may have arrived, and are not sent again:")
      lines += uncertain.map { "  \($0.message)  \($0.userId)  \($0.at)" }
    }
    if let invite { lines.append("Invite to Plur for \(invite.subject): \(invite.words)") }
    if let digest, let text = digest.text {
      lines.append("Digest of \(digest.subject): \(text)")
    } else if let digest {
      let post = digest.tweetId.map { ", post \($0)" } ?? ""
      lines.append("Digest of \(digest.subject): \(digest.words)\(post)")
    }
    let uncertainOnes =
      uncertainDigests.map { "  digest of \($0)" } + uncertainInvites.map { "  invite for \($0)" }
    if !uncertainOnes.isEmpty {
      lines.append("These may have arrived and are not sent again. Check X and Plur:")
      lines += uncertainOnes
    }
    lines += channelFailures.map { "✗ \($0.message)" }
    lines += failures.prefix(3).map { "  \($0)" }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}

extension NotifyRecord.Single {
  fileprivate var words: String {
    switch state {
    case nil: "not sent yet"
    case .sent where !isNew: "already sent"
    case .some(let state): state.words
    }
  }
}

extension DeliveryLog.State {
  fileprivate var words: String {
    switch self {
    case .sending, .uncertain: "may have arrived; not sent again"
    case .sent: "sent"
    case .refused: "refused"
    case .notSent: "not sent; the next run tries again"
    case .expired: "expired"
    }
  }
}
