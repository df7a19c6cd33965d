import FindieFiles
import FindieIngest
package import FindieSynthesis
package import FindieWorkers
package import Foundation

/// Writes an invented world to a folder: collections that a night can read, and the truth beside them.
package struct Generation {
  private let world: World

  /// - Parameter catalogue: a folder with real games to invent players over; nil to invent games too.
  /// - Throws: `SynthesisFailure` with every wrong parameter, or what keeps the games from being read.
  package init(
    _ parameters: WorldParameters, over catalogue: URL?, workers: Workers
  ) throws {
    let games = try catalogue.map { folder in
      try CatalogueReader(limits: IngestLimits())
        .read(InputFolder(scanning: folder), workers: workers).games.records
    }
    world = try World(parameters, over: games)
  }

  /// Writes the world.
  ///
  /// - Parameters:
  ///   - progress: called with the number of bytes written so far.
  /// - Throws: `FolderNotEmpty` where the folder holds something: nothing is mixed or overwritten.
  package func write(to folder: URL, progress: @escaping (Int) -> Void) throws -> Answer {
    if DurableFile.exists(folder), try !DurableFile.names(in: folder).isEmpty {
      throw FolderNotEmpty(path: folder.path)
    }
    var bytes = 0
    var folders = Set<String>()
    let truth = try world.write { path, piece in
      let url = folder.appending(path: path)
      let parent = url.deletingLastPathComponent()
      if folders.insert(parent.path).inserted { try DurableFile.createFolder(parent) }
      try DurableFile.append(piece, to: url)
      bytes += piece.count
      progress(bytes)
    }
    var table = TextTable(("collection", .left), ("lines", .right))
    let collections = truth.lines.reduce(into: [String: Int]()) { sums, file in
      let name = file.key.prefix { $0 != "/" && $0 != "." }
      sums[String(name), default: 0] += file.value
    }
    for (name, lines) in collections.sorted(by: { $0.key < $1.key }) {
      table.add(name, NightSummary.grouped(lines))
    }
    return Answer(
      text: """
        \(table.text)

        All of it is invented. What was planted stands in \(folder.path)/truth.json.
        Try: findie run nightly --input \(folder.path)
        """,
      json: canonicalLine(collections))
  }
}

/// A folder to write an invented world to holds something already.
package struct FolderNotEmpty: Error, CustomStringConvertible {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  package var description: String {
    "\(path) is not empty; name a folder that is, or that is not there yet"
  }
}
