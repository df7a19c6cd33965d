package import FindieDomain
import FindieFiles
package import Foundation

extension History {
  /// Whether the files of all days and counts that a ledger names exist; they are not read.
  package func hasDays(of ledger: Ledger) -> Bool {
    ledger.days.allSatisfy { DurableFile.exists(url($0)) }
      && forgottenURL(of: ledger).map { DurableFile.exists($0) } ?? true
  }

  /// The files that a ledger names, each with its path in the history's folder.
  package func files(of ledger: Ledger) -> [(url: URL, path: String)] {
    ledger.days.map { (url($0), "\($0.collection.rawValue)/\(url($0).lastPathComponent)") }
      + ledger.idSegments.map {
        (url($0), "\(idFolder.lastPathComponent)/\(url($0).lastPathComponent)")
      }
      + [forgottenURL(of: ledger)].compactMap(\.self).map { ($0, $0.lastPathComponent) }
  }

  /// Writes a ledger to another file, for a copy of the history.
  package func write(_ ledger: Ledger, to file: URL) throws {
    try DurableFile.write(ledger.sealed(), to: file, access: .ownerOnly)
  }

  /// Creates a read-only history of the days that a ledger names, with hard links to this history's
  /// files.
  ///
  /// Files of the history never change, so a link is equivalent to a copy. On another disk, the
  /// files are copied. The index of ids is left out, so the new history cannot be updated.
  ///
  /// - Precondition: `other` does not exist, and this history is not updated during the copy.
  package func copyDays(of ledger: Ledger, to other: History) throws {
    precondition(ledger.idSegments.isEmpty, "the index of ids is not copied")
    for collection in EventCollection.allCases {
      try DurableFile.createFolder(other.folder(collection), access: .ownerOnly)
    }
    for day in ledger.days { try DurableFile.linkOrCopy(url(day), to: other.url(day)) }
    if let (mine, theirs) = forgottenURL(of: ledger).flatMap({ mine in
      other.forgottenURL(of: ledger).map { (mine, $0) }
    }) {
      try DurableFile.linkOrCopy(mine, to: theirs)
    }
    try DurableFile.write(ledger.sealed(), to: other.ledgerURL, access: .ownerOnly)
  }
}

extension Ledger {
  /// The days before `end` whose events differ between two ledgers, in order.
  package func daysThatDiffer(
    from other: Ledger, before end: FindieDomain.Day
  ) -> [FindieDomain.Day] {
    func contents(_ ledger: Ledger) -> Set<[String]> {
      Set(
        ledger.days.filter { $0.day < end }
          .map { [$0.day.description, $0.collection.rawValue, $0.checksum] })
    }
    let differing = contents(self).symmetricDifference(contents(other)).map { $0[0] }
    return Set((days + other.days).map(\.day).filter { differing.contains($0.description) })
      .sorted()
  }
}
