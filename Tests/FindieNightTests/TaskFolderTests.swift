import FindieNight
import FindieTestSupport
import Foundation
import Testing

/// The files that tasks on several machines exchange.
struct TaskFolderTests {
  private let folder: TemporaryFolder
  private let plan: URL
  private let name: String

  init() throws {
    folder = try TemporaryFolder()
    name = try TaskFolder(folder.url).writePlan(["bears": 3])
    plan = folder.url.appending(path: name)
  }

  private func read() throws -> [String: Int] {
    try TaskFolder(folder.url).plan(name, as: [String: Int].self)
  }

  private func replace(_ text: String, with other: String) throws {
    let content = try String(contentsOf: plan, encoding: .utf8)
    #expect(content.contains(text))
    try Data(content.replacing(text, with: other).utf8).write(to: plan)
  }

  @Test func `what one machine writes another one reads`() throws {
    #expect(try read() == ["bears": 3])
  }

  @Test func `a file of another build of the same version is refused`() throws {
    let build = try #require(Versions.all["build"])
    try replace(build, with: "0bea0bea")
    let failure = #expect(throws: TaskFailure.self) { try read() }
    let said = try #require(failure).description
    #expect(said.contains("build 0bea0bea") && said.contains("build \(build)"), "\(said)")
    #expect(said.contains("Use the same archive"), "\(said)")
  }

  @Test func `a damaged file is not taken for one of another build`() throws {
    try replace("bears", with: "beads")
    let failure = #expect(throws: TaskFailure.self) { try read() }
    let said = try #require(failure).description
    #expect(said.contains("is damaged"), "\(said)")
  }
}
