package import Foundation
import Glibc

extension Pipe {
  /// Reads to the end. Unlike `FileHandle`, it continues after a signal (EINTR).
  package func output() throws -> Data {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(fileHandleForReading.fileDescriptor, &buffer, buffer.count)
      if count < 0 {
        guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        continue
      }
      if count == 0 { return all }
      all.append(contentsOf: buffer[..<count])
    }
  }
}
