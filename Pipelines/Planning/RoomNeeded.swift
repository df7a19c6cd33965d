import FindieBatch
import FindieFiles
import FindieHistory
import FindieIngest
import Foundation

/// How much room a night may need on its disks, for the most part as the night before did.
///
/// ```
/// lists, store, models   as the served night's folder: the old one stays beside it
/// reports                as when they were written last
/// artifacts              the largest: each is written beside the one that it replaces
/// events                 the bytes of the files to read, eight times those of compressed ones
/// ```
///
/// A first night has no night before it: its lists and reports are taken to be as large as its input.
struct RoomNeeded {
  struct Part {
    let what: String
    let place: URL
    let bytes: Int
  }

  let parts: [Part]

  init(of night: Night) throws {
    var parts: [Part] = []
    let input = try night.stream == nil ? night.sizeOfInput() : (events: 0, all: 0)
    parts.append(Part(what: "events", place: night.workspace, bytes: input.events))
    if let day = night.servedDay {
      let artifacts =
        try DurableFile.exists(night.artifacts) ? DurableFile.entries(of: night.artifacts) : []
      parts.append(
        Part(
          what: "lists and store", place: night.workspace,
          bytes: try DurableFile.size(of: night.published(day))))
      parts.append(
        Part(
          what: "artifacts", place: night.workspace, bytes: artifacts.map(\.size).max() ?? 0))
      let reports = ArtifactReader.header(of: night.artifacts.appending(path: "reports.artifact"))
      parts.append(
        Part(
          what: "reports", place: night.reports, bytes: reports?.found.counts["bytes"] ?? 0))
    } else {
      parts.append(Part(what: "lists and store", place: night.workspace, bytes: input.all))
      parts.append(Part(what: "reports", place: night.reports, bytes: input.all))
    }
    self.parts = parts
  }

  /// - Throws: `NoRoom` where a disk has less.
  func check() throws {
    // A disk is known by its number; what has none yet lies on that of the folder above it.
    for (_, parts) in Dictionary(grouping: parts, by: { DurableFile.disk(near: $0.place) }) {
      let needed = parts.reduce(0) { $0 + $1.bytes }
      guard let free = DurableFile.freeBytes(near: parts[0].place), needed > free else { continue }
      throw NoRoom(place: parts[0].place.path, needed: needed, free: Int(free), parts: parts)
    }
  }
}

/// The disk seems too full for the night.
struct NoRoom: Error, CustomStringConvertible {
  let place: String
  let needed: Int
  let free: Int
  let parts: [RoomNeeded.Part]

  var description: String {
    let of = parts.filter { $0.bytes > 0 }.map { "\($0.what) \(Size($0.bytes))" }
      .joined(separator: ", ")
    return
      "the night may need \(Size(needed)) on the disk of \(place) (\(of)), and \(Size(free)) are "
      + "free; nothing was begun. Free some space on that disk (`findie clean --dry-run` says what can go "
      + "by the parameters keep.nights and keep.monthly), or start it all the same with "
      + "--no-space-check."
  }
}

extension Night {
  /// Sees that there is room for the night, where it has anything to do.
  ///
  /// - Throws: `NoRoom`.
  func checkRoom() throws {
    guard needsRoom, remade == nil else { return }
    do {
      try RoomNeeded(of: self).check()
    } catch let none as NoRoom {
      // To see that nothing is to be done takes no room.
      guard try stream != nil || spooled != nil || NightPlan(of: self).hasWork else { return }
      throw none
    }
  }

  fileprivate func sizeOfInput() throws -> (events: Int, all: Int) {
    func expanded(_ source: InputSource) -> Int {
      Int(source.size) * (source.compression == .none ? 1 : 8)
    }
    let folder = try inputFolder()
    let unread = Set(unreadFiles(folder, try history.ledger()))
    let new = folder.sources.filter { unread.contains($0.path) }
    return (
      new.reduce(0) { $0 + expanded($1) }, folder.sources.reduce(0) { $0 + expanded($1) }
    )
  }
}
