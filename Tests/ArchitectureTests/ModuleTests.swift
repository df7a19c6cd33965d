import Foundation
import Testing

/// Imports between modules.
struct ModuleTests {
  private static func manifest() throws -> PackageManifest {
    try PackageManifest(Package.text("Package.swift"))
  }

  @Test(arguments: Module.all)
  func `Package.swift gives a module the dependencies of the table`(module: Module) throws {
    let dependencies = try #require(Self.manifest().dependencies[module.name])
    #expect(dependencies == module.own.union(module.external))
  }

  @Test func `every folder of Sources and Pipelines is in the table or a C module`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Package.root.appending(path: "Sources").path)
    let ours = Set(folders.filter { !$0.hasPrefix("C") } + ["FindieNight"])
    #expect(ours == Set(Module.all.map(\.name)))
  }

  @Test(arguments: Module.all)
  func `a file imports only what its module may`(module: Module) {
    let allowed = module.own.union(module.external).union(module.system)
    let others = Package.files.filter { $0.module == module.name }.flatMap { file in
      file.imports.subtracting(allowed).map { "\(file.path) imports \($0)" }
    }
    #expect(others == [])
  }

  @Test(arguments: Module.all)
  func `a module uses every dependency`(module: Module) {
    let used = Set(Package.files.filter { $0.module == module.name }.flatMap(\.imports))
    #expect(module.own.union(module.external).union(module.system).subtracting(used) == [])
  }

  /// Without the dependency, a build from nothing may reach the file before the module that it
  /// imports.
  @Test func `test files import only dependencies of their target`() throws {
    let dependencies = try Self.manifest().dependencies
    let missing = try Package.testFiles().flatMap { file in
      // Tests/Fuzz is not a target of this package's tests.
      file.imports.filter { $0.hasPrefix("Findie") && file.module != "Fuzz" }
        .subtracting(dependencies[file.module] ?? []).map { "\(file.path) imports \($0)" }
    }
    #expect(missing == [])
  }

  /// SwiftPM may refuse a package that depends on a product with unsafe flags.
  /// `Tests/Dependent/run` builds such a package.
  @Test func `no module of a library product has a flag of its own`() throws {
    let text = try Package.text("Package.swift")
    let list = try #require(text.firstMatch(of: /let unoptimized: Set = \[([^\]]*)\]/)).1
    let flagged = Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
    var open = text.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    #expect(open.contains("FindieStore") && flagged.contains("FindieCommands"))
    let dependencies = try Self.manifest().dependencies
    var closure = Set<String>()
    while let module = open.popLast() {
      if closure.insert(module).inserted { open += dependencies[module] ?? [] }
    }
    #expect(closure.contains("FindieDomain"))
    #expect(closure.intersection(flagged) == [])
  }

  @Test func `a module depends only on modules above it in the table`() {
    var before: Set<String> = [
      "CLinearAlgebra", "CCompression", "CLinuxFiles", "COpenSSL", "CSimdJSON", "CXML",
      "CCurl",
      "CFactorKernels", "COpenBLASKernels",
    ]
    for module in Module.all {
      #expect(module.own.subtracting(before) == [], "\(module.name)")
      before.insert(module.name)
    }
  }

  @Test func `no module has the name of one of its types`() {
    let type = /\b(?:struct|enum|class|actor|protocol|typealias)\s+(\w+)/
    for module in Module.all {
      let types = Package.files.filter { $0.module == module.name }
        .flatMap { $0.code.matches(of: type).map { String($0.1) } }
      #expect(!types.contains(module.name), "\(module.name)")
    }
  }

  @Test func `no module is called Core, Common, Utils or Helpers`() {
    #expect(Module.all.filter { $0.name.contains(/Core|Common|Util|Helper/) }.map(\.name) == [])
  }
}

extension Module: CustomTestStringConvertible {
  var testDescription: String { "\(name): \(purpose)" }
}
