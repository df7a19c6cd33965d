import FindieTestSupport
import Foundation
import Testing

/// Two nights on one workspace.
struct LockedNightTests {
  private let place: Place
  private var lock: URL { place.workspace.appending(path: ".lock") }
  private var lease: URL { place.workspace.appending(path: ".lease") }

  /// A published night, and events for the next one.
  init() throws {
    place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
  }

  /// A night that has begun: it trains for long. What it says goes to a file.
  private func begun() throws -> Process {
    try place.folder.write("als: {rank: 512, iterations: 60}\n", to: "long.yaml")
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = place.arguments.map { $0 == "night.yaml" ? "long.yaml" : $0 }
    process.currentDirectoryURL = place.folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: place.folder.write("", to: "said"))
    try process.run()
    while try !said().contains("✓ matrix"), process.isRunning { usleep(2000) }
    return process
  }

  private func said() throws -> String {
    try String(contentsOf: place.folder.url.appending(path: "said"), encoding: .utf8)
  }

  @Test func `a second night leaves with 69 and says who holds the workspace`() throws {
    let first = try begun()
    let second = try place.night()
    first.terminate()
    first.waitUntilExit()
    #expect(second.status == 69)
    #expect(
      second.error.contains(
        "process \(first.processIdentifier) on \(ProcessInfo.processInfo.hostName), since 20"),
      "\(second.error)")
    #expect(second.error.contains("run of 2026-04-01"), "\(second.error)")
  }

  @Test func `a second night that waits has the workspace when the first is gone`() throws {
    let first = try begun()
    let waiting = Process()
    waiting.executableURL = Binary.url
    waiting.arguments = place.arguments + ["--wait"]
    waiting.currentDirectoryURL = place.folder.url
    let errors = Pipe()
    waiting.standardError = errors
    waiting.standardOutput = FileHandle.nullDevice
    try waiting.run()
    let line = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(line.contains("Waiting. Another run is using"))
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    _ = try errors.fileHandleForReading.readToEnd()
    waiting.waitUntilExit()
    #expect(waiting.terminationStatus == 0)
    #expect(try place.list("recommendations").first?["date"] as? String == "2026-04-01")
  }

  @Test func `a second night that waited long enough leaves with 69`() throws {
    let first = try begun()
    let second = try place.night("--wait", "0.02")
    first.terminate()
    first.waitUntilExit()
    #expect(second.status == 69)
  }

  /// A folder that two hosts share, on which the system's lock of one does not reach the other: the
  /// lock's file is another one by its number, and its owner has another host's name.
  @Test func `a night that slept until its lease ran out publishes nothing when it wakes`() throws {
    let sleeper = try begun()
    kill(sleeper.processIdentifier, SIGSTOP)
    defer { kill(sleeper.processIdentifier, SIGKILL) }
    var owner = try object(String(contentsOf: lock, encoding: .utf8))
    owner["host"] = "elsewhere"
    try FileManager.default.removeItem(at: lock)
    try JSONSerialization.data(withJSONObject: owner).write(to: lock)

    // Its lease is fresh: it may be at work.
    #expect(try place.night().status == 69)
    try FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(-301)], ofItemAtPath: lease.path)
    let taken = try place.night()
    #expect(taken.status == 0, "\(taken.error)")
    #expect(taken.error.contains("process \(sleeper.processIdentifier) on elsewhere held"))
    let published = try place.products()
    let record = try Data(contentsOf: place.workspace.appending(path: "runs/2026-04-01/run.json"))

    kill(sleeper.processIdentifier, SIGCONT)
    sleeper.waitUntilExit()
    let last = try said()
    #expect(sleeper.terminationStatus == 69, "\(last)")
    #expect(last.contains("its lease of"), "\(last)")
    #expect(try place.products() == published)
    #expect(
      try Data(contentsOf: place.workspace.appending(path: "runs/2026-04-01/run.json")) == record)
    #expect(try place.findie(["verify", "--workspace", "workspace"]).status == 0)
  }
}
