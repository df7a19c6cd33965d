import FindieDomain
import FindieFiles
import Foundation

// The counts of forgotten players' events are one file, which the ledger names by its checksum:
//
//   history/forgotten-<checksum>.json
//
// Like a day's file it never changes: new counts are a new file, then the ledger names it.

extension History {
  private func forgottenURL(_ checksum: String) -> URL {
    folder.appending(path: "\(EventCollection.forgottenPrefix)\(checksum).json")
  }

  /// The file that a ledger names; nil if it names none.
  func forgottenURL(of ledger: Ledger) -> URL? { ledger.forgottenEvents.map { forgottenURL($0) } }

  /// The counts of forgotten players' events that a ledger names; empty if it names none.
  package func forgottenEvents(of ledger: Ledger) throws -> ForgottenEvents {
    guard let checksum = ledger.forgottenEvents else { return ForgottenEvents() }
    let url = forgottenURL(checksum)
    return try Self.naming(url) {
      let bytes = try DurableFile.read(url)
      guard Self.checksum(ofForgotten: bytes) == checksum else {
        throw Failure.damagedFile(path: url.path, reason: "its checksum does not match")
      }
      do {
        return try JSONDecoder().decode(ForgottenEvents.self, from: Data(bytes))
      } catch {
        throw Failure.damagedFile(path: url.path, reason: "\(error)")
      }
    }
  }

  /// Replaces the counts of forgotten players' events, in one step.
  package func replace(_ events: ForgottenEvents) throws {
    try withStaging([]) { staging in
      try DurableFile.createFolder(staging.folder, access: .ownerOnly)
      var ledger = staging.ledger
      let moves = try ledger.name(events, in: self, staging)
      try write(
        Update(
          ledger: ledger, changedDays: [], conflicts: 0, staging: staging.folder, moves: moves))
    }
  }

  /// Removes the files of counts that a ledger does not name.
  func removeUnnamedForgotten(_ ledger: Ledger) throws {
    let named = forgottenURL(of: ledger)?.lastPathComponent
    for name in try DurableFile.names(in: folder)
    where EventCollection.isForgottenFile(name) && name != named {
      try DurableFile.remove(folder.appending(path: name))
    }
  }

  fileprivate static func checksum(ofForgotten bytes: [UInt8]) -> String {
    hash64(of: bytes.span).padded(to: 16, radix: 16)
  }
}

extension Ledger {
  /// Writes counts to the staging and names them.
  mutating func name(
    _ events: ForgottenEvents, in history: History, _ staging: Staging
  ) throws -> [(from: URL, to: URL)] {
    lastForgottenDay = (events.counts.map(\.key.day) + [lastForgottenDay].compactMap(\.self)).max()
    guard !events.isEmpty else {
      forgottenEvents = nil
      return []
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = try Array(encoder.encode(events))
    forgottenEvents = History.checksum(ofForgotten: bytes)
    guard let url = history.forgottenURL(of: self) else { return [] }
    let staged = staging.url(EventCollection.stagedForgottenName)
    try DurableFile.write(bytes, to: staged, access: .ownerOnly)
    return [(staged, url)]
  }
}
