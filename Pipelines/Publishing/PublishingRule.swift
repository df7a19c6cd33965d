import FindieBatch
import FindieDomain
import FindieRecommender

/// Whether what the gate says decides what is published.
package enum PublishingRule: String, CaseIterable, Sendable {
  case checked
  /// Tonight's lists are published whatever the comparison and the bounds say; not what breaks what no
  /// data may break.
  case anyway
}

/// The night's lists broke a bound, so they were not published.
package struct GateClosed: Error, CustomStringConvertible {
  let findings: GateFindings

  package init(_ findings: GateFindings) { self.findings = findings }

  package var description: String {
    let broken = findings.broken.map(\.sentence).joined(separator: "; ")
    return
      "the lists of the night of \(findings.day) were not published, and what was published before "
      + "is still served: \(broken). All checks stand at the stage gate of "
      + "runs/\(findings.day)/run.json. Where the lists are right, publish them by `findie run "
      + "nightly --date \(findings.day) --publish anyway` with its other options, or widen the bound "
      + "in the section gate of the parameters"
  }
}

/// The night's lists broke what no data may break.
package struct BrokenLists: Error, CustomStringConvertible {
  let findings: GateFindings

  package init(_ findings: GateFindings) { self.findings = findings }

  package var description: String {
    let broken = findings.bugs.map(\.sentence).joined(separator: "; ")
    return
      "the lists of the night of \(findings.day) break what no data may break, and what was "
      + "published before is still served: \(broken). This is a bug of findie, which --publish anyway "
      + "does not override: keep the workspace's folder artifacts and report it"
  }
}

extension GateFindings {
  /// What the team is told of what was published and why; nothing where all is as usual.
  func sentences(
    _ comparison: Comparison, _ served: ServedLists, _ rule: PublishingRule
  ) -> [String] {
    var sentences: [String] = []
    if comparison.verdict == .worse {
      sentences.append(comparison.sentence)
      sentences.append(
        served.conclusion ?? "Tonight's lists were published anyway, as --publish anyway asked.")
    }
    let breaches = (bugs + broken).map(\.sentence).joined(separator: "; ")
    if !bugs.isEmpty || (!broken.isEmpty && rule == .checked) {
      sentences.append(
        "Tonight's lists were not published, and what was published before is still served: "
          + "\(breaches).")
    } else if !broken.isEmpty {
      sentences.append(
        "Tonight's lists were published as --publish anyway asked, although the gate stopped them: "
          + "\(breaches).")
    }
    return sentences
  }
}
