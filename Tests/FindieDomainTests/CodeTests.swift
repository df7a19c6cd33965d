import FindieDomain
import Testing

struct CodeTests {
  @Test func `codes are indices of allCases`() {
    #expect(SwipeAction.allCases.map { Int($0.code) } == Array(0..<8))
    #expect(EventType.allCases.map { Int($0.code) } == Array(0..<7))
  }
}
