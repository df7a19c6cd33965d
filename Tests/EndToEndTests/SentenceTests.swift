import Foundation
import Testing

/// Every number in every sentence of pages, digests and documents, counted again in Python. A
/// campaign has five worlds.
struct SentenceTests {
  private func check(_ arguments: String...) throws {
    guard let (status, said) = try PythonHarness.run("Tests/Sentences/check.py", arguments)
    else { return }
    #expect(status == 0, "\(said)")
    #expect(said.hasSuffix(" 0 false; 0 not understood; 0 changes not found\n"), "\(said)")
  }

  @Test func `every sentence about a small app is true`() throws {
    try check("--worlds", "2", "--digits", "40")
  }

  @Test func `every sentence about the sample is true`() throws {
    let night = try SampleNight.shared.get()
    try check("--input", Binary.sample.path, "--reports", night.reports.path)
  }
}
