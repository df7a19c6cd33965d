import Foundation
import Testing

/// What no line, or only lines of some modules, may contain.
struct RuleTests {
  private func findings(
    of pattern: String, in isIncluded: (Package.File) -> Bool = { _ in true }
  ) throws -> [String] {
    // Ten times as fast as `Regex` in unoptimized tests.
    let pattern = try NSRegularExpression(pattern: pattern)
    return Package.files.filter(isIncluded).flatMap { $0.findings(of: pattern) }
  }

  private func isPure(_ file: Package.File) -> Bool {
    Module.all.contains { $0.name == file.module && $0.isPure }
  }

  @Test func `the sources are found`() {
    #expect(Package.files.count > 100)
    #expect(Set(Package.files.map(\.module)) == Set(Module.all.map(\.name)))
  }

  @Test func `a commit has one build: dependencies and base images have exact versions`() throws {
    func text(_ name: String) throws -> String {
      try String(contentsOf: Package.root.appending(path: name), encoding: .utf8)
    }
    let packages = try text("Package.swift").matches(of: /\.package\(url: "[^"]+", (\w+):/)
    #expect(packages.count > 4)
    #expect(packages.filter { $0.1 != "exact" }.isEmpty)
    let images = try text("Dockerfile").matches(of: /(?m)^FROM (\S+)/).map(\.1)
    #expect(images.count == 2)
    #expect(images.filter { $0.wholeMatch(of: /swift:\d+\.\d+\.\d+-[\w-]+/) == nil } == [])
    // Only of a number, Kubernetes knows that it is not root.
    #expect(try text("Dockerfile").contains(/(?m)^USER [1-9]\d*:[1-9]\d*$/))
  }

  @Test func `no error is ignored with try?`() throws {
    #expect(try findings(of: #"\btry\?"#) == [])
  }

  @Test func `nothing uses try! or as!`() throws {
    #expect(try findings(of: #"\b(?:try|as)!"#) == [])
  }

  @Test func `nothing calls fatalError, or an assert that a release build removes`() throws {
    #expect(try findings(of: #"\b(?:fatalError|assert|assertionFailure)\("#) == [])
  }

  @Test func `clocks are read in the console and by benchmarks only`() throws {
    let clock =
      #"\bDate\(\)|\bDate\.now\b|\b(?:Continuous|Suspending)Clock\b|\bsystemUptime\b|\bDispatchTime\b|\bclock_gettime\b|\bgettimeofday\b|\btime\(nil\)"#
    #expect(
      try findings(of: clock) {
        !["Sources/FindieCommands/Console/", "Sources/FindieLab/Benchmarks/"]
          .contains(where: $0.path.hasPrefix)
      } == [])
  }

  /// `String` takes two spellings of "é" for one; in files and in the store they are two ids.
  @Test func `ids are compared and looked up as ExactText`() throws {
    let compared =
      #"\.(?:user|game|developer)Id (?:==|!=|<|>) (?!nil)|(?:==|!=|<|>) [$\w.]+\.(?:user|game|developer)Id\b"#
    let keys =
      #"Set\([^()]*\\\.(?:user|game|developer)Id\)|by: \\\.(?:user|game|developer)Id\)|\{ \(\$0\.(?:id|(?:user|game|developer)Id), \$0\)|\[\w+\.(?:user|game|developer)Id[\],]"#
    for pattern in [compared, keys] {
      // Generated ids are ASCII.
      #expect(try findings(of: pattern) { $0.module != "FindieLab" } == [])
    }
  }

  @Test func `every random number has a seed`() throws {
    #expect(
      try findings(of: #"SystemRandomNumberGenerator|\.random\(in: [^,)]*\)|\bUUID\(\)"#) == [])
  }

  @Test func `pure modules do not print or log`() throws {
    #expect(try findings(of: #"\b(?:print|debugPrint|dump)\(|\bLogger\b"#, in: isPure) == [])
  }

  @Test func `pure modules access neither environment nor disk`() throws {
    let outside =
      #"\b(?:ProcessInfo|FileManager|FileHandle|CommandLine|Bundle|getenv|setenv)\b|contentsOf: *(?:url|file|URL)|\.write\(to: *(?:url|file|URL)"#
    #expect(try findings(of: outside, in: isPure) == [])
  }

  @Test func `only commands write to the terminal`() throws {
    let terminal =
      #"(?<![.\w])print\(|\bFileHandle\.standard(?:Error|Output)\b|\bst(?:dout|derr)\b|\bST(?:DOUT|DERR)_FILENO\b"#
    #expect(try findings(of: terminal) { $0.module != "FindieCommands" } == [])
  }

  @Test func `only linear algebra declares unchecked Sendable types`() throws {
    let unchecked = #"@unchecked|nonisolated\(unsafe\)|@preconcurrency"#
    #expect(
      try findings(of: unchecked) { !$0.path.hasPrefix("Sources/FindieModels/LinearAlgebra/") }
        == [])
  }

  @Test func `unsafe code is only in modules that need it`() throws {
    let mayBeUnsafe: Set = [
      "FindieDomain", "FindieText", "FindieIngest", "FindieHistory", "FindieModels",
      "FindieRanking", "FindieWorkspace", "FindieFiles", "FindieStore", "FindiePublishing",
      "FindiePartners", "FindieCommands", "FindieLab",
    ]
    #expect(try findings(of: #"\bunsafe\b"#) { !mayBeUnsafe.contains($0.module) } == [])
  }

  /// A stage says how its work is divided (`Division`), and `NightExecutor` does it.
  @Test func `no stage knows whether threads or tasks do its work`() throws {
    let stages = Package.files.filter {
      $0.path.hasPrefix("Pipelines/Stages/") || $0.path == "Pipelines/Nightly.swift"
    }
    #expect(stages.count > 10)
    let naming = stages.filter { $0.text.contains(/(?i)task/) }.map(\.path)
    #expect(
      naming == [],
      "these files mention tasks: move what tasks do to Pipelines/Divisions or Pipelines/Tasks")
  }

  /// `swift format lint` does not report lines that it cannot break: comments and long literals.
  @Test func `no line of code or comment has more than 100 columns, but for the text of literals`()
    throws
  {
    for file in Package.files + (try Package.testFiles()) {
      for (number, line) in zip(file.text.lines, file.code.lines).enumerated() {
        let (text, code) = line
        // In `code`, the text of literals is blank, but not what is interpolated.
        guard text.count > 100, !code.allSatisfy({ $0 == " " }) || text.isComment else { continue }
        var outside = text
        if let first = text.firstIndex(of: "\""), let last = text.lastIndex(of: "\"") {
          outside.removeSubrange(first...last)
        }
        let isLiteral = outside.isRegex || outside.contains("\\(")
        #expect(
          !text.isComment && (isLiteral || outside.count <= 100), "\(file.path):\(number + 1)")
      }
    }
  }

  @Test func `no file is longer than 400 lines`() {
    #expect(Package.files.filter { $0.text.lines.count > 400 }.map(\.path) == [])
  }

  @Test func `no file is a stub`() {
    let stub = /\b(?:TODO|FIXME|XXX|to come)\b/
    #expect(Package.files.filter { $0.text.contains(stub) }.map(\.path) == [])
  }

  @Test func `nothing names an absolute path of a machine`() throws {
    let path = /(?:^|[^\w.~-])\/(?:work|home|root|tmp)(?:\/|\b)/.anchorsMatchLineEndings()
    let others = [
      "Makefile", "README.md", "Package.swift", ".ci/run", "Pipelines/nightly.yaml",
      "Pipelines/contract.yaml",
    ]
    let data = try FileManager.default.subpathsOfDirectory(
      atPath: Package.root.appending(path: "Data").path
    ).map { "Data/\($0)" }.filter { $0.hasSuffix(".md") || $0.hasSuffix(".py") }
    let present = (others + data).filter {
      FileManager.default.fileExists(atPath: Package.root.appending(path: $0).path)
    }
    let texts =
      try present.map { ($0, try Package.text($0)) } + Package.files.map { ($0.path, $0.text) }
    #expect(texts.filter { $0.1.contains(path) }.map(\.0) == [])
  }
}

extension Substring {
  fileprivate var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }

  fileprivate var isRegex: Bool { !isComment && drop { $0 == " " }.hasPrefix("/") }
}
