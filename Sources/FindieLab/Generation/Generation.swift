import FindieFiles
import FindieIngest
package import FindieText
package import FindieWorkers
import FindieWorkspace
package import Foundation

/// Writes a generated data set to a folder: the input of a night, and the planted effects.
package struct Generation {
  private let world: World

  /// - Parameter catalogue: a folder with games to generate players for; nil to generate games too.
  /// - Throws: `LabFailure` with all wrong parameters, or the error of reading the games.
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
  /// - Throws: `LabFailure` if the folder is not empty: no file is overwritten.
  package func write(to folder: URL, progress: @escaping (Int) -> Void) throws -> Answer {
    if DurableFile.exists(folder), try !DurableFile.names(in: folder).isEmpty {
      throw LabFailure.folderNotEmpty(path: folder.path)
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
      table.add(name, lines.grouped)
    }
    return Answer(
      text: """
        \(table.text)

        Nothing in this data set is real. The planted effects are in \(folder.path)/truth.json.
        Try: findie run nightly --input \(folder.path)
        """,
      json: canonicalLine(collections))
  }
}
