import FindieFiles
package import FindieText
import FindieWorkspace
package import Foundation

/// Writes a generated data set to a folder: the input of a night, and the planted effects.
package struct Generation {
  private let world: World

  /// - Throws: `LabFailure` with all wrong parameters.
  package init(_ parameters: WorldParameters) throws(LabFailure) {
    world = try World(parameters)
  }

  /// Writes the world.
  ///
  /// - Parameter progress: called with the number of bytes written so far.
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
