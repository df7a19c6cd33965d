import Foundation
import Testing

/// What no line, or only a line of some rooms, may say.
struct RuleTests {
  private func findings(
    of pattern: Regex<some Any>, in isAsked: (House.File) -> Bool = { _ in true }
  ) -> [String] {
    House.files.filter(isAsked).flatMap { $0.findings(of: pattern) }
  }

  private func isPure(_ file: House.File) -> Bool {
    Door.all.contains { $0.room == file.room && $0.isPure }
  }

  @Test func `the sources are found`() {
    #expect(House.files.count > 100)
    #expect(Set(House.files.map(\.room)) == Set(Door.all.map(\.room)))
  }

  @Test func `no error is swallowed by try with a question mark`() {
    #expect(findings(of: /\btry\?/) == [])
  }

  @Test func `nothing is forced by try! or as!`() {
    #expect(findings(of: /\b(?:try|as)!/) == [])
  }

  @Test func `nothing ends in fatalError or in an assert that a release build forgets`() {
    #expect(findings(of: /\b(?:fatalError|assert|assertionFailure)\(/) == [])
  }

  @Test func `clocks are read in findie only`() {
    let clock =
      /\bDate\(\)|\bDate\.now\b|\b(?:Continuous|Suspending)Clock\b|\bsystemUptime\b|\bDispatchTime\b|\bclock_gettime\b|\bgettimeofday\b|\btime\(nil\)/
    #expect(findings(of: clock) { $0.room != "findie" } == [])
  }

  @Test func `no number is drawn that has no seed`() {
    #expect(findings(of: /SystemRandomNumberGenerator|\.random\(in: [^,)]*\)|\bUUID\(\)/) == [])
  }

  @Test func `pure rooms do not print or log`() {
    #expect(findings(of: /\b(?:print|debugPrint|dump)\(|\bLogger\b/, in: isPure) == [])
  }

  @Test func `pure rooms touch neither environment nor disk`() {
    let outside =
      /\b(?:ProcessInfo|FileManager|FileHandle|CommandLine|Bundle|getenv|setenv)\b|contentsOf: *(?:url|file|URL)|\.write\(to: *(?:url|file|URL)/
    #expect(findings(of: outside, in: isPure) == [])
  }

  @Test func `only findie writes to the terminal`() {
    let terminal = /\bprint\(|\bstandard(?:Error|Output)\b|\bST(?:DOUT|DERR)_FILENO\b/
    #expect(findings(of: terminal) { $0.room != "findie" } == [])
  }

  @Test func `only the linear algebra says that something is Sendable unchecked`() {
    let unchecked = /@unchecked|nonisolated\(unsafe\)|@preconcurrency/
    #expect(findings(of: unchecked) { $0.room != "FindieLinearAlgebra" } == [])
  }

  @Test func `unsafe is said only in the rooms that must`() {
    let mayBeUnsafe: Set = [
      "FindieLinearAlgebra", "FindieIngest", "FindieHistory", "FindieRecommender", "FindieStore",
      "FindieBatch", "FindieFiles", "findie",
    ]
    #expect(findings(of: /\bunsafe\b/) { !mayBeUnsafe.contains($0.room) } == [])
  }

  @Test func `no file is longer than 400 lines`() {
    #expect(House.files.filter { $0.text.lines.count > 400 }.map(\.path) == [])
  }

  @Test func `no file is a stub`() {
    let stub = /\b(?:TODO|FIXME|XXX|to come)\b/
    #expect(House.files.filter { $0.text.contains(stub) }.map(\.path) == [])
  }

  @Test func `nothing names a place of one machine`() throws {
    let place = /(?:^|[^\w.~-])\/(?:work|home|root|tmp)(?:\/|\b)/.anchorsMatchLineEndings()
    let others = [
      "Makefile", "README.md", "Package.swift", ".ci/run", "Pipelines/nightly.yaml",
      "Pipelines/contract.yaml",
    ]
    let data = try FileManager.default.subpathsOfDirectory(
      atPath: House.root.appending(path: "Data").path
    ).map { "Data/\($0)" }.filter { $0.hasSuffix(".md") || $0.hasSuffix(".py") }
    let present = (others + data).filter {
      FileManager.default.fileExists(atPath: House.root.appending(path: $0).path)
    }
    let texts =
      try present.map { ($0, try House.text($0)) } + House.files.map { ($0.path, $0.text) }
    #expect(texts.filter { $0.1.contains(place) }.map(\.0) == [])
  }
}
