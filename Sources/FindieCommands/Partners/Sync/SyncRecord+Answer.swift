import FindieDomain
import FindiePartners
import FindieText
import FindieWorkspace

extension SyncRecord {
  var answer: Answer {
    var lines: [String] = []
    for partner in partners {
      lines.append(partner.line)
      if partner.postponed > 0 {
        lines.append(
          "    \(partner.postponed.counted("request")) left for the next run: the limit of "
            + "requests is reached"
        )
      }
      if let note = partner.note { lines.append("    \(note)") }
      lines += partner.failures.prefix(3).map { "    \($0)" }
    }
    let sent = requests.values.reduce(0) { $0 + $1.requests }
    let cached = requests.values.reduce(0) { $0 + $1.fromCache }
    lines.append("  \(sent.counted("request")), \(cached.grouped) answers from the cache")
    lines += outputs.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.counted("line"))" }
    lines += findings.map { "  ! \($0)" }
    if doubtfulMatches > 0 {
      lines.append(
        "  \(doubtfulMatches.counted("doubtful match")): "
          + "see findie match --review")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}

extension SyncRecord.Partner {
  fileprivate var line: String {
    switch status {
    case .done: "\(postponed == 0 ? "✓" : "!") \(id.title): \(counts)"
    case .incomplete:
      "! \(id.title): \(counts); \(failureCount.counted("failure"))"
    case .failed where id.shop == nil: "✗ \(id.title): failed; recorded numbers stay"
    case .failed: "✗ \(id.title): failed; \(counts) from older data"
    case .skipped: "· \(id.title): skipped, its secrets are not set"
    }
  }

  fileprivate var counts: String {
    guard id.shop != nil else { return metrics.counted("number") }
    var parts = [games.counted("game"), prices.counted("price")]
    if wishlists > 0 { parts.append(wishlists.counted("wishlist")) }
    return parts.joined(separator: ", ")
  }
}
