import CLinuxFiles
import FindieFiles
import FindieHistory
import Foundation

/// What identifies the running program by its content.
///
/// Two builds that differ anywhere have different identities, also if nobody raised the version; a
/// build without its symbols has the same one. Libraries count by their build id: those that
/// compute, format or convert, not those that the system loads for other reasons.
package enum ProgramIdentity {
  /// The first eight digits of the digest of the program's code and data, and of the build ids of
  /// its libraries.
  package static let build: String = {
    var objects = unsafe [findie_object](repeating: findie_object(), count: 512)
    let count = unsafe findie_loaded_objects(&objects, Int32(512))
    var digests: [String] = []
    for index in 0..<Int(count) {
      let object = unsafe objects[index]
      let name = unsafe String(cString: object.name)
      do {
        if name.isEmpty {
          digests.append(try unsafe object.content)
        } else if libraries.contains(where: {
          URL(filePath: name).lastPathComponent.hasPrefix($0)
        }) {
          digests.append(try unsafe object.buildId ?? object.content)
        }
      } catch {
        // The program was replaced or cannot be read: nothing of it is reused by another run.
        digests.append("\(name) \(ProcessInfo.processInfo.globallyUniqueString)")
      }
    }
    return String(Fingerprint(of: digests.sorted().joined(separator: "\n")).hexadecimal.prefix(8))
  }()

  private static let libraries = [
    "libc.so", "libm.so", "libstdc++", "libswift", "libFoundation", "lib_Foundation", "libblas",
    "liblapack", "libopenblas", "libgfortran", "libsqlite3",
  ]
}

extension findie_object {
  private func bytes(of segment: Elf64_Phdr) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: UInt(address) + UInt(segment.p_vaddr)),
      count: Int(segment.p_filesz))
  }

  /// The hash of all parts of the file that are loaded, without its header: a program without its
  /// symbols has another one. From the file, since data changes in memory.
  fileprivate var content: String {
    get throws {
      // The loader may have been called with the program: then `/proc/self/exe` is the loader.
      let maps = String(
        decoding: try DurableFile.receive(URL(filePath: "/proc/self/maps")), as: UTF8.self)
      let start = unsafe String(UInt(address), radix: 16) + "-"
      let line = maps.split(separator: "\n").first { $0.hasPrefix(start) }
      let path = line.flatMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
      let file = try FileReader(URL(filePath: path ?? "/proc/self/exe"))
      var hash: UInt64 = 0
      for index in unsafe 0..<Int(header_count) {
        let segment = unsafe headers[index]
        guard segment.p_type == Elf64_Word(PT_LOAD) else { continue }
        let end = Int(segment.p_offset + segment.p_filesz)
        var offset = max(64, Int(segment.p_offset))
        while offset < end {
          let bytes = try file.bytes(min(1 << 20, end - offset), at: offset)
          guard !bytes.isEmpty else { break }
          hash = hash64(of: bytes.span, seed: hash)
          offset += bytes.count
        }
      }
      return String(hash, radix: 16)
    }
  }

  /// The id of the build, if a note has it.
  fileprivate var buildId: String? {
    for index in unsafe 0..<Int(header_count) {
      let segment = unsafe headers[index]
      guard segment.p_type == Elf64_Word(PT_NOTE) else { continue }
      let bytes = unsafe bytes(of: segment)
      var offset = 0
      while offset + 12 <= bytes.count {
        func number(_ index: Int) -> Int {
          unsafe Int(bytes.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self))
        }
        let (name, length, type) = (number(0), number(1), number(2))
        let start = offset + 12 + (name + 3) / 4 * 4
        guard start + length <= bytes.count else { break }
        if type == NT_GNU_BUILD_ID, name == 4 {
          return unsafe bytes[start..<start + length].hexadecimal
        }
        offset = start + (length + 3) / 4 * 4
      }
    }
    return nil
  }
}
