import ArgumentParser
import FlyingFox
import FlyingSocks
import Foundation

/// Servers on 127.0.0.1 that answer as Findie's partners do, or as badly as a server can.
///
/// It is a process of its own, so that tests that block threads do not block it.
@main
struct LoopbackPartners: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "loopback-partners")

  @Option(help: "The port; 0 for any that is free.")
  var port: UInt16 = 0

  @Option(help: "A folder with answers by path, such as steam/appdetails/413150.json.")
  var data: String?

  @Option(help: "NDJSON of Findie's games, whose details and prices the shops know.")
  var games: String?

  func run() async throws {
    let memory = Memory()
    let noise = try await NoiseServer(memory)
    let partners = Partners(
      memory: memory, files: AnswerFiles(folder: data.map { URL(filePath: $0) }),
      games: try games.map { try LoopbackGame.all(in: URL(filePath: $0)) } ?? [],
      noisePort: noise.port)
    let logger: DisabledLogger = .disabled
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 3600, logger: logger,
      handler: partners)
    endWithInput()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask { try await noise.run() }
      try await server.waitUntilListening()
      guard case .ip4(_, let port) = await server.listeningAddress else { throw ExitCode.failure }
      let line = "{\"port\":\(port),\"noisePort\":\(noise.port)}\n"
      try FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
      try await group.waitForAll()
    }
  }

  /// Ends the process when standard input closes: the test that started it has ended.
  private func endWithInput() {
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      LoopbackPartners.exit()
    }
  }
}
