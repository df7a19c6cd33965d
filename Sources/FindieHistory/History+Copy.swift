package import FindieDomain
import FindieFiles
import Foundation

extension History {
  /// Whether the files of all days that a ledger names are in their places; not whether they are sound.
  package func holdsDays(of ledger: Ledger) -> Bool {
    ledger.days.allSatisfy { DurableFile.exists(url($0)) }
  }

  /// Makes a history of the days that a ledger names, whose files are this history's own.
  ///
  /// A file of the history is never written again, so that a second name for it is as good as a
  /// copy; a copy is made where the other place lies on another disk. The index of ids is left out:
  /// such a history is to be read, and takes nothing in.
  ///
  /// - Precondition: nothing is at `other` yet, and nobody writes to this history meanwhile.
  package func copyDays(of ledger: Ledger, to other: History) throws {
    precondition(ledger.idSegments.isEmpty, "the index of ids is not copied")
    for collection in EventCollection.allCases {
      try DurableFile.createFolder(other.folder(collection))
    }
    for day in ledger.days { try DurableFile.linkOrCopy(url(day), to: other.url(day)) }
    try DurableFile.write(ledger.sealed(), to: other.ledgerURL)
  }
}

extension Ledger {
  /// The days before `end` of which one of two ledgers keeps other events than the other, in order.
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
