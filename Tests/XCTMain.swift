import Testing

/// The program of the tests, none of which is one of XCTest. Without this file, SwiftPM would look
/// for those in an index, which costs a third of the time to compile a test.
@main struct AllTests {
  static func main() async {
    guard CommandLine.arguments.contains("swift-testing") else { return print(#"{"tests":[]}"#) }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
