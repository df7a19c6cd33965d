import FindieTestSupport
import Foundation
import Testing

/// Lists that are computed again by the program.
struct ServeTests {
  @Test func `a night without its model is reported`() throws {
    let other = try Sandbox.withSmallWorld()
    try other.runNight()
    try FileManager.default.removeItem(at: other.current.appending(path: "model/items.artifact"))
    let result = try other.findie(["explain", "u3", "--workspace", "workspace"])
    #expect(result.status == 66)
    #expect(result.error.contains("items.artifact"))
    // The next run notices that it is missing, and publishes the night again.
    #expect(try other.runNight()["publish"] == "built")
    #expect(
      FileManager.default.fileExists(
        atPath: other.current.appending(path: "model/items.artifact").path))
  }
}
