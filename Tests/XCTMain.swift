import Foundation
import Testing

/// The program of the tests, none of which is one of XCTest. Without this file, SwiftPM would look
/// for those in an index, which costs a third of the time to compile a test.
///
/// SwiftPM runs such a program for XCTest unless its options say otherwise. That run fails, since
/// one without any test would pass.
@main struct AllTests {
  static func main() async {
    guard CommandLine.arguments.contains("swift-testing") else {
      let message = "Add --disable-xctest --enable-swift-testing to `swift test`, or use make.\n"
      FileHandle.standardError.write(Data(message.utf8))
      exit(64)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
