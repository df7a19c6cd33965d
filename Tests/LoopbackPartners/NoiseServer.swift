import FlyingFox
import FlyingSocks
import Foundation
import Glibc

/// Listens on another port, logs what arrives, and answers with what is not HTTP; with a head
/// without an end if `endless-head` is requested; or, of each connection, only the first request
/// for `hang-up`.
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
      let text = try await read(from: socket)
      if text.contains("hang-up") {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        try await socket.write(Data(answer.utf8))
        _ = try await read(from: socket)
        try socket.close()
        return
      }
      if text.contains("endless-head") {
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

  /// Reads and logs a request with its body.
  private func read(from socket: AsyncSocket) async throws -> String {
    var text = ""
    while true {
      text += String(decoding: try await socket.read(atMost: 4096), as: UTF8.self)
      let length = text.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) } ?? 0
      guard let end = text.firstRange(of: "\r\n\r\n")?.upperBound,
        text[end...].utf8.count >= length
      else { continue }
      await memory.log(Memory.Request(method: "noise", path: "", headers: [:], body: text))
      return text
    }
  }
}
