import Testing

/// The folders of a module depend on each other in one direction.
struct FolderTests {
  @Test(arguments: Module.all)
  func `the folders of a module form no cycle`(module: Module) {
    let files = Package.files.filter { $0.module == module.name }
    let graph = FolderGraph(files)
    for cycle in graph.cycles {
      Issue.record("\(module.name): \(cycle.joined(separator: ", ")); \(graph.reasons(in: cycle))")
    }
  }

  @Test func `a cycle of folders is found, and a reference in one direction is not`() {
    func file(_ folder: String, _ code: String) -> Package.File {
      Package.File(module: "M", path: "Sources/M/\(folder)/File.swift", text: code, code: code)
    }
    let first = file("A", "struct First { let other: Second }")
    let second = file("B", "struct Second {}")
    #expect(FolderGraph([first, second]).cycles == [])
    let back = file("B", "struct Third { let other: First }")
    #expect(FolderGraph([first, second, back]).cycles == [["A", "B"]])
  }
}

/// Which folder of a module uses types that another one declares.
struct FolderGraph {
  /// The folders that each folder uses, with an example of a type.
  private var uses: [String: [String: String]] = [:]

  init(_ files: [Package.File]) {
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|final|indirect) +)*(?:struct|class|enum|actor|protocol|typealias) +(\w+)/
    var folders: [String: Set<String>] = [:]
    for file in files {
      for line in file.code.lines where line.first.map({ !$0.isWhitespace }) ?? false {
        guard let name = line.firstMatch(of: declaration)?.1 else { continue }
        folders[String(name), default: []].insert(file.folder)
      }
    }
    for file in files {
      for name in file.typeNames {
        for folder in folders[name] ?? [] where folder != file.folder {
          uses[file.folder, default: [:]][folder] = "\(file.path) uses \(name)"
        }
      }
    }
  }

  /// The sets of folders that reach each other.
  var cycles: [[String]] {
    let reachable = uses.keys.reduce(into: [String: Set<String>]()) { $0[$1] = reach($1) }
    var cycles = Set<[String]>()
    for (folder, others) in reachable where others.contains(folder) {
      cycles.insert(others.filter { reachable[$0]?.contains(folder) == true }.sorted())
    }
    return cycles.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// One reference for each pair of folders in a cycle.
  func reasons(in cycle: [String]) -> String {
    cycle.flatMap { folder in
      (uses[folder] ?? [:]).filter { cycle.contains($0.key) }.map {
        "\(folder) → \($0.key): \($0.value)"
      }
    }.sorted().joined(separator: "; ")
  }

  private func reach(_ start: String) -> Set<String> {
    var reached = Set<String>()
    var open = [start]
    while let folder = open.popLast() {
      for next in (uses[folder] ?? [:]).keys where reached.insert(next).inserted {
        open.append(next)
      }
    }
    return reached
  }
}

extension Package.File {
  /// The subfolder of the module; empty for its root.
  fileprivate var folder: String {
    let parts = path.split(separator: "/")
    let root = parts[0] == "Pipelines" ? 1 : 2
    return parts.count > root + 1 ? String(parts[root]) : ""
  }

  /// The words in the code that start with an upper-case letter.
  fileprivate var typeNames: Set<String> {
    Set(
      code.utf8.split { !$0.isIdentifier }.filter {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0[$0.startIndex]
      }
      .map { String(Substring($0)) })
  }
}

extension UInt8 {
  fileprivate var isIdentifier: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
