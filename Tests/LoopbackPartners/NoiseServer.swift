import FlyingFox
import FlyingSocks
import Foundation
import Glibc

/// Listens on another port, logs what arrives, and answers with what is not HTTP, or with a head without an
/// end if `endless-head` is requested.
struct NoiseServer {
  let port: UInt16
  private let memory: Memory
  private let listener: AsyncSocket
  private let pool: any AsyncSocketPool

  init(_ memory: Memory) async throws {
    func open(_ pool: some AsyncSocketPool, _ socket: Socket) throws -> AsyncSocket {
      try AsyncSocket(socket: socket, pool: pool)
    }
    self.memory = memory
    pool = HTTPServer.defaultPool()
    try await pool.prepare()
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
    let socket = try Socket(domain: AF_INET)
    try socket.bind(to: address)
    try socket.listen()
    guard case .ip4(_, let port) = try socket.sockname() else {
      throw SocketError.unsupportedAddress
    }
    self.port = port
    listener = try open(pool, socket)
  }

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let pool = pool
      group.addTask { try await pool.run() }
      for try await socket in listener.sockets {
        group.addTask { await answer(socket) }
      }
    }
  }

  private func answer(_ socket: AsyncSocket) async {
    do {
      let bytes = try await socket.read(atMost: 4096)
      await memory.log(
        Memory.Request(
          method: "noise", path: "", headers: [:], body: String(decoding: bytes, as: UTF8.self)))
      if String(decoding: bytes, as: UTF8.self).contains("endless-head") {
        try await socket.write(Data("HTTP/1.1 200 OK\r\n".utf8))
        let lines = Data(String(repeating: "X-Line: more\r\n", count: 1000).utf8)
        while true { try await socket.write(lines) }
      }
      try await socket.write(Data("SSH-2.0-Loopback\r\n\u{1}\u{2}\u{3}\r\n\r\n".utf8))
      try socket.close()
    } catch {
      // The client has gone.
    }
  }
}
